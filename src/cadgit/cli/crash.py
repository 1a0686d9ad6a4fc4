"""The log of an unexpected error, made to be pasted into a report."""

from __future__ import annotations

import os
import platform
import shlex
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from .. import __version__


def write_log(arguments: Sequence[str], error: BaseException) -> Path:
    """Write what happened, readable for the user alone, and return where.

    The folder is the user's state directory, or the one for temporary files where that cannot be written.

    Raises:
        OSError: neither can be written.
    """
    text = "\n".join(
        (
            f"cadgit {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"command: cadgit {shlex.join(arguments)}",
            f"directory: {_directory()}",
            "",
            "".join(traceback.format_exception(error)),
        )
    )
    name = f"crash-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{os.getpid()}.log"
    # expanduser and not Path.home(): that raises where there is no home.
    state = Path(os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")) / "cadgit"
    try:
        return _write(state / name, text)
    except OSError:
        return _write(Path(tempfile.gettempdir()) / f"cadgit-{name}", text)


def _directory() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "one that was deleted"


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # O_EXCL: in a shared folder for temporary files nobody's prepared link is followed.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return path
