"""Notes: records that belong to an object, kept so that plain ``git notes`` and ``git log --notes`` can read them.

A note is TOML, a list of records (``[[run]]``, ``[[verify]]``, …), and only ever grows. Notes trees are written with a
fan-out of two hex digits and read with any. Our own writer, because libgit2's `create_note` rewrites one flat tree
each time and moves the ref without a compare-and-swap. (So does `git notes`: do not write notes with it into cadgit's
refs while a cadgit writes too.)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import pygit2
from pygit2.enums import FileMode

from .. import codec
from ..errors import EnvironmentFailed
from .failures import storage_errors
from .refs import NoteSpace, NotesRef
from .repository import Repository
from .transaction import RefUpdate

#: Columns of a note's lines: `git log` indents them by four, and terminals have 80.
WIDTH = 76

_HEX = re.compile(r"[0-9a-f]+")
_NAME_LENGTH = 40  # hex digits of a SHA-1


class Notes:
    """The notes of one repository. Reading needs no lock; `appended` is for use inside `transaction.change`."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def text(self, space: NoteSpace, target: str) -> str:
        """The note on an object as it stands, or an empty string."""
        return self._joined(list(_spellings(self._tip_tree(space), target)))

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
        tree = self._tip_tree(space)
        if tree is not None:
            yield from _entries(tree, "")

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
            blobs = list(_spellings(tree, old))
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
        repository, ref = self._repository, NotesRef(space).name
        tip = repository.ref(ref)
        commit = repository.commit(tip) if tip else None
        with storage_errors(repository.common_dir):
            written = _with_entries(repository.raw, commit.tree if commit else None, entries)
        parents = [str(commit.id)] if commit else []
        new = repository.write_commit(written[-1], parents, message, when)
        return RefUpdate(ref, tip, new), (*written, new)

    def _tip_tree(self, space: NoteSpace) -> pygit2.Tree | None:
        tip = self._repository.ref(NotesRef(space).name)
        commit = self._repository.commit(tip) if tip else None
        return commit.tree if commit else None


def _parsed(text: str, space: NoteSpace, target: str, key: str) -> list[codec.Plain]:
    import tomllib  # not needed by a run of new bytes

    ref = NotesRef(space).name.removeprefix("refs/notes/")
    hint = f"correct it with: git notes --ref={ref} edit {target}"
    try:
        found = tomllib.loads(text).get(key, [])
    except tomllib.TOMLDecodeError as error:
        raise EnvironmentFailed(f"the note {ref} on {target} is not TOML: {error}", hint) from None
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise EnvironmentFailed(f"the note {ref} on {target} has a {key!r} that is not a list of records", hint)
    return found


def _spellings(tree: pygit2.Tree | None, rest: str) -> Iterator[str]:
    """The blobs noted for an object in a tree of any fan-out; `rest` is what is left of its name below `tree`."""
    if tree is None:
        return
    if rest in tree and tree[rest].filemode != FileMode.TREE:
        yield str(tree[rest].id)
    if rest[:2] in tree and isinstance(below := tree[rest[:2]], pygit2.Tree):
        yield from _spellings(below, rest[2:])


def _entries(tree: pygit2.Tree, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in tree:
        if not entry.name or not _HEX.fullmatch(entry.name):
            continue
        name = prefix + entry.name
        if isinstance(entry, pygit2.Tree):
            if len(entry.name) == 2:
                yield from _entries(entry, name)
        elif len(name) == _NAME_LENGTH:
            yield name, str(entry.id)


def _with_entries(
    repository: pygit2.Repository, root: pygit2.Tree | None, entries: Mapping[str, str | None]
) -> list[str]:
    """Write `root` with each blob as the only spelling of the note on its object, None for no note there.

    All that is no entry for one of these objects stays as it is, notes or not.

    Returns: the new trees, the root last.
    """
    builder = repository.TreeBuilder(root) if root is not None else repository.TreeBuilder()
    folders: dict[str, dict[str, str | None]] = {}
    for target, blob in entries.items():
        if root is not None and target in root and root[target].filemode != FileMode.TREE:
            builder.remove(target)
        folders.setdefault(target[:2], {})[target[2:]] = blob
    written: list[str] = []
    for folder, rests in folders.items():
        below = root[folder] if root is not None and folder in root else None
        if below is not None and not isinstance(below, pygit2.Tree):
            # Somebody's own file has the name that the folder needs, so these entries stay flat.
            for rest, blob in rests.items():
                if blob is not None:
                    builder.insert(folder + rest, blob, FileMode.BLOB)
            continue
        inner = _without(repository, below, rests)
        for rest, blob in rests.items():
            if blob is not None:
                inner.insert(rest, blob, FileMode.BLOB)
        if len(inner):
            written.append(str(inner.write()))
            builder.insert(folder, written[-1], FileMode.TREE)
        elif below is not None:
            builder.remove(folder)
    return [*written, str(builder.write())]


def _without(repository: pygit2.Repository, tree: pygit2.Tree | None, rests: Iterable[str]) -> pygit2.TreeBuilder:
    """A builder of `tree` in which no spelling of `rests` is left, whatever its fan-out."""
    if tree is None:
        return repository.TreeBuilder()
    builder = repository.TreeBuilder(tree)
    deeper: dict[str, list[str]] = {}
    for rest in rests:
        if rest in tree and tree[rest].filemode != FileMode.TREE:
            builder.remove(rest)
        if len(rest) > 2 and rest[:2] in tree:
            deeper.setdefault(rest[:2], []).append(rest[2:])
    for folder, below in deeper.items():
        if isinstance(tree[folder], pygit2.Tree):
            left = _without(repository, tree[folder], below)
            if len(left):
                builder.insert(folder, left.write(), FileMode.TREE)
            else:
                builder.remove(folder)
    return builder
