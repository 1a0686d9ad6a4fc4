"""Trees of notes: which note belongs to which object, whatever the fan-out, and writing many at once.

A notes tree maps the names of objects to blobs; git spreads the entries over folders of two hex digits, of any depth.
We write one level, and leave one spelling of an entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import pygit2
from pygit2.enums import FileMode

from .trees import entry

_HEX = re.compile(r"[0-9a-f]+")
_NAME_LENGTH = 40  # hex digits of a SHA-1


def spellings(tree: pygit2.Tree | None, rest: str) -> Iterator[str]:
    """The blobs noted for an object in a tree of any fan-out; `rest` is what is left of its name below `tree`."""
    if tree is None:
        return
    if (flat := entry(tree, rest)) is not None and flat.filemode != FileMode.TREE:
        yield str(flat.id)
    if isinstance(below := entry(tree, rest[:2]), pygit2.Tree):
        yield from spellings(below, rest[2:])


def noted(tree: pygit2.Tree | None, unlike: pygit2.Tree | None = None) -> Iterator[tuple[str, str]]:
    """(object, note's blob) for every entry of a tree of any fan-out.

    Args:
        tree: the tree.
        unlike: leave out what stands in the same place in this tree: files and folders at the top only.
    """
    for item in tree if tree is not None else ():
        other = entry(unlike, item.name) if unlike is not None and item.name else None
        if other is None or other.id != item.id:
            yield from _noted(item, "")


def _noted(item: pygit2.Object, above: str) -> Iterator[tuple[str, str]]:
    if not item.name or not _HEX.fullmatch(item.name):
        return
    name = above + item.name
    if isinstance(item, pygit2.Tree):
        if len(item.name) == 2:
            for below in item:
                yield from _noted(below, name)
    elif len(name) == _NAME_LENGTH:
        yield name, str(item.id)


def with_entries(
    repository: pygit2.Repository, root: pygit2.Tree | None, entries: Mapping[str, str | None]
) -> list[str]:
    """Write `root` with each blob as the only spelling of the note on its object, None for no note there.

    All that is no entry for one of these objects stays as it is, notes or not.

    Returns: the new trees, the root last.
    """
    builder = repository.TreeBuilder(root) if root is not None else repository.TreeBuilder()
    folders: dict[str, dict[str, str | None]] = {}
    for target, blob in entries.items():
        flat = entry(root, target) if root is not None else None
        if flat is not None and flat.filemode != FileMode.TREE:
            builder.remove(target)
        folders.setdefault(target[:2], {})[target[2:]] = blob
    written: list[str] = []
    for folder, rests in folders.items():
        below = entry(root, folder) if root is not None else None
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
        if (flat := entry(tree, rest)) is not None and flat.filemode != FileMode.TREE:
            builder.remove(rest)
        if len(rest) > 2:
            deeper.setdefault(rest[:2], []).append(rest[2:])
    for folder, below in deeper.items():
        if isinstance(inner := entry(tree, folder), pygit2.Tree):
            left = _without(repository, inner, below)
            if len(left):
                builder.insert(folder, left.write(), FileMode.TREE)
            else:
                builder.remove(folder)
    return builder
