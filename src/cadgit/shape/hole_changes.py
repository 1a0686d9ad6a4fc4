"""Which round holes of some solids were added, removed, moved or resized to make those of others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ..records import HoleChange, RoundHole
from .brep import FACE, shape_map
from .holes import find_holes

#: Two lengths, or places, are the same when they differ by no more, in mm.
SAME = 1e-4


def hole_changes(first: Sequence[Any], second: Sequence[Any]) -> tuple[HoleChange, ...]:
    """What became of the holes of the first solids; holes that stayed as they were are left out.

    A hole on the same axis with another diameter or depth was resized. One of the same diameter, depth and direction
    elsewhere was moved; of several that could be it, the nearest.
    """
    before, after = _without_equal(_holes(first), _holes(second))
    _take(before, after, lambda a, b: 0.0 if _alike(a, b) and _near(a, b) else None)
    resized = _take(before, after, lambda a, b: _distance(a, b) if _one_axis(a, b) else None)
    moved = _take(before, after, lambda a, b: _distance(a, b) if _alike(a, b) else None)
    return (
        *(HoleChange("resized", a, b) for a, b in resized),
        *(HoleChange("moved", a, b) for a, b in moved),
        *(HoleChange("removed", hole) for hole in before),
        *(HoleChange("added", None, hole) for hole in after),
    )


def _holes(solids: Sequence[Any]) -> list[RoundHole]:
    return [
        RoundHole(hole.diameter, hole.depth, hole.start, hole.end, hole.through)
        for solid in solids
        for hole in find_holes(solid, shape_map(solid, FACE))
    ]


def _without_equal(before: list[RoundHole], after: list[RoundHole]) -> tuple[list[RoundHole], list[RoundHole]]:
    """Both without holes that are equal after rounding: of a thousand holes, most are, and pairs are a million."""
    keys = [Counter(map(_rounded, holes)) for holes in (before, after)]
    both = keys[0] & keys[1]
    left = []
    for holes in (before, after):
        drop = both.copy()
        kept = []
        for hole in holes:
            key = _rounded(hole)
            if drop[key] > 0:
                drop[key] -= 1
            else:
                kept.append(hole)
        left.append(kept)
    return left[0], left[1]


def _rounded(hole: RoundHole) -> tuple[object, ...]:
    return (hole.through, *(round(x / SAME) for x in (hole.diameter, *hole.start, *hole.end)))


def _take(
    before: list[RoundHole], after: list[RoundHole], cost: Callable[[RoundHole, RoundHole], float | None]
) -> list[tuple[RoundHole, RoundHole]]:
    """Pair holes, the cheapest pair first, and take them out of both lists; a cost of None forbids a pair."""
    possible = [
        (price, i, j) for i, a in enumerate(before) for j, b in enumerate(after) if (price := cost(a, b)) is not None
    ]
    pairs: list[tuple[int, int]] = []
    taken_before: set[int] = set()
    taken_after: set[int] = set()
    for _, i, j in sorted(possible):
        if i not in taken_before and j not in taken_after:
            pairs.append((i, j))
            taken_before.add(i)
            taken_after.add(j)
    found = [(before[i], after[j]) for i, j in sorted(pairs)]
    before[:] = [hole for i, hole in enumerate(before) if i not in taken_before]
    after[:] = [hole for j, hole in enumerate(after) if j not in taken_after]
    return found


def _alike(a: RoundHole, b: RoundHole) -> bool:
    """Whether two holes differ in their place only."""
    turned = math.dist(_axis(a), _axis(b)) * max(a.depth, b.depth)
    return a.through == b.through and max(abs(a.diameter - b.diameter), abs(a.depth - b.depth), turned) <= SAME


def _near(a: RoundHole, b: RoundHole) -> bool:
    return max(math.dist(a.start, b.start), math.dist(a.end, b.end)) <= SAME


def _one_axis(a: RoundHole, b: RoundHole) -> bool:
    """Whether both lie on one line, and share a stretch of it."""
    axis = _axis(a)
    along = [_dot(axis, _minus(point, a.start)) for point in (b.start, b.end)]
    away = [
        math.dist(_minus(point, a.start), [distance * x for x in axis])
        for point, distance in zip((b.start, b.end), along, strict=True)
    ]
    return max(away) <= SAME and min(along) < a.depth - SAME and max(along) > SAME


def _axis(hole: RoundHole) -> tuple[float, float, float]:
    x, y, z = (part / hole.depth if hole.depth else 0.0 for part in _minus(hole.end, hole.start))
    return (x, y, z)


def _distance(a: RoundHole, b: RoundHole) -> float:
    return math.dist(a.start, b.start) + math.dist(a.end, b.end) + abs(a.diameter - b.diameter)


def _minus(a: tuple[float, float, float], b: tuple[float, float, float]) -> tuple[float, float, float]:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: tuple[float, float, float], b: tuple[float, float, float]) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
