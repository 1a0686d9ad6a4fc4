"""Patterns: equal features in a line, in rows and columns, or on a circle.

Features are equal when they differ in place only: same sizes, parallel axes, mouths in one plane. All of them are tried
as one pattern first, then the circles around the axes of other features, then lines, of which equal ones side by side
make a grid. A pattern has at least three members, exact to `EXACT`; every feature is in one pattern at most.

Four in a square are told as a grid that has a pitch circle too, because nothing tells which of both was meant.
What it cannot see: staggered rows, spirals, and a part of a pattern that has gaps.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...records import Vector
from ...records.features import FeatureKind, Pattern
from ..mesh import Points
from ..spans import vector

#: How far a member may be from its place in the pattern, in mm: well below what anybody would call a shift, and above
#: what rounding in a file leaves.
EXACT = 0.01

#: A circle's members, where they do not go all around, are at least so many: any three lie on a circle.
_ARC = 4

#: Lines and circles are looked for among so many features at most; more are tried as one pattern only.
_MANY = 300


@dataclass(frozen=True, slots=True)
class Member:
    """A feature that may be in a pattern.

    Attributes:
        name: ``hole:3``.
        place: where it begins, in mm.
        axis: of length 1; its sense counts.
        like: what else has to be equal, rounded.
    """

    name: str
    place: Vector
    axis: Vector
    like: Hashable


@dataclass(frozen=True, slots=True)
class _Found:
    """A pattern of the members at some positions in their group, in the plane of the group."""

    arrangement: Literal["linear", "grid", "circular"]
    members: tuple[int, ...]
    counts: tuple[int, ...]
    pitches: tuple[float, ...]
    directions: tuple[Points, ...]
    centre: Points
    diameter: float = 0.0
    start: Points | None = None


def patterns(
    members: Sequence[Member], of: FeatureKind, centres: Sequence[tuple[Vector, Vector]] = (), first: int = 1
) -> tuple[Pattern, ...]:
    """The patterns among features of one kind.

    Args:
        centres: points and directions of axes that circles may lie around.
        first: the number of the first pattern.
    """
    found: list[Pattern] = []
    for group in _groups(members):
        if len(group) >= 3:
            plane = _Plane(group, centres)
            for pattern in _in_plane(plane.points, plane.centres):
                found.append(plane.told(pattern, of, f"pattern:{first + len(found)}"))
    return tuple(found)


def _groups(members: Sequence[Member]) -> Iterator[list[Member]]:
    """Members that are alike, and begin in one plane across their common axis, in their order."""
    left = list(members)
    while left:
        one = left[0]
        axis = np.array(one.axis)
        group = [
            other
            for other in left
            if other.like == one.like
            and math.dist(other.axis, one.axis) <= 1e-4
            and abs((np.array(other.place) - np.array(one.place)) @ axis) <= EXACT
        ]
        taken = {member.name for member in group}
        left = [member for member in left if member.name not in taken]
        yield group


class _Plane:
    """The plane that a group begins in, with coordinates of its own."""

    def __init__(self, group: Sequence[Member], centres: Sequence[tuple[Vector, Vector]]) -> None:
        self._group = group
        self._origin = np.array(group[0].place)
        self._axis = np.array(group[0].axis)
        # The first coordinate runs towards the nearest other member, so that it turns with the part.
        towards = min((np.array(other.place) - self._origin for other in group[1:]), key=np.linalg.norm)
        towards -= (towards @ self._axis) * self._axis
        self._x = towards / (np.linalg.norm(towards) or 1.0)
        self._y = np.cross(self._axis, self._x)
        self.points = self._flat([member.place for member in group])
        parallel = [place for place, axis in centres if np.linalg.norm(np.cross(axis, self._axis)) <= 1e-4]
        self.centres = self._flat(parallel)

    def _flat(self, places: Sequence[Vector]) -> Points:
        offsets = np.array(places).reshape(-1, 3) - self._origin
        return np.column_stack([offsets @ self._x, offsets @ self._y])

    def _direction(self, flat: Points) -> Vector:
        return vector(flat[0] * self._x + flat[1] * self._y)

    def told(self, found: _Found, of: FeatureKind, name: str) -> Pattern:
        """A pattern in the coordinates of the result."""
        circular = found.arrangement == "circular"
        return Pattern(
            name=name,
            arrangement=found.arrangement,
            of=of,
            members=tuple(self._group[index].name for index in found.members),
            counts=found.counts,
            pitches=found.pitches,
            directions=(vector(self._axis),) if circular else tuple(map(self._direction, found.directions)),
            centre=vector(self._origin + found.centre[0] * self._x + found.centre[1] * self._y),
            diameter=found.diameter,
            start=None if found.start is None else self._direction(found.start),
        )


def _in_plane(points: Points, centres: Points) -> Iterator[_Found]:
    """Patterns among points, none of which is in two of them."""
    everything = tuple(range(len(points)))
    whole = _grid(points, everything) or _circle(points, everything, points.mean(axis=0)) or _line(points, everything)
    if whole is not None:
        yield whole
        return
    if len(points) > _MANY:
        return
    left = set(everything)
    for found in (*_circles(points, [*centres, points.mean(axis=0)]), *_grids_and_lines(points)):
        if left.issuperset(found.members):
            left.difference_update(found.members)
            yield found


# --- circles ----------------------------------------------------------------------------------------------


def _circle(points: Points, members: Sequence[int], centre: Points) -> _Found | None:
    """Members on a circle around a centre at equal angles, all around it or on an arc of it."""
    offsets = points[list(members)] - centre
    radii = np.linalg.norm(offsets, axis=1)
    radius = float(radii.mean())
    if radius <= EXACT or np.abs(radii - radius).max() > EXACT:
        return None
    angles = np.arctan2(offsets[:, 1], offsets[:, 0])
    order = np.argsort(angles, kind="stable")
    gaps = np.diff(np.append(angles[order], angles[order[0]] + 2 * math.pi))
    slack = 2 * EXACT / radius
    count = len(members)
    if np.abs(gaps - 2 * math.pi / count).max() <= slack and count >= 3:
        pitch = 2 * math.pi / count
        # It begins with its first member, so that this turns with the part.
        begin = int(np.argmin(np.array(members)[order]))
    else:
        begin = (int(np.argmax(gaps)) + 1) % count
        inner = np.delete(gaps, (begin - 1) % count)
        pitch = float(inner.mean())
        if count < _ARC or np.abs(inner - pitch).max() > slack:
            return None
    order = np.roll(order, -begin)
    start = offsets[order[0]]
    return _Found(
        "circular",
        tuple(members[index] for index in order.tolist()),
        (count,),
        (math.degrees(pitch),),
        (),
        centre,
        2 * radius,
        start / np.linalg.norm(start),
    )


def _circles(points: Points, centres: Sequence[Points]) -> list[_Found]:
    """Circles around given centres, those with the most members first."""
    found = []
    for centre in centres:
        radii = np.linalg.norm(points - centre, axis=1)
        for indices in _runs(radii):
            if len(indices) >= 3 and (circle := _circle(points, indices, np.asarray(centre))) is not None:
                found.append(circle)
    return sorted(found, key=lambda circle: -len(circle.members))


# --- lines and grids --------------------------------------------------------------------------------------


def _line(points: Points, members: Sequence[int]) -> _Found | None:
    """Members at equal distances along a straight line."""
    offsets = points[list(members)] - points[members[0]]
    farthest = offsets[int(np.argmax(np.linalg.norm(offsets, axis=1)))]
    if np.linalg.norm(farthest) <= EXACT or len(members) < 3:
        return None
    direction = farthest / np.linalg.norm(farthest)
    along = offsets @ direction
    order = np.argsort(along, kind="stable")
    steps = np.diff(along[order])
    away = np.abs(offsets @ np.array((-direction[1], direction[0])))
    pitch = float(steps.mean())
    if away.max() > EXACT or pitch <= EXACT or np.abs(steps - pitch).max() > 2 * EXACT:
        return None
    sorted_members = tuple(members[index] for index in order.tolist())
    centre = (points[sorted_members[0]] + points[sorted_members[-1]]) / 2
    return _Found("linear", sorted_members, (len(members),), (pitch,), (direction,), centre)


def _grid(points: Points, members: Sequence[int]) -> _Found | None:
    """Members in full rows and columns at right angles, at least two of each."""
    count = len(members)
    if count < 4:
        return None
    own = points[list(members)]
    offsets = own - own[0]
    distances = np.linalg.norm(offsets, axis=1)
    for index in np.argsort(distances, kind="stable")[1:9].tolist():
        if distances[index] <= EXACT:
            return None
        direction = offsets[index] / distances[index]
        across = np.array((-direction[1], direction[0]))
        columns, rows = _runs(offsets @ direction), _runs(offsets @ across)
        n, m = len(columns), len(rows)
        if n < 2 or m < 2 or n * m != count:
            continue
        if not all(len(column) == m for column in columns) or not all(len(row) == n for row in rows):
            continue
        pitches = [_pitch(offsets @ way, runs) for way, runs in ((direction, columns), (across, rows))]
        if None in pitches:
            continue
        column_of = {member: position for position, column in enumerate(columns) for member in column}
        ordered = tuple(members[i] for row in rows for i in sorted(row, key=lambda i: column_of[i]))
        square = count == 4 and abs((pitches[0] or 0.0) - (pitches[1] or 0.0)) <= 2 * EXACT
        return _Found(
            "grid",
            ordered,
            (n, m),
            (pitches[0] or 0.0, pitches[1] or 0.0),
            (direction, across),
            own.mean(axis=0),
            math.sqrt(2) * (pitches[0] or 0.0) if square else 0.0,
        )
    return None


def _pitch(values: Points, runs: Sequence[Sequence[int]]) -> float | None:
    """The distance between neighbouring runs where it is the same everywhere."""
    steps = np.diff([float(values[list(run)].mean()) for run in runs])
    return float(steps.mean()) if np.abs(steps - steps.mean()).max() <= 2 * EXACT else None


def _runs(values: Points) -> list[list[int]]:
    """Positions of values in groups that are equal within `EXACT`, ascending."""
    order = np.argsort(values, kind="stable")
    runs: list[list[int]] = []
    for index in order.tolist():
        if runs and values[index] - values[runs[-1][0]] <= 2 * EXACT:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _grids_and_lines(points: Points) -> list[_Found]:
    """Grids of equal lines side by side, then lines; those with the most members first."""
    lines = sorted(_lines(points), key=lambda line: (-len(line.members), line.pitches[0], line.members))
    grids = []
    for index, line in enumerate(lines):
        beside = [
            other
            for other in lines[index + 1 :]
            if other.counts == line.counts
            and abs(other.pitches[0] - line.pitches[0]) <= EXACT
            and abs(abs(float(other.directions[0] @ line.directions[0])) - 1) <= 1e-6
            and abs(float((other.centre - line.centre) @ line.directions[0])) <= EXACT
        ]
        members = sorted({member for other in (line, *beside) for member in other.members})
        grid = _grid(points, members)
        if grid is not None:
            grids.append(grid)
    return sorted(grids, key=lambda grid: -len(grid.members)) + lines


def _lines(points: Points) -> Iterator[_Found]:
    """Every line of three or more members that cannot be made longer, and has none between its members."""
    places = {(round(x / EXACT), round(y / EXACT)): index for index, (x, y) in enumerate(points.tolist())}
    for first, second in _neighbour_pairs(points):
        step = points[second] - points[first]
        if _at(places, points, points[first] - step) is not None:
            continue  # the line begins before
        members = [first, second]
        while (following := _at(places, points, points[first] + len(members) * step)) is not None:
            members.append(following)
        if len(members) >= 3 and (line := _line(points, members)) is not None:
            yield line


def _neighbour_pairs(points: Points) -> Iterator[tuple[int, int]]:
    for first in range(len(points)):
        distances = np.linalg.norm(points - points[first], axis=1)
        for second in np.argsort(distances, kind="stable")[1:13].tolist():
            if distances[second] > EXACT:
                yield first, second


def _at(places: dict[tuple[int, int], int], points: Points, place: Points) -> int | None:
    x, y = round(float(place[0]) / EXACT), round(float(place[1]) / EXACT)
    for key in ((x + i, y + j) for i in (0, -1, 1) for j in (0, -1, 1)):
        index = places.get(key)
        if index is not None and math.dist(points[index], place) <= EXACT:
            return index
    return None
