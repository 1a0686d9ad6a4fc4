"""Do two labelled children overlap by no more than the spec allows?"""

from __future__ import annotations

from ...records import CheckResult, Place
from ...spec import Interference
from ..between import solids_between
from ..inspected import Inspected
from ..overlap import overlaps_of
from ..registry import register
from ..words import point
from .within import SLACK, quantity


@register("spec.interference", Interference, deep=True)
def interference(inspected: Inspected, wanted: Interference) -> CheckResult:
    """Two labelled children overlap by so much at most, by the mean depth of what they share."""
    found = overlaps_of(inspected, solids_between(inspected, wanted.between), wanted.max_depth)
    limit = f"mean depth at most {quantity(wanted.max_depth, 'mm')}"
    names = f"'{wanted.between[0]}' and '{wanted.between[1]}'"
    deepest = max(found, key=lambda pair: pair.depth)
    measured = quantity(deepest.depth, "mm")
    if deepest.point is None:
        return CheckResult("", "pass", f"{names} do not overlap", measured, limit)
    message = f"{names} overlap by {quantity(deepest.volume, 'mm³')}, {measured} deep on average"
    if deepest.depth <= wanted.max_depth + SLACK:
        return CheckResult("", "pass", message, measured, limit)
    place = Place(f"solids {deepest.first} and {deepest.second}", deepest.point, f"{measured} deep")
    return CheckResult("", "fail", f"{message}, at {point(deepest.point)}", measured, limit, (place,))
