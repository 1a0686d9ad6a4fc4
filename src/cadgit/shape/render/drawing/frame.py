"""The border of a sheet, its title block, and notes."""

from __future__ import annotations

from collections.abc import Sequence

from .layout import BLOCK, BORDER, Plan
from .marks import Arc, Line, Mark, Point, Text, text_width

_WIDTH = 178.0  # mm of the title block: between the borders of an A4 sheet on its side it leaves room for notes
_COLUMNS = 3
_LABEL, _VALUE, _NAME = 1.8, 2.5, 5.0  # mm, ISO 3098
_SYMBOL = 14.0  # mm that the symbol of the projection takes at the bottom
_NOTE = 3.6  # mm from one note to the next


def marks(plan: Plan, title_block: Sequence[tuple[str, str]], notes: Sequence[str]) -> list[Mark]:
    """Border, title block, the symbol of the projection, and what the numbers mean."""
    width, height = plan.paper
    right, left = width - BORDER, width - BORDER - _WIDTH
    found: list[Mark] = [
        _rectangle(BORDER, BORDER, width - BORDER, height - BORDER),
        _rectangle(left, BORDER, right, BORDER + BLOCK),
    ]
    (_, part), *fields = title_block
    fields = [("Scale", plan.scale_text), ("Units", "mm"), *fields]
    top = BORDER + BLOCK
    found += [
        Text((left + 3, top - 7), cut(part, _WIDTH - 6, _NAME), _NAME),
        Line(((left, top - 10), (right, top - 10)), "thin"),
    ]
    rows = -(-len(fields) // _COLUMNS)
    step, wide = (BLOCK - 10) / rows, _WIDTH / _COLUMNS
    for index, (label, value) in enumerate(fields):
        column, row = divmod(index, rows)
        x, y = left + 3 + column * wide, top - 10 - row * step
        found += [Text((x, y - 2.6), label.upper(), _LABEL), Text((x, y - 5.9), cut(value, wide - 4, _VALUE), _VALUE)]
        if column and not row:
            found.append(Line(((x - 3, top - 10), (x - 3, BORDER)), "thin"))
    found += _third_angle((BORDER + 9, BORDER + 7.5))
    found.append(Text((BORDER + 29, BORDER + 6.5), "Third angle projection", _VALUE))
    room = left - BORDER - 4
    lines = int((BLOCK - _SYMBOL) / _NOTE)
    if len(notes) > lines:
        notes = [*notes[: lines - 1], f"… and {len(notes) - lines + 1} more notes"]
    found += [
        Text((BORDER + 3, top - 1 - _NOTE * number), cut(note, room, _LABEL), _LABEL)
        for number, note in enumerate(notes, 1)
    ]
    return found


def cut(text: str, room: float, size: float) -> str:
    """As much of a text as fits into so many mm."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text + "…"


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
        Line(((x - 5.5, y), (side[1] + 1.5, y)), "centre"),
        Line(((x, y - 5.5), (x, y + 5.5)), "centre"),
    ]
