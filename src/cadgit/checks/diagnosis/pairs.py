"""What runs through what, by OCCT's analysis.

It sees what winding numbers miss, such as a bend that is tighter than its bar is wide. It is no check of the gate, as
it can take minutes; alone it is a warning.
"""

from __future__ import annotations

from ...records import Diagnosed
from ...shape.diagnosis.crossings import crossings
from ..inspected import Inspected
from ..words import KEPT, count
from .proposals import advice
from .subject import Subject


def pairs(inspected: Inspected) -> Diagnosed:
    """A finding for each pair of edges and faces of one solid that run through each other."""
    subject = Subject(inspected)
    one = advice("self-intersection", "")
    findings = []
    for number, solid in enumerate(inspected.solids, 1):
        found = crossings(inspected.shape, solid)
        if found is None:
            return Diagnosed(not_checked=(f"OCCT's analysis of {inspected.solid_name(number)} failed",))
        findings += [
            subject.finding(
                one.kind,
                "warning",
                [crossing.first, crossing.second],
                f"they run through each other ({inspected.solid_name(number)})",
                one.proposal,
                point=crossing.point,
            )
            for crossing in found
        ]
    more = (count(len(findings) - KEPT, "more pair"),) if len(findings) > KEPT else ()
    return Diagnosed(tuple(findings[:KEPT]), more)
