"""Does the result stay out of a region?"""

from __future__ import annotations

from ...records import CheckResult
from ...shape.differences import inside
from ...spec import KeepOut
from ..inspected import Inspected
from ..registry import register
from .bodies import body_of_region, body_of_result, judge_amount


@register("spec.keep-out", KeepOut, deep=True)
def keep_out(inspected: Inspected, wanted: KeepOut) -> CheckResult:
    """Nothing of the result lies inside a region."""
    body = body_of_result(inspected)
    found = inside(body, body_of_region(inspected, wanted.region), wanted.max_volume)
    return judge_amount(found, wanted.max_volume, "volume inside the region", "inside")
