"""How far two shapes are apart, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from OCP.BRepClass3d import BRepClass3d_SolidClassifier
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.gp import gp_Pnt
from OCP.TopAbs import TopAbs_State

from ..records import Vector
from .brep import VERTEX, sub_shapes
from .measure import point_of

#: A vertex this close to a face, in mm, is on it and not inside.
_PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Distance:
    """The shortest distance of two shapes in mm, 0 where they touch or overlap, and a point on each."""

    value: float
    first: Vector
    second: Vector


def shortest_distance(first: Any, second: Any) -> Distance | None:
    """The shortest distance of two solids, or None when OCCT cannot say."""
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


def _point_inside(outer: Any, inner: Any) -> Vector | None:
    """A vertex of one solid, if it lies inside the other; any will do for solids whose faces do not meet."""
    vertex = next(iter(sub_shapes(inner, VERTEX)), None)
    if vertex is None:
        return None
    point = point_of(vertex)
    classifier = BRepClass3d_SolidClassifier(outer)
    classifier.Perform(gp_Pnt(*point), _PRECISION)
    return point if classifier.State() == TopAbs_State.TopAbs_IN else None
