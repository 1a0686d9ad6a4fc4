"""Does the result stay inside a region?"""

from __future__ import annotations

from ...records import Box, CheckResult
from ...shape.differences import Amount, outside
from ...spec import KeepIn
from ..inspected import Inspected
from ..registry import register
from .bodies import body_of_region, body_of_result, judge_amount


@register("spec.keep-in", KeepIn, deep=True)
def keep_in(inspected: Inspected, wanted: KeepIn) -> CheckResult:
    """All of the result lies inside a region."""
    body = body_of_result(inspected)
    # The exact bounding box settles what a Boolean of coincident faces might not.
    if wanted.region.box and inspected.box and _holds(wanted.region.box, inspected.box):
        found: Amount | None = Amount(0.0)
    else:
        found = outside(body, body_of_region(inspected, wanted.region), wanted.max_volume)
    return judge_amount(found, wanted.max_volume, "volume outside the region", "outside")


def _holds(outer: Box, inner: Box) -> bool:
    low = all(a <= b for a, b in zip(outer.minimum, inner.minimum, strict=True))
    return low and all(a >= b for a, b in zip(outer.maximum, inner.maximum, strict=True))
