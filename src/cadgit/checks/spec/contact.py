"""Do two labelled children touch?"""

from __future__ import annotations

from ...records import CheckResult, Place
from ...shape.distances import Distance
from ...spec import Contact
from ..between import Child, children_between
from ..inspected import Inspected
from ..overlap import OverlapLimits, overlaps_of
from ..registry import register
from ..words import point
from .apart import distance_of, nearest, place_of_distance
from .within import SLACK, quantity


@register("spec.contact", Contact, deep=True)
def contact(inspected: Inspected, wanted: Contact) -> CheckResult:
    """Two labelled children touch and do not overlap; of several with one label, each touches one of the others."""
    pairs = children_between(inspected, wanted.between)
    distances = {pair: distance_of(inspected, *pair) for pair in pairs}
    children: list[Child] = list(dict.fromkeys(child for pair in pairs for child in pair))
    closest = [nearest(found for pair, found in distances.items() if child in pair) for child in children]
    loose = max(closest, key=lambda found: found.value)
    measured, limit = quantity(loose.value, "mm"), f"at most {quantity(wanted.tolerance, 'mm')}, without overlap"
    names = f"'{wanted.between[0]}' and '{wanted.between[1]}'"
    if loose.value > wanted.tolerance + SLACK:
        return _fail(wanted, f"{names} do not touch: they are {measured} apart at {point(loose.first)}", limit, loose)
    touching = [pair for pair, found in distances.items() if found.value <= wanted.tolerance + SLACK]
    solids = sorted({(min(a, b), max(a, b)) for one, other in touching for a in one for b in other})
    noise = OverlapLimits().fraction * inspected.diagonal
    for found in overlaps_of(inspected, solids, noise):
        if found.depth > noise:
            depth = f"{quantity(found.depth, 'mm')} deep"
            place = Place(f"solids {found.first} and {found.second}", found.point, f"overlap {depth}")
            message = f"{names} overlap at {point(found.point)}, {depth}"
            return CheckResult("", "fail", message, measured, limit, (place,))
    return CheckResult("", "pass", f"{names} touch at {point(loose.first)}", measured, limit)


def _fail(wanted: Contact, message: str, limit: str, found: Distance) -> CheckResult:
    measured = quantity(found.value, "mm")
    return CheckResult("", "fail", message, measured, limit, (place_of_distance(wanted.between, found),))
