"""Frozen dataclasses to and from plain data, and plain data to TOML text.

TOML is written here and not by a library because notes are on the hot path of every run, must be short enough to
read in `git log` (arrays of numbers on one line), and importing tomlkit costs more than the whole write; it is
read back by the standard library's `tomllib`.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import types
import typing
from typing import Any, TypeVar

T = TypeVar("T")
Plain = dict[str, Any]

#: TOML's integers have 64 bits. Python reads longer ones, and then cannot make a float of them, or print them.
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


class CodecError(ValueError):
    """Plain data that does not fit the dataclass; the message says which field."""


def to_plain(value: Any, *, defaults: bool = False) -> Any:
    """A dataclass as dicts, lists, strings, numbers and booleans; fields at their default value are left out.

    Bytes stay bytes: only the kernel's wire carries them, and it takes them out itself.

    Args:
        defaults: state defaults too, but for None and what is empty; for texts that have to mean the same when a
            default is another one.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        plain: Plain = {}
        for field in dataclasses.fields(value):
            item = getattr(value, field.name)
            if item is None or (item == _default(field) and not (defaults and item not in ("", ()))):
                continue
            plain[field.name] = to_plain(item, defaults=defaults)
        return plain
    if isinstance(value, tuple | list):
        return [to_plain(item, defaults=defaults) for item in value]
    if isinstance(value, dict):
        return {key: to_plain(item, defaults=defaults) for key, item in value.items()}
    return value


def from_plain(cls: type[T], plain: Any, where: str = "") -> T:
    """The dataclass that `to_plain` made `plain` from. Unknown keys are ignored, so that old readers take new notes.

    Raises:
        CodecError: a field is missing or has another type.
    """
    return typing.cast(T, _decode(cls, plain, where or cls.__name__))


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return dataclasses.MISSING


@functools.cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _decode(hint: Any, plain: Any, where: str) -> Any:
    origin = typing.get_origin(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _decode_dataclass(hint, plain, where)
    if origin is tuple:
        return _decode_tuple(typing.get_args(hint), plain, where)
    if origin is typing.Union or origin is types.UnionType:
        if plain is None:
            return None
        (inner,) = (arg for arg in typing.get_args(hint) if arg is not type(None))
        return _decode(inner, plain, where)
    if origin is typing.Literal:
        if plain not in typing.get_args(hint):
            raise CodecError(f"{where}: {plain!r} is none of {', '.join(map(str, typing.get_args(hint)))}")
        return plain
    if hint is float and isinstance(plain, int) and not isinstance(plain, bool):
        return float(_bounded(plain, where))
    if hint in (str, int, float, bool, bytes):
        if type(plain) is not hint:
            raise CodecError(f"{where}: expected {hint.__name__}, got {type(plain).__name__}")
        return _bounded(plain, where) if hint is int else plain
    raise TypeError(f"{where}: no codec for {hint!r}")


def _bounded(number: int, where: str) -> int:
    if not _LEAST <= number <= _MOST:
        raise CodecError(f"{where}: the number is too large")
    return number


def _decode_dataclass(cls: Any, plain: Any, where: str) -> Any:
    if not isinstance(plain, dict):
        raise CodecError(f"{where}: expected a table, got {type(plain).__name__}")
    hints = _hints(cls)
    values = {}
    for field in dataclasses.fields(cls):
        if field.name in plain:
            values[field.name] = _decode(hints[field.name], plain[field.name], f"{where}.{field.name}")
        elif _default(field) is dataclasses.MISSING:
            if type(None) not in typing.get_args(hints[field.name]):
                raise CodecError(f"{where}.{field.name} is missing")
            values[field.name] = None
    return cls(**values)


def _decode_tuple(args: tuple[Any, ...], plain: Any, where: str) -> Any:
    if not isinstance(plain, list | tuple):
        raise CodecError(f"{where}: expected an array, got {type(plain).__name__}")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_decode(args[0], item, f"{where}[{i}]") for i, item in enumerate(plain))
    if len(plain) != len(args):
        raise CodecError(f"{where}: expected {len(args)} items, got {len(plain)}")
    return tuple(_decode(arg, item, f"{where}[{i}]") for i, (arg, item) in enumerate(zip(args, plain, strict=True)))


# --- TOML -------------------------------------------------------------------------------------------------


def loads(text: str) -> Plain:
    """TOML text as plain data.

    Raises:
        CodecError: it is none, or holds what nobody writes: numbers of thousands of digits, arrays without end.
    """
    import tomllib  # not needed by `cadgit --help` and its like

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise CodecError("it is nested too deeply") from None
    except ValueError as error:  # a number of over 4,300 digits is no TOMLDecodeError
        raise CodecError(str(error)) from None


def dumps(plain: Plain, width: int = 0) -> str:
    """Plain data as TOML: scalars and arrays first, then a ``[table]`` or ``[[table]]`` for each nested dict.

    Below the second level tables are written inline, so that a record stays a short block.

    Args:
        width: columns; an array that is longer goes over several lines. 0 keeps each on one line.
    """
    return "\n".join(_table(plain, (), width)).strip("\n") + "\n"


def _table(plain: Plain, path: tuple[str, ...], width: int) -> list[str]:
    lines: list[str] = []
    nested: list[str] = []
    for key, value in plain.items():
        here = (*path, _key(key))
        if isinstance(value, dict) and value and len(path) < 2:
            nested += ["", f"[{'.'.join(here)}]", *_table(value, here, width)]
        elif _is_array_of_tables(value) and len(path) < 1:
            for item in value:
                nested += ["", f"[[{'.'.join(here)}]]", *_table(item, here, width)]
        else:
            line = f"{_key(key)} = {_inline(value)}"
            if value and len(line) > width > 0 and isinstance(value, list) and not _is_array_of_tables(value):
                line = _filled(f"{_key(key)} =", _pieces(value), width)
            lines.append(line)
    return lines + nested


def _filled(line: str, pieces: list[str], width: int) -> str:
    """Pieces of an array, as many on each line as fit; TOML takes line breaks inside of arrays."""
    lines = [f"{line} {pieces[0]}"]
    for piece in pieces[1:]:
        if len(lines[-1]) + 1 + len(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(f"  {piece}")
    return "\n".join(lines)


def _pieces(items: list[Any]) -> list[str]:
    """An array's text, cut wherever a line may end: after the comma behind an item, of an inner array too."""
    pieces: list[str] = []
    for item in items:
        nested = isinstance(item, list) and item and not _is_array_of_tables(item)
        inner = _pieces(item) if nested else [_inline(item)]
        pieces += [*inner[:-1], f"{inner[-1]},"]
    pieces[0] = f"[{pieces[0]}"
    pieces[-1] = f"{pieces[-1].removesuffix(',')}]"
    return pieces


def _is_array_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "_").isidentifier()
    return key if bare else _string(key)


def _string(text: str) -> str:
    # JSON's escapes are TOML's, but TOML also wants DEL escaped and knows no lone surrogates.
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(clean, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if math.isnan(value):
            return "nan"
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return repr(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list):
        if _is_array_of_tables(value):
            return "[\n" + "".join(f"  {_inline(item)},\n" for item in value) + "]"
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_inline(v)}" for k, v in value.items()) + " }" if value else "{}"
    raise TypeError(f"no TOML for {type(value).__name__}")
