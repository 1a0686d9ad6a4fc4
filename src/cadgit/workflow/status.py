"""status: where each part's bytes in the working tree stand, without running anything."""

from __future__ import annotations

from ..errors import CadgitError
from ..records import Candidate
from . import working
from .lost_tags import tell_of_lost_tags
from .outcomes import PartStatus, StatusOutcome
from .run import latest_record
from .verdicts import came_out, spec_change
from .workspace import Workspace


def status(ws: Workspace) -> StatusOutcome:
    """The state of every known part. Never starts the kernel."""
    root = ws.repository.root
    names = ws.parts()
    parts = tuple(_part(ws, name) for name in names)
    tell_of_lost_tags(ws, *names)
    kernel = "running" if ws.kernel.status().running else "not running"
    return StatusOutcome(str(root or ws.repository.git_dir), parts, kernel)


def _part(ws: Workspace, name: str) -> PartStatus:
    try:
        return _readable_part(ws, name)
    except CadgitError as error:  # a note or a ref that was edited by hand; the other parts are still told
        return PartStatus(name, "", "unreadable", detail=error.message)


def _readable_part(ws: Workspace, name: str) -> PartStatus:
    latest = ws.versions.latest(name)
    part = working.named_part(ws, name)
    total = sum(ws.candidates.count(name, line) for line in ws.candidates.lines(name))
    if part is None or ws.repository.root is None or not (ws.repository.root / part.entry).is_file():
        entry = part.entry if part else ""
        return PartStatus(name, entry, "missing", candidates=total, latest=latest)
    try:
        candidate = working.working_candidate(ws, part)
    except CadgitError as error:
        return PartStatus(name, part.entry, "unreadable", candidates=total, latest=latest, detail=error.message)
    if candidate is None:
        return PartStatus(name, part.entry, "new", candidates=total, latest=latest)
    state, detail = _state(ws, candidate)
    if latest is not None and latest.is_of(candidate):
        state = "promoted"
    return PartStatus(name, part.entry, state, candidate, total, latest, detail)


def _state(ws: Workspace, candidate: Candidate) -> tuple[str, str]:
    record = latest_record(ws, candidate)
    if changed := spec_change(ws, candidate, record):
        return "done", f"{changed}: `cadgit verify {candidate.part}`"
    outcome, reason = came_out(ws, candidate, record)
    match outcome:
        case "not run":
            return "new", "committed, but the run did not end"
        case "pass" | "warn":
            return "verified", reason
        case "fail" | "not checked":
            return "rejected", reason
        case _:
            return outcome, reason
