"""Text that is safe to print and lines up: control characters escaped, width counted in terminal cells."""

from __future__ import annotations

import re

# C0, DEL and C1 control a terminal; U+2028 and U+2029 break lines; the bidi controls reorder what a reader sees
# ("Trojan Source"); lone surrogates cannot be encoded.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_TAB = 4


def escape(text: str) -> str:
    r"""One line that changes nothing but its own cells: ``\x1b`` is printed as four characters, tabs as spaces."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(_escaped, text.expandtabs(_TAB))


def _escaped(match: re.Match[str]) -> str:
    code = ord(match.group())
    named = {0x0A: "\\n", 0x0D: "\\r"}.get(code)
    return named or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def lines(text: str) -> list[str]:
    r"""The text's lines, each escaped. Only ``\n`` and ``\r\n`` end a line: a lone ``\r`` would overwrite one."""
    if not text:
        return []
    return [escape(line.removesuffix("\r")) for line in text.removesuffix("\n").split("\n")]


def width(text: str) -> int:
    """How many terminal cells the text takes: two for wide East Asian characters, none for combining ones."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # imported late: most text is ASCII

    return sum(0 if combining(c) or c == "\ufe0f" else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, cells: int, right: bool = False) -> str:
    """The text with spaces up to `cells`; on the left when `right` says that it is set flush right."""
    space = " " * max(0, cells - width(text))
    return space + text if right else text + space
