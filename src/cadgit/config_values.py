"""Reading values out of a TOML file's plain data, with complaints that name file, key and line."""

from __future__ import annotations

import posixpath
from typing import Any, NoReturn

from . import codec
from .errors import ConfigError

Where = tuple[str, ...]

_SIZES = {"B": 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZES |= {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
#: No setting needs more: a petabyte, or thirty million years in seconds.
_MOST = 1e15
#: Characters of a complaint.
_LONGEST = 300
_DURATIONS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0}


class Values:
    """Typed access to a parsed file.

    Args:
        file: its name, for messages.
        text: its text, to find lines in.
    """

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._text = text

    def table(self, data: dict[str, Any], where: Where, known: tuple[str, ...]) -> dict[str, Any]:
        table = data.get(where[-1], {})
        if not isinstance(table, dict):
            self.fail(where, f"must be a table, not {_kind(table)}")
        self.known(table, where, known)
        return table

    def known(self, table: dict[str, Any], where: Where, known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                import difflib  # only for the hint

                close = difflib.get_close_matches(key, known, n=1)
                hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
                self.fail((*where, key), "is no key that cadgit knows", hint)

    def string(self, table: dict[str, Any], where: Where, default: str) -> str:
        value = table.get(where[-1], default)
        if not isinstance(value, str):
            self.fail(where, f"must be a string, not {_kind(value)}")
        return value

    def strings(self, table: dict[str, Any], where: Where) -> tuple[str, ...]:
        value = table.get(where[-1], [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self.fail(where, "must be an array of strings", f'{where[-1]} = ["…"]')
        return tuple(value)

    def path(self, where: Where, path: str) -> str:
        """A path inside the repository, relative to its root, in its normal spelling."""
        normal = posixpath.normpath(path)
        if path.startswith("/") or normal.startswith("..") or "\\" in path or "\0" in path:
            what = "must be a path inside the repository, relative to its root, with / between its parts"
            self.fail(where, f"{what}, not {path!r}")
        return normal

    def flag(self, table: dict[str, Any], where: Where, default: bool) -> bool:
        value = table.get(where[-1], default)
        if not isinstance(value, bool):
            self.fail(where, f"must be true or false, not {_kind(value)}")
        return value

    def size(self, table: dict[str, Any], where: Where, default: int, least: int = 1) -> int:
        size = int(self._quantity(table, where, default, _SIZES, '"4 GiB", "20 MB", or a number of bytes'))
        if size < least:
            self.fail(where, f"is {size} bytes, too little", '"4 GiB", "20 MB", or a number of bytes')
        return size

    def seconds(self, table: dict[str, Any], where: Where, default: float) -> float:
        return self._quantity(table, where, default, _DURATIONS, '"2 min", "60 s", or a number of seconds')

    def _quantity(
        self, table: dict[str, Any], where: Where, default: float, units: dict[str, float] | dict[str, int], how: str
    ) -> float:
        value = table.get(where[-1], default)
        if isinstance(value, str):
            number = value.strip().rstrip("BKMGTbkmgtinsh").strip()
            unit = value.strip()[len(number) :].strip()
            try:
                value = float(number) * units[unit]
            except (ValueError, KeyError):
                self.fail(where, f'"{value}" is none of {how}')
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(where, f"must be {how}, not {_kind(value)}")
        if not 0 < value <= _MOST:
            self.fail(where, f"must be more than nothing and at most {_MOST:.0e}, not {value:.15g}")
        return value

    def fail(self, where: Where, what: str, hint: str = "") -> NoReturn:
        line = line_of(self._text, where)
        place = f"{self._file}:{line}" if line else self._file
        if len(what) > _LONGEST:  # it quotes what is wrong
            what = what[:_LONGEST] + "…"
        raise ConfigError(f"{place}: {'.'.join(where)} {what}", hint)


def _kind(value: object) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", str: "a string", list: "an array"}
    return names.get(type(value), "a table" if isinstance(value, dict) else "a date")


def line_of(text: str, where: Where) -> int:
    """The line on which a key, or the longest known beginning of its path, stands; 0 when none does.

    In an array of tables the path has a number, from 1, for the table that is meant.

    The standard library's parser keeps no positions, so each line that looks like a header or a key is parsed on
    its own; inside a multi-line string that can be wrong, and costs no more than a wrong line in a message.
    """
    best, best_line = 0, 0
    table: Where = ()
    headers: dict[Where, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        keys = keys_of(line.rstrip("\r") if line.lstrip().startswith("[") else line.partition("=")[0] + "= 0")
        if not keys:
            continue
        if line.lstrip().startswith("["):
            headers[keys] = headers.get(keys, 0) + 1
            numbered = len(where) > len(keys) and where[len(keys)].isdigit()
            table = here = (*keys, str(headers[keys])) if numbered else keys
        else:
            here = (*table, *keys)
        if best < len(here) <= len(where) and where[: len(here)] == here:
            best, best_line = len(here), number
    return best_line


def keys_of(line: str) -> Where:
    """The keys that a line of TOML names, from the outermost in; empty when the line alone is none."""
    try:
        value: Any = codec.loads(line)
    except codec.CodecError:
        return ()
    keys: list[str] = []
    while isinstance(value, dict) and value:
        key = next(iter(value))
        keys.append(key)
        value = value[key]
    return tuple(keys)
