"""Did an edit stay where it was meant?"""

from __future__ import annotations

from ...records import CheckResult
from ...shape.differences import symmetric_difference
from ...spec import Unchanged
from ..inspected import Inspected, NotAttached
from ..registry import register
from .bodies import body_of_box, body_of_brep, body_of_result, judge_amount


@register("spec.unchanged", Unchanged, deep=True)
def unchanged(inspected: Inspected, wanted: Unchanged) -> CheckResult:
    """Outside a box, the result differs from a version by so much at most."""
    body = body_of_result(inspected)
    try:
        before = body_of_brep(inspected, wanted.attachment)
    except NotAttached:
        hint = "`cadgit log` lists the versions, `cadgit pull` brings a remote's"
        raise NotAttached(f"there is no v{wanted.version} with its geometry here: {hint}") from None
    beside = body_of_box(inspected, wanted.outside)
    found = symmetric_difference(body, before, wanted.max_difference, beside)
    return judge_amount(
        found, wanted.max_difference, f"difference to v{wanted.version} outside the box", "added", "missing"
    )
