"""Makes build123d's importers say that a file is not there: OCCT reads a file that it may not open as an empty one."""

from __future__ import annotations

import contextlib
import errno
import functools
import os
from collections.abc import Callable, Iterator
from typing import Any

#: build123d's functions that read a file, which is their first argument, and that argument's name.
FUNCTIONS = {
    "import_brep": "file_name",
    "import_step": "filename",
    "import_stl": "file_name",
    "import_svg": "svg_file",
    "import_svg_as_buildline_code": "file_name",
}


@contextlib.contextmanager
def checking() -> Iterator[None]:
    """Inside, an importer raises FileNotFoundError with the path for a file that the run cannot see."""
    import build123d
    from build123d import importers

    undo: list[tuple[Any, str, Any]] = []
    try:
        for name, keyword in FUNCTIONS.items():
            if hasattr(importers, name):
                function = _checked(getattr(importers, name), keyword)
                for owner in (importers, build123d):
                    undo.append((owner, name, getattr(owner, name)))
                    setattr(owner, name, function)
        yield
    finally:
        for owner, name, original in reversed(undo):
            setattr(owner, name, original)


def _checked(original: Callable[..., Any], keyword: str) -> Callable[..., Any]:
    @functools.wraps(original)
    def checked(*args: Any, **kwargs: Any) -> Any:
        given = args[0] if args else kwargs.get(keyword)
        if isinstance(given, str | bytes | os.PathLike):
            _require(os.fsdecode(given))
        return original(*args, **kwargs)

    return checked


def _require(path: str) -> None:
    try:
        os.close(os.open(path, os.O_RDONLY | os.O_CLOEXEC))
    except PermissionError:
        # Behind the walls of the run every file outside it looks like this.
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path) from None
