"""Reading the working tree: inside the repository only, and every file exactly once."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ..records import SourceFile

#: Folders that never hold source of a model: git's own, and what Python writes beside modules.
_NEVER = frozenset({".git", "__pycache__"})


class Tree:
    """The files of a repository's working tree, addressed by path relative to its root (``/`` between parts).

    Bytes are read once and kept, so what was scanned, hashed and stored is the same. Paths that leave the
    repository, also through a symbolic link, are refused; `notes` says so where the user should know.
    """

    def __init__(self, root: Path) -> None:
        self.root = os.path.abspath(root)
        self.notes: list[str] = []
        self._real_root = os.path.realpath(root)
        self._files: dict[str, SourceFile | None] = {}
        self._names: dict[str, frozenset[str]] = {}
        self._environments: dict[str, bool] = {}

    def absolute(self, path: str) -> str:
        """The absolute path of a path in the tree."""
        return f"{self.root}/{path}" if path else self.root

    def relative(self, absolute: str) -> str | None:
        """A normalised absolute path as a path in the tree (``""`` is the root); None when it lies outside."""
        path = os.path.normpath(absolute)
        for root in (self.root, self._real_root):
            if path == root:
                return ""
            if path.startswith(root + "/"):
                return path[len(root) + 1 :]
        return None

    def names(self, folder: str) -> frozenset[str]:
        """What a folder holds; empty when there is no such folder. Listing once is cheaper than many stats."""
        known = self._names.get(folder)
        if known is None:
            try:
                known = frozenset(os.listdir(self.absolute(folder)))
            except (OSError, ValueError):
                known = frozenset()
            self._names[folder] = known
        return known

    def is_file(self, path: str) -> bool:
        """Is this a file (or a link to one) that a closure may hold?"""
        folder, _, name = path.rpartition("/")
        return name in self.names(folder) and self._allowed(path) and os.path.isfile(self.absolute(path))

    def is_folder(self, path: str) -> bool:
        """Is this a folder that a closure may look into?"""
        if not path:
            return True
        folder, _, name = path.rpartition("/")
        return name in self.names(folder) and self._allowed(path + "/") and os.path.isdir(self.absolute(path))

    def is_link(self, path: str) -> bool:
        """Is this a symbolic link?"""
        return os.path.islink(self.absolute(path))

    def size(self, path: str) -> int:
        """Size in bytes, without reading; 0 when the file is gone."""
        try:
            return os.stat(self.absolute(path)).st_size
        except OSError:
            return 0

    def take(self, path: str) -> SourceFile | None:
        """Read a file, once; None when it cannot be part of a closure."""
        if path not in self._files:
            self._files[path] = self._read(path)
        return self._files[path]

    def put(self, file: SourceFile) -> None:
        """Use these bytes for a path instead of reading it."""
        self._files[file.path] = file

    @property
    def listed(self) -> tuple[str, ...]:
        """The folders whose names were asked for; some may not be there."""
        return tuple(self._names)

    def is_unchanged(self) -> bool:
        """Would all that was read or listed so far be the same now? Bytes are compared, not times."""
        now = Tree(Path(self.root))
        return all(now.names(folder) == names for folder, names in self._names.items()) and all(
            now.take(path) == file for path, file in self._files.items()
        )

    def walk(self, folder: str) -> list[str]:
        """All files below a folder, sorted; not into git's own folders, virtual environments or links to folders."""
        found: list[str] = []
        for name in sorted(self.names(folder)):
            path = f"{folder}/{name}" if folder else name
            if self.is_folder(path):
                if not self.is_link(path):
                    found += self.walk(path)
            elif self.is_file(path):
                found.append(path)
        return found

    def leads_outside(self, path: str) -> bool:
        """Does a symbolic link on the way lead out of the repository?"""
        real = os.path.realpath(self.absolute(path))
        return real != self._real_root and not real.startswith(self._real_root + "/")

    def _allowed(self, path: str) -> bool:
        folders = path.split("/")[:-1]
        if not _NEVER.isdisjoint(folders) or path.startswith("../"):
            return False
        return not any(self._is_environment("/".join(folders[: i + 1])) for i in range(len(folders)))

    def _is_environment(self, folder: str) -> bool:
        known = self._environments.get(folder)
        if known is None:
            known = folder.rpartition("/")[2] == "site-packages" or "pyvenv.cfg" in self.names(folder)
            self._environments[folder] = known
        return known

    def _is_utf8(self, path: str) -> bool:
        try:
            path.encode()
        except UnicodeEncodeError:
            self.notes.append(f"{path!a} has a name that is not UTF-8, so it was left out")
            return False
        return True

    def _read(self, path: str) -> SourceFile | None:
        if self.leads_outside(path):
            self.notes.append(f"{path} is a link that leads out of the repository, so it was left out")
            return None
        if not self._is_utf8(path):
            return None
        try:
            # Not os.open first: opening a FIFO would wait for a writer.
            mode = os.stat(self.absolute(path)).st_mode
            if not stat.S_ISREG(mode):
                return None
            with open(self.absolute(path), "rb") as stream:
                return SourceFile(path, stream.read(), executable=bool(mode & stat.S_IXUSR))
        except FileNotFoundError:
            return None
        except OSError as error:
            self.notes.append(f"{path} was left out: {error.strerror}")
            return None


def is_below(path: str, folder: str) -> bool:
    """Does a path lie below a folder (``""`` is the root)?"""
    return not folder or path.startswith(folder + "/")
