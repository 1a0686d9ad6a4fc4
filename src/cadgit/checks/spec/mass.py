"""Have the solids the mass that the spec says?"""

from __future__ import annotations

from dataclasses import replace

from ...records import CheckResult
from ...spec import Mass
from ..inspected import Inspected
from ..registry import register
from .volume import solid_volumes
from .within import Measured, judge, quantity

_MM3_PER_CM3 = 1000.0


@register("spec.mass", Mass)
def mass(inspected: Inspected, wanted: Mass) -> CheckResult:
    """The mass of all solids, of the spec's density, is what the spec says."""
    grams = inspected.geometry.volume / _MM3_PER_CM3 * wanted.density
    found = judge("g", [Measured("mass", grams, wanted.range, solid_volumes(inspected))])
    of = f"{wanted.material}, " if wanted.material else ""
    return replace(found, message=f"{found.message} ({of}{quantity(wanted.density, 'g/cm³')})")
