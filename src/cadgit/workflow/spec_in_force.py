"""The spec that is in force for a part: what `cadgit.toml` says now, with the files that it refers to.

A version keeps the spec that it passed among its files, so that it can be judged again from git alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..errors import EnvironmentFailed
from ..frozen import frozen
from ..kernel.jobs import Attached
from ..records import Version
from .workspace import Workspace

if TYPE_CHECKING:
    from ..spec import Spec

#: Names in a version's artifacts: the spec's text, and the folder of its files.
TEXT = "spec.toml"
FILES = "spec/"


@frozen
class SpecInForce:
    """A spec with its files as they are now.

    Attributes:
        text: its canonical text; empty where nothing is asked for.
        attached: its files; those that are missing are left out.
        sha256: the hash over text and files, empty without text.
    """

    text: str = ""
    attached: tuple[Attached, ...] = ()
    sha256: str = ""

    @property
    def artifacts(self) -> dict[str, bytes]:
        """The files by which a version keeps it; none without text."""
        if not self.text:
            return {}
        return {TEXT: self.text.encode(), **{FILES + file.name: file.data for file in self.attached}}

    def unspecified(self, assembly: bool) -> tuple[str, ...]:
        """What is not asked for, in words."""
        from ..spec import from_text

        return from_text(self.text).unspecified(assembly)


def current(ws: Workspace, part: str) -> SpecInForce:
    """The spec of a part as `cadgit.toml` and the working tree have it now; an empty one where there is none."""
    settings = ws.config.part(part)
    if settings is None or settings.spec is None:
        return SpecInForce()
    from ..source.files import Tree  # most parts have no spec

    spec, tree = settings.spec, Tree(ws.root)
    files: dict[str, bytes] = {}
    for name in spec.files:
        # Through a link that leads out of the repository, a promotion would publish what nobody meant to.
        taken = tree.take(name) if tree.is_file(name) else None
        if taken is not None:
            files[name] = taken.data
    for unchanged in spec.unchanged:
        version = ws.versions.get(part, unchanged.version)
        brep = _geometry(ws, version) if version is not None else None
        if brep is not None:
            files[unchanged.attachment] = brep
    return _with_files(spec.text(), spec, files)


def of_version(ws: Workspace, version: Version) -> SpecInForce:
    """The spec that a version passed, from the files that it keeps; an empty one where there was none.

    Raises:
        EnvironmentFailed: it cannot be read, or is not the one that the promotion names.
    """
    promoted = ws.versions.promotion(version).spec_sha256
    if not promoted:
        return SpecInForce()
    from ..spec import SpecError, from_text

    kept = ws.versions.artifacts(version)
    files = {name.removeprefix(FILES): data for name, data in kept.items() if name.startswith(FILES)}
    text = kept.get(TEXT, b"").decode("utf-8", "replace")
    try:
        # Its own text, not what this cadgit would write: that is what was promoted, and what the hash names.
        found = _with_files(text, from_text(text), files)
    except SpecError as error:
        raise EnvironmentFailed(f"the spec of {version.name} cannot be judged by this cadgit: {error}") from None
    if found.sha256 != promoted:
        raise EnvironmentFailed(
            f"the spec that {version.name} passed is not kept here whole",
            "a clone brings no files of versions: `cadgit pull` does",
        )
    return found


def _with_files(text: str, spec: Spec, files: Mapping[str, bytes]) -> SpecInForce:
    from ..spec import Attachment, spec_sha256

    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    digest = spec_sha256(text, [Attachment(name, hashes.get(name, "")) for name in spec.attachments])
    return SpecInForce(text, tuple(Attached(name, files[name]) for name in sorted(files)), digest)


def _geometry(ws: Workspace, version: Version) -> bytes | None:
    """The BREP of a version, or None where it is not kept here."""
    promotion = ws.versions.promotion(version)
    cached = ws.cache.get("brep", promotion.brep_sha256)
    if cached is not None:
        return cached
    kept = ws.versions.geometry(version.tree, promotion.brep_sha256)
    return kept[0] if kept is not None else None
