"""The entry file: reading it, naming its part, and the package that it may belong to."""

from __future__ import annotations

import ast
import os
import posixpath

from ..errors import SourceError
from ..records import SourceFile
from .files import Tree
from .inputs import is_inside

#: File names that say nothing about the part; their folder does.
_UNTELLING = frozenset({"model", "main", "part", "__main__", "__init__"})


def part_stem(entry: str) -> str:
    """What to call a part that no configuration names: after its file, or its folder where the file's name is
    ``model.py``, ``main.py`` or ``part.py`` below the top. Whether it can be a ref is for `git.refs` to say.
    """
    folder, _, name = entry.rpartition("/")
    stem = name.removesuffix(".py") or name
    return folder.rpartition("/")[2] if folder and stem in _UNTELLING else stem


def parse(data: bytes) -> ast.Module | None:
    """The syntax tree of a Python file; None when it has none."""
    try:
        return ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def package_of_entry(tree: Tree, entry: str, source: ast.Module | None) -> tuple[str, str] | None:
    """The import root and dotted name of an entry that uses relative imports; None when it stands alone."""
    if source is None:
        return None
    level = max((node.level for node in ast.walk(source) if isinstance(node, ast.ImportFrom)), default=0)
    folders = posixpath.dirname(entry).split("/") if "/" in entry else []
    if level == 0 or level > len(folders):
        return None
    depth = 0
    while depth < len(folders) and tree.is_file("/".join([*folders[: len(folders) - depth], "__init__.py"])):
        depth += 1
    # A package without __init__.py is as deep as its relative imports reach.
    depth = max(depth, level)
    base = "/".join(folders[: len(folders) - depth])
    stem = posixpath.basename(entry).removesuffix(".py")
    return base, ".".join([*folders[len(folders) - depth :], *([] if stem == "__init__" else [stem])])


def read_entry(tree: Tree, entry: str, data: bytes | None) -> str:
    """Check and read the entry file; returns its normalised path."""
    path = posixpath.normpath(entry)
    if not is_inside(entry):
        raise SourceError(f"{entry} lies outside the repository", f"move it below {tree.root}")
    if tree.is_folder(path):
        inside = [name for name in ("model.py", "main.py", "part.py") if name in tree.names(path)]
        hint = f"did you mean {posixpath.join(path, inside[0])}?" if inside else "name the Python file in it"
        raise SourceError(f"{entry} is a folder, and a part has one entry file", hint)
    if data is not None:
        try:
            executable = os.access(tree.absolute(path), os.X_OK)
        except ValueError:
            executable = False
        tree.put(SourceFile(path, data, executable=executable))
        return path
    if tree.take(path) is None:
        raise SourceError(*_why_unreadable(tree, entry, path))
    return path


def _why_unreadable(tree: Tree, entry: str, path: str) -> tuple[str, str]:
    if tree.notes:
        return tree.notes[-1].replace(", so it was left out", "").replace("was left out", "cannot be read"), ""
    if os.path.exists(tree.absolute(path)):
        return f"{entry} is no regular file", ""
    import difflib  # only for the hint

    folder = posixpath.dirname(path)
    scripts = [name for name in tree.names(folder) if name.endswith(".py")]
    close = difflib.get_close_matches(posixpath.basename(path), scripts, n=1)
    hint = (
        f"did you mean {posixpath.join(folder, close[0])}?" if close else "write the model first, or name another file"
    )
    return f"there is no file {entry}", hint
