"""What verdicts that were given before say of a candidate."""

from __future__ import annotations

from ..records import Candidate, RunRecord, Verdict
from .workspace import Workspace


def latest_verdict(ws: Workspace, candidate: Candidate, record: RunRecord) -> Verdict | None:
    """The newest verdict about just this geometry, or None."""
    about = [
        verdict
        for verdict in ws.candidates.verdicts(candidate.id)
        if (verdict.tree, verdict.brep_sha256) == (candidate.tree, record.brep_sha256)
    ]
    return about[-1] if about else None


def came_out(ws: Workspace, candidate: Candidate, record: RunRecord | None) -> tuple[str, str]:
    """How a candidate came out, in the words of `outcomes.LogEntry`, and the reason where it is not good."""
    verdict = latest_verdict(ws, candidate, record) if record is not None and record.failure is None else None
    return in_words(record, verdict)


def in_words(record: RunRecord | None, verdict: Verdict | None) -> tuple[str, str]:
    """`came_out`, for a record and a verdict that are at hand."""
    if record is None:
        return "not run", ""
    if record.failure is not None:
        return "failed", record.failure.message
    if verdict is None:
        return "done", ""
    worst = [check for check in verdict.checks if check.status == verdict.outcome != "pass"]
    return verdict.outcome, "; ".join(f"{check.name}: {check.message}" for check in worst[:3])


def spec_change(ws: Workspace, candidate: Candidate, record: RunRecord | None) -> str:
    """What to say of a candidate that was judged under another spec than the one in force; empty for any other."""
    verdict = latest_verdict(ws, candidate, record) if record is not None and record.failure is None else None
    if verdict is None:
        return ""
    from . import spec_in_force

    return change(verdict.spec_sha256, spec_in_force.current(ws, candidate.part).sha256)


def change(judged: str, wanted: str) -> str:
    """How two specs, by their hashes, differ, in a half sentence; empty if they do not."""
    if judged == wanted:
        return ""
    if not judged:
        return "a spec was added since it was judged"
    return "the spec was changed since it was judged" if wanted else "its spec was removed since it was judged"
