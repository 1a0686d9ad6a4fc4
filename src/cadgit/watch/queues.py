"""A thread that takes turns one after another."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from .turns import Turn


class Queue:
    """Takes turns in the order in which they came, until it is closed.

    Args:
        name: the thread's.
        crashed: told of an exception that no turn should let out; nothing is taken any more then.
    """

    def __init__(self, name: str, crashed: Callable[[BaseException], None]) -> None:
        self._crashed = crashed
        self._changed = threading.Condition()
        self._waiting: deque[Turn] = deque()
        self._taken: Turn | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def add(self, turn: Turn) -> None:
        """Take this turn when its time has come; closed, it is dropped."""
        with self._changed:
            if self._is_closed:
                turn.drop()
                return
            self._waiting.append(turn)
            self._changed.notify()

    def cancel(self, part: str) -> None:
        """End the turns of a part, the one that is being done included."""
        with self._changed:
            dropped = [turn for turn in self._waiting if turn.part == part]
            self._waiting = deque(turn for turn in self._waiting if turn.part != part)
            if self._taken is not None and self._taken.part == part:
                self._taken.cancel()
        for turn in dropped:
            turn.drop()

    def close(self) -> None:
        """End all turns, and take none any more."""
        with self._changed:
            self._is_closed = True
            dropped = tuple(self._waiting)
            self._waiting.clear()
            if self._taken is not None:
                self._taken.cancel()
            self._changed.notify()
        for turn in dropped:
            turn.drop()

    def join(self, timeout: float) -> None:
        """Wait until the thread has ended, at most so many seconds."""
        self._thread.join(timeout)

    def _run(self) -> None:
        try:
            while (turn := self._next()) is not None:
                turn.take()
        except BaseException as error:
            self._crashed(error)

    def _next(self) -> Turn | None:
        with self._changed:
            self._taken = None
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            if self._is_closed:
                return None
            self._taken = self._waiting.popleft()
            return self._taken
