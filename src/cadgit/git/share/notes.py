"""The union of two sides' notes: whatever either side noted is there, in an order that does not depend on who merges.

Where both sides noted the same object differently, the result has the records of both: each side's in its own order,
otherwise by time. Notes only ever grow, so no common ancestor is needed to know what was added. A merge is a commit by
nobody, at the time of the younger side, so that two clones which merge the same notes write the same commit.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygit2

from ... import codec
from ...frozen import frozen
from ...records import LeftBehind
from ..failures import storage_errors
from ..note_trees import noted, spellings, with_entries
from ..notes import WIDTH
from ..refs import NoteSpace, NotesRef
from ..repository import Repository
from .ancestry import stands_on
from .checks import Wrong

_NOBODY = ("cadgit", "cadgit@localhost")
#: Bytes of a note that is taken from a remote; ours have a few kilobytes for each record.
_LARGEST = 32_000_000

#: Kind of record to records, as a note has them.
Records = dict[str, list[codec.Plain]]


@frozen
class Union:
    """The commit that holds both sides' notes.

    `objects` were written for it. `taken` is how many notes here are new or longer, `given` the same for the remote;
    `broken` are the remote's notes that were left out.
    """

    commit: str
    objects: tuple[str, ...]
    taken: int
    given: int
    broken: tuple[LeftBehind, ...]


def union(repository: Repository, space: NoteSpace, ours: str | None, theirs: str, readable: set[str]) -> Union:
    """Bring two tips of a notes ref together.

    Args:
        ours: our tip, None if we have no notes of this space.
        theirs: the remote's.
        readable: blobs that were found to be notes; more are added, so that a second time takes no time.

    Raises:
        Wrong: theirs is no tree of notes, or not all of it is here.
    """
    if repository.commit(theirs) is None:
        raise Wrong("it holds no commit")
    try:
        return _Both(repository, space, ours, theirs, readable).union()
    except (KeyError, pygit2.GitError) as error:
        raise Wrong(f"its notes cannot be read: {error}") from None


class _Both:
    def __init__(
        self, repository: Repository, space: NoteSpace, ours: str | None, theirs: str, readable: set[str]
    ) -> None:
        self._repository = repository
        self._space: NoteSpace = space
        self._ours = ours
        self._theirs = theirs
        self._readable = readable
        self._broken: list[LeftBehind] = []
        self._made: list[str] = []

    def union(self) -> Union:
        for_us, for_them = self._differences()
        commit = self._commit(for_us, for_them)
        given = sum(1 for blob in for_them.values() if blob is not None)
        return Union(commit, tuple(self._made), len(for_us), given, tuple(self._broken))

    def _commit(self, for_us: Mapping[str, str | None], for_them: Mapping[str, str | None]) -> str:
        ours, theirs = self._ours, self._theirs
        if ours is None:
            return theirs if not for_them else self._written(theirs, for_them, [theirs])
        if stands_on(self._repository, ours, theirs):
            return ours if not for_us else self._written(ours, for_us, [ours])
        if stands_on(self._repository, theirs, ours):
            return theirs if not for_them else self._written(theirs, for_them, [theirs])
        first, second = sorted((ours, theirs))
        return self._written(first, for_us if first == ours else for_them, [first, second])

    def _written(self, base: str, notes: Mapping[str, str | None], parents: list[str]) -> str:
        repository = self._repository
        commits = [repository.raw[parent] for parent in parents]
        nobody = pygit2.Signature(*_NOBODY, max(commit.commit_time for commit in commits), 0)
        with storage_errors(repository.common_dir):
            made = with_entries(repository.raw, repository.raw[base].tree, dict(sorted(notes.items())))
            message = f"Notes of two sides ({self._space})\n"
            commit = repository.raw.create_commit(None, nobody, nobody, message, made[-1], list(parents))
        self._made += [*made, str(commit)]
        return str(commit)

    def _differences(self) -> tuple[dict[str, str | None], dict[str, str | None]]:
        """Object to the note's blob, for each note that our side lacks or has less of, and the same for theirs.

        None for a note of theirs that cannot be read, and that we do not have.
        """
        for_us: dict[str, str | None] = {}
        for_them: dict[str, str | None] = {}
        ours, theirs = self._tree(self._ours), self._tree(self._theirs)
        apart = {target for target, _ in (*noted(ours, unlike=theirs), *noted(theirs, unlike=ours))}
        for target in sorted(apart):
            left, right = list(spellings(ours, target)), list(spellings(theirs, target))
            if left == right:
                continue
            if len(left) == 1 and not right:
                for_them[target] = left[0]
            elif len(right) == 1 and not left:
                if self._is_readable(right[0]):
                    for_us[target] = right[0]
                else:
                    self._left_out(target)
                    for_them[target] = None
            else:
                self._both_noted(target, left, right, for_us, for_them)
        return for_us, for_them

    def _both_noted(
        self,
        target: str,
        left: list[str],
        right: list[str],
        for_us: dict[str, str | None],
        for_them: dict[str, str | None],
    ) -> None:
        here, there = self._records(left), self._records(right)
        if there is None:
            self._left_out(target)
            if here is None:
                for_them[target] = left[0] if left else None
                return
        together = _merged(self._space, here or {}, there or {})
        # A note that cannot be read gives way to one that can; it stays in the history of the notes.
        if together != here:
            for_us[target] = right[0] if together == there and len(right) == 1 else self._blob(together)
        if together != there:
            for_them[target] = left[0] if together == here and len(left) == 1 else self._blob(together)

    def _tree(self, commit: str | None) -> pygit2.Tree | None:
        found = self._repository.commit(commit) if commit else None
        return found.tree if found is not None else None

    def _records(self, blobs: list[str]) -> Records | None:
        """What the spellings of one note say together; None if it cannot be read."""
        found = [self._read(blob) for blob in blobs]
        together: Records = {}
        for records in found:
            if records is None:
                return None
            together = _merged(self._space, together, records)
        return together

    def _is_readable(self, blob: str) -> bool:
        if blob not in self._readable and self._read(blob) is not None:
            self._readable.add(blob)
        return blob in self._readable

    def _read(self, blob: str) -> Records | None:
        found = self._repository.raw.get(blob)
        if not isinstance(found, pygit2.Blob) or found.size > _LARGEST:
            return None
        try:
            records = codec.loads(found.data.decode())
            codec.dumps(records)
        except (ValueError, TypeError, RecursionError):  # no UTF-8, no TOML, or values that cadgit does not write
            return None
        lists = all(isinstance(group, list) and all(isinstance(r, dict) for r in group) for group in records.values())
        return records if lists else None

    def _blob(self, records: Records) -> str:
        blob = self._repository.write_blob(codec.dumps(records, width=WIDTH).encode())
        self._made.append(blob)
        return blob

    def _left_out(self, target: str) -> None:
        reason = f"its note on {target[:10]} is not what cadgit writes"
        self._broken.append(LeftBehind(NotesRef(self._space).name, reason))


def _merged(space: NoteSpace, one: Records, other: Records) -> Records:
    # The space's own kind of record first, as it stands first in every note.
    kinds = sorted(one.keys() | other.keys(), key=lambda kind: (kind != space, kind))
    return {kind: _interleaved(one.get(kind, []), other.get(kind, [])) for kind in kinds}


def _interleaved(one: list[codec.Plain], other: list[codec.Plain]) -> list[codec.Plain]:
    """Both lists' records, each once: in each list's own order where these agree, otherwise by time, then by text."""
    if not one or not other:
        return one or other
    records = {_key(record): record for record in (*one, *other)}
    left, right = list(dict.fromkeys(map(_key, one))), list(dict.fromkeys(map(_key, other)))
    merged: list[codec.Plain] = []
    while left and right:
        if left[0] == right[0]:
            first = left[0]
        elif left[0] in right and right[0] not in left:
            first = right[0]
        elif right[0] in left and left[0] not in right:
            first = left[0]
        else:
            first = min(left[0], right[0])
        left = [key for key in left if key != first]
        right = [key for key in right if key != first]
        merged.append(records[first])
    return merged + [records[key] for key in left or right]


def _key(record: codec.Plain) -> tuple[str, str]:
    return str(record.get("when", record.get("promoted", ""))), codec.dumps({"record": [record]})
