"""The inspector's answers about what is wrong with a result, and what would mend it. Nothing is changed."""

from __future__ import annotations

from typing import Any

from ..checks.diagnosis import diagnose
from ..checks.diagnosis.repair import repair
from ..checks.inspected import Inspected
from ..records import BlendedEdge, Diagnosed, Repair
from ..shape.brep import EDGE, shape_map
from ..shape.diagnosis.blends import why_no_chamfer, why_no_fillet
from ..shape.diagnosis.origins import lines_of
from ..shape.entities.finding import UnknownEntity, find
from ..shape.entities.numbering import Entities
from ..shape.measure import diagonal, enclosing_box, length_of, place_of
from . import jobs
from .questions import InspectionError, read

Question = jobs.Diagnose | jobs.TryRepair | jobs.NameEdges | jobs.TryBlend | jobs.FindOrigins


def answer(request: Question) -> Diagnosed | Repair | jobs.NamedEdges | jobs.TriedBlend | jobs.Origins:
    """Answer a question.

    Raises:
        InspectionError: it cannot be answered; the message says why.
    """
    shape = read(request.brep)
    if isinstance(request, jobs.Diagnose):
        return diagnose(Inspected(shape, request.manifest), request.aspect)
    if isinstance(request, jobs.TryRepair):
        inspected = Inspected(shape, request.manifest)
        if inspected.box is None:
            # OCCT's ShapeFix crashes on coordinates that are no numbers.
            raise InspectionError("the size is not finite")
        return repair(inspected, request.manifest)
    if isinstance(request, jobs.NameEdges):
        return _named(shape, request)
    if isinstance(request, jobs.TryBlend):
        return _tried(shape, request)
    return jobs.Origins(lines_of(shape, request.faces, read(request.traced), request.lines))


def _named(shape: Any, request: jobs.NameEdges) -> jobs.NamedEdges:
    edges = shape_map(shape, EDGE)
    numbers = list(request.numbers)
    entities = Entities(shape, request.manifest)
    for text in request.names:
        try:
            found = find(entities, text)
        except UnknownEntity as error:
            raise InspectionError(str(error)) from error
        inside = [edges.FindIndex(edge) for piece in found.shapes for edge in shape_map(piece, EDGE)]
        if not inside:
            raise InspectionError(f"{text} has no edges")
        numbers += inside
    known = tuple(number for number in dict.fromkeys(numbers) if 1 <= number <= edges.Extent())
    box = enclosing_box(shape)
    named = tuple(_edge(number, edges.FindKey(number)) for number in known)
    return jobs.NamedEdges(named, known, diagonal(box) if box else 0.0)


def _edge(number: int, edge: Any) -> BlendedEdge:
    return BlendedEdge(f"edge:{number}", place_of(edge), length_of(edge).size)


def _tried(shape: Any, request: jobs.TryBlend) -> jobs.TriedBlend:
    if request.kind == "fillet":
        why = why_no_fillet(shape, request.edges, request.size)
    else:
        why = why_no_chamfer(shape, request.edges, request.size, request.second, request.face)
    return jobs.TriedBlend(not why, why)
