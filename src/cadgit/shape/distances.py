"""How far two shapes are apart, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from OCP.BRepExtrema import BRepExtrema_DistShapeShape

from ..records import Vector


@dataclass(frozen=True, slots=True)
class Distance:
    """The shortest distance of two shapes in mm, 0 where they touch or overlap, and a point on each."""

    value: float
    first: Vector
    second: Vector


def shortest_distance(first: Any, second: Any) -> Distance | None:
    """The shortest distance, or None when OCCT cannot say."""
    extrema = BRepExtrema_DistShapeShape(first, second)
    if not extrema.IsDone() or not extrema.NbSolution():
        return None
    x, y, z = extrema.PointOnShape1(1).Coord()
    u, v, w = extrema.PointOnShape2(1).Coord()
    return Distance(extrema.Value(), (x, y, z), (u, v, w))
