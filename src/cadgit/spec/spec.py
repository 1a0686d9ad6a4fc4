"""A part's spec as a whole: its requirements in a stable order, its text, and its hash."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable
from typing import Any

from .. import codec
from ..frozen import frozen
from . import requirements as r

#: Before the name of every check of a spec.
PREFIX = "spec."

#: What only makes sense between the labelled children of an assembly.
_BETWEEN = ("clearance", "contact", "interference")


class SpecError(ValueError):
    """Text that is no spec of this cadgit; the message says why."""


@frozen
class Attachment:
    """A file that a spec refers to: its name there, and its bytes' SHA-256; empty where the file is missing."""

    name: str
    sha256: str = ""


@frozen
class Named:
    """One requirement and the name of its check's line: ``spec.size``, ``spec.holes.2`` where there are several."""

    name: str
    check: str
    requirement: r.Requirement


@frozen
class Spec:
    """``[parts.<name>.spec]``. The order of fields is the order in which they are judged: cheap ones first."""

    kind: r.OfKind | None = None
    solids: r.Solids | None = None
    size: r.Size | None = None
    position: r.Position | None = None
    volume: r.Volume | None = None
    area: r.Area | None = None
    mass: r.Mass | None = None
    centre_of_mass: r.CentreOfMass | None = None
    topology: r.Topology | None = None
    holes: tuple[r.Holes, ...] = ()
    symmetry: tuple[r.Symmetry, ...] = ()
    clearance: tuple[r.Clearance, ...] = ()
    contact: tuple[r.Contact, ...] = ()
    interference: tuple[r.Interference, ...] = ()
    keep_in: tuple[r.KeepIn, ...] = ()
    keep_out: tuple[r.KeepOut, ...] = ()
    reference: tuple[r.Reference, ...] = ()
    unchanged: tuple[r.Unchanged, ...] = ()
    wall: r.Wall | None = None
    gap: r.Gap | None = None

    @property
    def requirements(self) -> tuple[Named, ...]:
        """All requirements, in order, each with the name of its line in a verdict."""
        found: list[Named] = []
        for key in KEYS:
            value = getattr(self, key)
            check = PREFIX + key.replace("_", "-")
            if isinstance(value, tuple):
                names = [check] if len(value) == 1 else [f"{check}.{index}" for index in range(1, len(value) + 1)]
                found += [Named(name, check, item) for name, item in zip(names, value, strict=True)]
            elif value is not None:
                found.append(Named(check, check, value))
        return tuple(found)

    @property
    def files(self) -> tuple[str, ...]:
        """Paths of the STEP files that the requirements refer to, sorted."""
        regions = [kept.region for kept in self.keep_in] + [kept.region for kept in self.keep_out]
        names = {region.step for region in regions} | {reference.step for reference in self.reference}
        return tuple(sorted(names - {""}))

    @property
    def attachments(self) -> tuple[str, ...]:
        """Names of all that has to come along, sorted: the files, and versions' geometry as ``v2.brep``."""
        return tuple(sorted({*self.files, *(unchanged.attachment for unchanged in self.unchanged)}))

    def unspecified(self, assembly: bool) -> tuple[str, ...]:
        """What is not asked for, in words; what is between children only where there are some."""
        keys = [key for key in KEYS if not getattr(self, key)]
        return tuple(key.replace("_", " ") for key in keys if assembly or key not in _BETWEEN)

    def text(self) -> str:
        """The canonical TOML text, which `from_text` reads: equal specs have equal texts. Empty if nothing is asked.

        Default tolerances are stated: it is what a version passed, whatever the defaults of a later cadgit are.
        """
        plain = codec.to_plain(self, defaults=True)
        return codec.dumps(plain) if plain else ""


KEYS: tuple[str, ...] = tuple(field.name for field in dataclasses.fields(Spec))


def from_text(text: str) -> Spec:
    """The spec whose `Spec.text` this is, perhaps of an older cadgit, whose requirements had fewer settings.

    Raises:
        SpecError: it is none, or one of a cadgit that knew other requirements.
    """
    try:
        plain = codec.loads(text)
        spec = codec.from_plain(Spec, plain)
    except codec.CodecError as error:
        raise SpecError(f"the spec cannot be read: {error}") from None
    if not _says_all(codec.to_plain(spec, defaults=True), plain):
        raise SpecError("the spec has requirements that this version of cadgit does not know")
    return spec


def _says_all(read: Any, written: Any) -> bool:
    """Whether all that was written was read: what the codec passes over, not knowing it, nobody would judge."""
    if isinstance(read, dict) and isinstance(written, dict):
        return all(key in read and _says_all(read[key], value) for key, value in written.items())
    if isinstance(read, list) and isinstance(written, list):
        return len(read) == len(written) and all(map(_says_all, read, written))
    return bool(read == written)


def spec_sha256(text: str, attachments: Iterable[Attachment]) -> str:
    """The hash that names a spec: over its text, and its files as ``sha256sum`` prints them; empty without text."""
    if not text:
        return ""
    lines = (f"{file.sha256 or 'missing'}  {file.name}\n" for file in sorted(attachments, key=lambda file: file.name))
    return hashlib.sha256((text + "".join(lines)).encode()).hexdigest()
