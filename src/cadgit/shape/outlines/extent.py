"""How far curves reach."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .curves import AnyCurve, Arc, Ellipse, Point, Segment

#: How far a spline may reach out of its box unseen, in mm.
_SLACK = 1e-4

Corners = tuple[Point, Point]


def extent(curves: Iterable[AnyCurve]) -> Corners:
    """The lower left and the upper right corner of a box around curves, exact but for splines."""
    points = [point for curve in curves for point in _outermost(curve)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys)), (max(xs), max(ys))


def _outermost(curve: AnyCurve) -> list[Point]:
    """Points among which those are that lie outermost along x and y."""
    match curve:
        case Segment():
            return [curve.start, curve.end]
        case Arc():
            return _with(curve, (0.0, math.pi / 2))
        case Ellipse():
            x, y = curve.major
            # Where the derivative along x, and along y, is zero.
            return _with(curve, (math.atan2(-y * curve.ratio, x), math.atan2(x * curve.ratio, y)))
        case _:
            return curve.sampled(_SLACK)


def _with(curve: Arc | Ellipse, angles: tuple[float, float]) -> list[Point]:
    """Both ends, and the points at angles (and opposite to them) that the curve passes."""
    found = [curve.start, curve.end]
    for angle in (*angles, *(angle + math.pi for angle in angles)):
        share = ((angle - curve.begin) * math.copysign(1.0, curve.sweep)) % (2 * math.pi) / abs(curve.sweep)
        if share <= 1:
            found.append(curve.at(share))
    return found
