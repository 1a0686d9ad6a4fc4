"""What a picture shows of a result: triangles with the surfaces' own normals, and the polylines of its edges.

A polyline is the border of the triangles beside it, node by node, so that a line lies on what it bounds. Everything is
kept as bytes in the cache: making it is most of the work of a first picture.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from OCP.BRep import BRep_Tool
from OCP.BRepLib import BRepLib_ToolTriangulatedShape
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

from ...records import Box, ManifestNode
from ..brep import EDGE, FACE, SOLID, Node, shape_map, sub_shapes, uses, walk
from ..measure import bounding_box, diagonal
from ..mesh import Points, nodes_of, triangulate

#: Two faces meet smoothly where their normals differ by no more than this, in degrees.
SMOOTH = 2.0

#: The longest that is drawn, in mm. Rays are followed in single precision, whose squares overflow at 1e19; and nobody
#: means what is larger than a country.
LARGEST = 1e9

Floats = NDArray[np.float32]
Integers = NDArray[np.int32]
Flags = NDArray[np.bool_]
Color = tuple[float, float, float, float]


class NothingToSee(ValueError):
    """The result has no face and no edge of a size that can be drawn."""


@dataclass(frozen=True, slots=True)
class Body:
    """A leaf of the result's tree: its name, its colour (red, green, blue, opacity), whether it encloses a volume."""

    label: str = ""
    color: Color | None = None
    solid: bool = True


@dataclass(frozen=True, slots=True)
class Facets:
    """Triangles and polylines in mm, measured from `centre`, the middle of the result.

    Attributes:
        points, normals: of the triangles' corners; the normals are the surface's, and point outwards.
        triangles: three corners a row, outside on the right-hand side.
        faces: for each triangle, the number of its face.
        owners: for each triangle, the index of its body.
        path: points of all polylines, one after the other.
        starts: index into `path` where each polyline begins, and its end.
        smooth: for each polyline, whether the faces beside it meet smoothly.
        path_owners: for each polyline, the index of its body.
        bodies: what there is.
        centre: in the model's coordinates, mm.
    """

    points: Floats
    normals: Floats
    triangles: Integers
    faces: Integers
    owners: Integers
    path: Floats
    starts: Integers
    smooth: Flags
    path_owners: Integers
    bodies: tuple[Body, ...]
    centre: Points

    @property
    def corners(self) -> Floats:
        """The triangles' corners, of shape (n, 3, 3)."""
        return self.points[self.triangles]

    def everything(self) -> Floats:
        """All points that are seen."""
        return np.concatenate([self.points, self.path])

    def moved_to(self, centre: Points) -> Facets:
        """The same, measured from another centre."""
        offset = (self.centre - centre).astype(np.float32)
        return replace(self, points=self.points + offset, path=self.path + offset, centre=centre)

    def to_bytes(self) -> bytes:
        """For the cache; equal facets give equal bytes."""
        bodies = json.dumps([[body.label, body.color, body.solid] for body in self.bodies])
        stream = BytesIO()
        arrays: dict[str, Any] = {name: getattr(self, name) for name in _ARRAYS}
        np.savez(stream, bodies=np.frombuffer(bodies.encode(), dtype=np.uint8), **arrays)
        return stream.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Facets:
        """What `to_bytes` gave.

        Raises:
            ValueError: it was written by another version.
        """
        try:
            with np.load(BytesIO(data), allow_pickle=False) as stored:
                bodies = json.loads(stored["bodies"].tobytes())
                arrays = {name: stored[name] for name in _ARRAYS}
        except (OSError, KeyError, ValueError) as error:
            raise ValueError(f"not the facets of a picture: {error}") from error
        return cls(
            **arrays,
            bodies=tuple(Body(label, tuple(color) if color else None, solid) for label, color, solid in bodies),
        )


_ARRAYS = (
    "points", "normals", "triangles", "faces", "owners",
    "path", "starts", "smooth", "path_owners", "centre",
)  # fmt: skip


def facets_of(shape: Any, manifest: ManifestNode | None, deflection: float) -> Facets:
    """The facets of a result; `deflection` is a part of its diagonal.

    Raises:
        NothingToSee: it is empty, or has no finite size, or one that is beyond `LARGEST`.
    """
    box = extent(shape)
    triangulate(shape, max(deflection * diagonal(box), 1e-6))
    middle = (np.array(box.minimum) + np.array(box.maximum)) / 2
    gathering = _Gathering(shape, middle)
    for leaf, color in _leaves(walk(shape, manifest)[0], None):
        gathering.add(leaf, color)
    return gathering.facets()


def extent(shape: Any) -> Box:
    """The bounding box of what is to be drawn.

    Raises:
        NothingToSee: it has no finite size, or one that is beyond `LARGEST`.
    """
    box = bounding_box(shape)
    if box is None:
        raise NothingToSee("the result has no finite size, so there is nothing to see")
    if max(box.size) > LARGEST:
        raise NothingToSee(f"the result is {max(box.size):.3g} mm long, and {LARGEST:g} mm is the most that is drawn")
    return box


def _leaves(node: Node, inherited: Color | None) -> Iterator[tuple[Node, Color | None]]:
    """The leaves, each with its own colour or that of the nearest parent that has one."""
    color = node.color or inherited
    if not node.children:
        yield node, color
    for child in node.children:
        yield from _leaves(child, color)


@dataclass(slots=True)
class _Line:
    """A polyline with the normals of the face that it was found on; `seam` where it only closes that face."""

    points: Points
    normals: Points
    owner: int
    face: int
    smooth: bool = False
    seam: bool = False


class _Gathering:
    """Collects faces and edges of one leaf after the other."""

    def __init__(self, shape: Any, centre: Points) -> None:
        self._face_numbers = shape_map(shape, FACE)
        self._edge_numbers = shape_map(shape, EDGE)
        self._centre = centre
        self._bodies: list[Body] = []
        self._lines: dict[int, _Line] = {}
        self._count = 0
        self._columns: dict[str, list[NDArray[Any]]] = defaultdict(list)

    def add(self, leaf: Node, color: Color | None) -> None:
        solid = bool(sub_shapes(leaf.shape, SOLID))
        owner = len(self._bodies)
        self._bodies.append(Body(leaf.label, color, solid))
        for face in uses(leaf.shape, FACE):
            self._add_face(TopoDS.Face(face), owner)
        for edge in uses(leaf.shape, EDGE, avoid=FACE):
            self._add_free_edge(TopoDS.Edge(edge), owner)

    def _add_face(self, face: Any, owner: int) -> None:
        location = TopLoc_Location()
        triangulation = BRep_Tool.Triangulation_s(face, location)
        if triangulation is None or not triangulation.NbTriangles():
            return
        points, triangles = nodes_of(triangulation, location, face)
        points = points - self._centre
        normals = _normals(face, triangulation, location, points, triangles)
        number = self._face_numbers.FindIndex(face)
        for edge in uses(face, EDGE):
            self._add_edge(TopoDS.Edge(edge), triangulation, location, points, normals, owner, number)
        columns = self._columns
        columns["points"].append(points)
        columns["normals"].append(normals)
        columns["triangles"].append(triangles + self._count)
        columns["faces"].append(np.full(len(triangles), number))
        columns["owners"].append(np.full(len(triangles), owner))
        self._count += len(points)

    def _add_edge(
        self, edge: Any, triangulation: Any, location: Any, points: Points, normals: Points, owner: int, face: int
    ) -> None:
        polygon = BRep_Tool.PolygonOnTriangulation_s(edge, triangulation, location)
        if polygon is None or BRep_Tool.Degenerated_s(edge):
            return
        nodes = [polygon.Node(k) - 1 for k in range(1, polygon.NbNodes() + 1)]
        number = self._edge_numbers.FindIndex(edge)
        known = self._lines.get(number)
        if known is None:
            self._lines[number] = _Line(points[nodes], normals[nodes], owner, face)
        elif known.face == face:
            known.seam = True
        elif len(known.normals) == len(nodes):
            turned = np.einsum("ij,ij->i", known.normals, normals[nodes])
            known.smooth = bool(turned.min() > math.cos(math.radians(SMOOTH)))

    def _add_free_edge(self, edge: Any, owner: int) -> None:
        location = TopLoc_Location()
        polygon = BRep_Tool.Polygon3D_s(edge, location)
        if polygon is None:
            return
        move = location.Transformation()
        nodes = (polygon.Nodes().Value(k).Transformed(move).Coord() for k in range(1, polygon.NbNodes() + 1))
        points = np.array(list(nodes)) - self._centre
        self._lines[self._edge_numbers.FindIndex(edge)] = _Line(points, np.zeros_like(points), owner, 0)

    def facets(self) -> Facets:
        lines = [line for _, line in sorted(self._lines.items()) if not line.seam]
        if not self._count and not lines:
            raise NothingToSee("the result has neither faces nor edges, so there is nothing to see")
        lengths = [0, *(len(line.points) for line in lines)]
        return Facets(
            points=self._joined("points", 3).astype(np.float32),
            normals=self._joined("normals", 3).astype(np.float32),
            triangles=self._joined("triangles", 3).astype(np.int32),
            faces=self._joined("faces").astype(np.int32),
            owners=self._joined("owners").astype(np.int32),
            path=np.concatenate([np.zeros((0, 3)), *(line.points for line in lines)]).astype(np.float32),
            starts=np.cumsum(lengths).astype(np.int32),
            smooth=np.array([line.smooth for line in lines], dtype=bool),
            path_owners=np.array([line.owner for line in lines], dtype=np.int32),
            bodies=tuple(self._bodies),
            centre=self._centre,
        )

    def _joined(self, column: str, *width: int) -> NDArray[Any]:
        return np.concatenate([np.zeros((0, *width)), *self._columns[column]])


def _normals(face: Any, triangulation: Any, location: Any, points: Points, triangles: NDArray[np.int64]) -> Points:
    """The surface's unit normals at the nodes of a face, pointing outwards."""
    BRepLib_ToolTriangulatedShape.ComputeNormals_s(face, triangulation)
    if not triangulation.HasNormals():  # a face without parameters of its own
        triangulation.ComputeNormals()
    found = np.array([triangulation.Normal(k).Coord() for k in range(1, len(points) + 1)])
    if not location.IsIdentity():
        move = location.Transformation()
        found = found @ np.array([[move.Value(row, column) for column in range(1, 4)] for row in range(1, 4)]).T
        found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)
    a, b, c = (points[corner] for corner in triangles.T)
    # Which side is outside is known of the triangles: the surface's own normal may point to either.
    outward = np.cross(b - a, c - a)
    if np.einsum("ij,ij->", outward, found[triangles].sum(axis=1)) < 0:
        found = -found
    return found
