"""Where the files of a closure are in the commits of the user's own branches.

What is compared are the ids of blobs at their paths, so nothing is checked out or read twice. The user's commits hold
what git made of the files on the way in: a closure that was run with CRLF line ends may stand there with LF, and a
large file as the pointer of git-lfs. Both are recognised; other filters and encodings are not.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from typing import Literal

import pygit2
from pygit2.enums import SortMode

from ..frozen import frozen
from . import trees
from .repository import Repository, iso_time

How = Literal["exact", "line ends", "LFS pointer"]

#: Path and blob id of each file, sorted.
Files = tuple[tuple[str, str], ...]
_State = tuple[str, ...]  # the blob at each path, empty where there is none


@frozen
class Holding:
    """A commit that has the files of a closure, where none of its parents has them, and how they stand there."""

    commit: str
    when: str
    who: str
    subject: str
    files: Files
    how: How


@frozen
class Tip:
    """A branch (empty for a detached HEAD), the commit that it is at, and the closures whose files it has."""

    branch: str
    commit: str
    holds: tuple[Files, ...]


class Branches:
    """The branches of one repository, and what of some closures is on them."""

    def __init__(self, repository: Repository, closures: Iterable[Files]) -> None:
        self._repository = repository
        self._closures = tuple(closures)
        self._paths = sorted({path for files in self._closures for path, _ in files})
        self._states: dict[str, _State] = {}

    def tips(self) -> tuple[Tip, ...]:
        """All local branches, sorted by name, and HEAD where it is on none."""
        names = [name.removeprefix("refs/heads/") for name in self._repository.refs_under("refs/heads/")]
        commits = [(name, self._repository.resolve(f"refs/heads/{name}")) for name in names]
        if not self._repository.head.branch:
            commits.append(("", self._repository.head.commit))
        return tuple(
            Tip(name, commit, tuple(files for files, _ in self._held(self._state(commit))))
            for name, commit in commits
            if commit
        )

    def holdings(self) -> tuple[Holding, ...]:
        """The commits with which the files of a closure came, newest first. Every commit is looked at once."""
        walker = self._repository.raw.walk(None, SortMode.TOPOLOGICAL | SortMode.TIME)
        for tip in self.tips():
            walker.push(tip.commit)
        found: list[Holding] = []
        for commit in walker:
            held = self._held(self._state_of(commit))
            if not held:
                continue
            before = {files for parent in commit.parent_ids for files, _ in self._held(self._state(str(parent)))}
            found += [_holding(commit, files, how) for files, how in held if files not in before]
        return tuple(found)

    @functools.cache  # noqa: B019 - most commits leave the files as they are, so that there are few states
    def _held(self, state: _State) -> tuple[tuple[Files, How], ...]:
        """The closures whose files a commit has."""
        if not any(state):
            return ()
        at = dict(zip(self._paths, state, strict=True))
        found: list[tuple[Files, How]] = []
        for files in self._closures:
            ways = [self._way(at[path], blob) for path, blob in files]
            if None not in ways:
                found.append((files, next((way for way in ways if way not in (None, "exact")), "exact")))
        return tuple(found)

    def _way(self, there: str, wanted: str) -> How | None:
        if there == wanted:
            return "exact"
        return self._spellings(wanted).get(there) if there else None

    @functools.cache  # noqa: B019 - lives as long as one command
    def _spellings(self, blob: str) -> dict[str, How]:
        """The ids that a file may have in the user's commits, after git's filters."""
        data = self._repository.read_blob(blob)
        pointer = (
            f"version https://git-lfs.github.com/spec/v1\noid sha256:{hashlib.sha256(data).hexdigest()}\n"
            f"size {len(data)}\n"
        )
        spellings: dict[str, How] = {trees.blob_id(pointer.encode()): "LFS pointer"}
        if b"\r\n" in data:
            spellings[trees.blob_id(data.replace(b"\r\n", b"\n"))] = "line ends"
        return spellings

    # --- trees ---

    def _state(self, commit: str) -> _State:
        found = self._repository.commit(commit)
        return self._state_of(found) if found is not None else ()  # a shallow clone ends somewhere

    def _state_of(self, commit: pygit2.Commit) -> _State:
        root = str(commit.tree_id)
        if root not in self._states:
            self._states[root] = tuple(self._blob(root, path) for path in self._paths)
        return self._states[root]

    def _blob(self, tree: str, path: str) -> str:
        head, slash, rest = path.partition("/")
        node = self._tree(tree)
        if head not in node:
            return ""
        entry = node[head]
        if not slash:
            return str(entry.id) if entry.type_str == "blob" else ""
        return self._below(str(entry.id), rest) if entry.type_str == "tree" else ""

    @functools.cache  # noqa: B019 - folders change less often than commits are made
    def _below(self, tree: str, path: str) -> str:
        return self._blob(tree, path)

    @functools.lru_cache(maxsize=64)  # noqa: B019 - a commit's own tree is asked for each path
    def _tree(self, tree: str) -> pygit2.Tree:
        return self._repository.raw[tree]


def closure_files(repository: Repository, tree: str, leave_out: str) -> Files:
    """Path and blob id of each file of a candidate's or version's tree but one."""
    listed = trees.list_tree(repository.raw, tree)
    return tuple(sorted((file.path, file.blob) for file in listed if file.path != leave_out))


def _holding(commit: pygit2.Commit, files: Files, how: How) -> Holding:
    who = f"{commit.author.name} <{commit.author.email}>"
    subject = commit.message.strip().partition("\n")[0]
    return Holding(str(commit.id), iso_time(commit.commit_time), who, subject, files, how)
