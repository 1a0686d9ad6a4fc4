"""The advisory lock that makes cadgit's writers queue.

One `flock` on ``cadgit/lock`` in the common git directory, so that all worktrees share it. The kernel releases it when
its process dies, however it dies.
"""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from ..errors import LockedError
from .failures import storage_errors
from .waiting import pause

#: Seconds that a writer queues before it gives up. A write takes milliseconds, so this is a stuck process.
DEFAULT_TIMEOUT = 60.0


class WriteLock:
    """A context manager that may be entered again by its holder; the outermost exit releases.

    Args:
        path: the lock file; it is created and stays.

    Raises (on entering):
        LockedError: another process held the lock for the whole timeout.
        StorageError: the file cannot be created or opened: a read-only or full disk.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.timeout = DEFAULT_TIMEOUT
        self._depth = 0
        self._descriptor = -1

    @property
    def held(self) -> bool:
        """Whether this object holds the lock now."""
        return self._depth > 0

    def __enter__(self) -> Self:
        if self._depth == 0:
            self._descriptor = self._acquire()
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if self._depth == 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _acquire(self) -> int:
        with storage_errors(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        deadline = time.monotonic() + self.timeout
        try:
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return descriptor
                except BlockingIOError:
                    if time.monotonic() >= deadline:
                        raise LockedError(
                            str(self.path), "another cadgit process is writing; look for one that hangs, and end it"
                        ) from None
                # Polling, because a blocking flock has no timeout; writers hold the lock for a few milliseconds.
                pause(0.01)
        except BaseException:
            os.close(descriptor)
            raise
