"""A figure as SVG: one unit a millimetre, a path for each region, with true arcs; y upward becomes y downward.

SVG has lines, arcs of ellipses, and Bézier curves up to degree 3: splines of a higher degree or with weights are within
`curves.BEZIER_TOLERANCE`.
"""

from __future__ import annotations

import math

from ..stamps import as_xml
from .curves import AnyCurve, Arc, Ellipse, Point, Segment
from .extent import extent
from .figure import Figure
from .loops import Path

#: Lines are so wide, as a part of the figure's size, and between these limits in mm.
_WIDTH, _THINNEST, _WIDEST = 1 / 400, 0.05, 0.5


def write(figure: Figure, stamp: tuple[str, ...]) -> bytes:
    """The file's bytes; `stamp` says where it came from."""
    (left, bottom), (right, top) = extent(figure.curves())
    stroke = min(_WIDEST, max(_THINNEST, _WIDTH * max(right - left, top - bottom)))
    width, height = right - left + 2 * stroke, top - bottom + 2 * stroke
    box = " ".join(map(_number, (left - stroke, -top - stroke, width, height)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}mm" height="{_number(height)}mm" '
        f'viewBox="{box}">',
        f'<metadata id="cadgit">{as_xml(stamp)}</metadata>',
        f'<g stroke="#000" stroke-width="{_number(stroke)}" stroke-linejoin="round">',
    ]
    for area in figure.areas:
        outlines = " ".join(map(_path, (area.outline, *area.cutouts)))
        lines.append(f'<path fill="#ddd" fill-rule="evenodd" d="{outlines}"/>')
    lines += [f'<path fill="none" d="{_path(path)}"/>' for path in figure.lines]
    return "\n".join([*lines, "</g>", "</svg>", ""]).encode()


def _path(path: Path) -> str:
    commands = [f"M{_point(path.curves[0].start)}", *(_commands(curve) for curve in path.curves)]
    return " ".join([*commands, *("Z" for _ in range(path.closed))])


def _commands(curve: AnyCurve) -> str:
    match curve:
        case Segment():
            return f"L{_point(curve.end)}"
        case Arc():
            return _arcs(curve, curve.radius, curve.radius, 0.0)
        case Ellipse():
            major = math.hypot(*curve.major)
            return _arcs(curve, major, major * curve.ratio, -math.degrees(math.atan2(curve.major[1], curve.major[0])))
        case _:
            return " ".join(f"C{_point(b)} {_point(c)} {_point(d)}" for _, b, c, d in curve.beziers())


def _arcs(curve: Arc | Ellipse, major: float, minor: float, degrees: float) -> str:
    """An arc; a whole turn in two halves, since its one end would give it no sense."""
    ends = (0.5, 1.0) if curve.is_whole else (1.0,)
    large = int(not curve.is_whole and abs(curve.sweep) > math.pi)
    shape = f"{_number(major)} {_number(minor)} {_number(degrees)} {large} {int(curve.sweep < 0)}"  # y is downward
    return " ".join(f"A{shape} {_point(curve.at(end))}" for end in ends)


def _point(point: Point) -> str:
    return f"{_number(point[0])} {_number(-point[1])}"


def _number(value: float) -> str:
    """To a nanometre."""
    return f"{round(value, 6) + 0.0:.12g}"
