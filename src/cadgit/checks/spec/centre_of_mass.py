"""Is the centre of mass where the spec says?"""

from __future__ import annotations

from ...records import CheckResult, Place
from ...spec import CentreOfMass
from ..inspected import Inspected
from ..registry import register
from .sides import AXES
from .within import Measured, judge


@register("spec.centre-of-mass", CentreOfMass)
def centre_of_mass(inspected: Inspected, wanted: CentreOfMass) -> CheckResult:
    """The centre of mass, as if all solids had one density, is where the spec says."""
    centre = inspected.geometry.centre_of_mass
    if centre is None:
        return CheckResult("", "not checked", "not checked: an empty result has no centre of mass")
    ranges = (wanted.x, wanted.y, wanted.z)
    place = Place("centre of mass", centre)
    return judge("mm", [Measured(AXES[axis], centre[axis], ranges[axis], (place,)) for axis in range(3)])
