"""Is the bounding box where the spec says?"""

from __future__ import annotations

from ...records import CheckResult
from ...spec import Position
from ..inspected import Inspected
from ..registry import register
from .sides import AXES, low_side
from .within import Measured, judge


@register("spec.position", Position)
def position(inspected: Inspected, wanted: Position) -> CheckResult:
    """The lowest corner of the bounding box is where the spec says."""
    box = inspected.box
    assert box is not None  # the check needs a size
    ranges = (wanted.x, wanted.y, wanted.z)
    return judge(
        "mm",
        [
            Measured(f"lowest {AXES[axis]}", box.minimum[axis], ranges[axis], (low_side(box, axis),))
            for axis in range(3)
        ],
    )
