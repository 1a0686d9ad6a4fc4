"""export: write a candidate's geometry to a file, whole or not at all, if it passed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import cast, get_args

from ..errors import EnvironmentFailed, ModelFailed, Refused, StorageError, UsageError
from ..files import write_atomically
from ..kernel.jobs import Export, Exported, ExportFormat
from ..records import Candidate, Version
from . import run
from .outcomes import ExportOutcome
from .targets import candidate_for
from .verify import header_for, judge
from .workspace import Workspace

FORMATS: tuple[str, ...] = get_args(ExportFormat)
_ALIASES = {"stp": "step"}


def export(ws: Workspace, ref: str | None, output: Path, *, unverified: bool = False) -> ExportOutcome:
    """Write the geometry of a candidate as STEP, BREP, STL, 3MF or GLB, by the ending of `output`.

    The STEP file of a candidate that passed is the very file that was judged.

    Args:
        ws: the workspace.
        ref: what to export; None for the part changed last, as its files are now.
        output: the file to write, relative to the current directory.
        unverified: write it even if it did not pass.

    Raises:
        UsageError: the ending is none of the formats.
        Refused: the candidate did not pass.
        ModelFailed: the model does not run.
        StorageError: the file cannot be written.
    """
    ending = output.suffix.lower().lstrip(".")
    format_ = _ALIASES.get(ending, ending)
    if format_ not in FORMATS:
        raise UsageError(
            f"{output.name}: no format ends in {output.suffix!r}" if output.suffix else f"{output.name} has no ending",
            f"the formats are {', '.join('.' + name for name in FORMATS)}",
        )
    candidate, version = candidate_for(ws, ref)
    version = version or next((v for v in ws.versions.history(candidate.part) if v.candidate == candidate.id), None)
    step_sha256 = _passed(ws, candidate, version, unverified)
    data = _data(ws, candidate, cast(ExportFormat, format_), step_sha256)
    path = ws.cwd / output
    try:
        write_atomically(path, data, sync=True)
    except OSError as error:
        raise StorageError(f"{output} could not be written: {error.strerror}", "nothing was changed there") from None
    digest = hashlib.sha256(data).hexdigest()
    return ExportOutcome(candidate, str(output), format_, digest, len(data), bool(step_sha256), version)


def _passed(ws: Workspace, candidate: Candidate, version: Version | None, unverified: bool) -> str:
    """The hash of the STEP file that passed; empty where only ``--unverified`` lets it through."""
    if version is not None and not version.withdrawn:
        return ws.versions.promotion(version).step_sha256
    if unverified:
        return ""
    outcome = judge(ws, candidate)
    if outcome.verdict.outcome in ("pass", "warn"):
        return outcome.verdict.step_sha256
    names = ", ".join(check.name for check in outcome.verdict.checks if check.status in ("fail", "not checked"))
    raise Refused(
        f"{candidate.part} #{candidate.number} did not pass ({names}), so it was not exported",
        "`--unverified` writes it all the same",
    )


def _data(ws: Workspace, candidate: Candidate, format_: ExportFormat, step_sha256: str) -> bytes:
    if format_ == "step" and step_sha256:
        kept = ws.cache.get("step", step_sha256) or ws.versions.artifact(candidate, step_sha256)
        if kept is not None:
            return kept
    record, brep, manifest = run.ensure_geometry(ws, candidate)
    if record.failure is not None:
        raise ModelFailed(f"{candidate.part} #{candidate.number} does not run: {record.failure.message}")
    if format_ == "brep":
        return brep
    written = ws.kernel.export(Export(brep, manifest, header_for(candidate, record), format_))
    if not isinstance(written, Exported):
        raise EnvironmentFailed(
            f"{candidate.part} #{candidate.number} cannot be written as {format_}: {written.message}"
        )
    return written.data
