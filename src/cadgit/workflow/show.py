"""show: everything known about one candidate."""

from __future__ import annotations

from .lost_tags import tell_of_lost_tags
from .outcomes import ShowOutcome
from .targets import known_candidate
from .workspace import Workspace


def show(ws: Workspace, ref: str | None = None) -> ShowOutcome:
    """The candidate that REF means, with its files, runs, verdicts and versions.

    Raises:
        RefError: REF names nothing, or bytes that never ran.
    """
    candidate, _ = known_candidate(ws, ref)
    versions = ws.versions.of_candidate(candidate)
    tell_of_lost_tags(ws, candidate.part)
    return ShowOutcome(
        candidate,
        ws.candidates.files(candidate),
        ws.candidates.runs(candidate.id),
        ws.candidates.verdicts(candidate.id),
        versions,
        tuple(ws.versions.promotion(version) for version in versions),
    )
