"""Triangle meshes of shapes, welded by topology.

Vertices that two faces share are one vertex because the faces share an edge, not because their coordinates are close:
welding by coordinates failed good models. OCCT discretises each edge once, so that the k-th node of an edge's polygon
is the same point in the triangulation of every face at that edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from OCP.BRep import BRep_Tool
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.BRepTools import BRepTools
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopExp import TopExp
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

from .brep import EDGE, FACE, VERTEX, shape_map, uses

Points = NDArray[np.float64]
Triangles = NDArray[np.int64]
Numbers = NDArray[np.int64]

#: Largest angle between neighbouring segments, in radians (OCCT's own default).
ANGLE = 0.5


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles of one solid (or of any shape with faces), outside on the right-hand side.

    Attributes:
        points: coordinates in mm, one row a vertex.
        triangles: three vertex indices a row.
        faces: for each triangle, the number of its face in the map that `mesh_of` was given.
        missing: numbers of faces that OCCT could not triangulate.
    """

    points: Points
    triangles: Triangles
    faces: Numbers
    missing: tuple[int, ...] = ()

    @property
    def volume(self) -> float:
        """Enclosed volume in mm³."""
        if not len(self.triangles):
            return 0.0
        # About the middle of the mesh, so that a part far from the origin loses no digits.
        a, b, c = (self.points - self.points.mean(axis=0))[self.triangles.T]
        return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0)


def triangulate(shape: Any, deflection: float, *, again: bool = False) -> None:
    """Let OCCT triangulate a shape's faces in place.

    Args:
        deflection: largest distance between mesh and surface, in mm.
        again: drop triangulations that are there; otherwise those that are fine enough are kept.
    """
    if again:
        BRepTools.Clean_s(shape)
    # Not in parallel: a thread before a fork hangs every child that forks after it. Not by OCCT's other algorithm
    # (Delabella) either: it was up to twice as fast, but left faces of 3 of 14 public parts without a mesh.
    BRepMesh_IncrementalMesh(shape, deflection, False, ANGLE, False)


def mesh_of(shape: Any, faces: Any) -> Mesh:
    """The welded mesh of a shape that was triangulated.

    Args:
        faces: a `shape_map` of faces of the whole result, for their numbers.
    """
    builder = _Builder(shape)
    for face in uses(shape, FACE):
        builder.add(TopoDS.Face(face), faces.FindIndex(face))
    return builder.build()


def nodes_of(triangulation: Any, location: TopLoc_Location, face: Any) -> tuple[Points, Triangles]:
    """The nodes of a face's triangulation in their place, in mm, and its triangles, outside on the right-hand side."""
    # Methods are bound once: these two lines are most of the time that welding takes.
    node, triangle = triangulation.Node, triangulation.Triangle
    points = np.array([node(i).Coord() for i in range(1, triangulation.NbNodes() + 1)])
    triangles = np.array([triangle(i).Get() for i in range(1, triangulation.NbTriangles() + 1)], dtype=np.int64) - 1
    transformation = location.Transformation()
    if not location.IsIdentity():
        rows = [[transformation.Value(row, column) for column in range(1, 5)] for row in range(1, 4)]
        matrix = np.array(rows)
        points = points @ matrix[:, :3].T + matrix[:, 3]
    if (face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED) != transformation.IsNegative():
        triangles = triangles[:, ::-1]
    return points, triangles


class _Builder:
    """Collects the triangles of one shape's faces under common vertex numbers."""

    def __init__(self, shape: Any) -> None:
        self._edges = shape_map(shape, EDGE)
        self._vertices = shape_map(shape, VERTEX)
        self._on_edge: dict[int, list[int]] = {}
        self._at_vertex: dict[int, int] = {}
        self._count = 0
        self._points: list[Points] = []
        self._triangles: list[Triangles] = []
        self._faces: list[Numbers] = []
        self._missing: list[int] = []

    def add(self, face: Any, number: int) -> None:
        location = TopLoc_Location()
        triangulation = BRep_Tool.Triangulation_s(face, location)
        if triangulation is None or not triangulation.NbTriangles():
            self._missing.append(number)
            return
        points, triangles = nodes_of(triangulation, location, face)
        count = len(points)
        # Plain lists: most edges have two nodes, and an array costs more than that.
        welded = [-1] * count
        for edge in uses(face, EDGE):
            self._weld(TopoDS.Edge(edge), triangulation, location, points, welded)
        ids = np.array(welded, dtype=np.int64)
        inner = np.flatnonzero(ids < 0)
        ids[inner] = self._new(points[inner])
        triangles = ids[triangles]
        # Triangles at a pole have two corners in one vertex, and no area.
        a, b, c = triangles.T
        triangles = triangles[(a != b) & (b != c) & (c != a)]
        self._triangles.append(triangles)
        self._faces.append(np.full(len(triangles), number, dtype=np.int64))

    def _weld(self, edge: Any, triangulation: Any, location: Any, points: Points, ids: list[int]) -> None:
        # For a seam, OCCT picks one of the two polygons by the orientation of this use of the edge.
        polygon = BRep_Tool.PolygonOnTriangulation_s(edge, triangulation, location)
        if polygon is None:
            return
        count, node = polygon.NbNodes(), polygon.Node
        nodes = [node(k) - 1 for k in range(1, count + 1)]
        number = self._edges.FindIndex(edge)
        on_edge = self._on_edge.get(number)
        # Polygons of one edge that differ in length do not weld: that is a gap, and is found as one.
        if on_edge is None or len(on_edge) != count:
            first = self._vertex(TopExp.FirstVertex_s(edge, False), points[nodes[0]])
            if BRep_Tool.Degenerated_s(edge):
                on_edge = [first] * count
            else:
                last = self._vertex(TopExp.LastVertex_s(edge, False), points[nodes[-1]])
                on_edge = [first, *self._new(points[nodes[1:-1]]), last]
            self._on_edge[number] = on_edge
        for position, known in zip(nodes, on_edge, strict=True):
            ids[position] = known

    def _vertex(self, vertex: Any, point: Points) -> int:
        """The number of a vertex; an edge without an end (a null vertex) gets a new one each time."""
        number = 0 if vertex.IsNull() else self._vertices.FindIndex(vertex)
        found = self._at_vertex.get(number) if number else None
        if found is None:
            found = self._at_vertex[number] = self._new(point[None])[0]
        return found

    def _new(self, points: Points) -> range:
        """Numbers for new vertices."""
        if len(points):
            self._points.append(points)
        self._count += len(points)
        return range(self._count - len(points), self._count)

    def build(self) -> Mesh:
        empty = np.zeros((0, 3), dtype=np.int64)
        return Mesh(
            points=np.concatenate(self._points) if self._points else np.zeros((0, 3)),
            triangles=np.concatenate(self._triangles) if self._triangles else empty,
            faces=np.concatenate(self._faces) if self._faces else empty[:, 0],
            missing=tuple(self._missing),
        )
