"""What the page shows of a result: triangles and edges of each leaf of its tree, as three-cad-viewer 5.1 reads them.

The model is a table of JSON's types: `shapes` is three-cad-viewer's tree, whose leaves refer to `instances` by index;
`faces` and `edges` give, for each leaf by its id, the numbers of its sub-shapes in the whole result (as everywhere, see
`brep`) in the order in which three-cad-viewer counts them; `solids` gives the numbers of each solid's faces by its own.
Buffers are base64. Lengths are in mm.
"""

from __future__ import annotations

import json
from base64 import b64encode
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray
from OCP.BRep import BRep_Tool
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

from ..records import Box, ManifestNode
from .brep import EDGE, FACE, SOLID, Node, shape_map, sub_shapes, walk
from .measure import bounding_box, diagonal
from .mesh import ANGLE, triangulate
from .render.facets import Color, NothingToSee

#: Colour of what the model gave none: a light steel, which shows shades in light and dark themes.
PLAIN = "#9aa7b8"
#: Of three-cad-viewer's format.
FORMAT_VERSION = 3

Table = dict[str, Any]


def tessellated(shape: Any, manifest: ManifestNode | None, name: str, deflection: float) -> Table:
    """The model of a result; `deflection` is a part of its diagonal.

    Raises:
        NothingToSee: it is empty, or has no finite size.
    """
    box = bounding_box(shape)
    if box is None:
        raise NothingToSee("the result has no finite size, so there is nothing to see")
    size = max(deflection * diagonal(box), 1e-6)
    triangulate(shape, size)
    return _Gathering(shape, size).model(walk(shape, manifest)[0], name, box)


def as_json(model: Table) -> bytes:
    """The model as JSON in UTF-8."""
    return json.dumps(model, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def root(name: str, parts: list[Table], box: Box) -> Table:
    """The root of three-cad-viewer's tree."""
    bb = {f"{axis}{end}": value for end, point in (("min", box.minimum), ("max", box.maximum))
          for axis, value in zip("xyz", point, strict=True)}  # fmt: skip
    return {"version": FORMAT_VERSION, "name": name, "id": f"/{name}", "loc": None, "parts": parts, "bb": bb}


def leaf(name: str, path: str, kind: str, ref: int, color: Color | None) -> Table:
    """A leaf of three-cad-viewer's tree; `kind` is ``solid``, ``faces`` or ``edges``."""
    table: Table = {"id": path, "name": name, "loc": None, "shape": {"ref": ref}}
    if kind == "edges":
        return table | {"type": "edges", "color": _hex(color) or PLAIN, "width": 2, "state": [3, 1]}
    return table | {
        "type": "shapes",
        "subtype": kind,
        "color": _hex(color) or PLAIN,
        "alpha": color[3] if color else 1.0,
        "renderback": kind != "solid",
        "state": [1, 1],
    }


def instance(**arrays: NDArray[Any] | list[int]) -> Table:
    """One geometry in three-cad-viewer's binary format; what is not given is empty."""
    found: Table = {}
    for key, kind in _BUFFERS.items():
        data = np.ascontiguousarray(arrays.get(key, ()), dtype=kind).ravel()
        found[key] = {
            "shape": list(data.shape),
            "dtype": kind,
            "buffer": b64encode(data.tobytes()).decode(),
            "codec": "b64",
        }
    return found


_BUFFERS = {
    "vertices": "float32",
    "triangles": "int32",
    "normals": "float32",
    "edges": "float32",
    "obj_vertices": "float32",
    "face_types": "int32",
    "edge_types": "int32",
    "triangles_per_face": "int32",
    "segments_per_edge": "int32",
}


class _Gathering:
    """Collects the leaves of one result."""

    def __init__(self, shape: Any, deflection: float) -> None:
        self._face_numbers = shape_map(shape, FACE)
        self._edge_numbers = shape_map(shape, EDGE)
        self._solids = sub_shapes(shape, SOLID)
        self._deflection = deflection
        self._instances: list[Table] = []
        self._faces: dict[str, list[int]] = {}
        self._edges: dict[str, list[int]] = {}

    def model(self, tree: Node, name: str, box: Box) -> Table:
        """The whole model under a root of that name."""
        name = as_name(name, "result")
        if tree.children:
            parts = self._children(tree, f"/{name}", tree.color)
        else:
            parts = self._leaf(tree, as_name(tree.label, name), f"/{name}", tree.color)
        if not parts:
            raise NothingToSee("the result has neither faces nor edges, so there is nothing to see")
        return {
            "shapes": root(name, parts, box),
            "instances": self._instances,
            "faces": self._faces,
            "edges": self._edges,
            "solids": {
                str(number): [self._face_numbers.FindIndex(face) for face in sub_shapes(solid, FACE)]
                for number, solid in enumerate(self._solids, 1)
            },
        }

    def _children(self, node: Node, path: str, inherited: Color | None) -> list[Table]:
        found: list[Table] = []
        taken: set[str] = set()
        for number, child in enumerate(node.children, 1):
            color = child.color or inherited
            name = _unique(as_name(child.label, f"part {number}"), taken)
            if child.children:
                parts = self._children(child, f"{path}/{name}", color)
                if parts:
                    found.append({"name": name, "id": f"{path}/{name}", "loc": None, "parts": parts})
            else:
                found += self._leaf(child, name, path, color)
        return found

    def _leaf(self, node: Node, name: str, parent: str, color: Color | None) -> list[Table]:
        """The leaf, or nothing where it has neither faces nor edges."""
        path = f"{parent}/{name}"
        if sub_shapes(node.shape, FACE):
            kind = "solid" if sub_shapes(node.shape, SOLID) else "faces"
            arrays = self._meshed(node.shape, path)
        else:
            kind = "edges"
            arrays = self._discretized(node.shape, path)
            if not len(arrays["edges"]):
                return []
        self._instances.append(instance(**arrays))
        return [leaf(name, path, kind, len(self._instances) - 1, color)]

    def _meshed(self, shape: Any, path: str) -> Table:
        from ocp_tessellate.ocp_utils import get_edges
        from ocp_tessellate.tessellator import Tessellator

        made = Tessellator(path)
        # It finds the triangulation that is there, which is as fine as it asks for.
        made.compute(shape, self._deflection, ANGLE)
        location = TopLoc_Location()
        self._faces[path] = [
            self._face_numbers.FindIndex(face)
            for face in sub_shapes(shape, FACE)
            if BRep_Tool.Triangulation_s(TopoDS.Face(face), location) is not None
        ]
        self._edges[path] = []
        for edge, face in get_edges(shape, True):
            triangulation = BRep_Tool.Triangulation_s(face, location)
            if BRep_Tool.PolygonOnTriangulation_s(edge, triangulation, location) is not None:
                self._edges[path].append(self._edge_numbers.FindIndex(edge))
        return {key: getattr(made, f"get_{key}")() for key in _BUFFERS}

    def _discretized(self, shape: Any, path: str) -> Table:
        from ocp_tessellate.tessellator import discretize_edges

        edges = [TopoDS.Edge(edge) for edge in sub_shapes(shape, EDGE)]
        whole = [edge for edge in edges if not BRep_Tool.Degenerated_s(edge)]
        self._edges[path] = [self._edge_numbers.FindIndex(edge) for edge in whole]
        return dict(discretize_edges(whole, self._deflection, path))


def as_name(label: str, otherwise: str) -> str:
    """A label as a name in three-cad-viewer's tree, which splits ids at ``/`` and writes names as HTML."""
    shown = "".join(c if c.isprintable() else " " for c in label).strip()[:80] or otherwise
    return escape(shown.replace("/", "∕").replace("|", "¦"))


def _unique(name: str, taken: set[str]) -> str:
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name} ({count})"
    taken.add(found)
    return found


def _hex(color: Color | None) -> str:
    return "#" + "".join(f"{round(255 * min(max(part, 0.0), 1.0)):02x}" for part in color[:3]) if color else ""
