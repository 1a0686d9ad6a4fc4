"""run: commit the candidate, execute it in a clean process, keep the record."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from .. import parameters as overrides
from ..errors import EnvironmentFailed, UsageError
from ..git.maintenance import maybe_gc
from ..kernel.jobs import Compare, Execute, Executed, InspectionFailed, Limits, Summarise, Summary
from ..records import Candidate, Closure, Compared, Geometry, ManifestNode, Output, RunRecord
from . import verdicts, working
from .cache import manifest_sha256
from .outcomes import RunOutcome
from .workspace import Workspace, now

#: How much of a model's output, in characters from either end, goes into the note.
NOTED_OUTPUT = 1000

#: PYTHONHASHSEED of the proof run; forks of the warm kernel have 0.
PROOF_HASH_SEED = 20011

#: How many solids of an assembly are measured one by one in the note.
NOTED_PARTS = 16


def run(
    ws: Workspace,
    target: str | None = None,
    *,
    parameters: Sequence[str] = (),
    line: str | None = None,
    object: str | None = None,
    timeout: float | None = None,
    cold: bool = False,
    force: bool = False,
) -> RunOutcome:
    """Make a candidate of the bytes in the working tree and run it, unless just these ran before.

    Args:
        ws: the workspace.
        target: a file, a folder or a part's name; None for the part changed last.
        parameters: overrides as ``name=value``; they make a candidate of their own.
        line: the line that the candidate goes to; None for the part's own, else ``main``.
        object: name of the top-level object that is the result.
        timeout: seconds that the model may take; None for the configured limit.
        cold: use a new interpreter, not the warm kernel.
        force: run again even if there is a record.

    Raises:
        UsageError: file, parameters or names cannot be used; nothing was written.
        EnvironmentFailed: git, disk or kernel failed. A failed *model* is an outcome, not an exception.
    """
    started = time.monotonic()
    if timeout is not None and not 0 < timeout < math.inf:
        raise UsageError(f"a model cannot be given {timeout:g} s", "a number of seconds, such as 30")
    part = working.working_part(ws, target)
    closure = working.read_closure(ws, part)
    for note in closure.notes:
        ws.progress.notice(note)
    return run_closure(
        ws,
        part,
        closure,
        parameters=parameters,
        line=line,
        object=object,
        timeout=timeout,
        cold=cold,
        force=force,
        started=started,
    )


def run_closure(
    ws: Workspace,
    part: working.WorkingPart,
    closure: Closure,
    *,
    parameters: Sequence[str] = (),
    line: str | None = None,
    object: str | None = None,
    timeout: float | None = None,
    cold: bool = False,
    force: bool = False,
    started: float | None = None,
    on_outcome: Callable[[RunOutcome], None] = lambda outcome: None,
) -> RunOutcome:
    """`run` for a closure that was read already, wherever from.

    Args:
        started: by `time.monotonic`, when there was something to do before; None for now.
        on_outcome: told what came of it as soon as that is known, before the record is kept.
    """
    started = time.monotonic() if started is None else started
    chosen = tuple(
        overrides.override(closure.source, name, value) for name, value in overrides.parse_assignments(parameters)
    )
    meta = working.meta_for(ws, part, closure, object=object, parameters=chosen)
    candidate, new = ws.candidates.add(part.name, working.line_for(ws, part, line), closure, meta, now())
    if new:
        maybe_gc(ws.repository, candidate.number)
    again = force or cold or timeout is not None
    before = latest_record(ws, candidate)
    if before is not None and not again and ws.interpreter.offers(before.environment):
        _mark(ws, candidate, before)
        if changed := verdicts.spec_change(ws, candidate, before):
            ws.progress.notice(f"{changed}: `cadgit verify {candidate.part}` judges it under what is asked now")
        outcome = RunOutcome(
            candidate, before, new, True, time.monotonic() - started, last_good=ws.last_good(candidate.part)
        )
        on_outcome(outcome)
        return outcome

    def outcome_of(record: RunRecord) -> RunOutcome:
        seconds = time.monotonic() - started
        return RunOutcome(candidate, record, new, False, seconds, last_good=ws.last_good(candidate.part))

    record, brep = execute(
        ws, candidate, timeout=timeout, cold=cold, on_record=lambda record: on_outcome(outcome_of(record))
    )
    _mark(ws, candidate, record)
    compared = _compare(ws, before, record, brep) if before is not None and force else None
    return replace(outcome_of(record), compared=compared)


def _mark(ws: Workspace, candidate: Candidate, record: RunRecord) -> None:
    # A mistyped --object or -P that does not run is no statement about the file, so verify and promote pass it by.
    if record.outcome == "done":
        ws.marks.set_ran(candidate.part, candidate.id)


def ensure_run(ws: Workspace, candidate: Candidate) -> RunRecord:
    """The newest record of a candidate; runs it first if it never ran, and tells `ws.progress` about that."""
    record = latest_record(ws, candidate)
    if record is not None:
        return record
    started = time.monotonic()
    record, _ = execute(ws, candidate)
    ws.progress.summary(
        RunOutcome(candidate, record, False, False, time.monotonic() - started, last_good=ws.last_good(candidate.part))
    )
    return record


def ensure_geometry(ws: Workspace, candidate: Candidate) -> tuple[RunRecord, bytes, ManifestNode | None]:
    """The record of a candidate that ran, with its geometry; runs it again when the cache no longer has it.

    Returns:
        The record, its BREP (empty when the run failed) and the labels that belong to it.
    """
    record = ensure_run(ws, candidate)
    if record.outcome == "failed":
        return record, b"", None
    kept = ws.cache.get_result(record.brep_sha256, record.manifest_sha256) or _promoted(ws, candidate, record)
    if kept is not None:
        return record, *kept
    ws.progress.notice("the cached geometry is gone, so the model runs again")
    record, brep = execute(ws, candidate)
    return record, brep, record.manifest


def _promoted(ws: Workspace, candidate: Candidate, record: RunRecord) -> tuple[bytes, ManifestNode | None] | None:
    kept = ws.versions.geometry(candidate.tree, record.brep_sha256)
    # The files of a version hang on a ref that anybody can move; the record says what was handed over.
    return kept if kept is not None and manifest_sha256(kept[1]) == record.manifest_sha256 else None


def latest_record(ws: Workspace, candidate: Candidate) -> RunRecord | None:
    """The newest record of a candidate, proof runs aside, or None if it never ran."""
    # A note can be copied to another commit by hand; what it says is about another tree then.
    records = [r for r in ws.candidates.runs(candidate.id) if r.purpose == "run" and r.tree == candidate.tree]
    return records[-1] if records else None


def readable_record(ws: Workspace, candidate: Candidate) -> RunRecord | EnvironmentFailed | None:
    """`latest_record`, or why it cannot be read: one note that was edited by hand must not hide what all others say."""
    try:
        return latest_record(ws, candidate)
    except EnvironmentFailed as error:
        return error


def prove(ws: Workspace, candidate: Candidate) -> tuple[RunRecord, bytes]:
    """Run a candidate in a new interpreter with another hash seed and keep the record as a proof."""
    return execute(ws, candidate, cold=True, hash_seed=PROOF_HASH_SEED, purpose="proof")


def execute(
    ws: Workspace,
    candidate: Candidate,
    *,
    timeout: float | None = None,
    cold: bool = False,
    hash_seed: int = 0,
    purpose: Literal["run", "proof", "replay"] = "run",
    on_record: Callable[[RunRecord], None] = lambda record: None,
) -> tuple[RunRecord, bytes]:
    """Execute a candidate's committed bytes, tell `on_record`, and keep the record. Returns it and the BREP, if any."""
    job, closure = job_for(ws, candidate, timeout=timeout, hash_seed=hash_seed)
    again = " again, to see whether it makes the same" if purpose == "proof" else ""
    ws.progress.stage(f"running {candidate.part}{again}")
    done = ws.kernel.execute(job, cold=cold)
    geometry, warnings = _measure(ws, done)
    brep_sha256, labels_sha256 = ws.cache.put_result(done.brep, done.manifest) if done.brep else ("", "")
    record = RunRecord(
        outcome="failed" if done.failure else "done",
        when=now(),
        mode=done.mode,
        tree=candidate.tree,
        source_sha256=closure.source_sha256,
        closure_sha256=closure.closure_sha256,
        environment=done.environment,
        brep_sha256=brep_sha256,
        chosen_by=done.chosen_by,
        geometry=geometry,
        manifest=done.manifest,
        left_out=done.left_out,
        warnings=done.warnings + warnings,
        files_written=done.files_written,
        failure=done.failure,
        output=done.output,
        seconds_model=done.seconds_model,
        seconds_import=done.seconds_import,
        sandbox=done.sandbox,
        purpose=purpose,
        manifest_sha256=labels_sha256,
    )
    on_record(record)
    ws.candidates.add_run(candidate.id, _for_note(record))
    return record, done.brep


def job_for(
    ws: Workspace, candidate: Candidate, *, timeout: float | None = None, hash_seed: int = 0, trace: bool = False
) -> tuple[Execute, Closure]:
    """What the kernel is asked for to execute a candidate's committed bytes, and these."""
    # Read back from git, not from the working tree: what runs is what was committed.
    closure = ws.candidates.closure_of(candidate)
    limits = ws.config.limits
    job = Execute(
        files=closure.files,
        entry=closure.entry,
        roots=candidate.meta.roots,
        module=candidate.meta.module,
        object=candidate.meta.object,
        parameters=candidate.meta.parameters,
        hidden=_live_paths(ws),
        limits=Limits(timeout or limits.seconds, limits.memory, limits.scratch, limits.output),
        strict=ws.config.sandbox == "strict",
        hash_seed=hash_seed,
        part=candidate.part,
        trace=trace,
    )
    return job, closure


def _live_paths(ws: Workspace) -> tuple[str, ...]:
    places = {str(ws.repository.common_dir), str(ws.repository.git_dir)}
    return tuple(sorted(places | ({str(ws.repository.root)} if ws.repository.root else set())))


def _measure(ws: Workspace, done: Executed) -> tuple[Geometry | None, tuple[str, ...]]:
    if not done.brep:
        return None, ()
    summary = ws.kernel.summarise(Summarise(done.brep, done.manifest))
    if isinstance(summary, Summary):
        return summary.geometry, summary.warnings
    return None, (f"the result could not be measured: {summary.message}",)


def _compare(ws: Workspace, before: RunRecord, record: RunRecord, brep: bytes) -> Compared | None:
    if before.outcome == "failed" or record.outcome == "failed":
        return None
    if before.brep_sha256 == record.brep_sha256:
        return Compared(True, "hash")
    earlier = ws.cache.get("brep", before.brep_sha256)
    if earlier is None:
        ws.progress.notice("the geometry of the run before is gone from the cache, so it was not compared")
        return None
    compared = ws.kernel.compare(Compare(earlier, brep))
    if isinstance(compared, InspectionFailed):
        ws.progress.notice(f"the two geometries could not be compared: {compared.message}")
        return None
    return compared


def _for_note(record: RunRecord) -> RunRecord:
    """The record as `git log` should show it: long output and long lists cut, labels left to the cache."""
    output, geometry = record.output, record.geometry
    if len(output.head) > NOTED_OUTPUT or len(output.tail) > NOTED_OUTPUT:
        whole = output.head + output.tail
        head, tail = whole[:NOTED_OUTPUT], whole[NOTED_OUTPUT:][-NOTED_OUTPUT:]
        cut = len(whole.encode()) - len(head.encode()) - len(tail.encode())
        output = Output(head, tail, output.total_bytes, output.dropped_bytes + cut)
    if geometry is not None:
        geometry = replace(geometry, parts=geometry.parts[:NOTED_PARTS], labels=geometry.labels[:NOTED_PARTS])
    return replace(record, output=output, geometry=geometry, manifest=None)
