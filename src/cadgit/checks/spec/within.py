"""Is a measured number within the range that the spec gives? In the words of a check's result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...records import CheckResult, Place
from ...spec import Range
from ..words import number

#: Lengths in mm that differ by no more are the same: ten times OCCT's own precision.
SLACK = 1e-6

#: Decimals of a length in mm: finer than the bounding box is known.
_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Measured:
    """A number that was measured, its name, what the spec wants of it (None: nothing), and where that can be seen."""

    name: str
    value: float
    wanted: Range | None
    places: tuple[Place, ...] = ()


def judge(unit: str, measured: Sequence[Measured]) -> CheckResult:
    """``pass`` where every number is within its range; otherwise what is not, by how much, and where.

    Args:
        unit: of all numbers; empty for counts.
    """
    asked = [one for one in measured if one.wanted is not None]
    # A number alone needs no name: the check has one.
    said = ", ".join(f"{one.name if len(asked) > 1 else ''} {quantity(one.value, unit)}".strip() for one in asked)
    limits = [f"{one.name if len(asked) > 1 else ''} {words(one.wanted, unit)}".strip() for one in asked if one.wanted]
    limit = ", ".join(limits)
    wrong = [one for one in asked if one.wanted and not one.wanted.contains(one.value)]
    if not wrong:
        return CheckResult("", "pass", said, said, limit)
    places = tuple(dict.fromkeys(place for one in wrong for place in one.places))
    return CheckResult("", "fail", "; ".join(difference(one, unit) for one in wrong), said, limit, places)


def difference(one: Measured, unit: str) -> str:
    """``x is 40.5 mm, not 39.99 to 40.01 mm: 0.49 mm too much``; ``8 faces, not 7: 1 too many``."""
    assert one.wanted is not None
    found = f"{one.name} is {quantity(one.value, unit)}" if unit else f"{number(one.value)} {one.name}"
    text = f"{found}, not {words(one.wanted, unit)}"
    low, high = one.wanted.minimum, one.wanted.maximum
    if high is not None and one.value > high:
        return f"{text}: {quantity(one.value - high, unit)} {'too much' if unit else 'too many'}"
    if low is not None and one.value < low:
        return f"{text}: {quantity(low - one.value, unit)} {'too little' if unit else 'too few'}"
    return text


def words(wanted: Range, unit: str) -> str:
    """``59.9 to 60.1 mm``, ``at least 3``, ``4``."""
    low, high = wanted.minimum, wanted.maximum
    if low is not None and high is not None:
        return quantity(low, unit) if low == high else f"{number(low)} to {quantity(high, unit)}"
    if low is not None:
        return f"at least {quantity(low, unit)}"
    return f"at most {quantity(high, unit)}" if high is not None else "anything"


def quantity(value: float, unit: str) -> str:
    """A number with its unit; a length without the noise of arithmetic around 0."""
    return f"{number(round(value, _DECIMALS) + 0.0 if unit == 'mm' else value)} {unit}".rstrip()
