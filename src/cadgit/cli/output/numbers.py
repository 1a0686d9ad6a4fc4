"""Numbers as people read them: few digits, with their unit.

A number is one word of ASCII on every face, as in the checks' own texts: it can be copied, compared and parsed.
"""

from __future__ import annotations

import math

from ...records import Box, Vector

#: Lengths and coordinates below this are numerical noise, in mm.
_LENGTH_DECIMALS = 4
_SIGNIFICANT = 7
#: In a table a length has to fit beside others.
_TABLE_SIGNIFICANT, _TABLE_DECIMALS = 5, 3


def number(value: float, significant: int = _SIGNIFICANT, decimals: int | None = None) -> str:
    """`value` with so many significant digits, no trailing zeros, and at most `decimals` after the point."""
    if not math.isfinite(value):
        return "not a number" if math.isnan(value) else "-infinite" if value < 0 else "infinite"
    if value == 0:
        return "0"
    magnitude = math.floor(math.log10(abs(value)))
    if magnitude >= 12 or (magnitude < -9 and decimals is None):
        return f"{value:.{significant}g}"
    places = max(0, significant - 1 - magnitude)
    text = f"{value:.{places if decimals is None else min(places, decimals)}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def signed(value: float, significant: int = _SIGNIFICANT, decimals: int | None = None) -> str:
    """As `number`, with a plus sign for what is positive."""
    text = number(value, significant, decimals)
    return text if text.startswith("-") or text == "0" else f"+{text}"


def length(value: float) -> str:
    """A length in mm, without its unit."""
    return number(value, decimals=_LENGTH_DECIMALS)


def size(box: Box | None) -> str:
    """Edge lengths of a box: ``40 × 30 × 20 mm``."""
    return " × ".join(length(edge) for edge in box.size) + " mm" if box else ""


def short_size(box: Box | None) -> str:
    """Edge lengths of a box for a column of a table, without the unit: ``50.819 × 1234.6 × 4``."""
    return " × ".join(number(edge, _TABLE_SIGNIFICANT, _TABLE_DECIMALS) for edge in box.size) if box else ""


def point(vector: Vector | None) -> str:
    """Coordinates in mm: ``(0, 12.5, -3)``."""
    return "(" + ", ".join(length(x) for x in vector) + ")" if vector else ""


def volume(value: float) -> str:
    """A volume with its unit."""
    return f"{number(value)} mm³"


def area(value: float) -> str:
    """An area with its unit."""
    return f"{number(value)} mm²"


def duration(seconds: float) -> str:
    """``<1 ms``, ``85 ms``, ``1.23 s``, ``12.3 s``, ``2 min 5 s``."""
    if seconds < 0.001:
        return "<1 ms"
    if seconds < 0.9995:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 9.995:
        return f"{seconds:.2f} s"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def data_size(count: int) -> str:
    """``1 byte``, ``812 bytes``, ``12.3 kB``, ``4.1 MB``; k is 1000."""
    if count < 1000:
        return f"{count} byte{'' if count == 1 else 's'}"
    unit, factor = ("kB", 10**3) if count < 999_500 else ("MB", 10**6) if count < 999_500_000 else ("GB", 10**9)
    return f"{number(count / factor, 3)} {unit}"


def percent(fraction: float) -> str:
    """A change: ``+5.2%``; ``=`` for none."""
    return "=" if fraction == 0 else f"{signed(fraction * 100, 3)}%"


def count(items: int, singular: str, plural: str = "") -> str:
    """``1 face``, ``12 faces``."""
    return f"{number(items)} {singular if items == 1 else plural or singular + 's'}"


def moment(when: str) -> str:
    """An ISO time as ``2026-11-30 13:37``; UTC, like every time that cadgit records."""
    return when[:16].replace("T", " ")
