"""What OCCT's own validity check (BRepCheck) says, and of which sub-shapes."""

from __future__ import annotations

from ..records import CheckResult, Place
from ..shape.diagnosis.validity import validity_faults
from .inspected import Inspected
from .registry import NoArguments, register
from .words import KEPT, count, listed, where


@register("valid", NoArguments)
def valid(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """OCCT's BRepCheck finds every vertex, edge, wire, face, shell and solid valid."""
    faults = validity_faults(inspected.shape)
    if faults is None:
        return CheckResult("valid", "pass", "valid", "0 faults", "0 faults")
    kinds = ", ".join(
        count(amount, kind, plural)
        for kind, plural in (("solid", ""), ("shell", ""), ("face", ""), ("edge", ""), ("vertex", "vertices"))
        if (amount := sum(fault.entity == kind for fault in faults))
    )
    places = [Place(f"{fault.entity} {fault.number}", fault.point, listed(fault.words)) for fault in faults]
    message = "not valid, in a way that OCCT ties to no sub-shape"
    if places:
        message = f"not valid: {where(places)}: {places[0].note}"
    return CheckResult("valid", "fail", message, kinds or "faults", "0 faults", tuple(places[:KEPT]))
