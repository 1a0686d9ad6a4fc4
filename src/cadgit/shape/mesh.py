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
    faces: NDArray[np.int64]
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
    # Not in parallel: a thread before a fork hangs every child that forks after it.
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


class _Builder:
    """Collects the triangles of one shape's faces under common vertex numbers."""

    def __init__(self, shape: Any) -> None:
        self._edges = shape_map(shape, EDGE)
        self._vertices = shape_map(shape, VERTEX)
        self._ids: dict[tuple[int, int, int], int] = {}
        self._points: list[tuple[float, float, float]] = []
        self._triangles: list[Triangles] = []
        self._faces: list[NDArray[np.int64]] = []
        self._missing: list[int] = []

    def add(self, face: Any, number: int) -> None:
        location = TopLoc_Location()
        triangulation = BRep_Tool.Triangulation_s(face, location)
        if triangulation is None or not triangulation.NbTriangles():
            self._missing.append(number)
            return
        count = triangulation.NbNodes()
        points = np.array([triangulation.Node(i).Coord() for i in range(1, count + 1)])
        transformation = location.Transformation()
        if not location.IsIdentity():
            rows = [[transformation.Value(row, column) for column in range(1, 5)] for row in range(1, 4)]
            matrix = np.array(rows)
            points = points @ matrix[:, :3].T + matrix[:, 3]
        ids = np.full(count, -1, dtype=np.int64)
        for edge in uses(face, EDGE):
            self._weld(TopoDS.Edge(edge), triangulation, location, points, ids)
        inner = np.flatnonzero(ids < 0)
        ids[inner] = np.arange(len(self._points), len(self._points) + len(inner))
        self._points.extend(map(tuple, points[inner].tolist()))
        corners = np.array([triangulation.Triangle(i).Get() for i in range(1, triangulation.NbTriangles() + 1)])
        triangles = ids[corners - 1]
        if (face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED) != transformation.IsNegative():
            triangles = triangles[:, ::-1]
        # Triangles at a pole have two corners in one vertex, and no area.
        a, b, c = triangles.T
        triangles = triangles[(a != b) & (b != c) & (c != a)]
        self._triangles.append(triangles)
        self._faces.append(np.full(len(triangles), number, dtype=np.int64))

    def _weld(self, edge: Any, triangulation: Any, location: Any, points: Points, ids: NDArray[np.int64]) -> None:
        # For a seam, OCCT picks one of the two polygons by the orientation of this use of the edge.
        polygon = BRep_Tool.PolygonOnTriangulation_s(edge, triangulation, location)
        if polygon is None:
            return
        number = self._edges.FindIndex(edge)
        count = polygon.NbNodes()
        degenerated = BRep_Tool.Degenerated_s(edge)
        first, last = TopExp.FirstVertex_s(edge, False), TopExp.LastVertex_s(edge, False)
        for k in range(1, count + 1):
            node = polygon.Node(k) - 1
            end = first if k == 1 or degenerated else last if k == count else None
            if end is not None and not end.IsNull():
                key = (0, self._vertices.FindIndex(end), 0)
            else:
                key = (1, number, k)
            ids[node] = self._id(key, points[node])

    def _id(self, key: tuple[int, int, int], point: NDArray[np.float64]) -> int:
        found = self._ids.get(key)
        if found is None:
            found = self._ids[key] = len(self._points)
            x, y, z = point.tolist()
            self._points.append((x, y, z))
        return found

    def build(self) -> Mesh:
        empty = np.zeros((0, 3), dtype=np.int64)
        return Mesh(
            points=np.array(self._points, dtype=np.float64).reshape(-1, 3),
            triangles=np.concatenate(self._triangles) if self._triangles else empty,
            faces=np.concatenate(self._faces) if self._faces else empty[:, 0],
            missing=tuple(self._missing),
        )
