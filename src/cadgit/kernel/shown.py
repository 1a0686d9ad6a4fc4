"""The process behind `showing.Showing`: hands each result that comes to the viewer's own `show`."""

from __future__ import annotations

import importlib
import json
import signal
import socket
from typing import Any

from ..shape.brep import read_brep
from . import linux

#: Packages with a `show` for the viewer, the extension's own first.
_PACKAGES = ("ocp_vscode", "ocp_viewer")


def main(arguments: list[str]) -> None:
    """Show what comes over an inherited socket until it is closed: ``FILE_DESCRIPTOR``."""
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    with socket.socket(fileno=int(arguments[0])) as connection, connection.makefile("rwb") as stream:
        first = True
        while header := stream.readline():
            wanted = json.loads(header)
            brep = stream.read(wanted["size"])
            try:
                _show(read_brep(brep), wanted["name"], wanted["port"], first)
                answer, first = "", False
            except Exception as error:  # whatever the viewer's package raises: the next result may fare better
                answer = f"{type(error).__name__}: {' '.join(str(error).split())}"
            stream.write(json.dumps(answer).encode() + b"\n")
            stream.flush()


def _show(shape: Any, name: str, port: int, first: bool) -> None:
    viewer = _viewer()
    # Whoever works on a model has turned it to where he works.
    camera = {} if first else {"reset_camera": viewer.Camera.KEEP}
    viewer.show(shape, names=[name], port=port, progress="", **camera)


def _viewer() -> Any:
    for package in _PACKAGES:
        try:
            return importlib.import_module(package)
        except ImportError:
            continue
    raise ImportError("neither ocp_vscode nor ocp-viewer is installed beside build123d; `pip install ocp-viewer`")
