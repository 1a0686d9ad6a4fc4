"""Files as git has them, in the index or in a commit, by path; with their stored bytes, or as git checks them out.

The index is read by git itself, which knows each of its formats (split, sparse, of a partial commit), and not written.
"""

from __future__ import annotations

import os
import posixpath
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal, Self

import pygit2
from pygit2.enums import FileMode

from ..errors import EnvironmentFailed
from ..frozen import frozen
from ..records import SourceFile
from .environment import scrubbed_environment
from .repository import Repository

#: Attributes by which the bytes of a checked out file may be others than those that are stored.
_FILTERS = ("text", "eol", "crlf", "ident", "filter", "working-tree-encoding")
_LONGEST_CHAIN = 10  # links that lead to links; more of them lead in a circle


@frozen
class Entry:
    """What a folder has under a name: a file (its blob), a folder, or a symbolic link (a blob with its target)."""

    kind: Literal["file", "folder", "link"]
    id: str = ""
    executable: bool = False


class Snapshot:
    """All files of an index or a commit. Links are followed as long as they stay inside; submodules are not there."""

    def __init__(
        self,
        repository: Repository,
        folder: Callable[[str], Mapping[str, Entry]],
        index: Path | None = None,
        filtered: bool = False,
    ) -> None:
        self._repository = repository
        self._folder = folder
        self._index = index
        self._filtered = filtered

    @classmethod
    def of_index(cls, repository: Repository, index: Path | None = None) -> Self:
        """What is staged.

        Args:
            index: the file that a hook's GIT_INDEX_FILE names; None for the working tree's own.

        Raises:
            EnvironmentFailed: git is not installed, or cannot read the index.
        """
        folders: dict[str, dict[str, Entry]] = {"": {}}
        for line in run_git(repository, "ls-files", "--stage", "-z", index=index).split(b"\0")[:-1]:
            info, _, name = line.partition(b"\t")
            mode, blob, stage = info.decode().split()
            entry = _entry(int(mode, 8), blob)
            if entry is not None and stage == "0":
                _insert(folders, os.fsdecode(name), entry)
        return cls(repository, lambda path: folders.get(path, {}), index)

    @classmethod
    def of_commit(cls, repository: Repository, commit: str) -> Self:
        """What a commit has; nothing at all where there is no such commit."""
        found = repository.commit(commit)
        known: dict[str, Mapping[str, Entry]] = {"": _listed(found.tree) if found is not None else {}}

        def folder(path: str) -> Mapping[str, Entry]:
            if path not in known:
                above, _, name = path.rpartition("/")
                entry = folder(above).get(name)
                inside = entry is not None and entry.kind == "folder"
                known[path] = _listed(repository.raw.get(entry.id)) if entry is not None and inside else {}
            return known[path]

        return cls(repository, folder)

    def names(self, folder: str) -> frozenset[str]:
        """What a folder (``""`` is the top) has; empty when there is no such folder."""
        place = self._resolved(folder)
        return frozenset(self._folder(place)) if place is not None else frozenset()

    def kind(self, path: str) -> Literal["file", "folder", ""]:
        """What is at `path`, through links."""
        entry = self._entry(path)
        return "" if entry is None or entry.kind == "link" else entry.kind

    def is_link(self, path: str) -> bool:
        """Whether the last name of `path` is a link."""
        above, _, name = path.rpartition("/")
        place = self._resolved(above)
        entry = self._folder(place).get(name) if place is not None else None
        return entry is not None and entry.kind == "link"

    def blob(self, path: str) -> str:
        """The blob of the file at `path`; empty where there is no file."""
        entry = self._entry(path)
        return entry.id if entry is not None and entry.kind == "file" else ""

    def size(self, path: str) -> int:
        """Bytes that git has stored for the file at `path`; 0 where there is none."""
        blob = self.blob(path)
        return int(self._repository.raw.get(blob).size) if blob else 0

    def read(self, path: str) -> SourceFile | None:
        """The file at `path`, or None.

        Raises:
            EnvironmentFailed: one of git's filters failed.
        """
        entry = self._entry(path)
        if entry is None or entry.kind != "file":
            return None
        return SourceFile(path, self._bytes(path, entry.id), entry.executable)

    def checked_out(self) -> Self:
        """The same files with the bytes that git would write to the working tree: line ends, LFS, encodings."""
        return type(self)(self._repository, self._folder, self._index, filtered=True)

    def is_filtered(self, paths: Iterable[str]) -> bool:
        """Whether git may write any of these files with other bytes than it has stored."""
        if self._repository.config_string("core.autocrlf").lower() in ("true", "yes", "on", "1"):
            return True
        names = b"".join(os.fsencode(path) + b"\0" for path in paths)
        told = self._git("check-attr", "--stdin", "-z", *_FILTERS, stdin=names)
        return any(value not in (b"unspecified", b"unset") for value in told.split(b"\0")[2::3])

    def _bytes(self, path: str, blob: str) -> bytes:
        if not self._filtered:
            return self._repository.read_blob(blob)
        return self._git("cat-file", "--filters", f"--path={self._resolved(path)}", blob)

    def _git(self, *arguments: str, stdin: bytes = b"") -> bytes:
        return run_git(self._repository, *arguments, index=self._index, stdin=stdin)

    def _entry(self, path: str) -> Entry | None:
        place = self._resolved(path)
        if not place:
            return None if place is None else Entry("folder")
        above, _, name = place.rpartition("/")
        return self._folder(above)[name]

    def _resolved(self, path: str, chain: int = 0) -> str | None:
        """The path with every link in it followed; None where nothing is there."""
        done = ""
        parts = path.split("/") if path else []
        for index, part in enumerate(parts):
            entry = self._folder(done).get(part)
            if entry is None:
                return None
            if entry.kind == "link":
                target = os.fsdecode(self._repository.read_blob(entry.id))
                place = posixpath.normpath(posixpath.join("/", done, target, *parts[index + 1 :]))
                outside = target.startswith("/") or posixpath.normpath(posixpath.join(done, target)).startswith("..")
                return None if outside or chain > _LONGEST_CHAIN else self._resolved(place[1:], chain + 1)
            done = f"{done}/{part}" if done else part
        return done


def run_git(repository: Repository, *arguments: str, index: Path | None = None, stdin: bytes = b"") -> bytes:
    """What git prints when it is asked about this repository, whatever a hook's environment says; takes no lock.

    Args:
        index: another index than the working tree's own.

    Raises:
        EnvironmentFailed: git is not installed, or says no.
    """
    environment = scrubbed_environment() | {"GIT_OPTIONAL_LOCKS": "0"}
    if index is not None:
        environment["GIT_INDEX_FILE"] = str(index)
    place = repository.root or repository.git_dir
    try:
        done = subprocess.run(["git", *arguments], cwd=place, env=environment, input=stdin, capture_output=True)
    except OSError as error:
        raise EnvironmentFailed(f"git cannot be run: {error}", "install git") from None
    if done.returncode != 0:
        raise EnvironmentFailed(
            f"git {arguments[0]} ended with status {done.returncode}: {done.stderr.decode('utf-8', 'replace').strip()}"
        )
    return done.stdout


def _entry(mode: int, name: str) -> Entry | None:
    if mode == FileMode.TREE:
        return Entry("folder", name)
    if mode == FileMode.LINK:
        return Entry("link", name)
    if mode in (FileMode.BLOB, FileMode.BLOB_EXECUTABLE):
        return Entry("file", name, mode == FileMode.BLOB_EXECUTABLE)
    return None  # a submodule


def _listed(tree: pygit2.Tree) -> dict[str, Entry]:
    # Names are bytes to git; one that is no UTF-8 must not make all others unreadable.
    found = ((os.fsdecode(entry.raw_name), _entry(entry.filemode, str(entry.id))) for entry in tree)
    return {name: entry for name, entry in found if entry is not None}


def _insert(folders: dict[str, dict[str, Entry]], path: str, entry: Entry) -> None:
    above, _, name = path.rpartition("/")
    if above not in folders:
        folders[above] = {}
        _insert(folders, above, Entry("folder"))
    folders[above][name] = entry
