"""diagnose: why a candidate fails, and what to try. It proposes, and changes nothing."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace

from ..errors import UsageError
from ..frozen import frozen
from ..records import Candidate, CheckResult, Failure, LargestBlend, ManifestNode, RunRecord
from . import blends, findings, geometry, origins, run
from .comparison import Operand
from .diagnosis import DiagnoseOutcome
from .failure_words import explained
from .operands import is_geometry_file, subject_for
from .promote import describe
from .targets import candidate_for
from .verdicts import came_out
from .verify import judge
from .workspace import Workspace


@frozen
class Patient:
    """What is diagnosed: its geometry with its labels, empty where the model does not run."""

    operand: Operand
    brep: bytes
    manifest: ManifestNode | None = None
    record: RunRecord | None = None


def diagnose(
    ws: Workspace, ref: str | None = None, *, fillet: Sequence[str] = (), radius: float | None = None
) -> DiagnoseOutcome:
    """Diagnose a candidate, a version or a file; nothing is recorded but the verdict.

    Args:
        ws: the workspace.
        ref: a REF, or a STEP or BREP file; None for the part changed last, as its files are now.
        fillet: names of edges (or of faces and solids, for all their edges) whose largest fillet is looked for.
        radius: the radius in mm that these edges should take.

    Raises:
        UsageError: a radius without edges, or one that is not positive.
        RefError, SourceError: REF names nothing that can be diagnosed.
    """
    started = time.monotonic()
    if radius is not None and not fillet:
        raise UsageError("a radius needs edges", "`--fillet edge:3,edge:7 --radius 2`")
    if radius is not None and not 0 < radius < math.inf:
        raise UsageError(f"{radius:g} mm is no radius", "a positive number, such as 2.5")
    patient = _patient(ws, ref)
    failure = patient.record.failure if patient.record is not None else None
    if failure is not None:
        outcome = _of_failure(ws, patient, failure)
    else:
        outcome = _of_geometry(ws, patient)
        if fillet:
            outcome = replace(outcome, blend=_asked(ws, patient, fillet, radius))
    return replace(outcome, seconds_total=time.monotonic() - started)


def _patient(ws: Workspace, ref: str | None) -> Patient:
    if ref is not None and is_geometry_file(ws, ref):
        subject = subject_for(ws, ref)
        return Patient(subject.operand, subject.brep)
    candidate, version = candidate_for(ws, ref)
    if version is not None:
        kept = geometry.of_version(ws, candidate, version)
        measured = ws.versions.promotion(version).geometry
        operand = Operand(kept.name, candidate, version, outcome="promoted", geometry=measured)
        return Patient(operand, kept.brep, kept.manifest)
    record, brep, manifest = run.ensure_geometry(ws, candidate)
    outcome, reason = came_out(ws, candidate, record)
    operand = Operand(describe(candidate), candidate, None, "", outcome, reason, record.geometry)
    return Patient(operand, brep, manifest, record)


def _of_failure(ws: Workspace, patient: Patient, failure: Failure) -> DiagnoseOutcome:
    """Of a run that made no geometry: the record's own words, and the largest fillet that would have succeeded."""
    outcome = DiagnoseOutcome(patient.operand, failure, explained(failure))
    candidate = patient.operand.candidate
    texts = (failure.message, *(frame.source for frame in failure.frames[:1]))
    if candidate is None or failure.reason != "exception" or not blends.mentioned(texts):
        return outcome
    blend, why = _failed_blend(ws, candidate, failure)
    return replace(outcome, blend=blend, not_checked=(f"the largest size: {why}",) if why else ())


def _failed_blend(ws: Workspace, candidate: Candidate, failure: Failure) -> tuple[LargestBlend | None, str]:
    """The largest fillet or chamfer at the call that failed, or why it is not known."""
    ws.progress.stage(f"running {candidate.part} again up to the line that failed")
    done = ws.kernel.execute(run.job_for(ws, candidate, trace=True)[0])
    found = done.trace.blend if done.trace is not None else None
    if found is None:
        return None, "run again, the model did not come to a fillet or chamfer that failed"
    line = failure.frames[0] if failure.frames else None
    if line is None or found.line is None or (found.line.file, found.line.line) != (line.file, line.line):
        return None, "run again, the model failed elsewhere"
    blend = blends.largest_blend(
        ws,
        found.brep,
        found.kind,
        numbers=found.edges,
        asked=found.size,
        second=found.second,
        face=found.face,
        line=line,
    )
    return blend, ""


def _of_geometry(ws: Workspace, patient: Patient) -> DiagnoseOutcome:
    said_no: tuple[CheckResult, ...] = ()
    operand, candidate = patient.operand, patient.operand.candidate
    if candidate is not None and patient.record is not None:
        verdict = judge(ws, candidate).verdict
        outcome, reason = came_out(ws, candidate, patient.record)
        operand = replace(operand, outcome=outcome, reason=reason)
        said_no = tuple(check for check in verdict.checks if check.status in ("fail", "not checked"))
    examined = findings.examine(ws, patient.brep, patient.manifest, patient.operand.geometry)
    found, why = examined.findings, ""
    if candidate is not None and any(finding.faces for finding in found):
        found, why = origins.with_lines(ws, candidate, patient.brep, found)
    return DiagnoseOutcome(
        operand,
        checks=said_no,
        findings=found,
        more=examined.more,
        repair=examined.repair,
        checked=examined.checked,
        not_checked=(*examined.not_checked, *((f"the model's lines: {why}",) if why else ())),
    )


def _asked(ws: Workspace, patient: Patient, fillet: Sequence[str], radius: float | None) -> LargestBlend:
    return blends.largest_blend(ws, patient.brep, "fillet", names=fillet, manifest=patient.manifest, asked=radius)
