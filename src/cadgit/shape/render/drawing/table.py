"""A table of holes, for views in which they are too many to have their places written outside."""

from __future__ import annotations

from collections.abc import Sequence

from .callouts import Spot
from .layout import Plan
from .marks import Line, Mark, Text, text_width
from .rows import number

_ROW, _SIZE = 3.6, 1.8  # mm
_PAD = 2.0  # mm beside each column's texts
_HEAD = ("HOLE", "X", "Y", "SIZE")

#: A hole: its tag, where it is in its view, and what it is like.
Entry = tuple[str, Spot, str]

#: Millimetres that the corner for a table is wide at least.
WIDTH = 70.0


def table(plan: Plan, entries: Sequence[Entry]) -> tuple[list[Mark], int]:
    """The table's marks, and how many of the entries are in it."""
    rows = [(tag, number(spot.at[0]), number(spot.at[1]), size) for tag, spot, size in entries]
    widths = [max(text_width(row[column], _SIZE) for row in (_HEAD, *rows)) + _PAD for column in range(len(_HEAD))]
    left, bottom, right, top = plan.free
    height, width = top - bottom - _PAD, sum(widths) + _PAD
    each = int(height / _ROW) - 1
    blocks = int((right - left) / width)
    if each < 1 or blocks < 1:
        return [], 0
    shown = rows[: each * blocks]
    marks: list[Mark] = []
    for block in range(-(-len(shown) // each)):
        x = right - width * (-(-len(shown) // each) - block)
        part = shown[block * each : (block + 1) * each]
        y = top - _PAD / 2
        marks += _lines(x, y, widths, len(part) + 1)
        for row in (_HEAD, *part):
            y -= _ROW
            column = x
            for text, wide in zip(row, widths, strict=True):
                marks.append(Text((column + _PAD / 2, y + (_ROW - _SIZE) / 2), text, _SIZE))
                column += wide
    return marks, len(shown)


def _lines(x: float, y: float, widths: Sequence[float], rows: int) -> list[Mark]:
    """The frame of a table of so many rows, and the line below its head."""
    right, bottom = x + sum(widths), y - rows * _ROW
    marks: list[Mark] = [
        Line(((x, y), (right, y), (right, bottom), (x, bottom), (x, y)), "thin"),
        Line(((x, y - _ROW), (right, y - _ROW)), "thin"),
    ]
    for wide in widths[:-1]:
        x += wide
        marks.append(Line(((x, y), (x, bottom)), "thin"))
    return marks
