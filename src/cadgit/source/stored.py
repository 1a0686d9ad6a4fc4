"""The closure of a model as git has it, staged or committed, whatever the working tree has by now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

from ..records import Closure, SourceFile
from .closure import closure_in
from .files import Tree


class Stored(Protocol):
    """Files by path relative to the repository's root, ``/`` between parts."""

    def names(self, folder: str) -> frozenset[str]:
        """What a folder has."""

    def kind(self, path: str) -> Literal["file", "folder", ""]:
        """What is at a path."""

    def is_link(self, path: str) -> bool:
        """Whether a path's last name is a symbolic link."""

    def size(self, path: str) -> int:
        """Bytes of a file."""

    def read(self, path: str) -> SourceFile | None:
        """A file with its bytes."""


def read_stored_closure(
    root: Path, stored: Stored, entry: str, *, inputs: Sequence[str] = (), search_path: Sequence[Path] = ()
) -> Closure:
    """As `read_closure`, with stored files in place of those in the working tree at `root`.

    Raises:
        SourceError: the entry is not among them, or an `inputs` pattern matches nothing.
    """
    return closure_in(_StoredTree(root, stored), entry, inputs=inputs, search_path=search_path)


class _StoredTree(Tree):
    """Stored files where a `Tree` has those of the working tree."""

    def __init__(self, root: Path, stored: Stored) -> None:
        super().__init__(root)
        self._stored = stored

    def names(self, folder: str) -> frozenset[str]:
        return self._stored.names(folder)

    def is_file(self, path: str) -> bool:
        return self._allowed(path) and self._stored.kind(path) == "file"

    def is_folder(self, path: str) -> bool:
        return not path or (self._allowed(path + "/") and self._stored.kind(path) == "folder")

    def is_link(self, path: str) -> bool:
        return self._stored.is_link(path)

    def size(self, path: str) -> int:
        return self._stored.size(path)

    def leads_outside(self, path: str) -> bool:
        return False  # a link out of the repository leads to nothing that is stored

    def _read(self, path: str) -> SourceFile | None:
        return self._stored.read(path) if self._is_utf8(path) else None
