"""The page's server: uvicorn in a thread of its own, at a port of this machine that nobody else reaches."""

from __future__ import annotations

import contextlib
import logging
import secrets
import socket
import threading
import time
from pathlib import Path
from types import TracebackType

from ..errors import EnvironmentFailed, UsageError
from ..frozen import frozen
from ..watch.events import Watcher
from .assets import check_server, library

HOST = "127.0.0.1"
#: Where the page is unless another port is named: always the same, so that a page left open finds a new server.
PORT = 7373
_PATIENCE = 10.0  # seconds for the server to begin


@frozen
class Serving:
    """What a watch tells beside its own events: where its page is."""

    url: str


class PageServer:
    """Serves the page of a watch until it is closed.

    Args:
        watcher: the watch.
        folder: a folder inside of the repository.
        port: where to; None for `PORT`, or any other port if that one is taken.

    Raises:
        EnvironmentFailed: a package is missing, or the port is taken.
        UsageError: there is no such port.
    """

    def __init__(self, watcher: Watcher, folder: Path, port: int | None = None) -> None:
        check_server()
        viewer = library()
        self._socket = _listen(port)
        self.port: int = self._socket.getsockname()[1]
        import uvicorn  # both take a while, and only a page needs them

        from .app import make_app
        from .board import Board

        self.token = secrets.token_urlsafe(24)
        self._board = Board(watcher, folder)
        app = make_app(self._board, viewer, self.port, self.token, secrets.token_urlsafe(16))
        # What goes wrong is told to the page that asked; a log would tear the terminal of the watch.
        config = uvicorn.Config(
            app, log_config=None, access_log=False, lifespan="off", ws="none", timeout_graceful_shutdown=2
        )
        logging.getLogger("uvicorn.error").disabled = True
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, name="page server", daemon=True)
        self._thread.start()
        deadline = time.monotonic() + _PATIENCE
        while not self._server.started and self._thread.is_alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        if not self._server.started:
            self.close()
            raise EnvironmentFailed(f"the page's server did not start at port {self.port}")

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self.port}/"

    def close(self) -> None:
        """Stop serving; open pages wait for another server."""
        self._board.close()
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        with contextlib.suppress(SystemExit):
            self._server.run(sockets=[self._socket])

    def __enter__(self) -> PageServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _listen(port: int | None) -> socket.socket:
    if port is not None and not 1 <= port <= 65535:
        raise UsageError(f"there is no port {port}", "a port is a number from 1 to 65535")
    tried = [port] if port is not None else [PORT, 0]
    for number in tried:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # A server that was just ended leaves its port in a state in which nobody else could take it either.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, number))
            listening.listen(64)
        except OSError as error:
            listening.close()
            if number == tried[-1]:
                raise EnvironmentFailed(
                    f"the page cannot be served at port {number}: {error.strerror}", "name another one: --serve 7374"
                ) from None
        else:
            return listening
    raise AssertionError("the last port either was taken or raised")
