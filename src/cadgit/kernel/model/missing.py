"""A file that the model asked for and that its closure has not: which line of `cadgit.toml` adds it."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import traceback
from pathlib import Path, PurePosixPath

from ...config import part_table
from ...frozen import frozen

#: A source line that looks like writing; then the file is an output, and its folder is what is missing.
_WRITES = re.compile(r"export|write|save|dump|to_csv|open\([^)]*,\s*[\"'][wax]", re.IGNORECASE)


@frozen
class Asker:
    """Who asked for the file: the part's name (may be empty), and its entry file, relative to the repository."""

    part: str
    entry: str


def advice(error: BaseException, tree: Path, asker: Asker, hidden: tuple[str, ...], line: str) -> str | None:
    """What to do about a file or module that is not there; None if the error is about something else.

    Args:
        tree: the folder in which the model ran.
        asker: whose `inputs` in cadgit.toml would have the file.
        hidden: the user's folders, which the run cannot see.
        line: the source line that failed.
    """
    if isinstance(error, ModuleNotFoundError) and error.name:
        return _module(error.name, tree, asker)
    name = _name(error, line)
    return None if name is None else _file(name, isinstance(error, PermissionError), tree, asker, hidden, line)


def _name(error: BaseException, line: str) -> str | None:
    """The file that an exception is about. build123d's importers say it in words, each in its own."""
    if isinstance(error, FileNotFoundError | PermissionError):
        if _raised_in(error, "subprocess.py"):
            return None  # a program, not a file
        name = error.filename if error.filename is not None else next(iter(error.args), None)
        return os.fsdecode(name) if isinstance(name, str | bytes) else None
    text = ""
    with contextlib.suppress(BaseException):  # the class may be the model's
        text = str(error)
    if found := re.match(r"Could not import (.+)", text):
        return found[1]
    if "could not be opened" in text and (found := re.search(r"[\"']([^\"']+\.\w+)[\"']", line)):
        return found[1]
    return None


def _file(name: str, refused: bool, tree: Path, asker: Asker, hidden: tuple[str, ...], line: str) -> str | None:
    path = os.path.normpath(os.path.join(os.getcwd(), name))
    inside = _relative(path, (str(tree), *hidden))
    if refused and (inside is None or os.path.exists(path)):
        # Refused, not missing: writing outside, or a file that the user may not read.
        return None if inside is None else f"the run sees only the files of its closure; {_line(inside, asker)}"
    if inside is None:
        return f"{name} lies outside the repository, so no candidate can hold it: copy it into the repository"
    if (tree / name).exists():
        return (
            f"the model runs in its own folder: ask for Path(__file__).parent / …, {name} lies at the repository's root"
        )
    if _WRITES.search(line):
        folder = os.path.dirname(name) if os.path.splitext(name)[1] else name
        return (
            f"if the model writes {name}, let it make the folder first: Path({folder!r}).mkdir(parents=True,"
            f" exist_ok=True); if it reads it, {_line(inside, asker)}"
        )
    return _line(inside, asker)


def _module(name: str, tree: Path, asker: Asker) -> str | None:
    """A missing module is the project's own when its package is, or when nothing else explains it."""
    top, _, rest = name.partition(".")
    module = sys.modules.get(top)
    places = [getattr(module, "__file__", None), *(getattr(module, "__path__", None) or ())]
    if not rest or not any(isinstance(p, str) and Path(p).is_relative_to(tree) for p in places):
        return None
    package = next(p for p in places if isinstance(p, str) and Path(p).is_relative_to(tree))
    folder = Path(package).parent if package.endswith("__init__.py") else Path(package)
    file = folder.joinpath(*rest.split(".")).relative_to(tree).as_posix() + ".py"
    return _line(file, asker)


def _raised_in(error: BaseException, file: str) -> bool:
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and os.path.basename(frames[-1].f_code.co_filename) == file


def _relative(path: str, folders: tuple[str, ...]) -> str | None:
    for folder in folders:
        real = Path(folder)
        if Path(path).is_relative_to(real):
            return Path(path).relative_to(real).as_posix()
    return None


def _line(file: str, asker: Asker) -> str:
    table = part_table(asker.part or PurePosixPath(asker.entry).stem, asker.entry, (file,))
    return (
        f"{file} is not part of the candidate, as the source does not name it in a way that can be seen;"
        f" add it to the part's table in cadgit.toml:\n{table}"
    )
