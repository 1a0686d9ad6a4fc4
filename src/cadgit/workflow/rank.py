"""rank: the candidates of a part in two orders, and the first of each kept as `part@best` and `part@closest`.

*Structurally best* is by the verdict alone: gate, spec, warnings. *Closest* is by the geometry alone: to a reference,
else to the spec. A candidate that is valid but further away never displaces one that is closer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import EnvironmentFailed, RefError
from ..git.refs import DEFAULT_LINE, RankedPlace
from ..records import Candidate, CheckResult, Score, Verdict
from . import working
from .comparison import RankEntry, RankOutcome
from .operands import Subject, subject_for, subject_of
from .outcomes import Progress, RunOutcome
from .run import readable_record
from .score import SPEC, against
from .verify import judge
from .workspace import Workspace

#: How outcomes go from good to bad.
_OUTCOMES = ("pass", "warn", "not checked", "fail")


def rank(ws: Workspace, part: str | None, *, reference: str | None = None, limit: int = 20) -> RankOutcome:
    """Rank the newest candidates of a part, of all of its lines, and those that were ranked first before.

    Args:
        ws: the workspace.
        part: a part or its file; None for the part changed last.
        reference: what to be close to, a STEP or BREP file or a REF; None for the spec.
        limit: how many candidates of each line.

    Raises:
        RefError: there is no such part, or nothing of it ran.
        SourceError: the reference cannot be read.
    """
    name = working.working_part(ws, part).name
    target = subject_for(ws, reference) if reference is not None else None
    with _only_stages(ws):
        entries = [_entry(ws, candidate, target) for candidate in _candidates(ws, name, limit)]
    if not entries:
        raise RefError(f"nothing of {name} ran to a result yet", f"`cadgit run {name}`")
    ordered = tuple(sorted(entries, key=_structure))
    by = "reference" if target else "spec" if any(entry.asked for entry in entries) else ""
    near = tuple(sorted(entries, key=_distance if target else _unmet)) if by else ()
    first: dict[RankedPlace, str] = {"best": ordered[0].candidate.id}
    if near:
        first["closest"] = near[0].candidate.id
    ws.rankings.put(name, first)
    for place in first:
        if place in ws.candidates.lines(name):
            ws.progress.notice(f"{name}@{place} is a line of that name; its newest candidate hides the ranked one")
    closest = tuple(entry.candidate.id for entry in near)
    return RankOutcome(name, target.operand if target else None, by, ordered, closest)


def _candidates(ws: Workspace, part: str, limit: int) -> Iterator[Candidate]:
    """Candidates that ran to a result, each tree once: those that stand first now, then the newest of each line."""
    lines = ws.candidates.lines(part)
    standing = [
        ws.candidates.current(commit) for place in ws.rankings.places(part) if (commit := ws.rankings.get(part, place))
    ]
    lines = tuple(sorted(lines, key=lambda line: line != DEFAULT_LINE))
    recent = itertools.chain.from_iterable(ws.candidates.history(part, line, limit) for line in lines)
    seen: set[str] = set()
    for candidate in (*filter(None, standing), *recent):
        if candidate.tree in seen:
            continue
        seen.add(candidate.tree)
        record = readable_record(ws, candidate)
        if isinstance(record, EnvironmentFailed):
            ws.progress.notice(f"{candidate.part} #{candidate.number} is left out: {record.message}")
        elif record is not None and record.failure is None:
            yield candidate


def _entry(ws: Workspace, candidate: Candidate, target: Subject | None) -> RankEntry:
    subject = subject_of(ws, candidate)
    verdict = judge(ws, candidate).verdict
    score, why = against(ws, subject, target) if target else (None, "")
    open_checks = tuple(check for check in verdict.checks if check.status in ("fail", "not checked"))
    return RankEntry(
        candidate,
        verdict.outcome,
        gate_failed=tuple(check.name for check in open_checks if not _is_asked(check)),
        spec_failed=tuple(check.name for check in open_checks if _is_asked(check)),
        asked=sum(map(_is_asked, verdict.checks)),
        warnings=sum(check.status == "warn" for check in verdict.checks),
        score=score,
        unresolved=tuple(_unresolved(verdict, score, why)),
    )


def _is_asked(check: CheckResult) -> bool:
    return check.name.startswith(SPEC)


def _unresolved(verdict: Verdict, score: Score | None, why: str) -> Iterator[str]:
    """What still differs from what is wanted, in sentences."""
    for check in verdict.checks:
        if check.status != "pass":
            yield f"{check.name} ({check.status}): {check.message}"
    if why:
        yield f"not scored: {why}"
    if score is None:
        return
    if score.betti != score.reference_betti:
        names = ("pieces", "tunnels", "cavities")
        counts = ((name, getattr(score.betti, name), getattr(score.reference_betti, name)) for name in names)
        yield ", ".join(f"{mine} {name} instead of {theirs}" for name, mine, theirs in counts if mine != theirs)
    if score.deviation.distance > score.deflection:
        at = ", ".join(map(_length, score.deviation.point))
        yield f"up to {_length(score.deviation.distance)} mm away from the reference, at ({at})"
    if score.volume_iou is not None and score.volume_iou < 1.0 - 1e-6:
        yield f"{1.0 - score.volume_iou:.2%} of the joint volume belongs to one of the two only"


def _length(value: float) -> str:
    """In mm, with the decimals of every length that is shown."""
    return f"{round(value, 4) + 0.0:.12g}"


def _structure(entry: RankEntry) -> tuple[float, ...]:
    wrong = (len(entry.gate_failed), len(entry.spec_failed), entry.warnings)
    return (_OUTCOMES.index(entry.outcome), *wrong, -entry.candidate.number)


def _distance(entry: RankEntry) -> tuple[float, ...]:
    """By how close the geometry is; of equals the older one stays first."""
    score = entry.score
    if score is None:
        return (2.0, 0.0, 0.0, 0.0, entry.candidate.number)
    shape = score.surface.f1 if score.shape is None else score.shape
    return (
        float(score.shape is None),
        -round(shape, 9),
        -score.topology,
        score.deviation.distance,
        entry.candidate.number,
    )


def _unmet(entry: RankEntry) -> tuple[float, ...]:
    """By how much of the spec is met; of equals the older one stays first."""
    return (len(entry.spec_failed), -entry.asked, entry.candidate.number)


@contextmanager
def _only_stages(ws: Workspace) -> Iterator[None]:
    """Twenty verdicts on the way are no answer: only what is going on is told."""
    progress = ws.progress
    ws.progress = _Stages(progress)
    try:
        yield
    finally:
        ws.progress = progress


class _Stages:
    """A `Progress` that hands on stages and notices."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def stage(self, text: str) -> None:
        self._progress.stage(text)

    def check(self, result: CheckResult) -> None: ...

    def notice(self, text: str) -> None:
        self._progress.notice(text)

    def summary(self, outcome: RunOutcome) -> None: ...
