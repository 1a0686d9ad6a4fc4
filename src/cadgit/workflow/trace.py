"""trace: from a file that somebody sent back to the version, the source and the person that it came from."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Literal

from ..errors import UsageError
from ..files import read_whole
from ..frozen import frozen
from ..git.traces import Trace, Traces
from ..kernel.jobs import CompareSteps, InspectionFailed
from ..records import Candidate, Geometry, Promotion, StepHeader, Version
from ..shape import part21, stamps
from .measures import Measure, moved, side_by_side
from .sameness import TOLERANCE
from .workspace import Workspace

State = Literal["identical", "header", "line ends", "same geometry", "geometry", "unread", "claimed", "unknown"]


@frozen
class TraceOutcome:
    """`cadgit trace`: what a file is.

    Attributes:
        state: ``identical`` to what cadgit wrote; ``header``: only its header was changed since; ``line ends``: only
            these; ``same geometry``: written anew by some program, with the same geometry; ``geometry``: that was
            changed; ``unread``: its geometry cannot be read; ``claimed``: its header names a source, and no more can
            be said; ``unknown``.
        found_by: ``content``, ``header`` or empty.
        format: what cadgit wrote it as, ``step``, ``stl``, …; empty if it did not.
        header: what the file itself says of where it came from; anybody can write that. Of an STL file only the tree,
            and perhaps the part.
        versions: those that it is of, or that its header names; those that stand first, the newest first.
        promotion: the provenance of the first of them.
        candidate: the candidate that it is of, where its geometry was never promoted.
        differences: what is different, in words.
        measures: of the version's file and of this one, side by side, where the geometry was compared.
    """

    path: str
    sha256: str
    size: int
    state: State
    found_by: str = ""
    format: str = ""
    header: StepHeader | None = None
    versions: tuple[Version, ...] = ()
    promotion: Promotion | None = None
    candidate: Candidate | None = None
    differences: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()


def trace(ws: Workspace | None, path: Path) -> TraceOutcome:
    """Find out where a file came from, by its content, else by its header, and what was changed since.

    Args:
        ws: the workspace; without one only the header is read.
        path: any file that cadgit wrote, whatever it is called now.

    Raises:
        UsageError: it cannot be read.
        EnvironmentFailed: a note or the provenance of a version cannot be read, or the kernel failed.
    """
    try:
        data = read_whole(path)
    except OSError as error:
        raise UsageError(f"{path}: {(error.strerror or 'cannot be read').lower()}", "name a file") from None
    return _Tracing(str(path), data).trace(ws)


class _Tracing:
    """One file on its way to an answer."""

    def __init__(self, path: str, data: bytes) -> None:
        self._data = data
        self._header = stamps.read_stamp(data)
        self._is_step = bool(part21.split(data)[0])
        self._unknown = TraceOutcome(
            path, hashlib.sha256(data).hexdigest(), len(data), "claimed" if self._header else "unknown"
        )

    def trace(self, ws: Workspace | None) -> TraceOutcome:
        found = None
        if ws is not None:
            found = self._by_content(ws) or self._by_header(ws)
        return replace(found or self._unknown, header=self._header)

    def _by_content(self, ws: Workspace) -> TraceOutcome | None:
        traces = Traces(ws.repository, ws.versions)
        noted = traces.of(ws.repository.blob_id(self._data))
        versions = [version for trace in noted for version in _versions(ws, trace)]
        versions = versions or list(traces.search(self._unknown.sha256))
        if not versions:
            return next((found for trace in noted if (found := self._of_candidate(ws, trace)) is not None), None)
        ordered = _standing_first(versions)
        format = next((trace.format for trace in noted), "step" if self._is_step else "brep")
        promotion = ws.versions.promotion(ordered[0])
        return replace(
            self._unknown, state="identical", found_by="content", format=format, versions=ordered, promotion=promotion
        )

    def _of_candidate(self, ws: Workspace, trace: Trace) -> TraceOutcome | None:
        """A file that was exported of a candidate; None where that was dropped since."""
        candidate = ws.candidates.find(trace.part, None, trace.tree) if trace.part in ws.parts() else None
        if candidate is None:
            return None
        return replace(self._unknown, state="identical", found_by="content", format=trace.format, candidate=candidate)

    def _by_header(self, ws: Workspace) -> TraceOutcome | None:
        header = self._header
        if header is None:
            return None
        # The header may hold anything: what is no part here is not looked up. That of an STL file may name none.
        for part in [part for part in ws.parts() if header.part in (part, "")]:
            versions = _standing_first([v for v in ws.versions.history(part) if v.tree == header.tree])
            if versions:
                return self._against_version(ws, header, versions)
            candidate = ws.candidates.find(part, None, header.tree)
            if candidate is not None:
                return self._against_candidate(ws, candidate)
        return None

    def _against_version(self, ws: Workspace, header: StepHeader, versions: tuple[Version, ...]) -> TraceOutcome:
        promotions = {version.id: ws.versions.promotion(version) for version in versions}
        # The same source may have been promoted again under other versions of build123d, which the header names.
        versions = tuple(sorted(versions, key=lambda version: promotions[version.id].header != header))
        promotion = promotions[versions[0].id]
        if not self._is_step:
            return replace(self._unknown, state="claimed", found_by="header", versions=versions, promotion=promotion)
        kept = _promoted_step(ws, versions[0], promotion.step_sha256)
        state, differences, measures = self._compared(ws, kept, promotion.geometry)
        return replace(
            self._unknown,
            state=state,
            found_by="header",
            versions=versions,
            promotion=promotion,
            differences=(*_header_changes(promotion.header, header), *differences),
            measures=measures,
        )

    def _against_candidate(self, ws: Workspace, candidate: Candidate) -> TraceOutcome:
        judged = {verdict.step_sha256 for verdict in ws.candidates.verdicts(candidate.id) if verdict.step_sha256}
        if self._unknown.sha256 in judged:
            return replace(self._unknown, state="identical", found_by="content", format="step", candidate=candidate)
        for sha256 in judged if self._is_step else ():
            if kept := ws.cache.get("step", sha256):
                state, differences, measures = self._compared(ws, kept, None)
                return replace(
                    self._unknown,
                    state=state,
                    found_by="header",
                    candidate=candidate,
                    differences=differences,
                    measures=measures,
                )
        return replace(self._unknown, state="claimed", found_by="header", candidate=candidate)

    def _compared(
        self, ws: Workspace, kept: bytes | None, noted: Geometry | None
    ) -> tuple[State, tuple[str, ...], tuple[Measure, ...]]:
        """How this file differs from the one that is kept; without that, from the measures of the note."""
        body = part21.split(self._data)[1]
        if kept is not None:
            original = part21.split(kept)[1]
            if body == original:
                return "header", (), ()
            if _joined(body) == _joined(original):
                return "line ends", (), ()
        ws.progress.stage("comparing the geometry")
        answer = ws.kernel.compare_steps(CompareSteps(kept or self._data, self._data))
        if isinstance(answer, InspectionFailed):
            return "unread", (answer.message,), ()
        if kept is None and noted is not None:
            measures = side_by_side(noted, answer.second)
            changed = moved(tuple(measure for measure in measures if measure.unit), TOLERANCE)
            return ("geometry" if changed else "same geometry"), (), measures
        measures = side_by_side(answer.first, answer.second)
        return ("same geometry" if answer.compared.same else "geometry"), answer.compared.differences, measures


def _versions(ws: Workspace, trace: Trace) -> list[Version]:
    """The versions that a noted file is of: where it was noted for a candidate, those with its very geometry."""
    if trace.version is not None:
        return [trace.version]
    if not trace.brep_sha256 or trace.part not in ws.parts():
        return []
    same_source = (version for version in ws.versions.history(trace.part) if version.tree == trace.tree)
    return [one for one in same_source if ws.versions.promotion(one).brep_sha256 == trace.brep_sha256]


def _promoted_step(ws: Workspace, version: Version, sha256: str) -> bytes | None:
    files = [data for name, data in ws.versions.artifacts(version).items() if name.endswith(".step")]
    kept = next((data for data in files if hashlib.sha256(data).hexdigest() == sha256), None)
    return kept or ws.cache.get("step", sha256)


def _standing_first(versions: list[Version]) -> tuple[Version, ...]:
    return tuple(sorted(versions, key=lambda v: (bool(v.withdrawn), v.part, -v.number)))


def _joined(data: bytes) -> bytes:
    return data.translate(None, b"\r\n")


def _header_changes(promoted: StepHeader, found: StepHeader) -> tuple[str, ...]:
    """What the header says otherwise than the version's provenance."""
    names = ("entry", "source_sha256", "closure_sha256", "build123d", "occt", "parameters", "time_stamp")
    changed = [name for name in names if getattr(promoted, name) != getattr(found, name)]
    return tuple(f"its header has another {name}" for name in changed)
