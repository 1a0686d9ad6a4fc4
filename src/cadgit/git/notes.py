"""Notes: records that belong to an object, kept so that plain ``git notes`` and ``git log --notes`` can read them.

A note is TOML, a list of records (``[[run]]``, ``[[verify]]``, …), and only ever grows. Notes trees are written with a
fan-out of two hex digits and read with any. Our own writer, because libgit2's `create_note` rewrites one flat tree
each time and moves the ref without a compare-and-swap. (So does `git notes`: do not write notes with it into cadgit's
refs while a cadgit writes too.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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
        blobs = list(_spellings(self._tip_tree(space), target))
        # Two spellings of one entry are two notes that somebody merged by hand; git joins them the same way.
        texts = [self._repository.read_blob(blob).decode("utf-8", "replace").strip("\n") for blob in blobs]
        return "\n\n".join(texts) + "\n" if texts else ""

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

    def _written(self, space: NoteSpace, target: str, text: str, when: str) -> tuple[RefUpdate, tuple[str, ...]]:
        repository, ref = self._repository, NotesRef(space).name
        tip = repository.ref(ref)
        commit = repository.commit(tip) if tip else None
        blob = repository.write_blob(text.encode())
        with storage_errors(repository.common_dir):
            written = _with_entry(repository.raw, commit.tree if commit else None, target, blob)
        parents = [str(commit.id)] if commit else []
        new = repository.write_commit(written[-1], parents, f"Notes added by cadgit ({space})\n", when)
        return RefUpdate(ref, tip, new), (blob, *written, new)

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


def _with_entry(repository: pygit2.Repository, root: pygit2.Tree | None, target: str, blob: str) -> list[str]:
    """Write `root` with `blob` as the only spelling of the note on `target`; the new trees, the root last.

    All that is not an entry for `target` stays as it is, notes or not.
    """
    folder, rest = target[:2], target[2:]
    builder = repository.TreeBuilder(root) if root is not None else repository.TreeBuilder()
    if root is not None and target in root and root[target].filemode != FileMode.TREE:
        builder.remove(target)
    below = root[folder] if root is not None and folder in root else None
    if below is not None and not isinstance(below, pygit2.Tree):
        # Somebody's own file has the name that the folder needs, so this entry stays flat.
        builder.insert(target, blob, FileMode.BLOB)
        return [str(builder.write())]
    inner = _without_deeper(repository, below, rest)
    inner.insert(rest, blob, FileMode.BLOB)
    fan = inner.write()
    builder.insert(folder, fan, FileMode.TREE)
    return [str(fan), str(builder.write())]


def _without_deeper(repository: pygit2.Repository, tree: pygit2.Tree | None, rest: str) -> pygit2.TreeBuilder:
    """A builder of `tree` in which no spelling of `rest` with a deeper fan-out is left."""
    if tree is None:
        return repository.TreeBuilder()
    builder = repository.TreeBuilder(tree)
    if rest in tree and tree[rest].filemode != FileMode.TREE:
        builder.remove(rest)
    if len(rest) > 2 and rest[:2] in tree and isinstance(below := tree[rest[:2]], pygit2.Tree):
        deeper = _without_deeper(repository, below, rest[2:])
        if len(deeper):
            builder.insert(rest[:2], deeper.write(), FileMode.TREE)
        else:
            builder.remove(rest[:2])
    return builder
