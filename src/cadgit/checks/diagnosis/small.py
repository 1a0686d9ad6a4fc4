"""Details that are too small to be meant. They are no fault, but where faults begin."""

from __future__ import annotations

from ...records import Diagnosed, GeometryFinding
from ...shape.diagnosis.details import Detail, details
from ..inspected import Inspected
from ..words import KEPT, count, number
from .subject import Subject

#: Smallest edge and width of a face, as a part of the diagonal: 0.01 mm for a part of 100 mm.
SMALLEST = 1e-4

_PROPOSALS = {
    "short edge": "two points are nearly one: let lines end in the same point (`line @ 1`), faces in the same plane",
    "small face": "two cuts or fillets nearly meet: let them meet, or keep them apart",
    "narrow face": "two faces nearly coincide, or a fillet nearly reaches an edge: let them coincide, or stay apart",
}


def small(inspected: Inspected) -> Diagnosed:
    """A warning for each small edge and face."""
    limit = SMALLEST * inspected.diagonal
    found = details(inspected.shape, limit)
    subject = Subject(inspected)
    more = (f"{count(len(found) - KEPT, 'more edge or face', 'more edges and faces')} under {number(limit)} mm",)
    return Diagnosed(
        tuple(_finding(subject, detail, limit) for detail in found[:KEPT]), more if len(found) > KEPT else ()
    )


def _finding(subject: Subject, detail: Detail, limit: float) -> GeometryFinding:
    entity = ("edge" if detail.kind == "short edge" else "face", detail.number)
    size = f"{number(detail.size)} mm"
    if detail.kind == "short edge":
        message = f"an edge of {size}, under {number(limit)} mm"
    else:
        size = f"{size} wide, {number(detail.around)} mm around"
        message = f"a {detail.kind.removesuffix(' face')} face: {size}, under {number(limit)} mm"
    return subject.finding(detail.kind, "warning", [entity], message, _PROPOSALS[detail.kind], size=size)
