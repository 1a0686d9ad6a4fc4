"""Numbers, counts and points as checks write them."""

from __future__ import annotations

from collections.abc import Sequence

from ..records import Place, Vector

#: Places named in a message, and kept in a result; a sieve with a thousand bad holes is not better understood by more.
NAMED = 3
KEPT = 20


def number(value: float) -> str:
    """Six significant digits in ASCII, without an exponent where a person would not write one."""
    text = f"{value:.6g}"
    if "e" in text and 1e-4 <= abs(value) < 1e12:
        text = f"{value:.0f}"
    return text


def count(amount: int, noun: str, plural: str = "") -> str:
    """``1 face``, ``3 faces``, ``2 vertices``."""
    return f"{amount} {noun if amount == 1 else plural or noun + 's'}"


def point(value: Vector | None) -> str:
    """``(1, 2.5, -3)``, or an empty string."""
    if value is None:
        return ""
    return "(" + ", ".join(number(round(x, 6) + 0.0) for x in value) + ")"


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def where(places: Sequence[Place]) -> str:
    """The first places in words: ``edge 4 at (0, 0, 5), edge 7 at (1, 0, 5) and 12 more``."""
    words = [f"{p.entity} at {point(p.point)}" if p.point else p.entity for p in places[:NAMED]]
    if len(places) > NAMED:
        words.append(f"{len(places) - NAMED} more")
    return listed(words)
