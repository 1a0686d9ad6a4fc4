"""Curves in a plane, in mm, as files hold them: straight lines, arcs of circles and ellipses, splines.

Each goes from its start to its end. Angles are radians, counterclockwise; an arc with a negative sweep goes clockwise.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]

#: An arc that misses a whole turn by less, in radians, is a whole circle.
_WHOLE = 1e-9
#: Cubic pieces stand for a spline when they are this close to it, in mm: far below what any machine cuts.
BEZIER_TOLERANCE = 1e-4
#: Halvings of a piece of a spline at most; each makes the error about 16 times smaller.
_HALVINGS = 12


@dataclass(frozen=True, slots=True)
class Placement:
    """A turn about the origin, then a shift."""

    angle: float = 0.0
    shift: Point = (0.0, 0.0)

    def of(self, point: Point) -> Point:
        """Where a point goes."""
        x, y = self.turned(point)
        return (x + self.shift[0], y + self.shift[1])

    def turned(self, vector: Point) -> Point:
        """Where a direction goes."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        return (cos * vector[0] - sin * vector[1], sin * vector[0] + cos * vector[1])


class Curve(Protocol):
    """What all curves can do."""

    @property
    def start(self) -> Point:
        """Where it begins."""

    @property
    def end(self) -> Point:
        """Where it ends."""

    def reversed(self) -> Curve:
        """The same curve from its end to its start."""

    def placed(self, placement: Placement) -> Curve:
        """The curve, moved."""

    def sampled(self, sag: float) -> list[Point]:
        """Points on it from start to end; the straight lines between them are about `sag` mm from it at most."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line."""

    start: Point
    end: Point

    def reversed(self) -> Segment:
        """See `Curve`."""
        return Segment(self.end, self.start)

    def placed(self, placement: Placement) -> Segment:
        """See `Curve`."""
        return Segment(placement.of(self.start), placement.of(self.end))

    def sampled(self, sag: float) -> list[Point]:
        """See `Curve`."""
        return [self.start, self.end]


class _Swept:
    """What arcs of circles and of ellipses have in common."""

    __slots__ = ()
    begin: float
    sweep: float

    @property
    def is_whole(self) -> bool:
        """Whether it goes all the way around."""
        return abs(self.sweep) >= 2 * math.pi - _WHOLE

    @property
    def start(self) -> Point:
        """See `Curve`."""
        return self.at(0)

    @property
    def end(self) -> Point:
        """See `Curve`."""
        return self.at(0) if self.is_whole else self.at(1)

    def at(self, share: float) -> Point:
        """The point after a share of the sweep."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Arc(_Swept):
    """Part of a circle, or all of it: from the angle `begin` on by `sweep`."""

    centre: Point
    radius: float
    begin: float
    sweep: float

    def at(self, share: float) -> Point:
        """The point after a share of the sweep."""
        angle = self.begin + share * self.sweep
        return (self.centre[0] + self.radius * math.cos(angle), self.centre[1] + self.radius * math.sin(angle))

    def reversed(self) -> Arc:
        """See `Curve`."""
        return Arc(self.centre, self.radius, self.begin + self.sweep, -self.sweep)

    def placed(self, placement: Placement) -> Arc:
        """See `Curve`."""
        return replace(self, centre=placement.of(self.centre), begin=self.begin + placement.angle)

    def sampled(self, sag: float) -> list[Point]:
        """See `Curve`."""
        count = _steps(self.radius, self.sweep, sag)
        return [*(self.at(i / count) for i in range(count)), self.end]


@dataclass(frozen=True, slots=True)
class Ellipse(_Swept):
    """Part of an ellipse, or all of it: `major` is its longer half axis, `ratio` the shorter one's length over that.

    `begin` and `sweep` count in the ellipse's parameter, which is 0 at the end of `major`.
    """

    centre: Point
    major: Point
    ratio: float
    begin: float
    sweep: float

    def at(self, share: float) -> Point:
        """The point after a share of the sweep."""
        angle = self.begin + share * self.sweep
        (x, y), cos, sin = self.major, math.cos(angle), self.ratio * math.sin(angle)
        return (self.centre[0] + x * cos - y * sin, self.centre[1] + y * cos + x * sin)

    def reversed(self) -> Ellipse:
        """See `Curve`."""
        return replace(self, begin=self.begin + self.sweep, sweep=-self.sweep)

    def placed(self, placement: Placement) -> Ellipse:
        """See `Curve`."""
        return replace(self, centre=placement.of(self.centre), major=placement.turned(self.major))

    def sampled(self, sag: float) -> list[Point]:
        """See `Curve`."""
        count = _steps(math.hypot(*self.major), self.sweep, sag)
        return [*(self.at(i / count) for i in range(count)), self.end]


@dataclass(frozen=True, slots=True)
class Spline:
    """A B-spline that begins at its first pole and ends at its last; each knot as often as it counts.

    `weights` is empty for a spline without.
    """

    degree: int
    knots: tuple[float, ...]
    poles: tuple[Point, ...]
    weights: tuple[float, ...] = ()

    @property
    def start(self) -> Point:
        """See `Curve`."""
        return self.poles[0]

    @property
    def end(self) -> Point:
        """See `Curve`."""
        return self.poles[-1]

    def at(self, parameter: float, *, before: bool = False) -> tuple[Point, Point]:
        """The point and the derivative at a parameter, at a knot that of the piece after it (or `before` it).

        De Boor's algorithm, in homogeneous coordinates.
        """
        degree, knots = self.degree, self.knots
        find = bisect_left if before else bisect_right
        span = min(max(find(knots, parameter) - 1, degree), len(self.poles) - 1)
        rows = [self._homogeneous(index) for index in range(span - degree, span + 1)]
        slope = np.zeros(3)
        for level in range(1, degree + 1):
            if level == degree:
                slope = degree * (rows[1] - rows[0]) / (knots[span + 1] - knots[span])
            for row in range(degree - level + 1):
                low, high = knots[span - degree + level + row], knots[span + 1 + row]
                share = (parameter - low) / (high - low)
                rows[row] = (1 - share) * rows[row] + share * rows[row + 1]
        (x, y, weight), (dx, dy, change) = rows[0].tolist(), slope.tolist()
        x, y = x / weight, y / weight
        return (x, y), ((dx - change * x) / weight, (dy - change * y) / weight)

    def _homogeneous(self, index: int) -> NDArray[np.float64]:
        weight = self.weights[index] if self.weights else 1.0
        x, y = self.poles[index]
        return np.array((x * weight, y * weight, weight))

    def reversed(self) -> Spline:
        """See `Curve`."""
        first, last = self.knots[0], self.knots[-1]
        knots = tuple(first + last - knot for knot in reversed(self.knots))
        return Spline(self.degree, knots, self.poles[::-1], self.weights[::-1])

    def placed(self, placement: Placement) -> Spline:
        """See `Curve`."""
        return replace(self, poles=tuple(map(placement.of, self.poles)))

    def sampled(self, sag: float) -> list[Point]:
        """See `Curve`."""
        points = [self.start]
        for piece in self.beziers(min(sag / 2, BEZIER_TOLERANCE)):
            # A cubic is as far from its chord as 3/4 of its poles are; that of n pieces is n² times less.
            width = max(_away(piece[0], piece[3], piece[1]), _away(piece[0], piece[3], piece[2]))
            count = max(2, math.ceil(math.sqrt(0.75 * width / (sag / 2))))
            points += [_cubic(piece, i / count) for i in range(1, count + 1)]
        return points

    def beziers(self, tolerance: float = BEZIER_TOLERANCE) -> list[tuple[Point, Point, Point, Point]]:
        """Cubic Bézier pieces with the spline's points and tangents: exact up to degree 3 without weights."""
        spans = [(low, high) for low, high in pairwise(self.knots) if low < high]
        return [piece for low, high in spans for piece in self._pieces(low, high, tolerance, _HALVINGS)]

    def _pieces(
        self, low: float, high: float, tolerance: float, halvings: int
    ) -> list[tuple[Point, Point, Point, Point]]:
        third = (high - low) / 3
        (first, leaving), (last, arriving) = self.at(low), self.at(high, before=True)
        piece = (
            first,
            (first[0] + leaving[0] * third, first[1] + leaving[1] * third),
            (last[0] - arriving[0] * third, last[1] - arriving[1] * third),
            last,
        )
        shares = (0.25, 0.5, 0.75)
        error = max(math.dist(_cubic(piece, share), self.at(low + share * (high - low))[0]) for share in shares)
        if error <= tolerance or not halvings:
            return [piece]
        middle = (low + high) / 2
        return [
            *self._pieces(low, middle, tolerance, halvings - 1),
            *self._pieces(middle, high, tolerance, halvings - 1),
        ]


AnyCurve = Segment | Arc | Ellipse | Spline


def _steps(radius: float, sweep: float, sag: float) -> int:
    """How many chords leave an arc by `sag` at most."""
    step = 2 * math.acos(max(0.0, 1 - sag / radius)) if radius > sag else math.pi / 3
    return max(3, math.ceil(abs(sweep) / step))


def _away(first: Point, last: Point, point: Point) -> float:
    """How far a point is from the line through two others, or from them where they are one."""
    length = math.dist(first, last)
    if length < 1e-12:
        return math.dist(first, point)
    (ax, ay), (bx, by) = first, last
    return abs((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length


def _cubic(piece: tuple[Point, Point, Point, Point], share: float) -> Point:
    rest = 1 - share
    factors = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    return (
        sum(factor * point[0] for factor, point in zip(factors, piece, strict=True)),
        sum(factor * point[1] for factor, point in zip(factors, piece, strict=True)),
    )
