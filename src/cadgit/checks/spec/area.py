"""Have the faces the area that the spec says?"""

from __future__ import annotations

from ...records import CheckResult
from ...spec import Area
from ..inspected import Inspected
from ..registry import register
from ..words import KEPT
from .within import Measured, judge, quantity


@register("spec.area", Area)
def area(inspected: Inspected, wanted: Area) -> CheckResult:
    """The area of all faces is what the spec says."""
    largest = sorted(enumerate(inspected.faces_measured, 1), key=lambda item: -item[1].size)[:KEPT]
    places = tuple(inspected.place("face", number, quantity(mass.size, "mm²")) for number, mass in largest)
    return judge("mm²", [Measured("area", inspected.geometry.area, wanted.range, places)])
