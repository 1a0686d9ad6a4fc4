"""The inspector's answers about a result beside another, or about the file that it is to be compared with."""

from __future__ import annotations

from ..records import Differences, Score
from ..shape.brep import write_brep
from ..shape.change_facets import change_facets
from ..shape.changes import ChangesError, changes
from ..shape.files import FileError, read_file
from ..shape.render.facets import NothingToSee
from ..shape.score.scoring import ScoreError, score
from ..shape.summary import summarise
from . import jobs
from .questions import InspectionError, read

Question = jobs.Import | jobs.ScoreAgainst | jobs.Subtract | jobs.PaintChange


def answer(request: Question) -> jobs.Imported | Score | Differences | jobs.Painted:
    """Answer a question.

    Raises:
        InspectionError: it cannot be answered; the message says why.
    """
    try:
        if isinstance(request, jobs.Import):
            shape = read_file(request.data)
            return jobs.Imported(write_brep(shape), summarise(shape, None)[0])
        if isinstance(request, jobs.ScoreAgainst):
            before = read(request.before) if request.before else None
            shape, reference = read(request.brep), read(request.reference)
            return score(shape, reference, before, aligned=request.aligned, seed=request.seed)
        if isinstance(request, jobs.PaintChange):
            painted = change_facets(read(request.first), read(request.second), request.method)
            return jobs.Painted(painted.to_bytes())
        if request.first == request.second:
            return Differences(True, "hash")
        return changes(read(request.first), read(request.second), request.method)
    except (FileError, ScoreError, ChangesError, NothingToSee) as error:
        raise InspectionError(str(error)) from error
