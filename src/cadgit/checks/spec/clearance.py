"""Are two labelled children far enough apart?"""

from __future__ import annotations

from ...records import CheckResult
from ...spec import Clearance
from ..between import children_between
from ..inspected import Inspected
from ..registry import register
from ..words import point
from .apart import distance_of, nearest, place_of_distance
from .within import SLACK, quantity


@register("spec.clearance", Clearance, deep=True)
def clearance(inspected: Inspected, wanted: Clearance) -> CheckResult:
    """Two labelled children are at least that far apart."""
    pairs = children_between(inspected, wanted.between)
    found = nearest(distance_of(inspected, *pair) for pair in pairs)
    measured, limit = quantity(found.value, "mm"), f"at least {quantity(wanted.at_least, 'mm')}"
    names = f"'{wanted.between[0]}' and '{wanted.between[1]}'"
    message = f"{names} are {measured} apart at {point(found.first)}"
    if found.value >= wanted.at_least - SLACK:
        return CheckResult("", "pass", message, measured, limit)
    places = (place_of_distance(wanted.between, found),)
    return CheckResult("", "fail", f"{message}, not {limit}", measured, limit, places)
