"""The user's OCP CAD Viewer, as seen from outside: where it listens, and a process that hands it results.

That process imports the viewer's own package, which takes seconds and may do anything; so it is one of its own, that
can be killed, and that waits for the next result. It has no sandbox: it must reach the viewer's socket.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import threading
from pathlib import Path

from ..codec import to_plain
from ..errors import KernelError
from ..records import ManifestNode
from .starting import Starter

#: Where a viewer listens unless it was told otherwise.
DEFAULT_PORT = 3939
#: Seconds for a connection to a port of this machine, and for showing one result (the first one imports the package).
_CONNECT_TIME, _SHOW_TIME = 0.5, 60.0
#: A viewer of ocp_vscode 3 confirms nothing, and packages since then wait for that for ever.
_LATE = "no answer within {:g} s; it may be of another version than the package beside build123d"


def ports() -> tuple[int, ...]:
    """Where a viewer may listen, in the order in which to try.

    As the viewer's own clients do it: OCP_PORT names one, running viewers note theirs in ``~/.ocpvscode``, and 3939 is
    where they listen otherwise (``ocp_viewer_core.websocket`` of ocp-viewer-core 1.1).
    """
    named = [port for port in (_port(os.environ.get("OCP_PORT", "")),) if port]
    return tuple(named or dict.fromkeys((*_noted_ports(), DEFAULT_PORT)))


def listening_port() -> int | None:
    """The port of a viewer that listens now; None where there is none."""
    return next((port for port in ports() if _listens(port)), None)


def _noted_ports() -> list[int]:
    try:
        services = json.loads((Path.home() / ".ocpvscode").read_text(encoding="utf-8"))["services"]
        return [port for port in map(_port, services) if port]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []


def _port(text: str) -> int:
    """A port's number, 0 for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) < 1 << 16 else 0


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), _CONNECT_TIME):
            return True
    except OSError:
        return False


class Showing:
    """The process that shows; started with the first result. One thread shows, any may close.

    Args:
        python: the interpreter that has the viewer's package.
    """

    def __init__(self, python: str) -> None:
        self._starter = Starter(python, (), 0.0, lambda text: None)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None
        self._is_closed = False

    def show(self, brep: bytes, manifest: ManifestNode | None, name: str, port: int) -> str:
        """Show a result with its labels and colours under a name; returns what went wrong, or an empty string.

        Raises:
            KernelError: the interpreter cannot be started.
        """
        connection = self._connection or self._start()
        header = {"name": name, "port": port, "size": len(brep), "manifest": to_plain(manifest)}
        try:
            connection.sendall(json.dumps(header).encode() + b"\n" + brep)
            with connection.makefile("r", encoding="utf-8") as stream:
                answer = stream.readline()
        except OSError as error:
            self._end()
            return _LATE.format(_SHOW_TIME) if isinstance(error, TimeoutError) else str(error)
        if not answer:
            self._end()
            return "the process that shows it ended"
        return str(json.loads(answer))

    def close(self) -> None:
        """End the process, whatever it is at, for good: a `show` that waits for it returns."""
        with self._lock:
            self._is_closed = True
        self._end()

    def _end(self) -> None:
        """End the process; the next `show` starts another."""
        with self._lock:
            process, connection = self._process, self._connection
            self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.wait()

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        ours.settimeout(_SHOW_TIME)
        with self._lock, theirs, contextlib.ExitStack() as stack:
            stack.callback(ours.close)
            if self._is_closed:
                raise KernelError("the process that shows has been ended")
            self._process = self._starter.spawn(
                ["shown", str(theirs.fileno())], "0", subprocess.DEVNULL, pass_fds=(theirs.fileno(),)
            )
            self._connection = ours
            stack.pop_all()
        return ours
