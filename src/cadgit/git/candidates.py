"""Candidates: every set of bytes that was run, as a chain of commits per part and line.

A candidate's tree is the closure at its paths plus ``.cadgit/candidate.toml``; its commit says part, line and number in
trailers, and its only parent is the candidate before it. Run records and verdicts are notes on the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import pygit2

from .. import codec
from ..errors import EnvironmentFailed, RepositoryError, SourceError
from ..records import Candidate, CandidateMeta, Closure, RunRecord, SourceFile, Verdict
from . import trees
from .candidate_commits import META_FOLDER, META_PATH, candidate_message, read_candidate
from .line_index import LineIndex
from .notes import Notes
from .refs import DEFAULT_LINE, CandidatesRef, NoteSpace, check_no_clash, check_part_name
from .repository import Repository, iso_time
from .steps import step
from .transaction import Change, RefUpdate, change, is_unfinished

T = TypeVar("T")


class Candidates:
    """The candidates of one repository."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._notes = Notes(repository)

    # --- making ---

    def tree_of(self, closure: Closure, meta: CandidateMeta) -> str:
        """The tree id that a candidate would have; nothing is stored. Equal bytes and equal `meta` give the same id.

        Raises:
            SourceError: a path that a tree cannot hold, or one in ``.cadgit/``.
        """
        return trees.tree_id(_files(closure, meta))

    def add(self, part: str, line: str, closure: Closure, meta: CandidateMeta, when: str) -> tuple[Candidate, bool]:
        """The candidate with this closure on this line, made if there is none; and whether it is new.

        Args:
            when: ISO 8601 time of the commit, if one is made.

        Raises:
            NameError_: part or line cannot be named so.
            SourceError: see `tree_of`.
            LockedError, StorageError: see `transaction.change`.
        """
        ref = CandidatesRef(part, line).name
        files = _files(closure, meta)
        tree = trees.tree_id(files)

        def write() -> tuple[tuple[Candidate, bool], Change]:
            known = self.find(part, line, tree)
            if known is not None:
                return (known, False), Change(())
            tip = self.tip(part, line)
            if tip is None:
                self._check_new(part, line)
            number = tip.number + 1 if tip else 1
            step("write the candidate's files")
            self._repository.write_tree(files)
            step("write the candidate's commit")
            commit = self._repository.write_commit(
                tree, [tip.id] if tip else [], candidate_message(part, line, number), when
            )
            made = Candidate(commit, part, line, number, tree, self._time(commit), meta)
            update = RefUpdate(ref, tip.id if tip else None, commit)
            return (made, True), Change((update,), (*(trees.blob_id(file.data) for file in files), tree, commit))

        # Most runs are of bytes that are known; these need no lock, and work in a read-only repository.
        known = self.find(part, line, tree)
        if known is not None and not is_unfinished(self._repository):
            return known, False
        return change(self._repository, write)

    # --- finding ---

    def get(self, commit: str) -> Candidate | None:
        """The candidate that a commit is, or None if it is no candidate; its line is the one that it was made on."""
        return self._get(commit)

    def _get(self, commit: str, line: str = "") -> Candidate | None:
        found = self._repository.commit(commit)
        return read_candidate(found, line) if found is not None else None

    def current(self, commit: str) -> Candidate | None:
        """The candidate that a commit is or was: dropping others (`git.dropping`) gives those that stay new commits."""
        found = self.get(commit)
        if found is None:
            return None
        same = None
        for line in dict.fromkeys((found.line, *self.lines(found.part))):
            candidate = self.find(found.part, line, found.tree)
            if candidate is not None and candidate.id == commit:
                return candidate
            same = same or candidate
        return same or found

    def tip(self, part: str, line: str = DEFAULT_LINE) -> Candidate | None:
        """The newest candidate on a line, or None.

        Raises:
            RepositoryError: the ref exists, and holds something else.
        """
        name = CandidatesRef(part, line).name
        commit = self._repository.ref(name)
        if commit is None:
            return None
        if self._repository.missing([commit]):
            raise RepositoryError(f"{name} holds {commit}, which is missing", "git fsck tells what else is missing")
        candidate = self._get(commit, line)
        if candidate is None:
            raise RepositoryError(
                f"{name} holds {commit}, which is no candidate", f"git update-ref -d {name} removes it"
            )
        return candidate

    def find(self, part: str, line: str | None, tree: str) -> Candidate | None:
        """The candidate of a part with this tree, on one line or (None) on any."""
        for name in self.lines(part) if line is None else (line,):
            found = self._indexed(
                part, name, lambda index, tip: index.with_tree(tree, tip), lambda found: found.tree == tree
            )
            if found is not None:
                return found
        return None

    def numbered(self, part: str, line: str, number: int) -> Candidate | None:
        """The candidate of a line with this number, or None."""
        return self._indexed(
            part, line, lambda index, tip: index.with_number(number, tip), lambda found: found.number == number
        )

    def back(self, part: str, line: str, steps: int) -> Candidate | None:
        """The candidate that many steps before the newest of a line (0 is the newest), or None."""
        return self._indexed(part, line, lambda index, tip: index.back(steps, tip), lambda found: True)

    def count(self, part: str, line: str = DEFAULT_LINE) -> int:
        """How many candidates a line has; fewer than the newest one's number where some were dropped."""
        tip = self._repository.ref(CandidatesRef(part, line).name)
        return LineIndex(self._repository, part, line).count(tip) if tip else 0

    def _indexed(
        self,
        part: str,
        line: str,
        look_up: Callable[[LineIndex, str], str | None],
        is_meant: Callable[[Candidate], bool],
    ) -> Candidate | None:
        """The candidate that a line's index names; an index that names another than what was asked for is renewed."""
        tip = self._repository.ref(CandidatesRef(part, line).name)
        index = LineIndex(self._repository, part, line)
        for _ in range(2):
            commit = look_up(index, tip) if tip else None
            if commit is None:
                return None
            candidate = self._get(commit, line)
            if candidate is not None and candidate.part == part and is_meant(candidate):
                return candidate
            index.forget()
        return None

    def history(self, part: str, line: str = DEFAULT_LINE, limit: int | None = None) -> Iterator[Candidate]:
        """The candidates of a line, newest first, at most `limit`."""
        commit = self._repository.ref(CandidatesRef(part, line).name)
        left = limit if limit is not None else -1
        while commit and left != 0:
            found = self._repository.commit(commit)
            candidate = read_candidate(found, line) if found is not None else None
            if found is None or candidate is None:
                return  # a shallow clone, or the line was begun by hand on something else
            yield candidate
            left -= 1
            commit = str(found.parent_ids[0]) if found.parent_ids else None

    def parts(self) -> tuple[str, ...]:
        """Names of all parts that have a candidate, sorted."""
        return tuple(sorted({ref.part for ref in self._refs(CandidatesRef.PREFIX)}))

    def lines(self, part: str) -> tuple[str, ...]:
        """Names of a part's lines, sorted."""
        return tuple(ref.line for ref in self._refs(f"{CandidatesRef.PREFIX}{check_part_name(part)}/"))

    # --- contents ---

    def closure_of(self, candidate: Candidate) -> Closure:
        """The closure as it is stored in git: what is executed."""
        files = self._repository.read_tree(candidate.tree)
        meta = candidate.meta
        closure = tuple(file for file in files if file.path != META_PATH)
        if all(file.path != meta.entry for file in closure):
            raise RepositoryError(f"the candidate {candidate.id} does not hold its entry file {meta.entry}")
        return Closure(meta.entry, closure, meta.roots, meta.module)

    def files(self, candidate: Candidate) -> tuple[tuple[str, int], ...]:
        """Path and size in bytes of each file of the closure, sorted by path."""
        raw = self._repository.raw
        listed = ((file.path, raw.get(file.blob).size) for file in trees.list_tree(raw, candidate.tree))
        return tuple(sorted((path, size) for path, size in listed if path != META_PATH))

    def blobs(self, candidate: Candidate) -> dict[str, str]:
        """Path to blob of each file of the closure."""
        listed = trees.list_tree(self._repository.raw, candidate.tree)
        return {file.path: file.blob for file in listed if file.path != META_PATH}

    # --- records ---

    def runs(self, candidate: str) -> tuple[RunRecord, ...]:
        """The run records of a candidate (by its commit id), oldest first.

        Raises:
            EnvironmentFailed: the note was edited and cannot be read any more.
        """
        return self._records("run", candidate, RunRecord)

    def verdicts(self, candidate: str) -> tuple[Verdict, ...]:
        """The verdicts on a candidate (by its commit id), oldest first.

        Raises:
            EnvironmentFailed: the note was edited and cannot be read any more.
        """
        return self._records("verify", candidate, Verdict)

    def add_run(self, candidate: str, record: RunRecord) -> None:
        """Add a run record to a candidate (by its commit id)."""
        self._add("run", candidate, codec.to_plain(record), record.when)

    def add_verdict(self, candidate: str, verdict: Verdict) -> None:
        """Add a verdict to a candidate (by its commit id)."""
        self._add("verify", candidate, codec.to_plain(verdict), verdict.when)

    def _records(self, space: NoteSpace, candidate: str, kind: type[T]) -> tuple[T, ...]:
        try:
            return tuple(codec.from_plain(kind, plain) for plain in self._notes.records(space, candidate))
        except codec.CodecError as error:
            raise EnvironmentFailed(
                f"the note cadgit/{space} on {candidate} cannot be read: {error}",
                f"correct it with: git notes --ref=cadgit/{space} edit {candidate}",
            ) from None

    def _add(self, space: NoteSpace, candidate: str, record: codec.Plain, when: str) -> None:
        def write() -> tuple[None, Change]:
            current = self.current(candidate)  # it may have been given another commit while it ran
            step("write the note")
            update, objects = self._notes.appended(space, current.id if current else candidate, record, when)
            return None, Change((update,), objects)

        change(self._repository, write)

    # --- inside ---

    def _time(self, commit: str) -> str:
        found = self._repository.commit(commit)
        if found is None:  # pruned meanwhile, or never written: see `transaction.change`
            raise pygit2.GitError(f"object {commit} is missing")
        return iso_time(found.commit_time)

    def _refs(self, prefix: str) -> list[CandidatesRef]:
        names = self._repository.refs_under(prefix)
        return [ref for name in names if (ref := CandidatesRef.parse(name)) is not None]

    def _check_new(self, part: str, line: str) -> None:
        check_no_clash("part", part, self.parts())
        check_no_clash("line", line, self.lines(part))


def _files(closure: Closure, meta: CandidateMeta) -> tuple[SourceFile, ...]:
    for file in closure.files:
        if file.path.split("/")[0].lower() == META_FOLDER:
            raise SourceError(
                f"{file.path} is in {META_FOLDER}/, where a candidate keeps what it is", "move the file elsewhere"
            )
    return (*closure.files, SourceFile(META_PATH, codec.dumps(codec.to_plain(meta)).encode()))
