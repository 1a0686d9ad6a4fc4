"""What a spec could ask of a result beyond its measures: its holes, its symmetry, its smallest wall.

A result passes whatever it is surveyed for: holes and planes are judged by their own checks before they are proposed,
and the wall is found as its check finds it.
"""

from __future__ import annotations

import math
from typing import get_args

from ..records import Vector
from ..shape.holes import Hole
from ..shape.thickness import smallest_wall
from ..spec import PREFIX, Holes, Named, Plane, Requirement, Spec, Symmetry, Wall, parse_range
from ..spec.ranges import COUNT, EXACT_LENGTH, LENGTH
from .inspected import Inspected, NotEvaluated
from .spec import run_requirement
from .spec.spans import FRACTION, need_meshes
from .spec.symmetry import NORMALS
from .spec.within import SLACK

#: Decimals of a length in mm; a wall is rounded down.
_DECIMALS = 4
_WALL_STEP = 1e-3

#: A sieve's holes are counted, not listed.
_POSITIONS = 20


def survey(inspected: Inspected) -> Spec:
    """The holes, planes of symmetry and smallest wall of a result with solids; nothing for any other."""
    if not inspected.solids.Extent():
        return Spec()
    holes = tuple(found for found in _holes(inspected) if _passes(inspected, "holes", found))
    symmetry = tuple(found for found in _planes(inspected) if _passes(inspected, "symmetry", found))
    return Spec(holes=holes, symmetry=symmetry, wall=_wall(inspected))


def _passes(inspected: Inspected, key: str, requirement: Requirement) -> bool:
    return run_requirement(Named(key, PREFIX + key, requirement), inspected).status == "pass"


def _holes(inspected: Inspected) -> list[Holes]:
    """Holes of one diameter, depth and direction, each group once."""
    groups: dict[tuple[float, float | None, Vector], list[Hole]] = {}
    for hole in inspected.holes:
        depth = None if hole.through else round(hole.depth, _DECIMALS)
        groups.setdefault((round(hole.diameter, _DECIMALS), depth, _direction(hole.axis)), []).append(hole)
    return [
        Holes(
            diameter=parse_range(diameter, LENGTH),
            count=parse_range(len(holes), COUNT),
            through=depth is None,
            depth=None if depth is None else parse_range(depth, LENGTH),
            axis=axis,
            positions=tuple(_rounded(hole.start) for hole in holes) if len(holes) <= _POSITIONS else (),
        )
        for (diameter, depth, axis), holes in groups.items()
    ]


def _direction(axis: Vector) -> Vector:
    """A direction in one of its two senses: the first component that is not 0 is positive."""
    x, y, z = (round(component, 6) + 0.0 for component in axis)
    sign = next(math.copysign(1.0, component) for component in (x, y, z) if component)
    return (sign * x + 0.0, sign * y + 0.0, sign * z + 0.0)


def _rounded(point: Vector) -> Vector:
    x, y, z = (round(coordinate, _DECIMALS) + 0.0 for coordinate in point)
    return (x, y, z)


def _planes(inspected: Inspected) -> list[Symmetry]:
    """The planes through the middle of the bounding box, where the centre of mass is in them too."""
    box, mass = inspected.box, inspected.geometry.centre_of_mass
    if box is None or mass is None:
        return []
    middle = [(low + high) / 2 for low, high in zip(box.minimum, box.maximum, strict=True)]
    found = []
    for plane in get_args(Plane):
        normal = NORMALS[plane]
        offset, at = (math.fsum(a * b for a, b in zip(normal, point, strict=True)) for point in (middle, mass))
        if abs(offset - at) <= EXACT_LENGTH:
            found.append(Symmetry(plane, round(offset, _DECIMALS) + 0.0))
    return found


def _wall(inspected: Inspected) -> Wall | None:
    try:
        need_meshes(inspected)
    except NotEvaluated:
        return None
    found = smallest_wall(inspected.meshes(FRACTION), inspected.faces, FRACTION * inspected.diagonal)
    least = (found.distance - found.error + SLACK) // _WALL_STEP * _WALL_STEP if found else 0.0
    # What tapers off to nothing has no wall that anybody meant.
    return Wall(round(least, 3)) if least > EXACT_LENGTH else None
