"""One feature in words, without its name and place; and names of many features, shortened."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...records import Vector
from ...records.features import Boss, Chamfer, DatumPlane, Fillet, HoleFeature, Pattern, Recess, ThreadGuess
from ...records.sheet_metal import Bend
from ..output import numbers
from ..output.numbers import count, length

_ALIGNED = 1e-6
_AXES = ("X", "Y", "Z")
#: So many names stand in a line; of more the first ones do.
_NAMES = 12


def diameter(value: float) -> str:
    """``ø5.5``."""
    return f"ø{length(value)}"


def angle(value: float) -> str:
    """``82°``."""
    return f"{numbers.number(value, decimals=3)}°"


def direction(vector: Vector, *, sense: bool = False) -> str:
    """``Z`` or ``-Y`` where it is along an axis, else its components; without `sense` either way is the same."""
    for axis, component in zip(_AXES, vector, strict=True):
        if abs(abs(component) - 1) <= _ALIGNED:
            return f"{'-' if component < 0 else '+'}{axis}" if sense else axis
    return "(" + ", ".join(numbers.number(component, decimals=4) for component in vector) + ")"


def hole(one: HoleFeature) -> str:
    """``ø5.5 through, 6 deep, counterbore ø10 × 4, along Z``."""
    parts = [f"{diameter(one.diameter)} {'through' if one.through else 'blind'}, {length(one.depth)} deep"]
    parts += [f"counterbore {diameter(bore.diameter)} × {length(bore.depth)}" for bore in one.counterbores]
    parts += [f"countersink {diameter(sink.diameter)} × {angle(sink.angle)}" for sink in one.countersinks]
    return ", ".join([*parts, f"along {direction(one.axis)}"])


def thread(guess: ThreadGuess) -> str:
    """``M5 tap drill (4.2, ISO 2306)`` or ``M5 clearance, medium (5.5, ISO 273)``."""
    series = guess.fit.removesuffix(" clearance")
    what = guess.fit if series == guess.fit else f"clearance, {series}"
    return f"{guess.thread} {what} ({length(guess.diameter)}, {guess.standard})"


def arrangement(one: Pattern) -> str:
    """``on a 2 × 2 grid of 40 × 30``, ``6 on a circle ø107.95``, ``5 in a line, pitch 8``."""
    if one.arrangement == "circular":
        return f"{one.counts[0]} on a circle {diameter(one.diameter)}"
    if one.arrangement == "linear":
        return f"{one.counts[0]} in a line, pitch {length(one.pitches[0])}"
    return f"on a {' × '.join(map(str, one.counts))} grid of {' × '.join(map(length, one.pitches))}"


def pattern(one: Pattern) -> str:
    """``3 × 2 grid, pitches 40 × 30`` and the like, with where its middle is."""
    if one.arrangement == "circular":
        (number,), (pitch,) = one.counts, one.pitches
        begins = f", first one towards {direction(one.start, sense=True)}" if one.start else ""
        return (
            f"{number} on a circle {diameter(one.diameter)} around {numbers.point(one.centre)}, "
            f"every {angle(pitch)}{begins}"
        )
    if one.arrangement == "linear":
        along = direction(one.directions[0])
        return f"{one.counts[0]} in a line, pitch {length(one.pitches[0])} along {along}"
    sizes = " × ".join(map(str, one.counts))
    pitches = " × ".join(map(length, one.pitches))
    along = " and ".join(map(direction, one.directions))
    circle = f", on a circle {diameter(one.diameter)} too" if one.diameter else ""
    return f"{sizes} grid, pitches {pitches} along {along}, around {numbers.point(one.centre)}{circle}"


def boss(one: Boss) -> str:
    """``round, ø12, 8 high, towards +Z``."""
    if one.section == "round":
        size = diameter(one.size[0])
    elif one.section == "polygonal":
        size = f"{one.sides} sides, {length(one.size[0])} across flats"
    else:
        size = " × ".join(map(length, one.size))
    return f"{one.section}, {size}, {length(one.height)} high, towards {direction(one.axis, sense=True)}"


def recess(one: Recess) -> str:
    """``rectangular, 30 × 20, 5 deep, corners R4, open towards +Z``."""
    if one.section == "groove":
        floor = diameter(one.diameter)
        return f"groove around {direction(one.axis)}, {length(one.width)} wide, {length(one.depth)} deep, floor {floor}"
    sizes = f"{length(one.length)} × {length(one.width)}"
    depth = f"through {length(one.depth)}" if one.through else f"{length(one.depth)} deep"
    parts = [one.section if one.section != "other" else "of another section", sizes, depth]
    if one.corner_radius:
        parts.append(f"corners R{length(one.corner_radius)}")
    if one.open:
        parts.append("open at its ends" if one.along else "open at a side")
    return ", ".join([*parts, f"along {direction(one.axis)}" if one.through else _opening(one.axis)])


def _opening(axis: Vector) -> str:
    return f"opening to {direction(axis, sense=True)}"


def fillet(one: Fillet) -> str:
    """``R3, convex``."""
    return f"R{length(one.radius)}, {one.sense}"


def chamfer(one: Chamfer) -> str:
    """``2 × 45°`` or ``3 × 2``."""
    longer, shorter = one.legs
    size = f"{length(longer)} × 45°" if abs(one.angle - 45) <= 0.01 else f"{length(longer)} × {length(shorter)}"
    return f"{size}, {one.sense}" if one.sense == "concave" else size


def plane(one: DatumPlane) -> str:
    """``+Z at 10, 1200 mm²``."""
    return f"{direction(one.normal, sense=True)} at {length(one.offset)}, {numbers.area(one.area)}"


def bend(one: Bend) -> str:
    """``R2 × 90°, 40 long, along X``."""
    return f"R{length(one.radius)} × {angle(one.angle)}, {length(one.length)} long, along {direction(one.axis)}"


def names(of: Iterable[str]) -> str:
    """``hole:1-4, 7``: names of one kind, runs of numbers shortened."""
    parsed = sorted((int(match[2]), match[1]) for match in map(_NAME.fullmatch, of) if match)
    if not parsed:
        return ""
    runs: list[list[int]] = []
    for number, _ in parsed:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    more = f" and {count(len(texts) - _NAMES, 'more run')}" if len(texts) > _NAMES else ""
    return f"{parsed[0][1]}:{', '.join(texts[:_NAMES])}{more}"


_NAME = re.compile(r"(\w+):(\d+)")


def faces(of: tuple[int, ...]) -> str:
    """``face:3, 5-9``."""
    return names(f"face:{number}" for number in of)
