"""What is at the two ends of a hollow cylinder: does the neighbouring face lead towards the axis, or away from it?

Towards it lead a floor, a drill's cone, a ball and the step to a narrower hole; away from it the outside, a
countersink, a rounded mouth and a wider bore.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.gp import gp_Pnt, gp_Vec
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopoDS import TopoDS

from .brep import EDGE, FACE, shape_map, uses
from .cylinders import Frame, cross, outward
from .mesh import Points

_SAMPLES = 12  # points on each edge; a full circle has one in every third sector
_STEP = 0.05  # of the radius: how far from an end its neighbour is looked at
_FLAT = 1e-6  # of the radius: a neighbour that leads neither in nor out over that step goes on with the wall
_SIDEWAYS = 0.1  # a wall whose edge rises less than this (as a sine) ends sideways there, as a slot's end does


class Neighbours:
    """Which faces use each edge of a solid."""

    def __init__(self, solid: Any) -> None:
        self.faces = shape_map(solid, FACE)
        self._edges = shape_map(solid, EDGE)
        self._uses: dict[int, list[tuple[int, Any]]] = defaultdict(list)
        for face in uses(solid, FACE):
            number = self.faces.FindIndex(face)
            for edge in uses(face, EDGE):
                self._uses[self._edges.FindIndex(edge)].append((number, TopoDS.Edge(edge)))

    def beyond(self, edge: Any, own: set[int]) -> tuple[Any, Any] | None:
        """The face beyond an edge of some faces, and the edge as that face uses it; None where there is no other."""
        for number, used in self._uses[self._edges.FindIndex(edge)]:
            if number not in own:
                return TopoDS.Face(self.faces.FindKey(number)), used
        return None


def closed_ends(faces: Sequence[Any], frame: Frame, neighbours: Neighbours) -> tuple[bool, bool]:
    """Whether the low and the high end of a cylinder's faces are closed, on more than half of their circumference."""
    own = {neighbours.faces.FindIndex(face) for face in faces}
    # The outermost samples of each sector are at the ends; others are at cross holes.
    lowest: dict[int, _Sample] = {}
    highest: dict[int, _Sample] = {}
    for face in faces:
        for edge in uses(face, EDGE):
            beyond = neighbours.beyond(edge, own)
            for sample in _samples(TopoDS.Edge(edge), face, *beyond, frame) if beyond else ():
                known = lowest.get(sample.sector)
                if sample.wall_is_above and (known is None or sample.height < known.height):
                    lowest[sample.sector] = sample
                known = highest.get(sample.sector)
                if not sample.wall_is_above and (known is None or sample.height > known.height):
                    highest[sample.sector] = sample
    return _is_closed(lowest), _is_closed(highest)


def _is_closed(samples: dict[int, _Sample]) -> bool:
    return 2 * sum(sample.closes for sample in samples.values()) > len(samples)


@dataclass(frozen=True, slots=True)
class _Sample:
    """A point where a wall ends along the axis, and whether what is beyond it leads towards the axis."""

    height: float
    sector: int
    wall_is_above: bool
    closes: bool


def _samples(edge: Any, face: Any, other: Any, other_edge: Any, frame: Frame) -> Iterator[_Sample]:
    """Samples of an edge of a wall, but for those where the wall ends sideways or goes on in the other face."""
    curve = BRepAdaptor_Curve(edge)
    first, last = curve.FirstParameter(), curve.LastParameter()
    wall, place = BRepAdaptor_Surface(face), BRepAdaptor_Curve2d(edge, face)
    other_wall, other_place = BRepAdaptor_Surface(other), BRepAdaptor_Curve2d(other_edge, other)
    point, tangent = gp_Pnt(), gp_Vec()
    for index in range(_SAMPLES):
        parameter = first + (last - first) * (index + 0.5) / _SAMPLES
        curve.D1(parameter, point, tangent)
        along = np.array(tangent.Coord())
        along /= math.hypot(*along.tolist()) or 1.0
        uv = place.Value(parameter)
        here, _, _, normal = outward(face, wall, uv.X(), uv.Y())
        rise = float(into_face(normal, along, edge) @ frame.axis)
        if abs(rise) <= _SIDEWAYS:
            continue
        uv = other_place.Value(parameter)
        _, along_u, along_v, normal = outward(other, other_wall, uv.X(), uv.Y())
        step = into_face(normal, along, other_edge) * _STEP * frame.radius
        du, dv = _parameters(along_u, along_v, step)
        there = np.array(other_wall.Value(uv.X() + du, uv.Y() + dv).Coord())
        change = frame.distance(there) - frame.distance(here)
        if abs(change) > _FLAT * frame.radius:
            yield _Sample(frame.height(here), frame.sector(here), rise > 0, change < 0)


def _parameters(along_u: Points, along_v: Points, step: Points) -> tuple[float, float]:
    """The step in a surface's parameters that a step in its tangent plane is; none where the surface has no plane."""
    a, b, c = float(along_u @ along_u), float(along_u @ along_v), float(along_v @ along_v)
    p, q = float(along_u @ step), float(along_v @ step)
    determinant = a * c - b * b
    if determinant <= 1e-12 * a * c:
        return 0.0, 0.0
    return (c * p - b * q) / determinant, (a * q - b * p) / determinant


def into_face(normal: Points, along: Points, edge: Any) -> Points:
    """The direction from an edge into a face, which lies on the left of the edge as it uses it, seen from outside."""
    into = cross(normal, along)
    return -into if edge.Orientation() == TopAbs_Orientation.TopAbs_REVERSED else into
