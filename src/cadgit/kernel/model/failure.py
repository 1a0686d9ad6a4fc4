"""An exception that left the model, as a record: the reason, the model's own frames, and a hint.

Only frames in the model's files are kept: where in build123d or in cadgit an exception surfaced helps nobody to mend
the model.
"""

from __future__ import annotations

import contextlib
import linecache
import re
import traceback
import types
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ...errors import CadgitError
from ...frozen import frozen
from ...records import Failure, Frame
from . import hints, missing, suggestion

_MESSAGE_LENGTH = 4000
#: A recursion leaves a thousand equal frames; these many at either end tell the story.
_INNERMOST, _OUTERMOST = 20, 10
#: Exceptions behind one that are looked at, and how many different ones are told.
_CAUSES, _CAUSES_TOLD = 100, 7


@frozen
class Place:
    """Where the model lives: the folder of its files, its entry file, the user's hidden folders, the part's name, and
    the run's own folder, which is its HOME.
    """

    tree: Path
    entry: str
    hidden: tuple[str, ...] = ()
    part: str = ""
    home: str = ""

    def relative(self, file: str) -> str:
        """A file's path in the repository; empty if it is none of the model's. Takes a code object's file name."""
        if file == self.entry:
            return file
        path = Path(file)
        return path.relative_to(self.tree).as_posix() if path.is_relative_to(self.tree) else ""

    def without_tree(self, text: str) -> str:
        """Text with the model's files named as in the repository: where the tree lay says nothing afterwards."""
        text = text.replace(f"{self.tree}/", "")
        return text.replace(f"{self.home}/", "~/") if self.home else text


def describe(error: BaseException, place: Place) -> Failure:
    """The failure record for an exception that ended the model."""
    try:
        return _described(error, place)
    except MemoryError:
        raise
    except BaseException:  # its class is the model's, and may do anything when it is asked for its text or status
        return _plain(error, place)


def _plain(error: BaseException, place: Place) -> Failure:
    """The record without a question to the exception itself: what Python keeps of it, past its class's own methods."""
    name = type.__dict__["__name__"].__get__(type(error))
    trace = BaseException.__dict__["__traceback__"].__get__(error)
    frames = _own_frames(trace, place)
    return Failure("exception", _located(f"{name}: (it cannot be read)", frames), "", frames)


def _described(error: BaseException, place: Place) -> Failure:
    frames = _frames(error, place)
    if isinstance(error, SyntaxError) and (failure := _syntax(error, frames, place)) is not None:
        return failure
    if isinstance(error, SystemExit):
        return Failure("exit", _located(f"the model called exit with status {_shown(error.code)}", frames), "", frames)
    if isinstance(error, CadgitError):
        return Failure("parameter", error.message, error.hint)
    line = frames[0].source if frames else ""
    if isinstance(error, MemoryError) or type(error).__name__ == "Standard_OutOfMemory":
        message = _located("the model needs more memory than it may have", frames)
        return Failure("memory", message, "raise `memory` in cadgit.toml, or make the model smaller", frames)
    if (
        hint := missing.advice(error, missing.Asker(place.part, place.entry, place.tree, place.hidden), line)
    ) is not None:
        message = _located(place.without_tree(_summary(error)), frames)
        return Failure("missing file", message, place.without_tree(hint), frames)
    hint = _own_name(frames) or missing.unknown_module(error, place.tree, line) or hints.advice(error, line)
    return Failure("exception", _located(place.without_tree(_summary(error)), frames), hint, frames)


def _own_name(frames: tuple[Frame, ...]) -> str:
    """Advice for a file that is named like the module that it imports, and so imports itself."""
    for frame in frames:
        name = PurePosixPath(frame.file).stem
        if re.match(rf"(from|import)\s+{re.escape(name)}\b", frame.source):
            return f"{frame.file} is named like the module {name}, so this line imports the file itself: rename it"
    return ""


def end_of(error: SystemExit) -> bool:
    """Whether a `sys.exit` means that the script is done: no status, or 0."""
    try:
        return error.code is None or error.code == 0
    except Exception:  # a class of the model's own
        return False


def _syntax(error: SyntaxError, frames: tuple[Frame, ...], place: Place) -> Failure | None:
    """A file of the model that does not compile; None where it was other text (``eval("1 +")``)."""
    # The compiler names no file where it did not get as far as a line, as with a zero byte.
    file = place.relative(error.filename) if error.filename else "" if frames else place.entry
    if not file:
        return None
    at = Frame(file, error.lineno or 1, "", (error.text or "").rstrip("\n").strip())
    return Failure("syntax", _clean(f"{at.file}:{at.line}: {error.msg}"), "", (at, *frames))


def _frames(error: BaseException, place: Place) -> tuple[Frame, ...]:
    """The model's frames, innermost first; those of the cause where the exception itself has none."""
    for one in _chain(error):
        if found := _own_frames(one.__traceback__, place):
            return found
    return ()


def _own_frames(trace: types.TracebackType | None, place: Place) -> tuple[Frame, ...]:
    found = [
        Frame(file, line or 1, "" if frame.f_code.co_name == "<module>" else frame.f_code.co_name, source)
        for frame, line in traceback.walk_tb(trace)
        if (file := place.relative(frame.f_code.co_filename))
        for source in (_source(frame.f_code.co_filename, line or 1),)
    ]
    found.reverse()
    middle = len(found) - _INNERMOST - _OUTERMOST
    return tuple(found if middle <= 0 else found[:_INNERMOST] + found[-_OUTERMOST:])


def _source(file: str, line: int) -> str:
    with contextlib.suppress(Exception):
        return linecache.getline(file, line).strip()
    return ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception, what caused it, and, for a group, what is in it."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting.append(one.__cause__ or (None if one.__suppress_context__ else one.__context__))
        waiting.extend(one.exceptions if isinstance(one, BaseExceptionGroup) else ())


def _summary(error: BaseException) -> str:
    """``ValueError: what it says``, and a line for each exception behind it."""
    first, *others = _chain(error)
    inside = first.exceptions if isinstance(first, BaseExceptionGroup) else ()
    # A search that fails at every step has the same cause many times over.
    counts = Counter(
        f"{'one of them' if other in inside else 'caused by'}: {_one(other)}" for other in others[:_CAUSES]
    )
    lines = [line if count == 1 else f"{line} ({count} times)" for line, count in counts.items()]
    return "\n".join([_one(first), *lines[:_CAUSES_TOLD]])


def _one(error: BaseException) -> str:
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException as nested:
        text = f"(its message cannot be read: {type(nested).__name__})"
    return f"{name}: {text}{suggestion.for_error(error)}" if text else name


def _located(message: str, frames: tuple[Frame, ...]) -> str:
    return _clean(f"{frames[0].file}:{frames[0].line}: {message}" if frames else message)


def _shown(code: object) -> str:
    with contextlib.suppress(Exception):
        return f"1: {code}" if not isinstance(code, int) else str(int(code))
    return "1"


def _clean(text: str) -> str:
    """Text that any file and terminal takes: no lone surrogates, and of bounded length."""
    short = text if len(text) <= _MESSAGE_LENGTH else text[:_MESSAGE_LENGTH] + " …"
    return short.encode("utf-8", "backslashreplace").decode()
