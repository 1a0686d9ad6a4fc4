"""The border of a sheet and its title block."""

from __future__ import annotations

from collections.abc import Sequence

from .layout import BLOCK, BORDER, Plan
from .marks import Arc, Line, Mark, Point, Text

_WIDTH = 178.0  # mm of the title block: between the borders of an A4 sheet on its side it leaves room for notes
_COLUMNS = 3
_LABEL, _VALUE, _NAME = 1.8, 2.5, 5.0  # mm
#: Letters of a value in one column; longer ones are cut.
_LETTERS = 34


def marks(plan: Plan, title_block: Sequence[tuple[str, str]]) -> list[Mark]:
    """Border, title block, the symbol of the projection, and what the numbers mean."""
    width, height = plan.paper
    right, left = width - BORDER, width - BORDER - _WIDTH
    found: list[Mark] = [
        _rectangle(BORDER, BORDER, width - BORDER, height - BORDER),
        _rectangle(left, BORDER, right, BORDER + BLOCK),
    ]
    (_, part), *fields = title_block
    fields = [("Scale", plan.scale_text), *fields]
    top = BORDER + BLOCK
    found += [
        Text((left + 3, top - 7), _cut(part, 60), _NAME),
        Line(((left, top - 10), (right, top - 10)), "thin"),
    ]
    rows = -(-len(fields) // _COLUMNS)
    step = (BLOCK - 10) / rows
    for index, (label, value) in enumerate(fields):
        column, row = divmod(index, rows)
        x, y = left + 3 + column * _WIDTH / _COLUMNS, top - 10 - row * step
        found += [Text((x, y - 3), label.upper(), _LABEL), Text((x, y - 6.2), _cut(value, _LETTERS), _VALUE)]
        if column and not row:
            found.append(Line(((x - 3, top - 10), (x - 3, BORDER)), "thin"))
    found += _third_angle((BORDER + 12, BORDER + 9))
    found.append(Text((BORDER + 34, BORDER + 7), "Third angle, dimensions in mm", _VALUE))
    return found


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1] + "…"


def _rectangle(left: float, bottom: float, right: float, top: float) -> Line:
    return Line(((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)), "frame")


def _third_angle(at: Point) -> list[Mark]:
    """The symbol of ISO 5456-2: a truncated cone, seen from its small end on the left, from the side on the right."""
    x, y = at
    side = (x + 7, x + 16)
    return [
        Arc((x, y), 2.0, 0, 360, "visible"),
        Arc((x, y), 4.0, 0, 360, "visible"),
        Line(((side[0], y - 2), (side[1], y - 4), (side[1], y + 4), (side[0], y + 2), (side[0], y - 2)), "visible"),
        Line(((x - 5.5, y), (side[1] + 1.5, y)), "thin"),
        Line(((x, y - 5.5), (x, y + 5.5)), "thin"),
    ]
