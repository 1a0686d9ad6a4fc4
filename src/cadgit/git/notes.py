"""Notes: records that belong to an object, kept so that plain ``git notes`` and ``git log --notes`` can read them.

A note is TOML, a list of records (``[[run]]``, ``[[verify]]``, …), and only ever grows. Notes trees are written with a
fan-out of two hex digits and read with any. Our own writer, because libgit2's `create_note` rewrites one flat tree
each time and moves the ref without a compare-and-swap. (So does `git notes`: do not write notes with it into cadgit's
refs while a cadgit writes too.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import pygit2

from .. import codec
from ..errors import EnvironmentFailed
from .failures import storage_errors
from .note_trees import noted, spellings, with_entries
from .refs import NoteSpace, NotesRef
from .repository import Repository
from .transaction import RefUpdate

#: Columns of a note's lines: `git log` indents them by four, and terminals have 80.
WIDTH = 76


class Notes:
    """The notes of one repository. Reading needs no lock; `appended` is for use inside `transaction.change`.

    Args:
        tips: commits to read and build upon in place of what the refs hold, for changes that go over several steps.
    """

    def __init__(self, repository: Repository, tips: Mapping[NoteSpace, str | None] | None = None) -> None:
        self._repository = repository
        self._tips = tips or {}

    def text(self, space: NoteSpace, target: str) -> str:
        """The note on an object as it stands, or an empty string."""
        return self._joined(list(spellings(self._tip_tree(space), target)))

    def records(self, space: NoteSpace, target: str, key: str = "") -> list[codec.Plain]:
        """The records on an object, oldest first.

        Args:
            key: the kind of record, when it is not called like the space (``"withdraw"`` in promote notes).

        Raises:
            EnvironmentFailed: the note is not TOML any more; the message names note and object.
        """
        text = self.text(space, target)
        return _parsed(text, space, target, key or space) if text else []

    def noted(self, space: NoteSpace) -> Iterator[tuple[str, str]]:
        """(object, note's blob) for every entry of a space. Grows with the number of notes."""
        yield from noted(self._tip_tree(space))

    def appended(
        self, space: NoteSpace, target: str, record: codec.Plain, when: str, key: str = ""
    ) -> tuple[RefUpdate, tuple[str, ...]]:
        """Write the notes tree with one more record on `target`: the ref to move, and the objects written.

        Args:
            when: ISO 8601 time of the notes commit.

        Raises:
            EnvironmentFailed: the note that is there is not TOML any more; it is left as it is.
        """
        before = self.text(space, target)
        if before:
            _parsed(before, space, target, key or space)
        block = codec.dumps({key or space: [record]}, width=WIDTH)
        return self._written(space, target, f"{before.rstrip()}\n\n{block}" if before.strip() else block, when)

    def moved(
        self, space: NoteSpace, moves: Mapping[str, str | None], stays: Collection[str], when: str
    ) -> tuple[RefUpdate | None, tuple[str, ...]]:
        """Write the notes tree with notes moved to other objects: the ref to move, and the objects written.

        Args:
            moves: object to the one that gets its note, or to None: then the note is dropped.
            stays: objects of `moves` that keep their note too.
            when: ISO 8601 time of the notes commit.

        Returns: None for the ref where no note is concerned.
        """
        tree = self._tip_tree(space)
        entries: dict[str, str | None] = {}
        made: list[str] = []
        for old, new in moves.items():
            blobs = list(spellings(tree, old))
            if not blobs:
                continue
            if old not in stays:
                entries.setdefault(old, None)
            if new is not None:
                if len(blobs) > 1:
                    blobs = [self._repository.write_blob(self._joined(blobs).encode())]
                    made += blobs
                entries[new] = blobs[0]
        if not entries:
            return None, ()
        update, objects = self._with_entries(space, entries, f"Notes moved by cadgit ({space})\n", when)
        return update, (*made, *objects)

    def _written(self, space: NoteSpace, target: str, text: str, when: str) -> tuple[RefUpdate, tuple[str, ...]]:
        blob = self._repository.write_blob(text.encode())
        update, objects = self._with_entries(space, {target: blob}, f"Notes added by cadgit ({space})\n", when)
        return update, (blob, *objects)

    def _joined(self, blobs: list[str]) -> str:
        # Two spellings of one entry are two notes that somebody merged by hand; git joins them the same way.
        texts = [self._repository.read_blob(blob).decode("utf-8", "replace").strip("\n") for blob in blobs]
        return "\n\n".join(texts) + "\n" if texts else ""

    def _with_entries(
        self, space: NoteSpace, entries: Mapping[str, str | None], message: str, when: str
    ) -> tuple[RefUpdate, tuple[str, ...]]:
        repository, tip = self._repository, self._tip(space)
        commit = repository.commit(tip) if tip else None
        with storage_errors(repository.common_dir):
            written = with_entries(repository.raw, commit.tree if commit else None, entries)
        parents = [str(commit.id)] if commit else []
        new = repository.write_commit(written[-1], parents, message, when)
        return RefUpdate(NotesRef(space).name, tip, new), (*written, new)

    def _tip(self, space: NoteSpace) -> str | None:
        return self._tips[space] if space in self._tips else self._repository.ref(NotesRef(space).name)

    def _tip_tree(self, space: NoteSpace) -> pygit2.Tree | None:
        tip = self._tip(space)
        commit = self._repository.commit(tip) if tip else None
        return commit.tree if commit else None


def _parsed(text: str, space: NoteSpace, target: str, key: str) -> list[codec.Plain]:
    ref = NotesRef(space).name.removeprefix("refs/notes/")
    hint = f"correct it with: git notes --ref={ref} edit {target}"
    try:
        found = codec.loads(text).get(key, [])
    except codec.CodecError as error:
        raise EnvironmentFailed(f"the note {ref} on {target} is not TOML: {error}", hint) from None
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise EnvironmentFailed(f"the note {ref} on {target} has a {key!r} that is not a list of records", hint)
    return found
