"""A thread that takes jobs one after another."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from .turns import Job


class Queue:
    """Takes jobs in the order in which they came, until it is closed.

    Args:
        name: the thread's.
        crashed: told of an exception that no job should let out; nothing is taken any more then.
    """

    def __init__(self, name: str, crashed: Callable[[BaseException], None]) -> None:
        self._crashed = crashed
        self._changed = threading.Condition()
        self._waiting: deque[Job] = deque()
        self._taken: Job | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def add(self, job: Job) -> None:
        """Take this job when its time has come; closed, it is dropped."""
        with self._changed:
            if self._is_closed:
                job.drop()
                return
            self._waiting.append(job)
            self._changed.notify()

    def cancel(self, part: str) -> None:
        """End the jobs of a part, the one that is being done included."""
        with self._changed:
            dropped = [job for job in self._waiting if job.part == part]
            self._waiting = deque(job for job in self._waiting if job.part != part)
            if self._taken is not None and self._taken.part == part:
                self._taken.cancel()
        for job in dropped:
            job.drop()

    def close(self) -> None:
        """End all jobs, and take none any more."""
        with self._changed:
            self._is_closed = True
            dropped = tuple(self._waiting)
            self._waiting.clear()
            if self._taken is not None:
                self._taken.cancel()
            self._changed.notify()
        for job in dropped:
            job.drop()

    def join(self, timeout: float) -> None:
        """Wait until the thread has ended, at most so many seconds."""
        self._thread.join(timeout)

    def _run(self) -> None:
        try:
            while (job := self._next()) is not None:
                job.take()
        except BaseException as error:
            self._crashed(error)

    def _next(self) -> Job | None:
        with self._changed:
            self._taken = None
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            if self._is_closed:
                return None
            self._taken = self._waiting.popleft()
            return self._taken
