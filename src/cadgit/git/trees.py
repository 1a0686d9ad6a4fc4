"""Trees and blobs of exact bytes, built from paths without ever going through the index.

`create_blob_fromworkdir` and the index apply autocrlf, filters, LFS and encodings: what ran would not be what is kept.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping

import pygit2
from pygit2.enums import FileMode

from ..errors import SourceError
from ..frozen import frozen
from ..records import SourceFile


@frozen
class TreeFile:
    """A file in a tree: path, blob id, and whether it is executable."""

    path: str
    blob: str
    executable: bool


def blob_id(data: bytes) -> str:
    """The id that git gives to a blob of `data`, whether it is stored or not."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def check_path(path: str) -> str:
    """`path`, if a tree can hold it: relative, with ``/`` between its parts, none of them ``..`` or ``.git``.

    Raises:
        SourceError: it cannot.
    """
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        raise SourceError(f"the file name {path!r} is not UTF-8", "rename the file") from None
    for part in path.split("/"):
        if part in ("", ".", "..") or part.lower() == ".git" or "\0" in part:
            raise SourceError(f"the path {path!r} cannot be stored in a git tree")
    return path


def write_tree(repository: pygit2.Repository, files: Iterable[SourceFile]) -> str:
    """Store `files` as blobs and nested trees; gives the id of the top tree."""
    blobs = {check_path(f.path): (str(repository.create_blob(f.data)), f.executable) for f in files}
    return write_tree_of_blobs(repository, blobs)


def write_tree_of_blobs(repository: pygit2.Repository, blobs: Mapping[str, tuple[str, bool]]) -> str:
    """Store nested trees over blobs that exist: path to (blob id, executable)."""
    folders: dict[str, dict[str, tuple[str, bool]]] = {}
    builder = repository.TreeBuilder()
    for path, leaf in blobs.items():
        head, slash, rest = path.partition("/")
        if slash:
            folders.setdefault(head, {})[rest] = leaf
        else:
            blob, executable = leaf
            builder.insert(path, blob, FileMode.BLOB_EXECUTABLE if executable else FileMode.BLOB)
    for name, inner in folders.items():
        builder.insert(name, write_tree_of_blobs(repository, inner), FileMode.TREE)
    return str(builder.write())


def tree_id(files: Iterable[SourceFile]) -> str:
    """The id that `write_tree` would give, without storing anything."""
    return _folder_id({check_path(f.path): (blob_id(f.data), f.executable) for f in files})


def _folder_id(blobs: Mapping[str, tuple[str, bool]]) -> str:
    folders: dict[str, dict[str, tuple[str, bool]]] = {}
    entries: list[tuple[bytes, bytes, str]] = []  # git's sort key, mode and name, id
    for path, leaf in blobs.items():
        head, slash, rest = path.partition("/")
        if slash:
            folders.setdefault(head, {})[rest] = leaf
        else:
            blob, executable = leaf
            entries.append((path.encode(), (b"100755 " if executable else b"100644 ") + path.encode(), blob))
    for name, inner in folders.items():
        entries.append((name.encode() + b"/", b"40000 " + name.encode(), _folder_id(inner)))
    body = b"".join(entry + b"\0" + bytes.fromhex(name) for _, entry, name in sorted(entries))
    return hashlib.sha1(b"tree %d\0" % len(body) + body, usedforsecurity=False).hexdigest()


def entry(tree: pygit2.Tree, name: str) -> pygit2.Object | None:
    """The entry of a tree with this name, or None.

    It is searched by position, because pygit2 (to 1.21 at least) never lets go of a name that it was asked for: a watch
    would grow with each note that it looks up.
    """
    wanted = name.encode("utf-8")
    for key in (wanted, wanted + b"/"):
        at = bisect_left(range(len(tree)), key, key=lambda index: _order(tree[index]))
        if at < len(tree) and tree[at].raw_name == wanted:
            return tree[at]
    return None


def _order(entry: pygit2.Object) -> bytes:
    """By what git sorts the entries of a tree: a folder stands where its name with a slash would."""
    name: bytes = entry.raw_name
    return name + b"/" if entry.filemode == FileMode.TREE else name


def list_tree(repository: pygit2.Repository, tree: str) -> Iterator[TreeFile]:
    """All files below a tree in git's order; submodules and symbolic links, which we never write, are left out."""
    yield from _list(repository.get(tree), "")


def _list(tree: pygit2.Tree, prefix: str) -> Iterator[TreeFile]:
    for entry in tree:
        if entry.filemode == FileMode.TREE:
            yield from _list(entry, f"{prefix}{entry.name}/")
        elif entry.filemode in (FileMode.BLOB, FileMode.BLOB_EXECUTABLE):
            yield TreeFile(f"{prefix}{entry.name}", str(entry.id), entry.filemode == FileMode.BLOB_EXECUTABLE)


def contains_blob(repository: pygit2.Repository, tree: str, blob: str, seen: set[str]) -> bool:
    """Whether a blob is a file below `tree`; trees in `seen` are known not to have it, and more are added."""
    if tree in seen:
        return False
    seen.add(tree)
    for entry in repository.get(tree):
        if str(entry.id) == blob:
            return True
        if entry.filemode == FileMode.TREE and contains_blob(repository, str(entry.id), blob, seen):
            return True
    return False


def read_tree(repository: pygit2.Repository, tree: str) -> tuple[SourceFile, ...]:
    """All files below a tree with their exact bytes, sorted by path.

    Raises:
        SourceError: one of the paths leads out of the tree, or into ``.git``; git may have fetched it from anywhere.
    """
    files = (
        SourceFile(check_path(f.path), repository.get(f.blob).data, f.executable) for f in list_tree(repository, tree)
    )
    return tuple(sorted(files, key=lambda f: f.path))
