"""Is the bounding box as large as the spec says?"""

from __future__ import annotations

from ...records import CheckResult
from ...spec import Size
from ..inspected import Inspected
from ..registry import register
from .sides import AXES, high_side, low_side
from .within import Measured, judge


@register("spec.size", Size)
def size(inspected: Inspected, wanted: Size) -> CheckResult:
    """The edges of the bounding box are as long as the spec says."""
    box = inspected.box
    assert box is not None  # the check needs a size
    ranges = (wanted.x, wanted.y, wanted.z)
    return judge(
        "mm",
        [
            Measured(AXES[axis], box.size[axis], ranges[axis], (low_side(box, axis), high_side(box, axis)))
            for axis in range(3)
        ],
    )
