"""The edges of a result as one sees them from a side, those that are hidden apart."""

from __future__ import annotations

import math
from typing import Any

from build123d import Compound, Edge, GeomType

from ...brep import compound
from .layout import Placed
from .marks import Arc, Line, Mark, Point, Style

#: Points on a curve that is neither straight nor round, for each mm on paper, and at least so many.
_DENSITY, _LEAST = 2.0, 16
_ROUNDING = 6  # decimals of a mm on paper that lines are compared by


def project(shape: Any, placed: Placed, scale: float) -> list[Mark]:
    """The marks of one view. What is seen covers what is hidden."""
    view, (x, y, z) = placed.viewpoint, placed.centre
    eye = (x + view.back[0], y + view.back[1], z + view.back[2])
    visible, hidden = Compound(compound([shape])).project_to_viewport(eye, view.up, (x, y, z))
    marks: list[Mark] = []
    known: set[Any] = set()
    for edges, style in ((visible, "visible"), (hidden, "hidden")):
        for edge in edges:
            mark = _mark(edge, placed.at, scale, style)  # type: ignore[arg-type]
            key = _key(mark)
            if key not in known:
                known.add(key)
                marks.append(mark)
    # Hidden lines first: where both lie on one another, the full line is on top.
    return sorted(marks, key=lambda mark: mark.style == "visible")  # type: ignore[union-attr]


def _mark(edge: Edge, at: Point, scale: float, style: Style) -> Line | Arc:
    def on_paper(point: Any) -> Point:
        return (at[0] + point.X * scale, at[1] + point.Y * scale)

    if edge.geom_type == GeomType.LINE:
        return Line((on_paper(edge @ 0), on_paper(edge @ 1)), style)
    if edge.geom_type == GeomType.CIRCLE:
        centre = on_paper(edge.arc_center)
        if edge.is_closed:
            return Arc(centre, edge.radius * scale, 0.0, 360.0, style)
        first, middle, last = (_angle(centre, on_paper(edge @ share)) for share in (0, 0.5, 1))
        if (middle - first) % 360 > (last - first) % 360:
            first, last = last, first
        return Arc(centre, edge.radius * scale, first, first + (last - first) % 360, style)
    count = max(_LEAST, math.ceil(edge.length * scale * _DENSITY))
    return Line(tuple(on_paper(edge @ (index / count)) for index in range(count + 1)), style)


def _angle(centre: Point, point: Point) -> float:
    return math.degrees(math.atan2(point[1] - centre[1], point[0] - centre[0])) % 360


def _key(mark: Line | Arc) -> Any:
    """Equal for marks that cover each other: a straight line may be drawn from either end."""
    if isinstance(mark, Arc):
        numbers = (*mark.centre, mark.radius, mark.start, mark.end)
        return tuple(round(number, _ROUNDING) for number in numbers)
    points = [tuple(round(number, _ROUNDING) for number in point) for point in mark.points]
    return min(tuple(points), tuple(reversed(points)))
