"""How far two shapes are apart, exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from OCP.BRepClass3d import BRepClass3d_SolidClassifier
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.gp import gp_Pnt
from OCP.TopAbs import TopAbs_State

from ..records import Box, Vector
from .brep import SOLID, VERTEX, sub_shapes, uses
from .measure import point_of, rough_box

#: A vertex this close to a face, in mm, is on it and not inside.
_PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Distance:
    """The shortest distance of two shapes in mm, 0 where they touch or overlap, and a point on each."""

    value: float
    first: Vector
    second: Vector


def shortest_distance(first: Any, second: Any) -> Distance | None:
    """The shortest distance of two shapes, or None when OCCT cannot say. A solid is filled: what lies in it is at 0."""
    # OCCT measures between their faces: for a solid in the middle of another that is how deep it lies.
    for outer, inner in ((first, second), (second, first)):
        buried = _point_inside(outer, inner)
        if buried is not None:
            return Distance(0.0, buried, buried)
    extrema = BRepExtrema_DistShapeShape(first, second)
    if not extrema.IsDone() or not extrema.NbSolution():
        return None
    x, y, z = extrema.PointOnShape1(1).Coord()
    u, v, w = extrema.PointOnShape2(1).Coord()
    return Distance(extrema.Value(), (x, y, z), (u, v, w))


def shortest_between(first: Sequence[Any], second: Sequence[Any]) -> Distance | None:
    """The shortest distance between two groups of shapes, or None when OCCT cannot say, or one is empty."""
    pairs = [(a, b) for a in first for b in second]
    boxes = [(_gap(rough_box(a), rough_box(b)), index) for index, (a, b) in enumerate(pairs)]
    best: Distance | None = None
    for apart, index in sorted(boxes):
        if best is not None and apart > best.value:
            break
        found = shortest_distance(*pairs[index])
        if found is None:
            return None
        if best is None or found.value < best.value:
            best = found
    return best


def _point_inside(outer: Any, inner: Any) -> Vector | None:
    """A vertex of a shape, if it lies inside a solid; any will do for shapes whose faces do not meet."""
    vertex = next(iter(sub_shapes(inner, VERTEX)), None)
    if vertex is None or not uses(outer, SOLID):
        return None
    point = point_of(vertex)
    classifier = BRepClass3d_SolidClassifier(outer)
    classifier.Perform(gp_Pnt(*point), _PRECISION)
    return point if classifier.State() == TopAbs_State.TopAbs_IN else None


def _gap(first: Box | None, second: Box | None) -> float:
    """A lower bound of the distance of what is in two boxes."""
    if first is None or second is None:
        return 0.0
    sides = zip(first.minimum, first.maximum, second.minimum, second.maximum, strict=True)
    return math.hypot(*(max(0.0, c - b, a - d) for a, b, c, d in sides))
