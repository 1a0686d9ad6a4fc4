"""Whether what a remote calls a candidate, a version or its files is one. Each gives what is wrong, or an empty text.

Whoever can write to a remote can put anything there: trees with paths that lead out of the working tree, numbers that
go backwards, another part's history. None of it may become ours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import pygit2
from pygit2.enums import FileMode, SortMode

from ...errors import SourceError
from ...frozen import frozen
from ...records import Candidate, CandidateMeta, Version
from .. import trees
from ..artifacts import OMITTED
from ..candidate_commits import read_candidate, read_meta
from ..repository import Repository
from ..version_commits import read_version

_FILES = (FileMode.BLOB, FileMode.BLOB_EXECUTABLE)
#: More than any model has: what is beyond could not be listed in a lifetime, or is deeper than Python calls itself.
_MOST_FILES = 100_000
_MOST_LEVELS = 100
_STEP_BLOB = re.compile(r'^step_blob = "([0-9a-f]{40})"$', re.MULTILINE)


class Wrong(Exception):
    """What was fetched is not what it says; the text says how."""


@frozen
class _Extent:
    """How many files are below a tree, and how many folders are in each other."""

    files: int
    levels: int


class Checker:
    """Checks of one repository; what was found good is not looked at again."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._good_trees: set[str] = set()
        self._extents: dict[str, _Extent] = {}
        self._good_versions: set[str] = set()

    def chain(self, part: str, tip: str, known: Sequence[str]) -> tuple[str, ...]:
        """The candidates below `tip`, newest first, that are not below one of `known`, which are trusted.

        Raises:
            Wrong: not all of them are candidates of the part, in a chain whose numbers go up.
        """
        try:
            newest_first = self._missing(tip, known)
            younger: Candidate | None = None
            for commit in newest_first:
                younger = self._candidate(commit, part, younger)
            if newest_first and (parents := newest_first[-1].parent_ids) and younger is not None:
                below = self._repository.commit(str(parents[0]))
                oldest_known = read_candidate(below) if below is not None else None
                if oldest_known is None or oldest_known.number >= younger.number:
                    raise Wrong(f"its candidate {younger.id[:10]} does not follow the one before it")
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise Wrong(f"its history cannot be read: {error}") from None
        return tuple(str(commit.id) for commit in newest_first)

    def version(self, part: str, number: int, tag: str, known: Collection[str]) -> Version:
        """The version that a tag object stands for.

        Args:
            known: commits of versions that are trusted, and with them what they stand on.

        Raises:
            Wrong: it is not this version of this part, or does not stand on such versions.
        """
        try:
            found = self._repository.raw.get(tag)
            if not isinstance(found, pygit2.Tag):
                raise Wrong("it is no annotated tag")
            commit = found.get_object()
            version = read_version(commit) if isinstance(commit, pygit2.Commit) else None
            if version is None or (version.part, version.number) != (part, number):
                raise Wrong(f"its commit does not say that it is {part} v{number}")
            # A version before it may have no tag, and is one all the same.
            younger = number + 1
            while str(commit.id) not in known and str(commit.id) not in self._good_versions:
                younger = self._version(commit, part, younger)
                if not commit.parent_ids:
                    break
                commit = self._repository.raw[commit.parent_ids[0]]
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise Wrong(f"it cannot be read: {error}") from None
        self._good_versions.add(version.id)
        return version

    def files(self, tree: str, tag: str) -> None:
        """Whether a tree can be the files of the version with this tag object.

        Raises:
            Wrong: it cannot.
        """
        try:
            found = self._repository.raw.get(tree)
            if not isinstance(found, pygit2.Tree):
                raise Wrong("it is no tree")
            self._paths(found)
            message = self._repository.raw[tag].message
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise Wrong(f"it cannot be read: {error}") from None
        named = _STEP_BLOB.search(message)
        steps = [str(entry.id) for entry in found if (entry.name or "").endswith(".step")]
        if named and steps and steps != [named[1]]:
            raise Wrong("its STEP file is not the one that the version's tag names")
        if named and not steps and not any((entry.name or "").endswith(f".step{OMITTED}") for entry in found):
            raise Wrong("the STEP file that the version's tag names is missing")

    def _missing(self, tip: str, known: Sequence[str]) -> list[pygit2.Commit]:
        if self._repository.commit(tip) is None:
            raise Wrong("it holds no commit")
        walker = self._repository.raw.walk(tip, SortMode.TOPOLOGICAL)
        for commit in known:
            walker.hide(commit)
        return list(walker)

    def _candidate(self, commit: pygit2.Commit, part: str, younger: Candidate | None) -> Candidate:
        short = str(commit.id)[:10]
        candidate = read_candidate(commit)
        if candidate is None or candidate.part != part:
            raise Wrong(f"its commit {short} is no candidate of {part}")
        if len(commit.parent_ids) > 1:
            raise Wrong(f"its candidate {short} has several parents")
        if not 1 <= candidate.number < (younger.number if younger else candidate.number + 1):
            raise Wrong(f"its candidate {short} has the number {candidate.number}, out of order")
        self._closure(commit.tree, part)
        return candidate

    def _version(self, commit: pygit2.Commit, part: str, younger: int) -> int:
        """Check one commit of a chain of versions; gives its number."""
        version = read_version(commit)
        if version is None or version.part != part or not 1 <= version.number < younger:
            raise Wrong(f"{str(commit.id)[:10]}, on which it stands, is no version before it")
        if len(commit.parent_ids) > 1:
            raise Wrong(f"{version.name} has several parents")
        self._closure(commit.tree, part)
        return version.number

    def _closure(self, tree: pygit2.Tree, part: str) -> None:
        if str(tree.id) in self._good_trees:
            return
        meta = read_meta(tree)
        if meta is None or meta.part != part:
            raise Wrong(f"a tree does not say that it is one of {part}")
        self._paths(tree)
        self._meta(tree, meta)
        self._good_trees.add(str(tree.id))

    def _meta(self, tree: pygit2.Tree, meta: CandidateMeta) -> None:
        try:
            for path in (meta.entry, *filter(None, meta.roots)):
                trees.check_path(path)
        except SourceError as error:
            raise Wrong(error.message) from None
        if meta.entry not in tree or tree[meta.entry].filemode not in _FILES:
            raise Wrong(f"a tree does not hold its entry file {meta.entry}")

    def _paths(self, tree: pygit2.Tree, level: int = 0) -> _Extent:
        """All names below a tree can be files in a working tree, and nothing but files is there.

        A tree may name the same folder many times, and folders in that: few objects can stand for any number of files.
        """
        if level > _MOST_LEVELS:
            raise Wrong(f"a tree has over {_MOST_LEVELS} folders in each other")
        if (known := self._extents.get(str(tree.id))) is not None:
            return known
        files = levels = 0
        for entry in tree:
            name = entry.name or ""
            try:
                trees.check_path(name)
            except SourceError as error:
                raise Wrong(error.message) from None
            if "/" in name:
                raise Wrong(f"a tree holds the name {name!r}")
            if isinstance(entry, pygit2.Tree):
                below = self._paths(entry, level + 1)
                files, levels = files + below.files, max(levels, below.levels + 1)
                continue
            files += 1
            if entry.filemode not in _FILES:
                raise Wrong(f"a tree holds a link or a submodule, {name!r}")
            elif not isinstance(entry, pygit2.Blob):
                raise Wrong(f"a tree holds {name!r}, which is no file")
        if files > _MOST_FILES:
            raise Wrong(f"a tree has over {_MOST_FILES} files")
        if level + levels > _MOST_LEVELS:
            raise Wrong(f"a tree has over {_MOST_LEVELS} folders in each other")
        return self._extents.setdefault(str(tree.id), _Extent(files, levels))
