"""Which faces run through each other. Slow: it is asked only about what runs through itself by other evidence."""

from __future__ import annotations

from ...records import Diagnosed
from ...shape.diagnosis.crossings import crossings
from ..inspected import Inspected
from ..words import KEPT, count
from .proposals import advice
from .subject import Subject


def pairs(inspected: Inspected) -> Diagnosed:
    """A finding for each pair of faces of one solid that run through each other."""
    subject = Subject(inspected)
    one = advice("self-intersection", "")
    findings = []
    for number, solid in enumerate(inspected.solids, 1):
        found = crossings(solid, inspected.faces)
        if found is None:
            return Diagnosed(not_checked=(f"OCCT's analysis of {inspected.solid_name(number)} failed",))
        findings += [
            subject.finding(
                one.kind,
                "fault",
                [("face", crossing.first), ("face", crossing.second)],
                f"two faces of {inspected.solid_name(number)} run through each other",
                one.proposal,
                point=crossing.point,
            )
            for crossing in found
        ]
    more = (count(len(findings) - KEPT, "more pair"),) if len(findings) > KEPT else ()
    return Diagnosed(tuple(findings[:KEPT]), more)
