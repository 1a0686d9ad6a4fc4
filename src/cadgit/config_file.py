"""Writing `cadgit.toml` for `cadgit init`: created once with comments, afterwards only added to.

What the user wrote stays as it is, to the byte: comments, order, spacing and line ends.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from . import codec, config
from .errors import ConfigError, StorageError
from .files import write_atomically
from .frozen import frozen

#: What a new file says before its parts. Everything in it is a comment: a default that is written down would no
#: longer follow cadgit's own.
NEW_FILE = """\
# cadgit's settings for this repository. All of them are optional; what is
# commented out is the default.

# "auto" runs models with the sandbox layers that this machine offers, "strict"
# refuses to run with one missing.
# sandbox = "auto"

# [limits]
# model = "60 s"          # a model's own time
# memory = "4 GiB"
# scratch = "1 GiB"       # files that a model writes
# output = "1 MiB"        # what is kept of its output, head and tail
# check = "30 s"          # one check of the gate
# deep_check = "120 s"    # one check of `cadgit verify --deep`

# [kernel]
# python = ".venv/bin/python"   # another interpreter that has build123d;
#                               # default: the one that runs cadgit
# preload = []                  # slow imports to pay once: ["scipy.spatial"]
# idle = "30 min"               # without work it leaves after this time

# [hooks]                 # of `cadgit init --hooks`
# pre_commit = "warn"     # or "block", "off": models that have not passed
# run = false             # true: run and judge those that never were

# [artifacts]
# max_size = "20 MB"      # larger STEP and BREP files: only hash and size kept

# A part, by its name:
# [parts.bracket]
# entry = "bracket/model.py"        # relative to the root, as all paths here
# object = "bracket"                # the top-level object to take, where the
#                                   # model does not say
# inputs = ["bracket/data/*.csv"]   # files that cannot be seen in the source
# line = "main"                     # where its candidates go
# [parts.bracket.spec]              # what it has to be like, judged by verify;
# size = [60, 40, "20 ± 0.1"]       # `cadgit spec bracket` proposes one
"""


@frozen
class InitResult:
    """What `init_config` did, and the names of the parts that it added."""

    state: Literal["created", "updated", "unchanged"]
    added: tuple[str, ...] = ()


def init_config(path: Path, parts: Sequence[tuple[str, str]]) -> InitResult:
    """Write a commented `cadgit.toml`, or add the parts that an existing one does not name.

    Args:
        path: the file; a symbolic link is followed.
        parts: name and entry of each part that was found. A part whose name or entry is configured already is left
            as it is.

    Raises:
        ConfigError: the file that is there is wrong, or cannot be added to.
        StorageError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    before = read(target)
    if before is None:
        text = NEW_FILE + "".join(f"\n{config.part_table(name, entry)}\n" for name, entry in parts)
        write(target, text)
        return InitResult("created", tuple(name for name, _ in parts))
    known = config.parse(before.removeprefix("\ufeff"), target)
    names = {part.name.casefold() for part in known.parts}
    new = [(name, entry) for name, entry in parts if not known.part_for_entry(entry) and name.casefold() not in names]
    if not new:
        return InitResult("unchanged")
    write(target, add_parts(before, new))
    return InitResult("updated", tuple(name for name, _ in new))


def add_parts(text: str, parts: Sequence[tuple[str, str]]) -> str:
    """The text of a `cadgit.toml` with tables for these parts added, and nothing else changed.

    Raises:
        ConfigError: the way the file is written leaves no place for them; the hint has the lines.
    """
    # Imported here: only `cadgit init` writes, and tomlkit takes longer to import than all else on the way.
    import tomlkit
    from tomlkit.items import InlineTable

    mark, body = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    document = tomlkit.parse(body)
    expected = document.unwrap()
    for name, entry in parts:
        expected.setdefault("parts", {})[name] = {"entry": entry}
    place = document.get("parts")
    if isinstance(place, InlineTable):
        for name, entry in parts:
            table = tomlkit.inline_table()
            table["entry"] = entry
            place[name] = table
        added = document.as_string()
    else:
        # Tables may stand at the end in any order, and then no line of the user's can change.
        newline = "\r\n" if "\r\n" in body else "\n"
        tables = "".join(f"\n{config.part_table(name, entry)}\n" for name, entry in parts)
        gap = "" if not body or body.endswith("\n") else newline
        added = body + gap + tables.replace("\n", newline)
    if not says(added, expected):
        lines = "\n\n".join(config.part_table(name, entry) for name, entry in parts)
        raise ConfigError(f"{config.FILE_NAME} is written in a way that cannot be added to", f"add yourself:\n{lines}")
    return mark + added


def says(text: str, expected: dict[str, Any]) -> bool:
    """Is this what a reader other than the writer sees in the text?"""
    try:
        return codec.loads(text) == expected
    except codec.CodecError:
        return False


def read(path: Path) -> str | None:
    """The text of the file, or None where there is none.

    Raises:
        ConfigError: it cannot be read.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise ConfigError(f"{path.name} is not UTF-8", "save it as UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{path.name} cannot be read: {error.strerror}") from None


def write(path: Path, text: str) -> None:
    """Put the text in place of the file, whole or not at all.

    Raises:
        StorageError: it cannot be written; the file is as it was.
    """
    try:
        write_atomically(path, text.encode(), sync=True)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}", "nothing was changed") from None
