"""Has the result as many solids as the spec says?"""

from __future__ import annotations

from ...records import CheckResult
from ...spec import Solids
from ..inspected import Inspected
from ..registry import register
from ..words import KEPT
from .within import Measured, judge


@register("spec.solids", Solids, needs_size=False)
def solids(inspected: Inspected, wanted: Solids) -> CheckResult:
    """There are as many solids as the spec says."""
    amount = inspected.solids.Extent()
    places = inspected.places("solid", range(1, min(amount, KEPT) + 1))
    return judge("", [Measured("solids", amount, wanted.count, places)])
