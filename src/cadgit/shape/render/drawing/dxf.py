"""A sheet as DXF (R12, which every program reads), one unit a millimetre, each kind of line on a layer of its own."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any

from ezdxf.addons.r12writer import r12writer

from .marks import Arc, Arrow, Line, Mark, Point, Style, Text

_LINETYPES: dict[Style, str] = {"hidden": "DASHED", "centre": "CENTER"}
_SPELLINGS = {"Ø": "%%c", "°": "%%d", "±": "%%p", "×": "x", "…": "..."}
_ALIGN = {"start": "LEFT", "middle": "CENTER", "end": "RIGHT"}


def write(marks: Sequence[Mark], paper: Point) -> bytes:
    """The file's bytes; R12 has neither a clock nor identifiers in it."""
    stream = StringIO()
    stream.write("999\ncadgit\n")
    with r12writer(stream, fixed_tables=True) as file:
        for mark in marks:
            _add(file, mark)
    # What the code page lacks is spelt \U+4E2D, as ezdxf and AutoCAD read it.
    return stream.getvalue().encode("cp1252", "dxfreplace")


def _add(file: Any, mark: Mark) -> None:
    match mark:
        case Line() if len(mark.points) == 2:
            file.add_line(*mark.points, **_layer(mark.style))
        case Line():
            file.add_polyline_2d(mark.points, **_layer(mark.style))
        case Arc() if mark.is_circle:
            file.add_circle(mark.centre, mark.radius, **_layer(mark.style))
        case Arc():
            file.add_arc(mark.centre, mark.radius, mark.start, mark.end, **_layer(mark.style))
        case Arrow():
            file.add_solid(mark.corners(), layer="THIN")
        case Text():
            text = mark.text
            for letter, spelling in _SPELLINGS.items():
                text = text.replace(letter, spelling)
            file.add_text(text, mark.at, mark.size, align=_ALIGN[mark.anchor], rotation=mark.degrees, layer="TEXT")


def _layer(style: Style) -> dict[str, str]:
    return {"layer": style.upper(), "linetype": _LINETYPES.get(style, "CONTINUOUS")}
