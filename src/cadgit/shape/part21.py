"""The header of a STEP file (ISO 10303-21, "Part 21") read and written as text, without OCCT.

Strings of a Part 21 file are ASCII: an apostrophe is doubled, a backslash too, and other characters stand in
``\\X2\\…\\X0\\`` (16 bit), ``\\X4\\…\\X0\\`` (32 bit) or ``\\X\\hh`` (Latin-1). Writers may break lines
anywhere, inside strings as well (OCCT does at 72 columns), so that `grep` does not find what this reads.

Where cadgit writes what (each string at most 256 characters, so long ones go on in the next):

    FILE_DESCRIPTION's list    "cadgit", then lines ``key=value``; a line that goes on in the next ends in ``&``
    FILE_NAME's name           the part
    FILE_NAME's time stamp     the header's time (UTC), never the clock
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from ..records import Override, StepHeader

#: The longest string that the standard allows in a header, as it is written.
LONGEST = 256

MARK = "cadgit"
_GOES_ON = "&"
_FIELDS = ("part", "entry", "source_sha256", "closure_sha256", "tree", "build123d", "occt")


def encode(text: str) -> str:
    """Text as the inside of a Part 21 string: ASCII, nothing that ends or breaks it."""
    return "".join(map(_encode, text))


def _encode(character: str) -> str:
    code = ord(character)
    if character in "'\\":
        return character * 2
    if 0x20 <= code <= 0x7E:
        return character
    if code <= 0xFFFF:
        return f"\\X2\\{code:04X}\\X0\\"
    return f"\\X4\\{code:08X}\\X0\\"


_ESCAPE = re.compile(
    r"''|\\\\|\\X2\\([0-9A-Fa-f]*)\\X0\\|\\X4\\([0-9A-Fa-f]*)\\X0\\|\\X\\([0-9A-Fa-f]{2})|\\S\\(.)|\\P[A-I]\\"
)


def decode(text: str) -> str:
    """The inverse of `encode`; reads every escape that the standard knows."""
    return _ESCAPE.sub(_decode, text)


def _decode(match: re.Match[str]) -> str:
    two, four, one, shifted = match.groups()
    if two is not None:
        # Pairs of surrogates are one character: other writers have 16 bits only.
        units = bytes.fromhex(two[: len(two) // 4 * 4])
        return units.decode("utf-16-be", "surrogatepass")
    if four is not None:
        codes = (int(four[i : i + 8], 16) for i in range(0, len(four) // 8 * 8, 8))
        return "".join(chr(code) if code <= 0x10FFFF else "\ufffd" for code in codes)
    if one is not None:
        return chr(int(one, 16))
    if shifted is not None:
        return chr((ord(shifted) + 0x80) & 0xFF)
    return "" if match[0].startswith("\\P") else match[0][0]


def description(header: StepHeader) -> tuple[str, ...]:
    """The strings of FILE_DESCRIPTION, encoded, each at most 256 characters."""
    lines = [MARK]
    for name in _FIELDS:
        lines += _split(f"{name}={getattr(header, name)}")
    for override in header.parameters:
        lines += _split(f"parameter={override.name}={override.expression}")
    return tuple(lines)


def _split(line: str) -> Iterator[str]:
    """One line as encoded pieces; all but the last end in a mark, which is escaped where a line ends in it anyway."""
    pieces = [_encode(character) for character in line]
    current = ""
    for piece in pieces:
        if len(current) + len(piece) > LONGEST - 2:
            yield current + _GOES_ON
            current = ""
        current += piece
    # A last piece that ends in the mark itself would read as going on: an empty piece follows.
    if current.endswith(_GOES_ON):
        yield current + _GOES_ON
        current = ""
    yield current


def shortened(text: str) -> str:
    """Text encoded as one string of at most 256 characters; what is too long ends in an ellipsis of dots."""
    if len(encode(text)) <= LONGEST:
        return encode(text)
    current = ""
    for piece in map(_encode, text):
        if len(current) + len(piece) > LONGEST - 3:
            break
        current += piece
    return current + "..."


def time_stamp(seconds: int) -> str:
    """Seconds since the epoch as FILE_NAME's time stamp.

    Raises:
        ValueError, OverflowError: the time is before the year 1 or after 9999.
    """
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()


def _seconds(text: str) -> int:
    """The inverse of `time_stamp`; 0 for what it did not write."""
    try:
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())
    except ValueError:
        return 0


#: No header is longer, in bytes; a file without its end is read no further.
_LONGEST_HEADER = 4 << 20
# A string may hold the word, and lines may end anywhere.
_STRING_OR_END = re.compile(rb"'(?:[^']|'')*'|" + rb"\s*".join(b"%c" % letter for letter in b"ENDSEC;"))


def split(data: bytes) -> tuple[bytes, bytes]:
    """A STEP file's header section, and the rest, which is its data; for other files the first is empty."""
    if not data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"ISO-10303-21"):
        return b"", data
    for found in _STRING_OR_END.finditer(data, 0, _LONGEST_HEADER):
        if found[0].startswith(b"E"):
            return data[: found.end()], data[found.end() :]
    return b"", data


def read_header(data: bytes) -> StepHeader | None:
    """What cadgit wrote into a STEP file's header, or None if the file is not cadgit's."""
    header, _ = split(data)
    text = header.decode("latin-1")
    text = text.replace("\r", "").replace("\n", "")
    start = text.find("FILE_DESCRIPTION")
    if start < 0:
        return None
    found = from_description(_strings(text[start:]))
    return None if found is None else replace(found, time_stamp=_seconds(_second_of_file_name(text)))


def from_description(encoded: Iterable[str]) -> StepHeader | None:
    """The inverse of `description`; None for strings that cadgit did not write."""
    strings = [decode(string) for string in encoded]
    if not strings or strings[0] != MARK:
        return None
    fields: dict[str, str] = {}
    parameters = []
    for line in _joined(strings[1:]):
        key, _, value = line.partition("=")
        if key == "parameter":
            name, _, expression = value.partition("=")
            parameters.append(Override(name, expression))
        else:
            fields[key] = value
    if any(name not in fields for name in _FIELDS):
        return None
    header = StepHeader(**{name: fields[name] for name in _FIELDS})  # type: ignore[arg-type]  # all of these are texts
    return replace(header, parameters=tuple(parameters))


def _second_of_file_name(text: str) -> str:
    """The second string of FILE_NAME, the time stamp; its name inside of other strings does not count."""
    tokens = re.finditer(r"FILE_NAME|'(?:[^']|'')*'", text)
    after = [token[0] for token in itertools.dropwhile(lambda token: token[0] != "FILE_NAME", tokens)]
    return after[2][1:-1] if len(after) > 2 else ""


def _joined(strings: list[str]) -> Iterator[str]:
    line = ""
    for string in strings:
        if string.endswith(_GOES_ON):
            line += string[: -len(_GOES_ON)]
        else:
            yield line + string
            line = ""


def _strings(text: str) -> Iterator[str]:
    """The encoded strings of the first list in a header entity."""
    position = text.find("(", text.find("(") + 1) + 1
    while position > 0 and position < len(text) and text[position] != ")":
        if text[position] != "'":
            position += 1
            continue
        end = position + 1
        while end < len(text) and (text[end] != "'" or text[end : end + 2] == "''"):
            end += 2 if text[end] == "'" else 1
        yield text[position + 1 : end]
        position = end + 1
