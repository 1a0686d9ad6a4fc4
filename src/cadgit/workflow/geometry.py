"""The geometry that REF means: what was promoted for a version, what its last run made for another candidate."""

from __future__ import annotations

from ..errors import EnvironmentFailed, ModelFailed
from ..frozen import frozen
from ..records import Candidate, ManifestNode, Promotion, StepHeader, Version
from . import run
from .promote import describe
from .targets import candidate_for
from .verify import header_for
from .workspace import Workspace


@frozen
class Result:
    """A candidate's geometry with its labels, and where it came from; `version` where it is that version's."""

    candidate: Candidate
    version: Version | None
    brep: bytes
    brep_sha256: str
    manifest: ManifestNode | None
    header: StepHeader

    @property
    def name(self) -> str:
        """In words: ``bracket@v2`` or ``bracket #5 (width=50)``."""
        return self.version.name if self.version else describe(self.candidate)


def of_ref(ws: Workspace, ref: str | None) -> Result:
    """The geometry of a version that REF names or that its candidate was promoted as, else of the candidate.

    Raises:
        RefError: REF names nothing.
        ModelFailed: the model does not run.
        EnvironmentFailed: what was promoted is kept nowhere, and comes out different today.
    """
    candidate, version = candidate_for(ws, ref)
    version = version or next(iter(ws.versions.of_candidate(candidate)), None)
    return of_version(ws, candidate, version) if version else of_candidate(ws, candidate)


def of_candidate(ws: Workspace, candidate: Candidate) -> Result:
    """What the newest run of a candidate made; runs it if it never ran.

    Raises:
        ModelFailed: the model does not run.
    """
    record, brep, manifest = run.ensure_geometry(ws, candidate)
    if record.failure is not None:
        raise ModelFailed(f"{candidate.part} #{candidate.number} does not run: {record.failure.message}")
    return Result(candidate, None, brep, record.brep_sha256, manifest, header_for(candidate, record))


def of_version(ws: Workspace, candidate: Candidate, version: Version) -> Result:
    """What was promoted, whatever the model made when it ran since.

    Raises:
        ModelFailed: it is not kept here, and the model does not run.
        EnvironmentFailed: it is not kept here, and the model makes other bytes.
    """
    promotion = ws.versions.promotion(version)
    brep, manifest = _promoted(ws, candidate, version, promotion)
    return Result(candidate, version, brep, promotion.brep_sha256, manifest, promotion.header)


def _promoted(
    ws: Workspace, candidate: Candidate, version: Version, promotion: Promotion
) -> tuple[bytes, ManifestNode | None]:
    brep_sha256 = promotion.brep_sha256
    kept = ws.versions.geometry(version.tree, brep_sha256, promotion.labels_sha256)
    for record in ws.candidates.runs(candidate.id):
        if kept is None and record.brep_sha256 == brep_sha256:
            kept = ws.cache.get_result(brep_sha256, record.manifest_sha256)
    if kept is not None:
        return kept
    ws.progress.notice("the geometry that was promoted is not kept here, so the model runs again")
    record, brep = run.execute(ws, candidate)
    if record.failure is not None:
        raise ModelFailed(f"{version.name} does not run here: {record.failure.message}")
    if record.brep_sha256 != brep_sha256:
        raise other(version, "geometry")
    return brep, record.manifest


def other(version: Version, what: str) -> EnvironmentFailed:
    """The error about a promoted file that is gone and cannot be made again."""
    return EnvironmentFailed(
        f"the {what} that was promoted as {version.name} is not kept here, and what is made now has other bytes",
        "a clone brings no files of versions: `cadgit pull` does",
    )
