"""The user's OCP CAD Viewer, as seen from outside: where it listens, and a process that hands it results.

That process imports build123d and the viewer's own package, which takes seconds and may do anything; so it is one of
its own, that can be killed, and that waits for the next result. It has no sandbox: it must reach the viewer's socket.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
from pathlib import Path

from .starting import Starter

#: Where a viewer listens unless it was told otherwise.
DEFAULT_PORT = 3939
#: Seconds for a connection to a port of this machine, and for showing one result (the first one imports build123d).
_CONNECT_TIME, _SHOW_TIME = 0.5, 60.0


def listening_port() -> int | None:
    """The port of a viewer that listens now; None where there is none.

    As the viewer's own clients do it: OCP_PORT names one, running viewers note theirs in ``~/.ocpvscode``, and 3939 is
    where they listen otherwise (``ocp_viewer_core.state`` of ocp-viewer 1.2).
    """
    ports = [os.environ["OCP_PORT"]] if os.environ.get("OCP_PORT") else [*_noted_ports(), str(DEFAULT_PORT)]
    return next((int(port) for port in ports if port.isascii() and port.isdecimal() and _listens(int(port))), None)


def _noted_ports() -> list[str]:
    try:
        services = json.loads((Path.home() / ".ocpvscode").read_text(encoding="utf-8"))["services"]
        return [str(port) for port in services]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), _CONNECT_TIME):
            return True
    except (OSError, OverflowError):
        return False


class Showing:
    """The process that shows; started with the first result.

    Args:
        python: the interpreter that has build123d and the viewer's package.
    """

    def __init__(self, python: str) -> None:
        self._starter = Starter(python, (), 0.0, lambda text: None)
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None

    def show(self, brep: bytes, name: str, port: int) -> str:
        """Show a result under a name; returns what went wrong, or an empty string.

        Raises:
            KernelError: the interpreter cannot be started.
        """
        connection = self._connection or self._start()
        header = json.dumps({"name": name, "port": port, "size": len(brep)}).encode() + b"\n"
        try:
            connection.sendall(header + brep)
            with connection.makefile("r", encoding="utf-8") as stream:
                answer = stream.readline()
        except OSError as error:
            self.close()
            return f"no answer within {_SHOW_TIME:g} s" if isinstance(error, TimeoutError) else str(error)
        if not answer:
            self.close()
            return "the process that shows it ended"
        return str(json.loads(answer))

    def close(self) -> None:
        """End the process, whatever it is at; another `show` starts another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs, contextlib.ExitStack() as stack:
            stack.callback(ours.close)
            self._process = self._starter.spawn(
                ["shown", str(theirs.fileno())], "0", subprocess.DEVNULL, pass_fds=(theirs.fileno(),)
            )
            stack.pop_all()
        ours.settimeout(_SHOW_TIME)
        self._connection = ours
        return ours
