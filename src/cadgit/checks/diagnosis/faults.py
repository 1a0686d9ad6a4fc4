"""What OCCT's BRepCheck found, as findings."""

from __future__ import annotations

from dataclasses import replace

from ...records import Diagnosed, GeometryFinding
from ...shape.diagnosis.validity import Fault, validity_faults
from ..inspected import Inspected
from ..words import KEPT, count, listed
from .subject import Subject

#: For what BRepCheck finds (the first that fits counts): what a finding is called, and what to try.
ADVICE: dict[str, tuple[str, str]] = {
    "SelfIntersectingWire": (
        "crossing outline",
        "the outline of this face crosses itself: check the order of the points of its lines (Polyline, make_polygon,"
        " make_face()); an offset has to be smaller than half of the narrowest place",
    ),
    "IntersectingWires": (
        "crossing outlines",
        "a hole reaches over the rim or into another hole: move it or make it smaller, or subtract it"
        " (`mode=Mode.SUBTRACT`) instead of drawing it as an inner outline",
    ),
    "InvalidImbricationOfWires": (
        "outlines not nested",
        "the inner outlines of a face have to lie inside of its outer one: `Face(outer, [inner])`",
    ),
    "NotClosed": (
        "not closed",
        "the lines around it do not close: `close=True` on a Polyline, or the first point again at the end; of a shell,"
        " a face is missing",
    ),
    "NotConnected": (
        "lines do not meet",
        "each line has to start where the last one ended: `line @ 1` as the next start",
    ),
    "RedundantFace": ("face used twice", "give each face once to `Shell(faces)`"),
    "RedundantEdge": ("edge used twice", "give each line once to the outline"),
    "UnorientableShape": (
        "no direction",
        "its pieces cannot be laid in one direction: build the face from its outer and inner outlines anew"
        " (`Face(outer, [inner])`)",
    ),
    "BadOrientationOfSubshape": (
        "pieces turned round",
        "some of its pieces run the wrong way: build it anew from its lines (`Face(Wire(edges))`) or faces"
        " (`Shell(faces)`), which puts them in order",
    ),
}
_OTHER = {
    "vertex": "invalid vertex",
    "edge": "invalid edge",
    "face": "invalid face",
    "shell": "invalid shell",
    "solid": "invalid solid",
}
#: What to try where BRepCheck says no more than that something does not agree.
_LEFT_BY = (
    "usually left by a cut, fillet, loft or sweep of shapes that nearly touch: let them overlap by 0.01 mm or more, use"
    " another size, or make it before other cuts"
)
_BODY = (
    "its faces do not close to a body: look at what else is found here, or build it of all its faces"
    " (`Solid(Shell(faces))`)"
)


def faults(inspected: Inspected) -> Diagnosed:
    """A finding for each sub-shape that BRepCheck finds faulty."""
    found = validity_faults(inspected.shape)
    if found is None:
        return Diagnosed()
    subject = Subject(inspected)
    if not found:
        text = "not valid, in a way that OCCT ties to no sub-shape"
        return Diagnosed((subject.finding("invalid", "fault", (), text, _LEFT_BY),))
    more = (count(len(found) - KEPT, "more faulty sub-shape"),) if len(found) > KEPT else ()
    return Diagnosed(tuple(_finding(subject, fault) for fault in found[:KEPT]), more)


def _finding(subject: Subject, fault: Fault) -> GeometryFinding:
    # In the order of ADVICE: pieces that are turned round are often what a crossing outline looks like from outside.
    known = [status for status in ADVICE if status in fault.statuses]
    kind, proposal = ADVICE[known[0]] if known else _other(fault.entity)
    first = replace(fault, statuses=(*known, *(status for status in fault.statuses if status not in known)))
    return subject.finding(
        kind, "fault", [(fault.entity, fault.number)], listed(first.words), proposal, point=fault.point
    )


def _other(entity: str) -> tuple[str, str]:
    return _OTHER[entity], _BODY if entity in ("shell", "solid") else _LEFT_BY
