"""Dimensions of a view: its overall sizes, and the diameters of round holes that are seen along their axes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from ....records import Box
from ...holes import Hole
from .layout import Placed
from .marks import Arrow, Line, Mark, Point, Text

_TEXT = 3.5  # mm, ISO 3098
_AWAY = 9.0  # mm between a view and its dimension line
_OVER = 1.5  # mm that extension lines go beyond it
_ALONG = 1 - 1e-6  # a cosine: nearer than this, a hole's axis is that of the view
#: Names of hole sizes on one view; the smallest are left out first.
_MOST_SIZES = 8


def of_view(placed: Placed, box: Box, scale: float, holes: Sequence[Hole]) -> list[Mark]:
    """The marks; each overall size is written once: width and height at the front, depth at the top view."""
    marks: list[Mark] = []
    (x, y), (width, height) = placed.at, placed.size
    left, right, bottom, top = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    name = placed.viewpoint.name
    if name == "front":
        marks += _horizontal(left, right, bottom, number(box.size[0]))
        marks += _vertical(left, bottom, top, number(box.size[2]))
    elif name == "top":
        marks += _vertical(left, bottom, top, number(box.size[1]))
    marks += _holes(placed, scale, holes)
    return marks


def number(value: float) -> str:
    """A length in mm as it stands on a drawing: at most three decimals, none that are zero."""
    return f"{round(value, 3):g}" if abs(value) < 1e5 else f"{value:.0f}"


def _horizontal(left: float, right: float, bottom: float, text: str) -> list[Mark]:
    line = bottom - _AWAY
    marks: list[Mark] = [Line(((x, bottom - 1), (x, line - _OVER)), "thin") for x in (left, right)]
    if right - left < 8:  # no room between the arrows: they come from outside
        arrows = (Arrow((left, line), 180), Arrow((right, line), 0))
        marks += [Line(((left - 6, line), (right + 6, line)), "thin"), *arrows]
        return [*marks, Text((right + 7, line - 1.2), text, _TEXT)]
    marks += [Line(((left, line), (right, line)), "thin"), Arrow((left, line), 0), Arrow((right, line), 180)]
    return [*marks, Text(((left + right) / 2, line + 1), text, _TEXT, "middle")]


def _vertical(left: float, bottom: float, top: float, text: str) -> list[Mark]:
    line = left - _AWAY
    marks: list[Mark] = [Line(((left - 1, y), (line - _OVER, y)), "thin") for y in (bottom, top)]
    if top - bottom < 8:
        arrows = (Arrow((line, bottom), -90), Arrow((line, top), 90))
        marks += [Line(((line, bottom - 6), (line, top + 6)), "thin"), *arrows]
        return [*marks, Text((line - 1, top + 7), text, _TEXT, "start", 90.0)]
    marks += [Line(((line, bottom), (line, top)), "thin"), Arrow((line, bottom), 90), Arrow((line, top), -90)]
    return [*marks, Text((line - 1, (bottom + top) / 2), text, _TEXT, "middle", 90.0)]


def _holes(placed: Placed, scale: float, holes: Sequence[Hole]) -> list[Mark]:
    """Centre lines of the holes that are seen along their axes, and one name for each of their sizes."""
    view = placed.viewpoint
    sizes: dict[str, list[tuple[Point, float]]] = defaultdict(list)
    for hole in holes:
        if abs(sum(a * b for a, b in zip(hole.axis, view.back, strict=True))) < _ALONG:
            continue
        offset = [a - b for a, b in zip(hole.start, placed.centre, strict=True)]
        right, up = (sum(a * b for a, b in zip(offset, way, strict=True)) for way in (view.right, view.up))
        at = (placed.at[0] + right * scale, placed.at[1] + up * scale)
        circle = (at, hole.diameter / 2 * scale)
        if circle not in sizes[number(hole.diameter)]:
            sizes[number(hole.diameter)].append(circle)
    marks: list[Mark] = []
    edge = placed.at[0] + placed.size[0] / 2
    level = placed.at[1] + placed.size[1] / 2
    named = sorted(sizes.items(), key=lambda item: -float(item[0]))[:_MOST_SIZES]
    for text, circles in named:
        for (x, y), radius in circles:
            reach = radius + 1.5
            marks += [Line(((x - reach, y), (x + reach, y)), "thin"), Line(((x, y - reach), (x, y + reach)), "thin")]
        (x, y), radius = max(circles, key=lambda circle: (circle[0][0], circle[0][1]))
        level -= _TEXT * 1.8
        marks += _leader(
            (x, y), radius, (edge + 3, level), f"{len(circles)}× Ø{text}" if len(circles) > 1 else f"Ø{text}"
        )
    return marks


def _leader(centre: Point, radius: float, at: Point, text: str) -> list[Mark]:
    """A line from a circle to its name beside the view."""
    way = math.atan2(at[1] - centre[1], at[0] - centre[0])
    tip = (centre[0] + radius * math.cos(way), centre[1] + radius * math.sin(way))
    return [
        Line((tip, at, (at[0] + 2, at[1])), "thin"),
        Arrow(tip, math.degrees(way)),
        Text((at[0] + 3, at[1] - _TEXT / 3), text, _TEXT),
    ]
