"""A sheet as SVG, one unit a millimetre."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from .marks import DASHES, WIDTHS, Arc, Arrow, Line, Mark, Point, Style, Text


def write(marks: Sequence[Mark], paper: Point) -> bytes:
    """The file's bytes."""
    width, height = paper
    styles = "".join(
        f".{style}{{fill:none;stroke:#000;stroke-width:{wide:g};stroke-linejoin:round;stroke-linecap:round{_dashes(style)}}}"
        for style, wide in WIDTHS.items()
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">\n<!-- cadgit -->\n'
        f"<style>{styles}text{{font-family:'DejaVu Sans',Arial,sans-serif}}</style>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>\n'
    )
    return (head + "".join(_element(mark, height) + "\n" for mark in marks) + "</svg>\n").encode()


def _dashes(style: Style) -> str:
    lengths = DASHES.get(style)
    return f";stroke-dasharray:{' '.join(f'{length:g}' for length in lengths)}" if lengths else ""


def _element(mark: Mark, height: float) -> str:
    def point(at: Point) -> str:
        return f"{_number(at[0])} {_number(height - at[1])}"

    match mark:
        case Line():
            return f'<path class="{mark.style}" d="M{" L".join(map(point, mark.points))}"/>'
        case Arc() if mark.is_circle:
            x, y = point(mark.centre).split()
            return f'<circle class="{mark.style}" cx="{x}" cy="{y}" r="{_number(mark.radius)}"/>'
        case Arc():
            large = int(mark.end - mark.start > 180)
            start, end, radius = point(mark.at(mark.start)), point(mark.at(mark.end)), _number(mark.radius)
            return f'<path class="{mark.style}" d="M{start} A{radius} {radius} 0 {large} 0 {end}"/>'
        case Arrow():
            return f'<path d="M{" L".join(map(point, mark.corners()))}Z"/>'
        case Text():
            x, y = point(mark.at).split()
            turn = f' transform="rotate({_number(-mark.degrees)} {x} {y})"' if mark.degrees else ""
            # The size of letters is their height on paper; that of a font is more by about 4/3.
            return (
                f'<text x="{x}" y="{y}" font-size="{_number(mark.size * 4 / 3)}" text-anchor="{mark.anchor}"{turn}>'
                f"{escape(mark.text)}</text>"
            )


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:g}"
