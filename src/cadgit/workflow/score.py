"""score: how close a candidate is to a known target, axis by axis."""

from __future__ import annotations

import time

from ..errors import ModelFailed
from ..kernel.jobs import ScoreAgainst
from ..records import Score
from .comparison import ScoreOutcome
from .operands import Subject, remember, remembered, subject_for
from .verify import judge
from .workspace import Workspace

#: What the names of a spec's checks begin with; all others are the gate's.
SPEC = "spec."


def score(
    ws: Workspace, ref: str | None, reference: str, *, before: str | None = None, aligned: bool = False
) -> ScoreOutcome:
    """Score a candidate against a reference; nothing is recorded but the verdict.

    Args:
        ws: the workspace.
        ref: a REF, or a STEP or BREP file; None for the part changed last, as its files are now.
        reference: the target, a file or a REF.
        before: the unedited input, a file or a REF, where the candidate is an edit of it.
        aligned: lay the candidate on the reference first.

    Raises:
        RefError, SourceError: one of them is nothing that can be compared.
        ModelFailed: a model does not run.
    """
    started = time.monotonic()
    names = (ref, reference, before) if before is not None else (ref, reference)
    subjects = [_with_geometry(subject_for(ws, name)) for name in names]
    candidate, target = subjects[:2]
    unedited = subjects[2] if len(subjects) > 2 else None
    valid, invalid = _validity(ws, candidate)
    found, why = against(ws, candidate, target, unedited, aligned=aligned)
    return ScoreOutcome(
        candidate.operand,
        target.operand,
        found,
        valid,
        invalid,
        unedited.operand if unedited else None,
        why,
        time.monotonic() - started,
    )


def against(
    ws: Workspace, candidate: Subject, target: Subject, before: Subject | None = None, *, aligned: bool = False
) -> tuple[Score | None, str]:
    """The score of one geometry against another, an earlier one if the cache has it; or None, and why."""
    hashes = [one.brep_sha256 if one else "" for one in (candidate, target, before)]
    known = remembered(ws, Score, *hashes, str(aligned))
    if known is not None:
        return known, ""
    ws.progress.stage(f"scoring {candidate.operand.name}")
    job = ScoreAgainst(candidate.brep, target.brep, before.brep if before else b"", aligned)
    found = ws.kernel.score(job)
    if not isinstance(found, Score):
        return None, found.message
    remember(ws, found, *hashes, str(aligned))
    return found, ""


def _with_geometry(subject: Subject) -> Subject:
    if not subject.brep:
        raise ModelFailed(f"{subject.operand.name} does not run: {subject.operand.reason}")
    return subject


def _validity(ws: Workspace, subject: Subject) -> tuple[bool | None, tuple[str, ...]]:
    """Whether the candidate passes the gate, and the names of the checks that it does not pass."""
    if subject.operand.candidate is None:
        return None, ()
    verdict = judge(ws, subject.operand.candidate).verdict
    wrong = tuple(
        check.name
        for check in verdict.checks
        if check.status in ("fail", "not checked") and not check.name.startswith(SPEC)
    )
    return not wrong, wrong
