"""The faces of a solid with what they lie on, and how each meets its neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.gp import gp_Pnt, gp_Vec
from OCP.TopoDS import TopoDS

from ..brep import EDGE, uses
from ..cylinders import outward
from ..entities.surfaces import Surface, surface_of
from ..hole_ends import Neighbours, into_face
from ..mesh import Points

#: Two faces go on in each other where their normals differ by no more, in degrees. What OCCT's fillets leave is below
#: 0.1°, and an edge that anybody made is above 1°.
SMOOTH = 0.5

_PLACES = (0.2, 0.5, 0.8)  # of an edge's length: where its two faces are looked at


@dataclass(frozen=True, slots=True)
class Side:
    """How a face meets a neighbour along one edge, seen in the middle of the edge.

    Attributes:
        edge: as the face uses it.
        other: the neighbour's number in its solid.
        meeting: ``smooth``, ``convex`` or ``concave``.
        point, along: the middle of the edge in mm, and its direction there.
        normal, other_normal: both faces' normals there, out of the material.
        into: the direction from the edge into the face.
        uv: the middle of the edge in the parameters of the face's surface; of no use between two planes.
    """

    edge: Any
    other: int
    meeting: Literal["smooth", "convex", "concave"]
    point: Points
    along: Points
    normal: Points
    other_normal: Points
    into: Points
    uv: tuple[float, float]

    @property
    def turn(self) -> float:
        """The angle between both normals, in degrees."""
        return angle_between(self.normal, self.other_normal)


class Surroundings:
    """The faces of one solid, by their numbers in it; and their numbers in the result.

    Args:
        solid: the solid.
        numbers: the `shape_map` of the result's faces.
    """

    def __init__(self, solid: Any, numbers: Any) -> None:
        self.solid = solid
        self._numbers = numbers
        self._neighbours = Neighbours(solid)
        self._surfaces: dict[int, Surface] = {}
        self._sides: dict[int, tuple[Side, ...]] = {}
        self._points: dict[int, Points] = {}
        self._adaptors: dict[int, Any] = {}

    @cached_property
    def faces(self) -> range:
        """The numbers of its faces."""
        return range(1, self._neighbours.faces.Extent() + 1)

    def face(self, number: int) -> Any:
        """A face."""
        return TopoDS.Face(self._neighbours.faces.FindKey(number))

    def number_in_result(self, number: int) -> int:
        """The number of a face in the result."""
        return int(self._numbers.FindIndex(self.face(number)))

    @cached_property
    def by_number_in_result(self) -> dict[int, int]:
        """The number of each face in the solid, by that in the result."""
        return {self.number_in_result(number): number for number in self.faces}

    def surface(self, number: int) -> Surface:
        """What a face lies on."""
        if number not in self._surfaces:
            self._surfaces[number] = surface_of(self.face(number))
        return self._surfaces[number]

    def sides(self, number: int) -> tuple[Side, ...]:
        """A face's edges with other faces; seams are left out, and edges without a length."""
        if number not in self._sides:
            found = (self._side(number, TopoDS.Edge(edge)) for edge in uses(self.face(number), EDGE))
            self._sides[number] = tuple(side for side in found if side is not None)
        return self._sides[number]

    def points(self, number: int) -> Points:
        """Points along the edges of a face, in mm."""
        if number not in self._points:
            self._points[number] = np.array([point for edge in uses(self.face(number), EDGE) for point in _along(edge)])
        return self._points[number]

    def _side(self, number: int, edge: Any) -> Side | None:
        beyond = self._neighbours.beyond(edge, {number})
        if beyond is None or BRep_Tool.Degenerated_s(edge):
            return None
        other, other_edge = beyond
        curve = BRepAdaptor_Curve(edge)
        first, last = curve.FirstParameter(), curve.LastParameter()
        if not (math.isfinite(first) and math.isfinite(last)):
            return None
        other_number = int(self._neighbours.faces.FindIndex(other))
        parameters = [first + (last - first) * place for place in _PLACES]
        point, along = _curve_at(curve, parameters[1])
        flat = [self.surface(one).axis for one in (number, other_number) if self.surface(one).type == "planar"]
        if len(flat) == 2:  # one look is enough, and most edges of most parts are such
            normal, other_normal, uv = np.array(flat[0]), np.array(flat[1]), (0.0, 0.0)
            smooth = angle_between(normal, other_normal) <= SMOOTH
        else:
            mine = [self._on(number, edge, parameter) for parameter in parameters]
            theirs = [self._on(other_number, other_edge, parameter) for parameter in parameters]
            smooth = all(angle_between(a, b) <= SMOOTH for (a, _), (b, _) in zip(mine, theirs, strict=True))
            (normal, uv), (other_normal, _) = mine[1], theirs[1]
        into, into_other = into_face(normal, along, edge), into_face(other_normal, along, other_edge)
        meeting: Literal["smooth", "convex", "concave"] = "smooth"
        if not smooth:
            meeting = "convex" if float(into_other @ normal) < 0 else "concave"
        return Side(edge, other_number, meeting, point, along, normal, other_normal, into, uv)

    def _on(self, number: int, edge: Any, parameter: float) -> tuple[Points, tuple[float, float]]:
        """A face's normal where one of its edges is at a parameter, and the face's own parameters there."""
        face = self.face(number)
        if number not in self._adaptors:
            # Without the bounds of the face, which take as long as it has edges: a plate has thousands.
            self._adaptors[number] = BRepAdaptor_Surface(face, False)
        uv = BRepAdaptor_Curve2d(edge, face).Value(parameter)
        return outward(face, self._adaptors[number], uv.X(), uv.Y())[3], (uv.X(), uv.Y())


def angle_between(a: Points, b: Points) -> float:
    """The angle between two directions, in degrees."""
    return math.degrees(math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b)))


def _curve_at(curve: Any, parameter: float) -> tuple[Points, Points]:
    """A point of a curve, and the direction of the curve there (zero where it has none)."""
    point, tangent = gp_Pnt(), gp_Vec()
    curve.D1(parameter, point, tangent)
    along = np.array(tangent.Coord())
    return np.array(point.Coord()), along / (math.hypot(*along.tolist()) or 1.0)


def _along(edge: Any, count: int = 12) -> list[tuple[float, float, float]]:
    edge = TopoDS.Edge(edge)
    if BRep_Tool.Degenerated_s(edge):
        return []
    curve = BRepAdaptor_Curve(edge)
    parameters = np.linspace(curve.FirstParameter(), curve.LastParameter(), count + 1)
    return [curve.Value(parameter).Coord() for parameter in parameters.tolist()]
