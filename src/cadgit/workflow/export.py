"""export: write a candidate's geometry to a file, whole or not at all, if it passed."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import cast, get_args

from ..errors import EnvironmentFailed, Refused, StorageError, UsageError
from ..files import write_atomically
from ..frozen import frozen
from ..git.traces import Traces
from ..kernel.jobs import Export, Exported, ExportFormat
from ..records import Candidate, SheetMetal, Verdict, Version
from ..records.sheet_metal import K_FACTOR
from . import geometry
from .geometry import Result
from .outcomes import ExportOutcome
from .targets import candidate_for
from .verify import judge
from .workspace import Workspace, now

FORMATS: tuple[str, ...] = get_args(ExportFormat)
_ALIASES = {"stp": "step"}
#: What to do with a result that a format is not for.
_INSTEAD = {name: f"`cadgit render --drawing -o FILE.{name}` draws it from three sides" for name in ("dxf", "svg")}


@frozen
class _File:
    """What is written: the bytes, the hash of the geometry, and the sheet metal whose flat pattern it is."""

    data: bytes
    brep_sha256: str = ""
    sheet: SheetMetal | None = None


def export(
    ws: Workspace, ref: str | None, output: Path, *, unverified: bool = False, k_factor: float | None = None
) -> ExportOutcome:
    """Write the geometry of a candidate as STEP, BREP, STL, 3MF, GLB, DXF or SVG, by the ending of `output`.

    The STEP file of a candidate that passed is the very file that was judged. DXF and SVG hold sketches; DXF also holds
    the flat pattern of sheet metal.

    Args:
        ws: the workspace.
        ref: what to export; None for the part changed last, as its files are now.
        output: the file to write, relative to the current directory.
        unverified: write it even if it did not pass.
        k_factor: for the flat pattern: where the neutral fibre lies in a bend, as a part of the thickness.

    Raises:
        UsageError: the ending is none of the formats, or one for other kinds of result; or the K-factor is none.
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
    _check_k_factor(k_factor, format_)
    job = _Job(ws, cast(ExportFormat, format_), K_FACTOR if k_factor is None else k_factor)
    candidate, version = candidate_for(ws, ref)
    version = version or next(iter(ws.versions.of_candidate(candidate)), None)
    if version is not None and version.withdrawn:
        ws.progress.notice(f"{version.name} was withdrawn on {version.withdrawn[:10]}")
    verified = True
    promoted = version if version is not None and not version.withdrawn else None
    if promoted is not None:
        file = job.of_version(candidate, promoted)
    elif unverified:
        verified = False
        file = job.of_candidate(candidate)
    elif format_ == "step":
        file = job.judged_step(candidate)
    else:
        _passing(ws, candidate)
        file = job.of_candidate(candidate)
    write_output(ws, output, file.data)
    _record(ws, promoted or candidate, file, format_)
    digest = hashlib.sha256(file.data).hexdigest()
    return ExportOutcome(candidate, str(output), format_, digest, len(file.data), verified, version, file.sheet)


def write_output(ws: Workspace, output: Path, data: bytes) -> None:
    """Write the file that `-o` names, whole or not at all; a link stays, and what it leads to is written.

    Raises:
        StorageError: it cannot be written, or what stands there is no file (a device, a pipe).
    """
    path = Path(os.path.realpath(ws.cwd / output))
    if os.path.lexists(path) and not path.is_file():
        raise StorageError(f"{output} is no file, so it is not replaced", "name a file")
    try:
        write_atomically(path, data, sync=True)
    except OSError as error:
        if not path.parent.is_dir():
            raise StorageError(
                f"there is no folder {path.parent}", f"make it first: mkdir -p {output.parent}"
            ) from None
        raise StorageError(f"{output} could not be written: {error.strerror}", "nothing was changed there") from None


def check_ending(output: Path | None, *endings: str) -> None:
    """Refuse a name that says that the file is something else: a model, for one, which would be lost.

    Raises:
        UsageError: it has none of the endings.
    """
    if output is not None and output.suffix.lower() not in endings:
        raise UsageError(f"{output} is no {endings[0]} file", f"name one: {output.with_suffix(endings[0])}")


def _check_k_factor(k_factor: float | None, format_: str) -> None:
    if k_factor is None:
        return
    if format_ != "dxf":
        raise UsageError("a K-factor is for the flat pattern of sheet metal", "that is a .dxf file")
    if not 0 <= k_factor <= 1:
        raise UsageError(f"a K-factor lies between 0 and 1, and {k_factor:g} does not", "0.33 to 0.5 is usual")


def _record(ws: Workspace, of: Version | Candidate, file: _File, format_: str) -> None:
    """Note the file's hash, so that `trace` knows the file again."""
    traces, blob = Traces(ws.repository, ws.versions), ws.repository.blob_id(file.data)
    try:
        if isinstance(of, Version):
            traces.add(of, blob, format_, now())
        else:
            traces.add_candidate(of, file.brep_sha256, blob, format_, now())
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


@frozen
class _Job:
    """Making the file of one format."""

    ws: Workspace
    format: ExportFormat
    k_factor: float

    def judged_step(self, candidate: Candidate) -> _File:
        """The STEP file that was judged; where it is gone and comes out different today, the one of today is judged."""
        for again in (False, True):
            verdict = _passing(self.ws, candidate, again=again)
            kept = self.ws.cache.get("step", verdict.step_sha256)
            file = _File(kept, verdict.brep_sha256) if kept else self.of_candidate(candidate)
            if hashlib.sha256(file.data).hexdigest() == verdict.step_sha256:
                return file
        raise EnvironmentFailed(
            f"the STEP file of {candidate.part} #{candidate.number} comes out different each time",
            "`--unverified` writes one all the same",
        )

    def of_candidate(self, candidate: Candidate) -> _File:
        """What its last run made."""
        return self._written(geometry.of_candidate(self.ws, candidate))

    def of_version(self, candidate: Candidate, version: Version) -> _File:
        """The geometry that was promoted, whatever the model made when it ran since."""
        ws = self.ws
        if self.format != "step":
            return self._written(geometry.of_version(ws, candidate, version))
        wanted = ws.versions.promotion(version).step_sha256
        kept = ws.cache.get("step", wanted) or ws.versions.artifact(candidate, wanted)
        if kept is not None:
            return _File(kept)
        file = self._written(geometry.of_version(ws, candidate, version))
        if hashlib.sha256(file.data).hexdigest() != wanted:
            raise geometry.other(version, "STEP file")
        return file

    def _written(self, result: Result) -> _File:
        job = Export(result.brep, result.manifest, result.header, self.format, k_factor=self.k_factor)
        written = self.ws.kernel.export(job)
        if isinstance(written, Exported):
            return _File(written.data, result.brep_sha256, written.sheet)
        message = f"{result.name} cannot be written as .{self.format}: {written.message}"
        if written.reason == "kind":
            raise UsageError(message, _INSTEAD.get(self.format, ".step and .brep hold what has no faces too"))
        raise EnvironmentFailed(message)
