"""The process behind `showing.Showing`: hands each result that comes to the viewer's own `show`."""

from __future__ import annotations

import importlib
import json
import os
import signal
import socket
import sys
import warnings
from typing import Any

from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

from ..codec import from_plain
from ..records import ManifestNode
from ..shape.brep import Node, read_brep, walk
from ..shape.viewed import as_name
from . import linux

#: Packages with a `show` for the viewer, the extension's own first.
_PACKAGES = ("ocp_vscode", "ocp_viewer")
_CLASSES = {
    TopAbs_ShapeEnum.TopAbs_COMPOUND: TopoDS.Compound,
    TopAbs_ShapeEnum.TopAbs_COMPSOLID: TopoDS.CompSolid,
    TopAbs_ShapeEnum.TopAbs_SOLID: TopoDS.Solid,
    TopAbs_ShapeEnum.TopAbs_SHELL: TopoDS.Shell,
    TopAbs_ShapeEnum.TopAbs_FACE: TopoDS.Face,
    TopAbs_ShapeEnum.TopAbs_WIRE: TopoDS.Wire,
    TopAbs_ShapeEnum.TopAbs_EDGE: TopoDS.Edge,
    TopAbs_ShapeEnum.TopAbs_VERTEX: TopoDS.Vertex,
}
#: Behind whoever judges the same result at the same time.
_NICE = 10


class _NotInstalled(Exception):
    """No package that can show."""


def main(arguments: list[str]) -> None:
    """Show what comes over an inherited socket until it is closed: ``FILE_DESCRIPTOR``."""
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    os.nice(_NICE)
    with socket.socket(fileno=int(arguments[0])) as connection:
        serve(connection)


def serve(connection: socket.socket) -> None:
    """Show each result that comes, and answer what went wrong, or an empty text."""
    last = ""
    with connection.makefile("rwb") as stream, warnings.catch_warnings():
        # The packages only warn, once, that they reach no viewer, and go on as if they had.
        warnings.filterwarnings("error", message="Cannot reach a viewer")
        while header := stream.readline():
            wanted = json.loads(header)
            brep = stream.read(wanted["size"])
            name, plain = wanted["name"], wanted["manifest"]
            try:
                tree, _ = walk(read_brep(brep), None if plain is None else from_plain(ManifestNode, plain))
                _show(tree, name, wanted["port"], last)
                answer, last = "", name
            except (UserWarning, _NotInstalled) as error:
                answer = str(error).partition("\n")[0]
            except Exception as error:  # whatever the viewer's package raises: the next result may fare better
                answer = f"{type(error).__name__}: {' '.join(str(error).split())}"
            stream.write(json.dumps(answer).encode() + b"\n")
            stream.flush()


def _show(tree: Node, name: str, port: int, last: str) -> None:
    viewer = _viewer()
    camera = {}
    if last:
        # Whoever works on a part has turned it to where he works; another part may lie elsewhere.
        camera = {"reset_camera": viewer.Camera.KEEP if name == last else viewer.Camera.RESET}
    viewer.show(_Shown(tree), names=[as_name(name, "result")], port=port, progress="", **camera)


class _Shown:
    """A node as the packages read one of build123d: by the names of its attributes, so that build123d need not load."""

    def __init__(self, node: Node, inherited: Any = None) -> None:
        self.wrapped = _exactly(node.shape)
        self.label = as_name(node.label, "")
        color = node.color or inherited
        self.children = [_Shown(child, color) for child in node.children]
        # A group's colour would go before those of its children.
        self.color = None if self.children else color
        # The shapes of children are located already.
        self.location = TopLoc_Location() if self.children else node.shape.Location()


def _exactly(shape: Any) -> Any:
    """A shape as an object of its own class, where it is one of the base class: the packages go by that."""
    return shape if shape.IsNull() else _CLASSES[shape.ShapeType()](shape)


def _viewer() -> Any:
    troubles = []
    for package in _PACKAGES:
        try:
            return importlib.import_module(package)
        except ModuleNotFoundError as error:
            if error.name != package:
                troubles.append(f"{package} cannot be imported: {error}")
        except Exception as error:  # made for another build123d or OCP, as a rule
            troubles.append(f"{package} cannot be imported: {type(error).__name__}: {error}")
    raise _NotInstalled(
        "; ".join(troubles) or f"ocp-viewer is not installed: {sys.executable} -m pip install 'cadgit[viewer]'"
    )
