"""Where imports are looked for: folders of the repository that are, or act as, entries of ``sys.path``.

An editable install puts folders of the repository on the path of an interpreter in two ways: a ``.pth`` file that
holds the folder, or (setuptools) one that imports a finder with a ``MAPPING`` of package names to folders. Both are
read as text here; nothing is imported.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from .files import Tree


def usual_roots(tree: Tree, folder: str) -> list[str]:
    """The entry's folder, then ``src/`` and the repository's root."""
    roots = [folder]
    roots += [root for root in ("src", "") if root not in roots and tree.is_folder(root)]
    return roots


def installed_roots(tree: Tree, search_path: Sequence[Path]) -> list[str]:
    """Folders of the repository that `search_path` reaches, directly or by an editable install."""
    roots: list[str] = []
    for entry in search_path:
        for absolute in _reached(tree, entry):
            root = tree.relative(absolute)
            if root is not None and root not in roots and tree.is_folder(root):
                roots.append(root)
    return roots


def _reached(tree: Tree, entry: Path) -> Iterator[str]:
    absolute = os.path.abspath(entry)
    yield absolute
    try:
        names = sorted(os.listdir(absolute))
    except OSError:
        return
    for name in names:
        if name.endswith(".pth"):
            for line in _text(f"{absolute}/{name}").splitlines():
                if line.strip() and not line.startswith(("#", "import ", "import\t")):
                    yield os.path.join(absolute, line.strip())
        elif name.startswith("__editable___") and name.endswith("_finder.py"):
            yield from _mapped(tree, _text(f"{absolute}/{name}"))


def _mapped(tree: Tree, finder: str) -> Iterator[str]:
    for name, target in _mapping(finder).items():
        parts = name.split(".")
        path = os.path.normpath(target).removesuffix(".py")
        if path.split("/")[-len(parts) :] == parts:
            yield "/".join(path.split("/")[: -len(parts)]) or "/"
        elif tree.relative(path) is not None:
            tree.notes.append(
                f"the editable install maps {name} to {tree.relative(path)}/, a folder of another name; "
                f"a candidate cannot do that: rename the folder to {parts[-1]}, or move it below src/"
            )


def _mapping(finder: str) -> dict[str, str]:
    try:
        module = ast.parse(finder)
    except (SyntaxError, ValueError):
        return {}
    for statement in module.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id="MAPPING"), value=ast.expr() as value):
                pass
            case ast.Assign(targets=[ast.Name(id="MAPPING")], value=value):
                pass
            case _:
                continue
        try:
            mapping = ast.literal_eval(value)
        except ValueError:
            return {}
        if isinstance(mapping, dict):
            return {k: v for k, v in mapping.items() if isinstance(k, str) and isinstance(v, str)}
    return {}


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""
