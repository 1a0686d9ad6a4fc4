"""Holes with their counterbores and countersinks: what `shape.holes` counts one by one, put together by axis.

A counterbore is a blind hole whose floor is where a narrower hole on its axis begins, perhaps by way of a rounding or a
slope. In the numbering of holes it keeps its own number, and is told with the hole that it widens, not again beside it.
A countersink is a hollow cone that begins where a hole, or its counterbore, ends; a chamfered mouth is the same
geometry.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...records.features import Counterbore, Countersink, HoleFeature
from ..cylinders import cross
from ..entities.surfaces import Surface
from ..holes import Hole, find_holes
from ..mesh import Points
from ..spans import vector
from .surroundings import Surroundings
from .threads import guesses

#: Two lengths or places are the same when they differ by no more, in mm (`shape.cylinders` allows as much).
SAME = 1e-3

#: Whole angles of countersinks, in degrees. A wider cone is a step's slope, a narrower one a taper.
NARROWEST, WIDEST = 20.0, 150.0


def drilled(surroundings: Surroundings, numbers: Any, first: int) -> tuple[HoleFeature, ...]:
    """The holes of a solid with what belongs to them.

    Args:
        numbers: the `shape_map` of the result's faces.
        first: the number of the solid's first hole.
    """
    holes = find_holes(surroundings.solid, numbers)
    hosts = _hosts(holes, surroundings)
    widened: dict[int, list[int]] = {}
    for index, host in hosts.items():
        widened.setdefault(host, []).append(index)
    found = []
    for index, hole in enumerate(holes):
        if index in hosts:
            continue
        # A counterbore may have one of its own: a stepped hole.
        steps = [index]
        for step in steps:
            steps.extend(widened.get(step, ()))
        found.append(
            HoleFeature(
                name=f"hole:{first + index}",
                diameter=hole.diameter,
                depth=hole.depth,
                start=hole.start,
                end=hole.end,
                axis=hole.axis,
                through=hole.through,
                faces=hole.faces,
                counterbores=tuple(
                    _counterbore(f"hole:{first + step}", holes[step], holes[hosts[step]], surroundings)
                    for step in steps[1:]
                ),
                countersinks=tuple(sunk for step in steps for sunk in _countersinks(holes[step], surroundings)),
                threads=guesses(hole.diameter, through=hole.through),
            )
        )
    return tuple(found)


def _counterbore(name: str, wide: Hole, narrow: Hole, surroundings: Surroundings) -> Counterbore:
    """The wide hole as the mouth of the narrow one: as deep as its floor, also where that is rounded all around."""
    axis, start = np.array(wide.axis), np.array(wide.start)
    own = {surroundings.by_number_in_result[face] for face in narrow.faces}
    floors = [
        float((np.array(surface.origin) - start) @ axis)
        for surface in map(surroundings.surface, _beside(own, surroundings))
        if surface.type == "planar" and float(np.linalg.norm(np.cross(np.array(surface.axis), axis))) <= SAME
    ]
    reach = wide.depth + (wide.diameter - narrow.diameter) / 2
    depth = min((floor for floor in floors if wide.depth - SAME <= floor <= reach), default=wide.depth)
    return Counterbore(name, wide.diameter, max(depth, wide.depth), wide.start, wide.faces)


def _hosts(holes: tuple[Hole, ...], surroundings: Surroundings) -> dict[int, int]:
    """For each counterbore the narrower hole that begins at its floor; where there are several, the widest of them."""
    ends = np.array([(hole.start, hole.end) for hole in holes]).reshape(-1, 2, 3)
    axes = np.array([hole.axis for hole in holes]).reshape(-1, 3)
    diameters = np.array([hole.diameter for hole in holes])
    hosts = {}
    for index, hole in enumerate(holes):
        if hole.through:
            continue
        axis = np.array(hole.axis)
        offsets = ends - np.array(hole.end)
        beyond = (offsets @ axis).min(axis=1)
        away = np.linalg.norm(np.cross(offsets, axis), axis=2).max(axis=1)
        parallel = np.linalg.norm(np.cross(axes, axis), axis=1)
        steps = hole.diameter - diameters
        narrower = np.flatnonzero(
            (steps > SAME) & (away <= SAME) & (parallel <= SAME) & (beyond >= -SAME) & (beyond <= steps)
        )
        for candidate in sorted(narrower.tolist(), key=lambda other: -diameters[other]):
            if _meet(hole, holes[candidate], surroundings):
                hosts[index] = candidate
                break
    return hosts


def _meet(wide: Hole, narrow: Hole, surroundings: Surroundings) -> bool:
    """Whether the faces beside two holes are the same, or neighbours: a floor, or a floor with a rounding around it."""
    own = {surroundings.by_number_in_result[face] for face in wide.faces}
    beside = _beside(own, surroundings)
    there = {surroundings.by_number_in_result[face] for face in narrow.faces}
    near = _beside(there, surroundings)
    return bool(beside & (near | there)) or bool(_beside(beside, surroundings) & near - own)


def _beside(faces: set[int], surroundings: Surroundings) -> set[int]:
    return {side.other for face in faces for side in surroundings.sides(face)} - faces


def _countersinks(hole: Hole, surroundings: Surroundings) -> list[Countersink]:
    """The hollow cones that widen a hole at its open ends, each put together from its pieces."""
    axis = np.array(hole.axis)
    ends = [(np.array(hole.start), -axis)]
    if hole.through:
        ends.append((np.array(hole.end), axis))
    beside = {
        side.other
        for face in hole.faces
        for side in surroundings.sides(surroundings.by_number_in_result[face])
    }  # fmt: skip
    found = []
    for end, out in ends:
        cones = sorted(number for number in beside if _widens(hole, end, out, surroundings.surface(number)))
        if not cones:
            continue
        height = max(float(((surroundings.points(number) - end) @ out).max()) for number in cones)
        semi_angle = surroundings.surface(cones[0]).semi_angle or 0.0
        diameter = hole.diameter + 2 * height * math.tan(math.radians(semi_angle))
        faces = tuple(sorted(map(surroundings.number_in_result, cones)))
        found.append(Countersink(diameter, 2 * semi_angle, vector(end + height * out), faces))
    return found


def _widens(hole: Hole, end: Points, out: Points, cone: Surface) -> bool:
    """Whether a surface is a hollow cone that has a hole's axis, and opens outwards from where the hole ends."""
    if cone.type != "conical" or not cone.hollow:
        return False
    assert cone.origin is not None and cone.axis is not None and cone.semi_angle is not None
    from_apex = end - np.array(cone.origin)
    away = np.linalg.norm(cross(from_apex, out))
    turned = np.linalg.norm(cross(np.array(cone.axis), out))
    if away > SAME or turned > SAME or not NARROWEST <= 2 * cone.semi_angle <= WIDEST:
        return False
    radius = float(from_apex @ out) * math.tan(math.radians(cone.semi_angle))
    return abs(radius - hole.diameter / 2) <= SAME
