"""Listing refs below a prefix.

pygit2 can only list all refs of a repository, which takes 50 ms where there are 20,000. The refs that libgit2 can read
are always files: loose ones in folders, and ``packed-refs``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def names_under(common_dir: Path, prefix: str) -> set[str]:
    """Names of the refs that start with `prefix`, which ends with ``/``.

    Args:
        common_dir: the common git directory; refs of a linked worktree alone are not listed.
    """
    # Loose refs first: `git pack-refs` writes the packed file before it removes what it packed.
    names = set(_loose(str(common_dir), prefix))
    names.update(_packed(common_dir / "packed-refs", prefix))
    return names


def _loose(common_dir: str, folder: str) -> Iterator[str]:
    try:
        entries = list(os.scandir(os.path.join(common_dir, folder)))
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _loose(common_dir, f"{folder}{entry.name}/")
        elif not entry.name.endswith(".lock"):
            yield f"{folder}{entry.name}"


def _packed(file: Path, prefix: str) -> Iterator[str]:
    try:
        text = file.read_bytes()
    except FileNotFoundError:
        return
    wanted = b" " + os.fsencode(prefix)
    at = text.find(wanted)
    while at >= 0:
        end = text.find(b"\n", at)
        end = len(text) if end < 0 else end
        yield os.fsdecode(text[at + 1 : end])
        at = text.find(wanted, end)
