"""The `inputs` of a part: files that cannot be seen in the source, as glob patterns."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence

from ..errors import SourceError
from .files import Tree, is_below


def matching_inputs(tree: Tree, folder: str, inputs: Sequence[str]) -> list[str]:
    found: list[str] = []
    for pattern in inputs:
        matches = glob_files(tree, posixpath.normpath(pattern)) if is_inside(pattern) else []
        if not matches:
            hint = "patterns are relative to the repository's root"
            nearby = posixpath.normpath(posixpath.join(folder, pattern))
            if not is_inside(pattern):
                hint = "a closure holds nothing from outside the repository: copy the file into it"
            elif folder and glob_files(tree, nearby):
                hint += f': write "{nearby}"'
            raise SourceError(f'inputs: "{pattern}" matches no file', hint)
        found += matches
    return found


def is_inside(pattern: str) -> bool:
    return bool(pattern) and not pattern.startswith("/") and not posixpath.normpath(pattern).startswith("..")


def glob_files(tree: Tree, pattern: str, *, into_folders: bool = True) -> list[str]:
    """Files that match a normalised pattern (``*``, ``?``, ``[…]``, ``**``), sorted.

    Args:
        into_folders: a folder that matches stands for everything below it.
    """
    if pattern in ("", "."):
        return tree.walk("") if into_folders else []
    found = [""]
    parts = pattern.split("/")
    for index, part in enumerate(parts):
        is_last = index == len(parts) - 1
        if part == "**":
            # Each once: `**/**` would find them many times over.
            found = list(dict.fromkeys(below for folder in found for below in (folder, *_folders_below(tree, folder))))
            continue
        keep = _pattern(part) if re.search(r"[*?[]", part) else None
        hits = []
        for folder in found:
            names = tree.names(folder)
            # A name that is there is meant as it stands: `plate[2].csv` is a file, too.
            matches = sorted(filter(keep, names)) if keep and part not in names else [part]
            hits += [f"{folder}/{name}" if folder else name for name in matches]
        found = [path for path in hits if tree.is_folder(path) or (is_last and tree.is_file(path))]
    files: dict[str, None] = {}
    for path in found:
        if tree.is_file(path):
            files[path] = None
        elif into_folders:
            files.update(dict.fromkeys(tree.walk(path)))
    return sorted(files)


def _pattern(part: str) -> Callable[[str], object]:
    import fnmatch  # most models need no pattern

    return re.compile(fnmatch.translate(part)).match


def _folders_below(tree: Tree, folder: str) -> list[str]:
    folders = {posixpath.dirname(path) for path in tree.walk(folder)}
    parents = {"/".join(f.split("/")[:i]) for f in folders for i in range(1, f.count("/") + 2)}
    return sorted(p for p in parents if p != folder and is_below(p, folder))
