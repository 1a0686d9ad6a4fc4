"""Is any wall too thin?"""

from __future__ import annotations

from ...records import CheckResult
from ...shape.thickness import smallest_wall
from ...spec import Wall
from ..inspected import Inspected
from ..registry import register
from .spans import FRACTION, judge_span, need_meshes


@register("spec.wall", Wall, deep=True)
def wall(inspected: Inspected, wanted: Wall) -> CheckResult:
    """No wall is thinner than the spec says."""
    need_meshes(inspected)
    deflection = FRACTION * inspected.diagonal
    found = smallest_wall(inspected.meshes(FRACTION), inspected.faces, deflection)
    return judge_span("wall", found, wanted.minimum)
