"""What a comparison is about: a candidate by REF, or a STEP or BREP file, with its geometry."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TypeVar

from .. import __version__
from ..codec import CodecError, from_plain, to_plain
from ..errors import SourceError
from ..files import read_whole
from ..frozen import frozen
from ..kernel.jobs import Import, Imported
from ..records import Candidate, Geometry, Version
from . import geometry, run
from .comparison import Operand
from .promote import describe
from .targets import candidate_for
from .verdicts import came_out
from .working import existing_path
from .workspace import Workspace

T = TypeVar("T")

#: Endings of files that are geometry, not models.
ENDINGS = (".step", ".stp", ".brep", ".brp")


@frozen
class Subject:
    """One side of a comparison with its geometry; `brep` is empty where the model does not run."""

    operand: Operand
    brep: bytes

    @property
    def brep_sha256(self) -> str:
        """The hash by which answers about this geometry are kept."""
        return hashlib.sha256(self.brep).hexdigest()


@frozen
class _ReadFile:
    """A file that was read before: its geometry in the cache, and its measures."""

    brep_sha256: str
    geometry: Geometry


def is_geometry_file(ws: Workspace, ref: str) -> bool:
    """Whether REF names a STEP or BREP file that is there."""
    return Path(ref).suffix.lower() in ENDINGS and existing_path(ws, ref) is not None


def subject_for(ws: Workspace, ref: str | None) -> Subject:
    """What REF means, or the file of that name; bytes in the working tree that never ran are run first.

    Raises:
        RefError: it names nothing.
        SourceError: the file cannot be read, or is no geometry.
        EnvironmentFailed: what was promoted is kept nowhere, and comes out different today.
    """
    if ref is not None and is_geometry_file(ws, ref):
        return _of_file(ws, ref)
    return subject_of(ws, *candidate_for(ws, ref))


def subject_of(ws: Workspace, candidate: Candidate, version: Version | None = None) -> Subject:
    """A candidate, or a version with the geometry that was promoted."""
    if version is not None:
        result = geometry.of_version(ws, candidate, version)
        measured = ws.versions.promotion(version).geometry
        return Subject(Operand(result.name, candidate, version, outcome="promoted", geometry=measured), result.brep)
    record, brep, _ = run.ensure_geometry(ws, candidate)
    outcome, reason = came_out(ws, candidate, record)
    return Subject(Operand(describe(candidate), candidate, None, "", outcome, reason, record.geometry), brep)


def _of_file(ws: Workspace, ref: str) -> Subject:
    path = ws.cwd / ref
    try:
        data = read_whole(path)
    except OSError as error:
        raise SourceError(f"{ref} cannot be read: {error.strerror}") from None
    digest = hashlib.sha256(data).hexdigest()
    known = remembered(ws, _ReadFile, digest)
    brep = ws.cache.get("brep", known.brep_sha256) if known is not None else None
    if known is None or brep is None:
        ws.progress.stage(f"reading {ref}")
        read = ws.kernel.read_file(Import(data))
        if not isinstance(read, Imported):
            raise SourceError(f"{ref}: {read.message}", f"geometry comes from {', '.join(ENDINGS)} files, and REFs")
        brep = read.brep
        known = _ReadFile(ws.cache.put("brep", brep), read.geometry)
        remember(ws, known, digest)
    return Subject(Operand(ref, file_sha256=digest, geometry=known.geometry), brep)


def remembered(ws: Workspace, kind: type[T], *key: str) -> T | None:
    """An answer that the cache has to a question, by hashes of what it was about, and its options; or None."""
    text = ws.cache.get_made("answer", _key(kind, key))
    try:
        return None if text is None else from_plain(kind, json.loads(text))
    except (ValueError, CodecError):
        return None


def remember(ws: Workspace, answer: object, *key: str) -> None:
    """Keep an answer for `remembered`."""
    ws.cache.put_made("answer", _key(type(answer), key), json.dumps(to_plain(answer)).encode())


def _key(kind: type, key: tuple[str, ...]) -> str:
    # Another cadgit may answer differently.
    return " ".join((__version__, kind.__name__, *key))
