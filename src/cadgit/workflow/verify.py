"""verify: judge a candidate's geometry in a process that the model cannot touch, and keep the verdict."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import replace

from .. import __version__
from ..errors import ModelFailed, UsageError
from ..kernel.jobs import Judge
from ..records import Candidate, ManifestNode, RunRecord, StepHeader, Verdict
from . import run, spec_in_force
from .outcomes import VerifyOutcome
from .spec_in_force import SpecInForce
from .targets import candidate_for
from .verdicts import change, latest_verdict
from .workspace import Workspace, now

#: The last second that a four-digit year can state.
LATEST_TIME = 253402300799


def verify(ws: Workspace, ref: str | None = None, *, deep: bool = False) -> VerifyOutcome:
    """Judge a candidate; runs it first if it never ran.

    Args:
        ws: the workspace; `ws.progress.check` hears each check as it ends.
        ref: what to judge; None for the part changed last, as its files are now.
        deep: run the deep checks too.

    Raises:
        RefError: REF names no candidate.
        ModelFailed: the model does not run, so there is nothing to judge.
        EnvironmentFailed: git, disk or kernel failed.
    """
    candidate, _ = candidate_for(ws, ref)
    return judge(ws, candidate, deep=deep)


def judge(
    ws: Workspace,
    candidate: Candidate,
    *,
    deep: bool = False,
    again: bool = False,
    spec: SpecInForce | None = None,
    on_outcome: Callable[[VerifyOutcome], None] = lambda outcome: None,
) -> VerifyOutcome:
    """The verdict for a candidate, an earlier one if it answers the question.

    Args:
        ws, candidate: what to judge.
        deep: run the deep checks, and give every check the deep budget.
        again: judge even if there is a verdict.
        spec: what the part has to be like; None for what `cadgit.toml` says now.
        on_outcome: told what came of it as soon as that is known, before the verdict is kept.
    """
    started = time.monotonic()
    spec = spec_in_force.current(ws, candidate.part) if spec is None else spec
    record, brep, manifest = ran_geometry(ws, candidate)
    earlier = latest_verdict(ws, candidate, record)
    is_assembly = record.geometry is not None and record.geometry.kind == "assembly"
    unspecified = spec.unspecified(is_assembly)
    if earlier is not None and (changed := change(earlier.spec_sha256, spec.sha256)):
        ws.progress.notice(f"{changed}, so it is judged again")
    elif earlier is not None and not again and _answers(earlier, deep):
        for check in earlier.checks:
            ws.progress.check(check)
        outcome = VerifyOutcome(candidate, record, earlier, True, time.monotonic() - started, unspecified)
        on_outcome(outcome)
        return outcome
    verdict = _judge(ws, candidate, record, brep, manifest, deep, spec)
    outcome = VerifyOutcome(candidate, record, verdict, False, time.monotonic() - started, unspecified)
    on_outcome(outcome)
    ws.candidates.add_verdict(candidate.id, verdict)
    return outcome


def ran_geometry(ws: Workspace, candidate: Candidate) -> tuple[RunRecord, bytes, ManifestNode | None]:
    """As `run.ensure_geometry`, for what makes no sense without geometry.

    Raises:
        ModelFailed: the model does not run.
    """
    record, brep, manifest = run.ensure_geometry(ws, candidate)
    if record.failure is not None:
        raise ModelFailed(
            f"{candidate.part} #{candidate.number} does not run: {record.failure.message}",
            record.failure.hint or f"see `cadgit show {candidate.id[:10]}`",
        )
    return record, brep, manifest


def header_for(candidate: Candidate, record: RunRecord) -> StepHeader:
    """What a STEP file of this run says about where it came from."""
    return StepHeader(
        part=candidate.part,
        entry=candidate.meta.entry,
        source_sha256=record.source_sha256,
        closure_sha256=record.closure_sha256,
        tree=candidate.tree,
        build123d=record.environment.build123d,
        occt=record.environment.occt,
        parameters=candidate.meta.parameters,
        time_stamp=_source_date_epoch(),
    )


def _source_date_epoch() -> int:
    """The time that STEP files state: SOURCE_DATE_EPOCH (reproducible-builds.org) where it is set, else 0."""
    value = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not value:
        return 0
    if not value.isascii() or not value.isdecimal() or int(value) > LATEST_TIME:
        raise UsageError(f"SOURCE_DATE_EPOCH={value!r} is no number of seconds since 1970", "unset it, or correct it")
    return int(value)


def _answers(verdict: Verdict, deep: bool) -> bool:
    # Another cadgit may check more or better, and a check that ran out of time deserves another try.
    return verdict.cadgit == __version__ and not verdict.unchecked and (verdict.deep or not deep)


def _judge(
    ws: Workspace,
    candidate: Candidate,
    record: RunRecord,
    brep: bytes,
    manifest: ManifestNode | None,
    deep: bool,
    spec: SpecInForce,
) -> Verdict:
    ws.progress.stage(f"judging {candidate.part} #{candidate.number}")
    limits = ws.config.limits
    judged = ws.kernel.judge(
        Judge(
            brep,
            manifest,
            header_for(candidate, record),
            deep=deep,
            budget=limits.check,
            deep_budget=limits.deep_check,
            spec=spec.text,
            attached=spec.attached,
        ),
        ws.progress.check,
    )
    verdict = Verdict(
        when=now(),
        tree=candidate.tree,
        brep_sha256=record.brep_sha256,
        deep=deep,
        checks=tuple(replace(check, seconds=round(check.seconds, 4)) for check in judged.checks),
        step_sha256=hashlib.sha256(judged.step).hexdigest() if judged.step else "",
        step_bytes=len(judged.step),
        cadgit=__version__,
        spec_sha256=spec.sha256,
    )
    if judged.step:
        ws.cache.put("step", judged.step)
    return verdict
