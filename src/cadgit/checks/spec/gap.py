"""Is any gap too narrow?"""

from __future__ import annotations

from ...records import CheckResult
from ...shape.thickness import smallest_gap
from ...spec import Gap
from ..inspected import Inspected
from ..registry import register
from .spans import FRACTION, judge_span, need_meshes


@register("spec.gap", Gap, deep=True)
def gap(inspected: Inspected, wanted: Gap) -> CheckResult:
    """No gap, in a solid or between two, is narrower than the spec says."""
    need_meshes(inspected)
    deflection = FRACTION * inspected.diagonal
    found = smallest_gap(inspected.meshes(FRACTION), inspected.faces, deflection)
    return judge_span("gap", found, wanted.minimum)
