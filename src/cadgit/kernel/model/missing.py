"""A file or module that the model asked for and that its closure has not: a slip of the pen, or a line of
`cadgit.toml` that adds it. The run cannot see the user's working tree, so where both may be, both are said.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from ...config import part_table
from ...frozen import frozen

#: A source line that looks like writing; then the file is an output, and its folder is what is missing.
_WRITES = re.compile(r"export|write|save|dump|to_csv|open\([^)]*,\s*[\"'][wax]", re.IGNORECASE)
#: How alike two names are that differ by a slip of the pen: one letter of five, or two that changed places.
_ALIKE = 0.75
_MOST_FILES = 2000


@frozen
class Asker:
    """Who asked for the file: the part's name (may be empty), its entry file relative to the repository, the folder
    in which the model ran, and the user's folders, which the run cannot see.
    """

    part: str
    entry: str
    tree: Path
    hidden: tuple[str, ...] = ()


def advice(error: BaseException, asker: Asker, line: str) -> str | None:
    """What to do about a file, or a module of a local package, that is not there; None if the error is about
    something else.

    Args:
        line: the source line that failed.
    """
    if isinstance(error, ModuleNotFoundError) and error.name:
        return _module(error.name, asker, line)
    name = _name(error, line)
    return None if name is None else _file(name, isinstance(error, PermissionError), asker, line)


def unknown_module(error: BaseException, tree: Path, line: str) -> str:
    """What to do about a module that is neither the project's nor installed; empty if the error is about something
    else.
    """
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return ""
    # Python names the first part that it does not find, also where the slip is in a later one.
    found = re.search(r"\b(?:from|import)\s+([\w.]+)", line)
    name = found[1] if found and f"{found[1]}.".startswith(f"{error.name}.") else error.name
    if close := _close(name, _modules(tree)):
        return f"did you mean {close}?"
    return (
        f"there is no module {name} in the repository where Python looks for it, and none is installed: check the"
        " spelling; a file of the project that lies elsewhere is added with `inputs` of this part in cadgit.toml, and a"
        " package has to be installed where the kernel's interpreter finds it (`cadgit doctor` says which that is)"
    )


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


def _file(name: str, refused: bool, asker: Asker, line: str) -> str | None:
    path = os.path.normpath(os.path.join(os.getcwd(), name))
    inside = None if name.startswith("~/") else _relative(path, (str(asker.tree), *asker.hidden))
    if inside is None:
        if refused and _WRITES.search(line):
            return None  # not missing: the run may write in its own folders only
        return f"{name} lies outside the repository, so no candidate can hold it: copy it into the repository"
    if refused and os.path.exists(path):
        return f"the run sees only the files of its closure; {_line(inside, asker)}"
    if (asker.tree / name).exists():
        return (
            f"the model runs in its own folder: ask for Path(__file__).parent / …, {name} lies at the repository's root"
        )
    if _WRITES.search(line):
        folder = os.path.dirname(name) if os.path.splitext(name)[1] else name
        return (
            f"if the model writes {name}, let it make the folder first: Path({folder!r}).mkdir(parents=True,"
            f" exist_ok=True); if it reads it: {_line(inside, asker)}"
        )
    if close := _close(inside, _files(asker.tree)):
        return f"did you mean {close}?"
    if re.search(rf"[\"'/]{re.escape(PurePosixPath(inside).name)}[\"']", line):
        # Named in so many words, it would have come along.
        return (
            f"there seems to be no {inside} in the repository: check its name and its folder; if it is there, add it to"
            f" the part's table in cadgit.toml:\n{_table(inside, asker)}"
        )
    return _line(inside, asker)


def _module(name: str, asker: Asker, line: str) -> str | None:
    """A missing module is the project's own when its package is, or when nothing else explains it."""
    top, _, rest = name.partition(".")
    module = sys.modules.get(top)
    places = [getattr(module, "__file__", None), *(getattr(module, "__path__", None) or ())]
    own = [place for place in places if isinstance(place, str) and Path(place).is_relative_to(asker.tree)]
    if not rest or not own:
        return None
    if close := _close(name, _modules(asker.tree)):
        return f"did you mean {close}?"
    folder = Path(own[0]).parent if own[0].endswith("__init__.py") else Path(own[0])
    file = folder.joinpath(*rest.split(".")).relative_to(asker.tree).as_posix() + ".py"
    if re.search(rf"\b(?:from|import)\s+{re.escape(name)}\b", line):
        return f"there seems to be no {file} in the repository: check its name and its folder"
    return _line(file, asker)


# --- names that are alike ---------------------------------------------------------------------------------


def _close(name: str, there: Iterable[str]) -> str:
    """The name among those that are there which was probably meant; empty if there is none.

    A name with another number (``bolt-m3.step``, ``bolt-m4.step``) is another file and no slip.
    """
    same_number = [one for one in there if re.findall(r"\d+", one) == re.findall(r"\d+", name)]
    if whole := difflib.get_close_matches(name, same_number, 1, _ALIKE):
        return whole[0]
    last = {PurePosixPath(one).name: one for one in same_number}
    return next((last[one] for one in difflib.get_close_matches(PurePosixPath(name).name, last, 1, _ALIKE)), "")


def _files(tree: Path) -> list[str]:
    found: list[str] = []
    for folder, names, files in os.walk(tree):
        names[:] = [name for name in names if name != "__pycache__"]
        found += [Path(folder, file).relative_to(tree).as_posix() for file in files]
        if len(found) > _MOST_FILES:
            break
    return found


def _modules(tree: Path) -> list[str]:
    """The modules of the closure as an import from the repository's root names them."""
    files = [file.removesuffix(".py") for file in _files(tree) if file.endswith(".py")]
    return [file.removesuffix("/__init__").replace("/", ".") for file in files]


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
    return (
        f"if {file} is in the repository, add it to the part's table in cadgit.toml, as the source does not name it in"
        f" a way that can be seen; else it does not exist:\n{_table(file, asker)}"
    )


def _table(file: str, asker: Asker) -> str:
    return part_table(asker.part or PurePosixPath(asker.entry).stem, asker.entry, (file,))
