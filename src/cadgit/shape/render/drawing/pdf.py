"""A sheet as PDF: one page of vectors, with a font that every reader has."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .marks import DASHES, WIDTHS, Arc, Arrow, Line, Mark, Point, Style, Text

_POINTS = 72 / 25.4  # for a millimetre


def write(marks: Sequence[Mark], paper: Point) -> bytes:
    """The file's bytes; nothing in them depends on the clock."""
    content = f"{_POINTS:.6f} 0 0 {_POINTS:.6f} 0 0 cm 1 J 1 j\n" + "".join(map(_operators, marks))
    stream = content.encode("cp1252", "replace")
    width, height = (side * _POINTS for side in paper)
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.3f} {height:.3f}]/Contents 4 0 R"
        "/Resources<</Font<</F 5 0 R>>>>>>".encode(),
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<</Producer(cadgit)>>",
    )
    file = bytearray(b"%PDF-1.4\n% cadgit\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj%s\nendobj\n" % (number, body)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    file += b"trailer<</Size %d/Root 1 0 R/Info 6 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(file)


def _operators(mark: Mark) -> str:
    match mark:
        case Line():
            return f"{_pen(mark.style)}{_path(mark.points)} S\n"
        case Arc():
            return f"{_pen(mark.style)}{_curve(mark)} S\n"
        case Arrow():
            return f"{_path(mark.corners())} f\n"
        case Text():
            return _text(mark)


def _pen(style: Style) -> str:
    dashes = " ".join(f"{length:g}" for length in DASHES.get(style, ()))
    return f"{WIDTHS[style]:g} w [{dashes}] 0 d "


def _path(points: Sequence[Point]) -> str:
    first, *others = (f"{x:.4f} {y:.4f}" for x, y in points)
    return f"{first} m " + " ".join(f"{point} l" for point in others)


def _curve(arc: Arc) -> str:
    """An arc as Bézier curves of at most a quarter turn each (off by 0.03 % of the radius at most)."""
    pieces = max(1, math.ceil((arc.end - arc.start) / 90 - 1e-9))
    step = (arc.end - arc.start) / pieces
    handle = 4 / 3 * math.tan(math.radians(step) / 4) * arc.radius
    x, y = arc.at(arc.start)
    text = f"{x:.4f} {y:.4f} m"
    for piece in range(pieces):
        a, b = math.radians(arc.start + piece * step), math.radians(arc.start + (piece + 1) * step)
        (ax, ay), (bx, by) = arc.at(math.degrees(a)), arc.at(math.degrees(b))
        first = (ax - handle * math.sin(a), ay + handle * math.cos(a))
        second = (bx + handle * math.sin(b), by - handle * math.cos(b))
        text += f" {first[0]:.4f} {first[1]:.4f} {second[0]:.4f} {second[1]:.4f} {bx:.4f} {by:.4f} c"
    return text


def _text(mark: Text) -> str:
    size = mark.size * 4 / 3
    back = {"start": 0.0, "middle": mark.width / 2, "end": mark.width}[mark.anchor]
    cos, sin = math.cos(math.radians(mark.degrees)), math.sin(math.radians(mark.degrees))
    x, y = mark.at[0] - back * cos, mark.at[1] - back * sin
    escaped = mark.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    place = f"{cos:.6f} {sin:.6f} {-sin:.6f} {cos:.6f} {x:.4f} {y:.4f}"
    return f"BT /F {size:.4f} Tf {place} Tm ({escaped}) Tj ET\n"
