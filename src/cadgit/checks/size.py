"""Is the size finite, and that of something that people make?"""

from __future__ import annotations

from dataclasses import dataclass

from ..records import CheckResult
from ..shape.measure import has_finite_vertices
from .inspected import Inspected
from .registry import register
from .words import number


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """Largest side of the bounding box, in mm: outside these a unit was probably mistaken."""

    smallest: float = 0.1
    largest: float = 100_000.0


@register("size", SizeLimits, needs_size=False)
def size(inspected: Inspected, arguments: SizeLimits) -> CheckResult:
    """The bounding box is finite, and its largest side is between 0.1 mm and 100 m."""
    limit = f"largest side {number(arguments.smallest)} mm to {number(arguments.largest / 1000)} m"
    box = inspected.box
    if box is None:
        why = "it has no end" if has_finite_vertices(inspected.shape) else "a coordinate is infinite or not a number"
        return CheckResult("size", "fail", f"the size is not finite: {why}", "not finite", limit)
    measured = " × ".join(number(side) for side in box.size) + " mm"
    if inspected.copy_of:
        measured = f"within {measured}"
    largest = max(box.size)
    if largest < arguments.smallest:
        message = f"the largest side is {number(largest)} mm: were metres or inches meant?"
        return CheckResult("size", "warn", message, measured, limit)
    if largest > arguments.largest:
        message = f"the largest side is {number(largest / 1000)} m: were micrometres meant?"
        return CheckResult("size", "warn", message, measured, limit)
    return CheckResult("size", "pass", f"finite, {measured}", measured, limit)
