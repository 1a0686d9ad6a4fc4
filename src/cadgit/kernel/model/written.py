"""What the model wrote: files that appeared or changed in the run's own folders and go away with it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ...records import SourceFile, WrittenFile

#: A model that writes more files than this has the first of them listed.
LISTED = 200

_NOT_LISTED = frozenset({"__pycache__"})


def files(tree: Path, scratch: Path, closure: tuple[SourceFile, ...]) -> tuple[WrittenFile, ...]:
    """Files in the model's folders that are not the closure's, sorted by path.

    Paths are relative to the repository's root, as the model's own are; what lies in the run's HOME begins with
    ``~/``. Hidden files (caches of libraries) are left out.
    """
    known = {file.path: file.data for file in closure}
    found = [(path, size) for path, size in _below(tree) if _is_new(tree / path, size, known.get(path))]
    found += [(f"~/{path}", size) for path, size in _below(scratch, apart=tree)]
    return tuple(WrittenFile(path, size) for path, size in sorted(found)[:LISTED])


def _below(top: Path, apart: Path | None = None) -> Iterator[tuple[str, int]]:
    for folder, names, entries in os.walk(top):
        here = Path(folder)
        names[:] = [n for n in names if n not in _NOT_LISTED and not n.startswith(".") and here / n != apart]
        for name in entries:
            path = here / name
            if not name.startswith(".") and not path.is_symlink() and path.is_file():
                yield path.relative_to(top).as_posix(), path.stat().st_size


def _is_new(path: Path, size: int, before: bytes | None) -> bool:
    return before is None or size != len(before) or path.read_bytes() != before
