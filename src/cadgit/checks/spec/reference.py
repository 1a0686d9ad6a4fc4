"""Does the result equal a reference?"""

from __future__ import annotations

from ...records import CheckResult
from ...shape.differences import symmetric_difference
from ...spec import Reference
from ..inspected import Inspected
from ..registry import register
from .bodies import body_of_result, body_of_step, judge_amount


@register("spec.reference", Reference, deep=True)
def reference(inspected: Inspected, wanted: Reference) -> CheckResult:
    """The result differs from a reference STEP file by so much at most."""
    body = body_of_result(inspected)
    found = symmetric_difference(body, body_of_step(inspected, wanted.step), wanted.max_difference)
    return judge_amount(found, wanted.max_difference, f"difference to {wanted.step}", "added", "missing")
