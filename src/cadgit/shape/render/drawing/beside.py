"""Dimensions along one side of a view: from the view outwards chains, ordinates from the datum, and the overall size.

Each has a row of its own, so that no number stands on another. Lines that lead outwards cross the dimension lines of
the rows before, as ISO 129-1 allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .marks import Arrow, Line, Mark, Point, Text, text_width
from .rows import Chain, chained, distinct, number, spread

SMALL, LARGE = 2.5, 3.5  # mm: letters of ordinates and call-outs, and of overall sizes; ISO 3098
_GAP = 1.0  # mm between what is measured and its lines
_ROW = 7.0  # mm from one dimension line to the next
_FIRST = 8.0  # mm from the view to the first dimension line
_JOG = 4.0  # mm in which a line that gives way to a neighbour does so
_OVER = 1.5  # mm that lines go beyond the dimension line
_PITCH = SMALL + 1.0  # mm from one ordinate to the next
_ARROWS = 8.0  # mm: less has no room for two arrows inside


@dataclass(frozen=True, slots=True)
class Tick:
    """A value from the datum, and how deep in the view what it belongs to begins; both in mm of the result."""

    value: float
    inside: float = 0.0


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a view on paper: the corner where its values are 0, its length, and which way is out."""

    corner: Point
    length: float
    where: Literal["left", "bottom", "top"]

    def at(self, along: float, out: float) -> Point:
        """The point on paper."""
        x, y = self.corner
        match self.where:
            case "left":
                return (x - out, y + along)
            case "bottom":
                return (x + along, y - out)
            case "top":
                return (x + along, y + out)

    def line(self, *places: Point) -> Line:
        """A thin line through places along and out."""
        return Line(tuple(self.at(*place) for place in places), "thin")


@dataclass(frozen=True, slots=True)
class Row:
    """What was drawn along a side, and how far out it reaches, in mm; `placed` is whether every tick found room."""

    marks: tuple[Mark, ...]
    depth: float
    placed: bool = True


def dimension(side: Side, scale: float, ticks: Sequence[Tick], overall: float) -> Row:
    """The dimensions along a side.

    Args:
        side: where.
        scale: millimetres on paper for one of the result.
        ticks: what is to be placed; the datum is added.
        overall: the size in mm that is written outermost; 0 for none.
    """
    marks: list[Mark] = []
    depth, placed = _GAP, True
    nearest = {value: min(t.inside for t in ticks if abs(t.value - value) < 1e-2) for value in _values(ticks)}
    single, chains = chained(list(nearest))
    if any(not _fits(chain, scale) for chain in chains):
        single, chains = list(nearest), []
    # On a side there is room between its ends; beyond them are the neighbouring side's numbers.
    low, high = (_PITCH, side.length) if side.where != "left" else (_PITCH, side.length - _PITCH)
    others = [value for value in single if value > 1e-3]
    places = spread([value * scale for value in others], [_PITCH] * len(others), low, high)
    if places is None:
        single, chains, placed = [], [], False
    if chains:
        for chain in chains:
            marks += _between(side, chain.first * scale, chain.last * scale, _FIRST, chain_text(chain), SMALL)
            inside = min(nearest[value] for value in nearest if abs(value - chain.last) < 1e-2)
            marks.append(side.line((chain.last * scale, _GAP - inside * scale), (chain.last * scale, _FIRST + _OVER)))
        depth = _FIRST + SMALL + _GAP
    if places is not None and single:
        marks += _ordinates(side, scale, nearest, [(0.0, 0.0), *zip(others, places, strict=True)], depth)
        depth += _JOG + _GAP + max(text_width(number(value), SMALL) for value in (0.0, *single)) + _GAP
    if overall > 0:
        depth = depth + _ROW - _GAP if single else _FIRST
        for place in (0.0, side.length):
            marks.append(side.line((place, _GAP), (place, depth + _OVER)))
        marks += _between(side, 0.0, side.length, depth, number(overall), LARGE)
        depth += LARGE + 2.5 * _GAP
        if side.length < _ARROWS and side.where == "left":
            depth += text_width(number(overall), LARGE)
    return Row(tuple(marks), depth, placed)


def _values(ticks: Sequence[Tick]) -> list[float]:
    return distinct([tick.value for tick in ticks])


def chain_text(chain: Chain) -> str:
    """``14 × 10 = 140``."""
    return f"{chain.count} × {number(chain.pitch)} = {number(chain.pitch * chain.count)}"


def _fits(chain: Chain, scale: float) -> bool:
    return chain.pitch * chain.count * scale >= max(text_width(chain_text(chain), SMALL) + 2, _ARROWS)


def _ordinates(
    side: Side, scale: float, nearest: dict[float, float], placed: Sequence[tuple[float, float]], start: float
) -> list[Mark]:
    """Lines out of the view, each with its distance from the datum along its end."""
    marks: list[Mark] = []
    end = start + _JOG + _GAP
    for value, place in placed:
        at, text = value * scale, number(value)
        reach = end + text_width(text, SMALL)
        inside = nearest.get(value, 0.0)
        jog = [] if abs(place - at) < 1e-6 else [(at, start + _GAP), (place, start + _JOG)]
        marks.append(side.line((at, _GAP - inside * scale), *jog, (place, reach)))
        if side.where == "left":
            x, y = side.at(place, end)
            marks.append(Text((x, y + 0.6), text, SMALL, "end"))
        else:
            x, y = side.at(place, end)
            marks.append(Text((x - 0.6, y), text, SMALL, "start" if side.where == "top" else "end", 90.0))
    return marks


def _between(side: Side, low: float, high: float, out: float, text: str, size: float) -> list[Mark]:
    """A dimension line from `low` to `high` with its number, which stands on it, or beyond it where it is short."""
    along = 90.0 if side.where == "left" else 0.0
    short = high - low < _ARROWS
    ends = (low - 6, high + 6) if short else (low, high)
    arrows = (along + 180, along) if short else (along, along + 180)
    marks: list[Mark] = [
        side.line((ends[0], out), (ends[1], out)),
        Arrow(side.at(low, out), arrows[0]),
        Arrow(side.at(high, out), arrows[1]),
    ]
    middle = (low + high) / 2
    if short and side.where == "left":
        x, y = side.at(middle, out + _OVER + _GAP)
        return [*marks, Text((x, y - size / 2), text, size, "end")]
    # Numbers are read from below and from the right (ISO 129-1): a dimension line's number stands above it.
    beyond = side.where == "bottom"
    x, y = side.at(middle, out + (_GAP + size if beyond and short else 0.0))
    if side.where == "left":
        return [*marks, Text((x - _GAP, y), text, size, "middle", 90.0)]
    return [*marks, Text((x, y + (0.0 if beyond and short else _GAP)), text, size, "middle")]
