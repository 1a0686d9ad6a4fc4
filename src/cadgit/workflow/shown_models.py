"""What the page shows in three dimensions: a candidate's model, the ghost of a version over it, small pictures.

All of it comes from the cache when the same geometry was shown before.
"""

from __future__ import annotations

from typing import Literal

from .. import __version__
from ..errors import EnvironmentFailed
from ..kernel.jobs import Haunt, InspectionFailed, Tessellate, Tessellated
from ..records import Candidate, Version
from . import geometry
from .cache import manifest_sha256
from .geometry import Result
from .render import small_picture
from .workspace import Workspace

_MODEL, _GHOST = "model", "ghost"
#: Seconds for the exact Boolean of a ghost, after which meshes are asked: whoever waits wants an answer.
_EXACT_BUDGET = 15.0

#: What is tried for a ghost, in this order: with volumes by an exact Boolean, by one of meshes, without volumes.
_TRIES: tuple[tuple[Literal["exact", "mesh"], bool, float], ...] = (
    ("exact", False, _EXACT_BUDGET),
    ("mesh", False, 60.0),
    ("mesh", True, 60.0),
)


def model(ws: Workspace, candidate: Candidate) -> bytes:
    """A candidate's model as JSON (see `shape.viewed`); runs the candidate if its geometry is not kept.

    Raises:
        ModelFailed: it does not run.
        EnvironmentFailed: it cannot be shown, or ocp-tessellate is not installed.
    """
    result = geometry.of_candidate(ws, candidate)
    job = Tessellate(result.brep, result.manifest, candidate.part)
    key = f"{_identity(result)} {job.name} {job.deflection} {result.header.occt} {__version__}"
    kept = ws.cache.get_made(_MODEL, key)
    if kept is None:
        ws.progress.stage(f"meshing {result.name}")
        made = ws.kernel.tessellate(job)
        if not isinstance(made, Tessellated):
            raise _failed(ws, result.name, made)
        kept = made.model
        ws.cache.put_made(_MODEL, key, kept)
    return kept


def ghost(ws: Workspace, version: Version, candidate: Candidate) -> bytes:
    """The ghost of a version over a candidate as JSON: its edges, and the volumes that differ where these are known.

    Raises:
        ModelFailed: one of both does not run.
        EnvironmentFailed: it cannot be shown, or the version's geometry is kept nowhere.
    """
    old = ws.candidates.current(version.candidate) or ws.versions.as_candidate(version)
    before, now = geometry.of_version(ws, old, version), geometry.of_candidate(ws, candidate)
    key = f"{before.brep_sha256} {now.brep_sha256} {now.header.occt} {__version__}"
    kept = ws.cache.get_made(_GHOST, key)
    if kept is not None:
        return kept
    ws.progress.stage(f"comparing {before.name} with {now.name}")
    same = before.brep_sha256 == now.brep_sha256
    failure = None
    for method, edges_only, budget in _TRIES:
        if same and not edges_only:
            continue
        made = ws.kernel.tessellate(Haunt(before.brep, now.brep, method, edges_only, budget))
        if isinstance(made, Tessellated):
            ws.cache.put_made(_GHOST, key, made.model)
            return made.model
        failure = made
    assert failure is not None
    raise _failed(ws, before.name, failure)


def picture(ws: Workspace, candidate: Candidate) -> bytes:
    """A small picture of a candidate as PNG.

    Raises:
        ModelFailed: it does not run.
        EnvironmentFailed: it cannot be drawn, or embreex is not installed.
    """
    return small_picture(ws, geometry.of_candidate(ws, candidate))


def _identity(result: Result) -> str:
    return f"{result.brep_sha256} {manifest_sha256(result.manifest)}"


def _failed(ws: Workspace, name: str, failure: InspectionFailed) -> EnvironmentFailed:
    if failure.reason == "missing":
        return EnvironmentFailed(failure.message, f"{ws.interpreter.python} -m pip install 'cadgit[viewer]'")
    return EnvironmentFailed(f"{name} cannot be shown: {failure.message}")
