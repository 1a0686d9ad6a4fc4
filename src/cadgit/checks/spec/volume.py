"""Have the solids the volume that the spec says?"""

from __future__ import annotations

from ...records import CheckResult, Place
from ...spec import Volume
from ..inspected import Inspected
from ..registry import register
from ..words import KEPT
from .within import Measured, judge, quantity


@register("spec.volume", Volume)
def volume(inspected: Inspected, wanted: Volume) -> CheckResult:
    """The volume of all solids is what the spec says."""
    return judge("mm³", [Measured("volume", inspected.geometry.volume, wanted.range, solid_volumes(inspected))])


def solid_volumes(inspected: Inspected) -> tuple[Place, ...]:
    """Each solid with its volume: which of them is too large can be seen from that."""
    measured = enumerate(inspected.solids_measured[:KEPT], 1)
    return tuple(inspected.place("solid", number, quantity(mass.size, "mm³"), mass.centre) for number, mass in measured)
