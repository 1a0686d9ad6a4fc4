"""Withdrawing a job: another thread hangs up on the kernel, which ends the job of a client that has gone."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

from ..errors import Cancelled


class Calls:
    """The connections that a client waits on, so that another thread can end them all."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self.hung_up = False

    @contextlib.contextmanager
    def on(self, connection: socket.socket) -> Iterator[None]:
        """For as long as an answer from `connection` is waited for.

        Raises:
            Cancelled: `hang_up` was called, before or meanwhile.
        """
        with self._lock:
            self._expect_none_hung_up()
            self._open.add(connection)
        try:
            yield
        finally:
            with self._lock:
                self._open.discard(connection)
        self._expect_none_hung_up()

    def hang_up(self) -> None:
        """End every connection, and refuse those that come later."""
        with self._lock:
            self.hung_up = True
            for connection in self._open:
                with contextlib.suppress(OSError):  # the other side was quicker
                    connection.shutdown(socket.SHUT_RDWR)

    def _expect_none_hung_up(self) -> None:
        if self.hung_up:
            raise Cancelled
