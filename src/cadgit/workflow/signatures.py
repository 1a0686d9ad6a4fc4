"""verify --signatures: who signed the tags of versions, as git tells it."""

from __future__ import annotations

from ..errors import RefError
from ..frozen import frozen
from ..git.signatures import Signature, check_signature
from ..records import Version
from .targets import version_for
from .working import what_there_is
from .workspace import Workspace


@frozen
class SignaturesOutcome:
    """`cadgit verify --signatures`: each version that was asked for, oldest first. `good`: none of them is bad."""

    signatures: tuple[Signature, ...]
    good: bool


def signatures(ws: Workspace, ref: str | None = None) -> SignaturesOutcome:
    """Let git verify the tags of versions, withdrawn ones too, and compare them with their notes.

    Args:
        ref: a version; a part, for all of its versions; None for all versions of all parts.

    Raises:
        RefError: there is no such version, or none at all.
        EnvironmentFailed: git is not installed, or a note cannot be read.
    """
    found = tuple(check_signature(ws.repository, ws.versions, version) for version in _versions(ws, ref))
    return SignaturesOutcome(found, good=all(signature.state != "bad" for signature in found))


def _versions(ws: Workspace, ref: str | None) -> list[Version]:
    known = ws.versions.parts()
    parts = known if ref is None else (ref,) if ref in known else ()
    if ref is not None and not parts:
        return [version_for(ws, ref)]
    found = [version for part in parts for version in reversed(ws.versions.history(part))]
    if not found:
        raise RefError("no version was promoted yet", what_there_is(ws))
    return found
