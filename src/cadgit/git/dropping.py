"""Dropping candidates from a line: those that stay become a new chain, with their numbers, trees, times and records.

A commit cannot lose an ancestor and keep its id, so what comes after the first dropped candidate is written again, as
`git rebase` would, and the notes follow. Versions are commits of their own and are not touched; the notes on the
commits that their trailers name stay where they are, too.
"""

from __future__ import annotations

from collections.abc import Callable

import pygit2

from ..frozen import frozen
from ..records import Candidate
from . import trees
from .candidate_commits import read_candidate
from .candidates import Candidates
from .notes import Notes
from .refs import CandidatesRef, NoteSpace
from .repository import Repository
from .share import names
from .steps import step
from .transaction import Change, RefUpdate, change
from .versions import Versions

#: What is kept on candidates.
_SPACES: tuple[NoteSpace, ...] = ("run", "verify")


@frozen
class Dropped:
    """What was dropped from a line, oldest first, and how many candidates stay."""

    candidates: tuple[Candidate, ...]
    kept: int


def droppable(
    repository: Repository, part: str, line: str, is_wanted: Callable[[Candidate], bool]
) -> tuple[Candidate, ...]:
    """The candidates of a line that can be dropped, oldest first: not promoted, not the newest, and not wanted.

    The newest stays because it holds the number from which the line goes on; numbers are never used again.
    """
    promoted = {version.tree for version in Versions(repository).history(part)}
    older = list(Candidates(repository).history(part, line))[:0:-1]
    return tuple(candidate for candidate in older if candidate.tree not in promoted and not is_wanted(candidate))


def drop(repository: Repository, part: str, line: str, is_wanted: Callable[[Candidate], bool], when: str) -> Dropped:
    """Drop what `droppable` names, all at once or not at all.

    Args:
        is_wanted: says of a candidate that it stays; asked again under the lock.
        when: ISO 8601 time of the commits that move notes.

    Raises:
        LockedError, StorageError: see `transaction.change`.
    """
    notes = Notes(repository)

    def write() -> tuple[Dropped, Change]:
        gone = {candidate.id: candidate for candidate in droppable(repository, part, line, is_wanted)}
        chain = _chain(repository, part, line)
        if not gone:
            return Dropped((), len(chain)), Change(())
        step("write the chain")
        renamed = _written(repository, chain, set(gone))
        step("write the notes")
        named = {version.candidate for version in Versions(repository).history(part)}
        moves = {**dict.fromkeys(gone), **renamed}
        updates = [RefUpdate(CandidatesRef(part, line).name, str(chain[-1].id), renamed[str(chain[-1].id)])]
        updates += _following(repository, renamed)
        objects = tuple(renamed.values())
        for space in _SPACES:
            update, written = notes.moved(space, moves, named, when)
            updates += [update] if update is not None else []
            objects += written
        return Dropped(tuple(gone.values()), len(chain) - len(gone)), Change(tuple(updates), objects)

    return change(repository, write)


def is_shared(repository: Repository, part: str, line: str) -> bool:
    """Whether a remote has the line too, as far as is known here; the next fetch would bring back what was dropped."""
    name = CandidatesRef(part, line).name
    return any(name in tracked for tracked in names.tracked_elsewhere(repository, ""))


def holds_any(repository: Repository, candidate: Candidate, blobs: set[str]) -> bool:
    """Whether a file of the candidate is one of these blobs."""
    return any(trees.contains_blob(repository.raw, candidate.tree, blob, set()) for blob in blobs)


def _chain(repository: Repository, part: str, line: str) -> list[pygit2.Commit]:
    """The commits of a line, oldest first."""
    chain: list[pygit2.Commit] = []
    at = repository.ref(CandidatesRef(part, line).name)
    while at is not None and (commit := repository.commit(at)) is not None and read_candidate(commit) is not None:
        chain.append(commit)
        at = str(commit.parent_ids[0]) if commit.parent_ids else None
    return chain[::-1]


def _following(repository: Repository, renamed: dict[str, str]) -> list[RefUpdate]:
    """The moves of cadgit's other refs that name one of these candidates; lines of candidates have their own turn."""
    updates = []
    for name in repository.refs_under("refs/cadgit/"):
        held = repository.ref(name)
        if held in renamed and not name.startswith(CandidatesRef.PREFIX):
            updates.append(RefUpdate(name, held, renamed[held]))
    return updates


def _written(repository: Repository, chain: list[pygit2.Commit], gone: set[str]) -> dict[str, str]:
    """Write the chain without some of its commits; each commit that has another id now, by the one that it had."""
    renamed: dict[str, str] = {}
    # A line may have been begun by hand on something else, which stays below it.
    parents = [str(parent) for parent in chain[0].parent_ids]
    for commit in chain:
        name = str(commit.id)
        if name in gone:
            continue
        if parents != [str(parent) for parent in commit.parent_ids]:
            again = repository.raw.create_commit(
                None, commit.author, commit.committer, commit.message, commit.tree_id, parents
            )
            renamed[name] = str(again)
        parents = [renamed.get(name, name)]
    return renamed
