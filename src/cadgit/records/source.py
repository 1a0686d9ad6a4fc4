"""A closure and what names a candidate."""

from __future__ import annotations

import hashlib

from ..frozen import frozen


@frozen
class SourceFile:
    """One file of a closure: its path relative to the repository's root (``/`` between parts) and exact bytes."""

    path: str
    data: bytes
    executable: bool = False


@frozen
class Closure:
    """The entry file plus every project file that it needs, as bytes that were read once.

    Attributes:
        entry: path of the entry file, relative to the repository's root.
        files: all files, the entry included, sorted by path.
        roots: import roots relative to the repository's root (``""`` is the root itself), in search order.
        module: dotted name when the entry belongs to a package and must run as ``python -m module``.
        notes: what the finder wants to be said to the user (a large file left out, …).
    """

    entry: str
    files: tuple[SourceFile, ...]
    roots: tuple[str, ...] = ("",)
    module: str = ""
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> bytes:
        """The entry file's bytes."""
        return next(file.data for file in self.files if file.path == self.entry)

    @property
    def source_sha256(self) -> str:
        """SHA-256 of the entry file's bytes, in hex."""
        return hashlib.sha256(self.source).hexdigest()

    @property
    def closure_sha256(self) -> str:
        """SHA-256 of what ``sha256sum`` prints for the files, sorted by path."""
        lines = (f"{hashlib.sha256(f.data).hexdigest()}  {f.path}\n" for f in sorted(self.files, key=lambda f: f.path))
        return hashlib.sha256("".join(lines).encode()).hexdigest()


@frozen
class Override:
    """One ``-P name=value``: the Python expression that replaces the right side of ``name = …``."""

    name: str
    expression: str


@frozen
class CandidateMeta:
    """`.cadgit/candidate.toml`: with the closure beside it, all that is needed to run a candidate again."""

    part: str
    entry: str
    object: str = ""
    parameters: tuple[Override, ...] = ()
    roots: tuple[str, ...] = ("",)
    module: str = ""
