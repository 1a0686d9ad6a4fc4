"""Curves put together to paths, in an order that does not depend on how they were found."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .curves import AnyCurve, Arc, Ellipse, Placement, Point

#: Ends of curves are one when they are this close, in mm: a few tolerances of a part from another program.
JOINED = 1e-3
#: How far points may be from a curve that they stand for, in mm, where areas and directions are told.
_SAG = 0.01


@dataclass(frozen=True, slots=True)
class Path:
    """Curves that follow one another; a closed path ends where it begins."""

    curves: tuple[AnyCurve, ...]
    closed: bool

    def points(self, sag: float) -> list[Point]:
        """Points along it; see `Curve.sampled`. Those of a closed path do not repeat the first."""
        found = [self.curves[0].start]
        for curve in self.curves:
            found += curve.sampled(sag)[1:]
        return found[:-1] if self.closed else found

    @property
    def area(self) -> float:
        """What a closed path encloses in mm², negative if it goes clockwise; 0 for an open one."""
        return signed_area(self.points(_SAG)) if self.closed else 0.0

    def placed(self, placement: Placement) -> Path:
        """The path, moved."""
        return Path(tuple(curve.placed(placement) for curve in self.curves), self.closed)


def signed_area(points: Sequence[Point]) -> float:
    """The area inside of a polygon, negative if it goes clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]])) / 2


def joined(curves: Iterable[AnyCurve]) -> list[Path]:
    """The paths that oriented curves make. A closed one begins where its leftmost (then lowest) curve does.

    Where several curves begin at one point, the one furthest to the left goes on.
    """
    order = sorted((curve for curve in curves if _length(curve) > 2 * JOINED), key=_place)
    starts, ends = _Near(curve.start for curve in order), _Near(curve.end for curve in order)
    first = [i for i, curve in enumerate(order) if not ends.at(curve.start)]
    left = set(range(len(order)))
    paths: list[Path] = []
    for index in (*first, *range(len(order))):
        if index not in left:
            continue
        left.remove(index)
        chain = [order[index]]
        while math.dist(chain[-1].end, chain[0].start) > JOINED:
            following = [i for i in starts.at(chain[-1].end) if i in left]
            if not following:
                break
            chosen = max(following, key=lambda i: _turn(chain[-1], order[i]))
            left.remove(chosen)
            chain.append(order[chosen])
        paths.append(Path(tuple(chain), math.dist(chain[-1].end, chain[0].start) <= JOINED))
    return paths


class _Near:
    """Which of many points are close to a place."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._points = list(points)
        self._cells: dict[tuple[int, int], list[int]] = defaultdict(list)
        for index, point in enumerate(self._points):
            self._cells[_cell(point)].append(index)

    def at(self, point: Point) -> list[int]:
        """Numbers of the points within `JOINED`."""
        column, row = _cell(point)
        cells = ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        near = (index for cell in cells for index in self._cells.get(cell, ()))
        return sorted(index for index in near if math.dist(self._points[index], point) <= JOINED)


def _cell(point: Point) -> tuple[int, int]:
    return (math.floor(point[0] / JOINED), math.floor(point[1] / JOINED))


def _turn(before: AnyCurve, after: AnyCurve) -> float:
    """By how much the second curve leaves to the left of where the first one goes, in radians."""
    (ax, ay), (bx, by) = _leaving(before.reversed()), _leaving(after)
    return math.atan2(ay * bx - ax * by, -ax * bx - ay * by)


def _leaving(curve: AnyCurve) -> Point:
    first, second = curve.sampled(_SAG)[:2]
    return (second[0] - first[0], second[1] - first[1])


def _length(curve: AnyCurve) -> float:
    return sum(math.dist(*pair) for pair in pairwise(curve.sampled(_SAG)))


def _place(curve: AnyCurve) -> tuple[Point, Point, Point]:
    points = curve.sampled(1.0)
    middle = curve.at(0.5) if isinstance(curve, Arc | Ellipse) else points[len(points) // 2]
    return (_rounded(curve.start), _rounded(curve.end), _rounded(middle))


def _rounded(point: Point) -> Point:
    # Coarser than the noise of two programs or machines.
    return (round(point[0], 5) + 0.0, round(point[1], 5) + 0.0)
