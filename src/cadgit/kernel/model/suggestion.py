"""Which name was probably meant: Python prints this after an uncaught exception, and keeps it out of the exception."""

from __future__ import annotations

import builtins
import contextlib
import difflib
import re
import sys
import traceback
from collections.abc import Iterable

#: How alike two names have to be, capitals aside: one letter more in a name of three is.
_ALIKE = 0.75
_MOST_NAMES = 5000


def for_error(error: BaseException) -> str:
    """``". Did you mean: 'Box'?"`` for a name, an attribute or an imported name that is nearly there, or nothing."""
    with contextlib.suppress(BaseException):  # listing an object's names may run code of the model
        name, there = _wanted(error)
        if name and (meant := _nearest(name, there)):
            return f". Did you mean: {meant!r}?"
    return ""


def _wanted(error: BaseException) -> tuple[str, Iterable[str]]:
    """The name that was not there, and the names that were."""
    if isinstance(error, NameError) and error.name:
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        frame = frames[-1]
        return error.name, [*frame.f_locals, *frame.f_globals, *dir(builtins)]
    if isinstance(error, AttributeError) and error.name:
        return error.name, dir(error.obj)
    # Python 3.11 keeps the name in the text only.
    found = re.match(r"cannot import name '(\w+)'", str(error)) if isinstance(error, ImportError) else None
    if found and isinstance(error, ImportError) and error.name:
        return found[1], dir(sys.modules[error.name])
    return "", ()


def _nearest(name: str, there: Iterable[str]) -> str:
    by_letters: dict[str, str] = {}
    for one in list(there)[:_MOST_NAMES]:
        if one != name and (name.startswith("_") or not one.startswith("_")):
            by_letters.setdefault(one.casefold(), one)
    meant = difflib.get_close_matches(name.casefold(), by_letters, 1, _ALIKE)
    return by_letters[meant[0]] if meant else ""
