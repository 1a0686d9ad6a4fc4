"""The page beside a watch in the terminal: serving it, saying where it is, and opening it."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterator
from pathlib import Path

from ..watch.events import Watcher
from .face import Face
from .output.as_json import event_line
from .output.blocks import Line
from .output.stream import emit

#: What `--serve` without a port means.
ANY_PORT = "any"


def split_port(serve: str | None, targets: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """The port, and what is to be watched: after ``--serve`` either may stand, and only a number is a port."""
    if serve is None or serve == ANY_PORT or serve.isdecimal():
        return serve, targets
    return ANY_PORT, (serve, *targets)


@contextlib.contextmanager
def page_served(face: Face, watcher: Watcher, folder: Path, serve: str | None, opens: bool) -> Iterator[None]:
    """Serve the page of a watch for as long as this lasts, if that was asked for.

    Raises:
        EnvironmentFailed: the extra `viewer` is missing, or the port is taken.
        UsageError: there is no such port.
    """
    if serve is None and not opens:
        yield
        return
    from ..viewer.server import PageServer, Serving  # most watches are looked at in the terminal alone

    port = int(serve) if serve and serve != ANY_PORT else None
    with PageServer(watcher, folder, port) as server:
        if face.as_json:
            emit(event_line(Serving(server.url), datetime.datetime.now().astimezone()))
        else:
            face.show([Line(server.url, label="page")])
        if opens:
            import webbrowser

            webbrowser.open(server.url)
        yield
