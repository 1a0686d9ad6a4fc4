"""export: write a candidate's geometry to a file, whole or not at all, if it passed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import cast, get_args

from ..errors import EnvironmentFailed, Refused, StorageError, UsageError
from ..files import write_atomically
from ..git.traces import Traces
from ..kernel.jobs import Export, Exported, ExportFormat
from ..records import Candidate, Verdict, Version
from . import geometry
from .geometry import Result
from .outcomes import ExportOutcome
from .targets import candidate_for
from .verify import judge
from .workspace import Workspace, now

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
    version = version or next(iter(ws.versions.of_candidate(candidate)), None)
    if version is not None and version.withdrawn:
        ws.progress.notice(f"{version.name} was withdrawn on {version.withdrawn[:10]}")
    verified = True
    promoted = version if version is not None and not version.withdrawn else None
    if promoted is not None:
        data = _of_version(ws, candidate, promoted, cast(ExportFormat, format_))
    elif unverified:
        verified = False
        data = _of_candidate(ws, candidate, cast(ExportFormat, format_))
    elif format_ == "step":
        data = _judged_step(ws, candidate)
    else:
        _passing(ws, candidate)
        data = _of_candidate(ws, candidate, cast(ExportFormat, format_))
    write_output(ws, output, data)
    if promoted is not None:
        _record(ws, promoted, data, format_)
    digest = hashlib.sha256(data).hexdigest()
    return ExportOutcome(candidate, str(output), format_, digest, len(data), verified, version)


def write_output(ws: Workspace, output: Path, data: bytes) -> None:
    """Write the file that `-o` names, whole or not at all.

    Raises:
        StorageError: it cannot be written.
    """
    path = ws.cwd / output
    try:
        write_atomically(path, data, sync=True)
    except FileNotFoundError:
        raise StorageError(f"there is no folder {path.parent}", f"make it first: mkdir -p {output.parent}") from None
    except OSError as error:
        raise StorageError(f"{output} could not be written: {error.strerror}", "nothing was changed there") from None


def _record(ws: Workspace, version: Version, data: bytes, format_: str) -> None:
    """Note the file's hash, so that `trace` knows the file again."""
    try:
        Traces(ws.repository, ws.versions).add(version, ws.repository.blob_id(data), format_, now())
    except EnvironmentFailed as error:
        # The file is written, and is what was asked for.
        ws.progress.notice(f"`cadgit trace` will not know this file again: {error.message}")


def _passing(ws: Workspace, candidate: Candidate, *, again: bool = False) -> Verdict:
    verdict = judge(ws, candidate, again=again).verdict
    if verdict.outcome in ("pass", "warn"):
        return verdict
    names = ", ".join(check.name for check in verdict.checks if check.status in ("fail", "not checked"))
    raise Refused(
        f"{candidate.part} #{candidate.number} did not pass ({names}), so it was not exported",
        "`--unverified` writes it all the same",
    )


def _judged_step(ws: Workspace, candidate: Candidate) -> bytes:
    """The STEP file that was judged; where it is gone and comes out different today, the one of today is judged."""
    for again in (False, True):
        wanted = _passing(ws, candidate, again=again).step_sha256
        data = ws.cache.get("step", wanted) or _of_candidate(ws, candidate, "step")
        if hashlib.sha256(data).hexdigest() == wanted:
            return data
    raise EnvironmentFailed(
        f"the STEP file of {candidate.part} #{candidate.number} comes out different each time",
        "`--unverified` writes one all the same",
    )


def _of_candidate(ws: Workspace, candidate: Candidate, format_: ExportFormat) -> bytes:
    return _written(ws, geometry.of_candidate(ws, candidate), format_)


def _of_version(ws: Workspace, candidate: Candidate, version: Version, format_: ExportFormat) -> bytes:
    """The geometry that was promoted, whatever the model made when it ran since."""
    if format_ != "step":
        return _written(ws, geometry.of_version(ws, candidate, version), format_)
    promotion = ws.versions.promotion(version)
    kept = ws.cache.get("step", promotion.step_sha256) or ws.versions.artifact(candidate, promotion.step_sha256)
    if kept is not None:
        return kept
    data = _written(ws, geometry.of_version(ws, candidate, version), format_)
    if hashlib.sha256(data).hexdigest() != promotion.step_sha256:
        raise geometry.other(version, "STEP file")
    return data


def _written(ws: Workspace, result: Result, format_: ExportFormat) -> bytes:
    written = ws.kernel.export(Export(result.brep, result.manifest, result.header, format_))
    if not isinstance(written, Exported):
        raise EnvironmentFailed(f"{result.name} cannot be written as {format_}: {written.message}")
    return written.data
