"""Chamfers: narrow faces that take off, or fill, the corner between two others.

A plane between two planes, or a cone between a cylinder and a plane across its axis; at either side the edge is convex
(or at both concave), and so would be the corner, of a square or a blunt body. A chamfer is narrower than what it leaves
of both faces: the eight sides of a regular octagon are none, nor is a ramp that takes the whole height of a step.

What it cannot see: chamfers along curved edges other than circles across the axis of a cylinder, and those of acute
corners. A short slope of a sketch that was extruded is the same geometry, and is listed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np

from ...records.features import Chamfer
from ..mesh import Points
from .blends import Sense
from .surroundings import Side, Surroundings, angle_between

#: Angle in degrees between the normals of both faces, for the corners that are looked for: 90 is a square one.
SHARPEST = 95.0

#: Degrees that a chamfer is inclined to both faces, at least: less is a draft.
LEAST_SLOPE = 10.0

#: Sizes are the same when they differ by no more, in mm, and angles in degrees.
SAME, SAME_ANGLE = 1e-3, 0.05

_MOST = 100  # sloping sides of a face that are paired
_PARALLEL = 1e-4  # sine of the angle between two edges that are parallel
_NARROWER = 0.99  # of what is left of a neighbour


def chamfers(all_surroundings: Sequence[Surroundings], taken: frozenset[int], first: int = 1) -> tuple[Chamfer, ...]:
    """The bevelled edges of some solids, grouped by size and sense, the smallest first.

    Args:
        taken: numbers in the result of faces that are something else: countersinks.
        first: the number of the first.
    """
    groups: list[tuple[tuple[float, float, float, Sense], list[int]]] = []
    for surroundings in all_surroundings:
        for number in surroundings.faces:
            face = surroundings.number_in_result(number)
            found = None if face in taken else _bevelled(surroundings, number)
            if found is None:
                continue
            group = next((group for group in groups if _same(group[0], found)), None)
            if group is None:
                groups.append((found, [face]))
            else:
                group[1].append(face)
    groups.sort(key=lambda group: group[0])
    return tuple(
        Chamfer(f"chamfer:{number}", (longer, shorter), angle, sense, tuple(sorted(faces)))
        for number, ((longer, shorter, angle, sense), faces) in enumerate(groups, first)
    )


def _same(a: tuple[float, float, float, Sense], b: tuple[float, float, float, Sense]) -> bool:
    lengths = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
    return a[3] == b[3] and lengths <= SAME and abs(a[2] - b[2]) <= SAME_ANGLE


def _bevelled(surroundings: Surroundings, number: int) -> tuple[float, float, float, Sense] | None:
    """Both legs of a chamfer, the longer first, its angle to the face of the longer, and its sense."""
    kind = surroundings.surface(number).type
    between = {"planar": _between_planes, "conical": _between_cylinder_and_plane}.get(kind)
    if between is None:
        return None
    for legs, first, second in between(surroundings, number):
        slopes = first.turn, second.turn
        if sum(slopes) > SHARPEST:
            continue
        # The angle to a face is the turn at its edge; the longer leg lies in the face that it is less inclined to.
        (longer, angle), (shorter, _) = sorted(zip(legs, slopes, strict=True), key=lambda item: (-item[0], item[1]))
        return longer, shorter, angle, "convex" if first.meeting == "convex" else "concave"
    return None


def _pairs(surroundings: Surroundings, number: int) -> Iterator[tuple[Side, Side]]:
    """Pairs of sides at which a face slopes to two others in the same sense."""
    # Few sides of few faces do; without looking at that first, a plate with a thousand holes has a million pairs.
    sloping = [
        side
        for side in surroundings.sides(number)
        if side.meeting != "smooth" and LEAST_SLOPE <= side.turn <= SHARPEST - LEAST_SLOPE
    ]
    for first, second in itertools.combinations(sloping[:_MOST], 2):
        if first.other != second.other and first.meeting == second.meeting:
            yield first, second


def _between_planes(surroundings: Surroundings, number: int) -> Iterator[tuple[tuple[float, float], Side, Side]]:
    for first, second in _pairs(surroundings, number):
        neighbours = [surroundings.surface(side.other).type for side in (first, second)]
        along = first.along
        if neighbours != ["planar", "planar"] or np.linalg.norm(np.cross(along, second.along)) > _PARALLEL:
            continue
        total = angle_between(first.other_normal, second.other_normal)
        if abs(total - first.turn - second.turn) > SAME_ANGLE or not 0 < total <= SHARPEST:
            continue
        way = second.point - first.point
        way -= (way @ along) * along
        width = float(np.linalg.norm(way))
        heights = surroundings.points(number) @ way / width - first.point @ way / width
        if heights.min() < -SAME or heights.max() > width + SAME:
            continue  # it reaches beyond one of the edges, so that it is no strip between them
        # Sines in the triangle of both legs and the width.
        turn = math.sin(math.radians(total))
        legs = (
            width * math.sin(math.radians(second.turn)) / turn,
            width * math.sin(math.radians(first.turn)) / turn,
        )
        left = [_left(surroundings, side, along) for side in (first, second)]
        if width <= _NARROWER * min(left):
            yield legs, first, second


def _left(surroundings: Surroundings, side: Side, along: Points) -> float:
    """How far the neighbour beyond a side reaches from the edge, across it."""
    across = np.cross(side.other_normal, along)
    reach = (surroundings.points(side.other) - side.point) @ across
    return float(max(reach.max(), -reach.min()))


def _between_cylinder_and_plane(
    surroundings: Surroundings, number: int
) -> Iterator[tuple[tuple[float, float], Side, Side]]:
    cone = surroundings.surface(number)
    if cone.axis is None or cone.origin is None:
        return
    axis, apex = np.array(cone.axis), np.array(cone.origin)
    for pair in _pairs(surroundings, number):
        sides = {surroundings.surface(side.other).type: side for side in pair}
        if set(sides) != {"cylindrical", "planar"}:
            continue
        wall, flat = sides["cylindrical"], sides["planar"]
        cylinder = surroundings.surface(wall.other)
        if cylinder.axis is None or cylinder.origin is None or cylinder.radius is None:
            continue
        away = np.linalg.norm(np.cross(np.array(cylinder.origin) - apex, axis))
        turned = (
            np.linalg.norm(np.cross(np.array(cylinder.axis), axis)),
            np.linalg.norm(np.cross(flat.other_normal, axis)),
        )
        if away > SAME or max(turned) > _PARALLEL:
            continue
        heights = surroundings.points(number) @ axis
        axial = float(heights.max() - heights.min())
        radius_at_flat = float(np.linalg.norm(np.cross(flat.point - apex, axis)))
        radial = abs(cylinder.radius - radius_at_flat)
        length = surroundings.points(wall.other) @ axis
        if axial <= _NARROWER * float(length.max() - length.min()) and radial <= 0.5 * cylinder.radius:
            yield (axial, radial), wall, flat
