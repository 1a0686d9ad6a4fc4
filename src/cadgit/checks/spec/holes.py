"""Are the round holes those that the spec asks for?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...records import CheckResult, Place, Vector
from ...shape.holes import Hole
from ...shape.mesh import Points
from ...spec import Holes, PitchCircle
from ..inspected import Inspected
from ..registry import register
from ..words import KEPT, NAMED, count, number, point
from .within import quantity, words

#: Largest sine of the angle between a hole's axis and the direction that the spec names: 0.06°.
PARALLEL = 1e-3

#: A hole whose diameter is off by no more than this fraction was probably meant.
MEANT = 0.25


@dataclass(frozen=True, slots=True)
class _Fault:
    """Something wrong, and where."""

    message: str
    places: tuple[Place, ...]


@register("spec.holes", Holes)
def holes(inspected: Inspected, wanted: Holes) -> CheckResult:
    """There are so many round holes of that diameter, depth and axis, where the spec says."""
    matching, misfits = [], []
    for hole in inspected.holes:
        reasons = _misfits(hole, wanted)
        if reasons:
            misfits.append((hole, reasons))
        else:
            matching.append(hole)
    faults = _position_faults(matching, wanted)
    if not _count_is_right(len(matching), wanted):
        faults.append(_count_fault(matching, misfits, wanted, located=bool(faults)))
    if wanted.pitch_circle and matching:
        faults += _circle_faults(matching, wanted.pitch_circle)
    measured, limit = _seen(matching), _asked(wanted)
    if not faults:
        return CheckResult("", "pass", measured, measured, limit)
    places = tuple(dict.fromkeys(place for fault in faults for place in fault.places))
    more = f"; and {len(faults) - NAMED} more" if len(faults) > NAMED else ""
    message = "; ".join(fault.message for fault in faults[:NAMED]) + more
    return CheckResult("", "fail", message, measured, limit, places[:KEPT])


def _misfits(hole: Hole, wanted: Holes) -> list[str]:
    """Why a hole is not like those that are asked for."""
    reasons = []
    if not wanted.diameter.contains(hole.diameter):
        reasons.append(f"its diameter is {number(hole.diameter)}, not {words(wanted.diameter, 'mm')}")
    if wanted.through is not None and wanted.through != hole.through:
        reasons.append(
            "it is through, not blind" if hole.through else f"it is blind, {quantity(hole.depth, 'mm')} deep"
        )
    if wanted.depth is not None and not wanted.depth.contains(hole.depth):
        reasons.append(f"it is {number(hole.depth)} deep, not {words(wanted.depth, 'mm')}")
    if wanted.axis is not None and float(np.linalg.norm(np.cross(hole.axis, wanted.axis))) > PARALLEL:
        reasons.append(f"its axis is {point(hole.axis)}")
    return reasons


def _count_is_right(amount: int, wanted: Holes) -> bool:
    if wanted.count is not None:
        return wanted.count.contains(amount)
    return amount == len(wanted.positions) if wanted.positions else amount > 0


def _count_fault(
    matching: list[Hole], misfits: list[tuple[Hole, list[str]]], wanted: Holes, *, located: bool
) -> _Fault:
    """Too few, with those that were probably meant, or too many."""
    asked = words(wanted.count, "") if wanted.count else str(len(wanted.positions) or "at least 1")
    message = f"{count(len(matching), 'hole')} like this, not {asked}"
    near = [
        (hole, reasons)
        for hole, reasons in misfits
        if _off(hole, wanted) <= MEANT and (len(reasons) == 1 or wanted.diameter.contains(hole.diameter))
    ]
    near.sort(key=lambda item: (len(item[1]), _off(item[0], wanted)))
    too_few = wanted.count is None or wanted.count.minimum is None or len(matching) < wanted.count.minimum
    if too_few and near:
        message += "".join(f"; at {point(hole.start)} {' and '.join(why)}" for hole, why in near[:NAMED])
        return _Fault(message, tuple(_place(hole, " and ".join(why)) for hole, why in near))
    if not located and not too_few:
        message += ": " + ", ".join(f"at {point(hole.start)}" for hole in matching[:NAMED])
        message += f" and {len(matching) - NAMED} more" if len(matching) > NAMED else ""
    return _Fault(message, () if located else tuple(_place(hole, "like this") for hole in matching))


def _off(hole: Hole, wanted: Holes) -> float:
    """How far a hole's diameter is from the range, as a fraction of the diameter."""
    low = max(0.0, (wanted.diameter.minimum or 0.0) - hole.diameter)
    high = max(0.0, hole.diameter - (wanted.diameter.maximum or math.inf))
    return max(low, high) / hole.diameter


def _position_faults(matching: list[Hole], wanted: Holes) -> list[_Fault]:
    """Positions without a hole, and holes without a position; each belongs to the nearest, the closest pairs first."""
    if not wanted.positions:
        return []
    pairs = sorted(
        (_across(hole, place), i, j) for i, hole in enumerate(matching) for j, place in enumerate(wanted.positions)
    )
    free, open_ = set(range(len(matching))), set(range(len(wanted.positions)))
    faults = []
    for distance, i, j in pairs:
        if i not in free or j not in open_:
            continue
        free.discard(i)
        open_.discard(j)
        if distance > wanted.position_tolerance:
            hole, away = matching[i], quantity(distance, "mm")
            message = f"the hole at {point(hole.start)} is {away} from {point(wanted.positions[j])}"
            faults.append(_Fault(message, (_place(hole, f"{away} from {point(wanted.positions[j])}"),)))
    for j in sorted(open_):
        here = wanted.positions[j]
        faults.append(_Fault(f"no hole at {point(here)}", (Place("position", here, "no hole"),)))
    for i in sorted(free):
        hole = matching[i]
        faults.append(_Fault(f"a hole at {point(hole.start)} that is not asked for", (_place(hole, "not asked for"),)))
    return faults


def _across(hole: Hole, position: Vector) -> float:
    """Distance of a point from a hole's axis."""
    return float(np.linalg.norm(np.cross(np.subtract(position, hole.start), hole.axis)))


def _circle_faults(matching: list[Hole], wanted: PitchCircle) -> list[_Fault]:
    """Holes that do not lie on the circle; without a centre in the spec, on the circle that fits them best."""
    axis = np.array(matching[0].axis)
    turned = [hole for hole in matching if float(np.linalg.norm(np.cross(hole.axis, axis))) > PARALLEL]
    if turned:
        message = f"no pitch circle: the axis of the hole at {point(turned[0].start)} is not parallel to the others"
        return [_Fault(message, (_place(turned[0], "not parallel"),))]
    starts = np.array([hole.start for hole in matching])
    flat = starts - np.outer(starts @ axis, axis)
    if wanted.centre is not None:
        centre = np.array(wanted.centre)
    elif len(matching) > 1:
        centre = _fitted_centre(flat)
    else:
        return [_Fault("no pitch circle: one hole alone fits any", (_place(matching[0], "alone"),))]
    radii = np.linalg.norm(np.cross(flat - centre, axis), axis=1)
    wrong = [i for i in np.argsort(-np.abs(radii - np.median(radii))) if not wanted.diameter.contains(2 * radii[i])]
    return [
        _Fault(
            f"the hole at {point(matching[i].start)} is on a circle of {number(float(2 * radii[i]))}, "
            f"not {words(wanted.diameter, 'mm')}",
            (_place(matching[i], "not on the pitch circle"),),
        )
        for i in wrong
    ]


def _fitted_centre(points: Points) -> Points:
    """The centre of the circle through points of a plane, by least squares (Kåsa 1976); of two, their middle."""
    middle = points.mean(axis=0)
    offsets = points - middle
    # |x|² = 2 c·x + constant, solved for c; what the points say nothing about, stays in the middle.
    matrix = np.column_stack([2 * offsets, np.ones(len(offsets))])
    solution, *_ = np.linalg.lstsq(matrix, (offsets**2).sum(axis=1), rcond=1e-9)
    centre: Points = middle + solution[:3]
    return centre


def _place(hole: Hole, note: str) -> Place:
    return Place(f"face {hole.faces[0]}", hole.start, note)


def _seen(matching: list[Hole]) -> str:
    """The holes that are like this, in words."""
    if not matching:
        return "no hole"
    sizes = sorted({number(round(hole.diameter, 4)) for hole in matching}, key=float)
    text = f"{count(len(matching), 'hole')} of {' to '.join(dict.fromkeys((sizes[0], sizes[-1])))} mm"
    kinds = {"through" if hole.through else f"blind, {number(round(hole.depth, 4))} mm deep" for hole in matching}
    return f"{text}, {kinds.pop()}" if len(kinds) == 1 else text


def _asked(wanted: Holes) -> str:
    """What is asked for, in words."""
    amount = words(wanted.count, "") if wanted.count else str(len(wanted.positions) or "at least 1")
    parts = [f"{amount} of {words(wanted.diameter, 'mm')}"]
    if wanted.through is not None:
        parts.append("through" if wanted.through else "blind")
    if wanted.depth is not None:
        parts.append(f"{words(wanted.depth, 'mm')} deep")
    if wanted.axis is not None:
        parts.append(f"along {point(wanted.axis)}")
    if wanted.positions:
        parts.append(
            f"within {quantity(wanted.position_tolerance, 'mm')} of {count(len(wanted.positions), 'position')}"
        )
    if wanted.pitch_circle:
        parts.append(f"on a circle of {words(wanted.pitch_circle.diameter, 'mm')}")
    return ", ".join(parts)
