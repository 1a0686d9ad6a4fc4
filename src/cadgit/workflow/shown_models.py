"""What the page shows in three dimensions: a candidate's model, the ghost of a version over it, small pictures.

All of it comes from the cache when the same geometry was shown before.
"""

from __future__ import annotations

import hashlib
import re
from typing import Literal

from .. import __version__
from ..errors import EnvironmentFailed
from ..kernel.jobs import Haunt, InspectionFailed, Tessellate, Tessellated
from ..records import Candidate, ManifestNode, Version
from . import geometry
from .cache import manifest_sha256
from .promote import describe
from .render import small_picture
from .workspace import Workspace

_MODEL, _GHOST = "model", "ghost"
#: Two hashes (see `page.model_key`).
_KEY = re.compile(r"[0-9a-f]{64}-[0-9a-f]{64}")
#: Seconds for the exact Boolean of a ghost, after which meshes are asked: whoever waits wants an answer.
_EXACT_BUDGET = 15.0

#: What is tried for a ghost, in this order: with volumes by an exact Boolean, by one of meshes, without volumes.
_TRIES: tuple[tuple[Literal["exact", "mesh"], bool, float], ...] = (
    ("exact", False, _EXACT_BUDGET),
    ("mesh", False, 60.0),
    ("mesh", True, 60.0),
)


def model(ws: Workspace, candidate: Candidate, key: str = "") -> bytes:
    """A candidate's model as JSON (see `shape.viewed`); runs the candidate if its geometry is not kept.

    Args:
        key: `page.model_key` of the geometry that is meant, which the cache has before git has the record of its run.

    Raises:
        ModelFailed: it does not run.
        EnvironmentFailed: it cannot be shown, or ocp-tessellate is not installed.
    """
    brep, manifest = _geometry(ws, candidate, key)
    job = Tessellate(brep, manifest, candidate.part)
    made_of = f"{_sha256(brep)} {manifest_sha256(manifest)} {job.name} {job.deflection} {__version__}"
    kept = ws.cache.get_made(_MODEL, made_of)
    if kept is None:
        ws.progress.stage(f"meshing {describe(candidate)}")
        made = ws.kernel.tessellate(job)
        if not isinstance(made, Tessellated):
            raise _failed(ws, describe(candidate), made)
        kept = made.model
        ws.cache.put_made(_MODEL, made_of, kept)
    return kept


def ghost(ws: Workspace, version: Version, candidate: Candidate, key: str = "") -> bytes:
    """The ghost of a version over a candidate as JSON: its edges, and the volumes that differ where these are known.

    Args:
        key: as for `model`.

    Raises:
        ModelFailed: one of both does not run.
        EnvironmentFailed: it cannot be shown, or the version's geometry is kept nowhere.
    """
    old = ws.candidates.current(version.candidate) or ws.versions.as_candidate(version)
    before, (now, _) = geometry.of_version(ws, old, version).brep, _geometry(ws, candidate, key)
    made_of = f"{_sha256(before)} {_sha256(now)} {__version__}"
    kept = ws.cache.get_made(_GHOST, made_of)
    if kept is not None:
        return kept
    ws.progress.stage(f"comparing {version.name} with {describe(candidate)}")
    failure = None
    for method, edges_only, budget in _TRIES[-1:] if before == now else _TRIES:
        made = ws.kernel.tessellate(Haunt(before, now, method, edges_only, budget))
        if isinstance(made, Tessellated):
            ws.cache.put_made(_GHOST, made_of, made.model)
            return made.model
        failure = made
    assert failure is not None
    raise _failed(ws, version.name, failure)


def picture(ws: Workspace, candidate: Candidate) -> bytes:
    """A small picture of a candidate as PNG.

    Raises:
        ModelFailed: it does not run.
        EnvironmentFailed: it cannot be drawn, or embreex is not installed.
    """
    return small_picture(ws, geometry.of_candidate(ws, candidate))


def _geometry(ws: Workspace, candidate: Candidate, key: str) -> tuple[bytes, ManifestNode | None]:
    kept = ws.cache.get_result(*key.split("-", 1)) if _KEY.fullmatch(key) else None
    if kept is None:
        result = geometry.of_candidate(ws, candidate)
        kept = (result.brep, result.manifest)
    return kept


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _failed(ws: Workspace, name: str, failure: InspectionFailed) -> EnvironmentFailed:
    if failure.reason == "missing":
        return EnvironmentFailed(failure.message, f"{ws.interpreter.python} -m pip install 'cadgit[viewer]'")
    return EnvironmentFailed(f"{name} cannot be shown: {failure.message}")
