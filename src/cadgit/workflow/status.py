"""status: where each part's bytes in the working tree stand, without running anything."""

from __future__ import annotations

from ..errors import CadgitError
from ..records import Candidate
from . import targets
from .outcomes import PartStatus, StatusOutcome
from .run import latest_record
from .verify import latest_verdict
from .workspace import Workspace


def status(ws: Workspace) -> StatusOutcome:
    """The state of every known part. Never starts the kernel."""
    root = ws.repository.root
    parts = tuple(_part(ws, name) for name in ws.parts())
    kernel = "running" if ws.kernel.status().running else "not running"
    return StatusOutcome(str(root or ws.repository.git_dir), parts, kernel)


def _part(ws: Workspace, name: str) -> PartStatus:
    latest = ws.versions.latest(name)
    part = targets.named_part(ws, name)
    total = sum(tip.number for line in ws.candidates.lines(name) if (tip := ws.candidates.tip(name, line)))
    if part is None or ws.repository.root is None or not (ws.repository.root / part.entry).is_file():
        entry = part.entry if part else ""
        return PartStatus(name, entry, "missing", candidates=total, latest=latest)
    try:
        candidate = targets.working_candidate(ws, part)
    except CadgitError as error:
        return PartStatus(name, part.entry, "unreadable", candidates=total, latest=latest, detail=error.message)
    if candidate is None:
        return PartStatus(name, part.entry, "new", candidates=total, latest=latest)
    state, detail = _state(ws, candidate)
    if latest is not None and latest.candidate == candidate.id:
        state = "promoted"
    return PartStatus(name, part.entry, state, candidate, total, latest, detail)


def _state(ws: Workspace, candidate: Candidate) -> tuple[str, str]:
    record = latest_record(ws, candidate)
    if record is None:
        return "new", "committed, but the run did not end"
    if record.failure is not None:
        return "failed", record.failure.message
    verdict = latest_verdict(ws, candidate, record)
    if verdict is None:
        return "done", ""
    if verdict.outcome in ("pass", "warn"):
        return "verified", ""
    names = [check.name for check in verdict.checks if check.status == verdict.outcome]
    return "rejected", f"{verdict.outcome}: {', '.join(names)}"
