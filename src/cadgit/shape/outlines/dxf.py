"""A figure as DXF (AutoCAD 2010): millimetres, exact lines, arcs, circles, ellipses and splines, a layer for each use.

    OUTLINE      around the material           BENDS_UP, BENDS_DOWN    lines to bend along
    CUTOUTS      around what is missing in it  NOTES                   what is written beside these
    LINES        lines that enclose nothing

A bend's line has its angle, radius and so on as extended data of the application CADGIT too, a string each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import ezdxf
from ezdxf import units

from .curves import AnyCurve, Arc, Ellipse, Segment
from .extent import extent
from .figure import Figure, Fold
from .loops import Path

#: Layers, with AutoCAD's numbers for white (black on paper), blue, cyan, green, red and grey.
_LAYERS = {"OUTLINE": 7, "CUTOUTS": 5, "LINES": 4, "BENDS_UP": 3, "BENDS_DOWN": 1, "NOTES": 8}
_APPLICATION = "CADGIT"
#: Height of letters in mm.
TEXT_HEIGHT = 2.5


def write(figure: Figure, stamp: tuple[str, ...]) -> bytes:
    """The file's bytes; `stamp` says where it came from. Equal input gives equal bytes."""
    with _without_clock():
        document = ezdxf.new("R2010", units=units.MM)
        document.appids.add(_APPLICATION)
        for name, color in _LAYERS.items():
            document.layers.add(name, color=color)
        space: Any = document.modelspace()
        for area in figure.areas:
            _add_path(space, area.outline, "OUTLINE")
            for cutout in area.cutouts:
                _add_path(space, cutout, "CUTOUTS")
        for path in figure.lines:
            _add_path(space, path, "LINES")
        for fold in figure.folds:
            _add_fold(space, fold)
        low, high = extent(figure.curves())
        document.header["$EXTMIN"], document.header["$EXTMAX"] = (*low, 0.0), (*high, 0.0)
        centre = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
        document.set_modelspace_vport(height=1.1 * max(high[1] - low[1], high[0] - low[0]), center=centre)
        stream = StringIO()
        stream.writelines(f"999\n{line}\n" for line in stamp)
        document.write(stream)
    return stream.getvalue().encode()


@contextmanager
def _without_clock() -> Iterator[None]:
    """Have ezdxf write neither the time nor random identifiers."""
    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


def _add_path(space: Any, path: Path, layer: str) -> None:
    for curve in path.curves:
        _add(space, curve, {"layer": layer})


def _add(space: Any, curve: AnyCurve, attributes: dict[str, Any]) -> None:
    # Arcs of a DXF file go counterclockwise.
    match curve:
        case Segment():
            space.add_line(curve.start, curve.end, dxfattribs=attributes)
        case Arc() if curve.is_whole:
            space.add_circle(curve.centre, curve.radius, dxfattribs=attributes)
        case Arc():
            first, last = sorted((curve.begin, curve.begin + curve.sweep))
            start = math.degrees(first) % 360
            end = start + math.degrees(last - first)
            space.add_arc(curve.centre, curve.radius, start, end % 360, dxfattribs=attributes)
        case Ellipse():
            first, last = sorted((curve.begin, curve.begin + curve.sweep))
            start, end = (0.0, 2 * math.pi) if curve.is_whole else (first, last)
            space.add_ellipse(curve.centre, curve.major, curve.ratio, start, end, dxfattribs=attributes)
        case _ if curve.weights:
            space.add_rational_spline(
                curve.poles, curve.weights, degree=curve.degree, knots=curve.knots, dxfattribs=attributes
            )
        case _:
            space.add_open_spline(curve.poles, degree=curve.degree, knots=curve.knots, dxfattribs=attributes)


def _add_fold(space: Any, fold: Fold) -> None:
    layer = "BENDS_UP" if fold.up else "BENDS_DOWN"
    line = space.add_line(fold.line.start, fold.line.end, dxfattribs={"layer": layer})
    line.set_xdata(_APPLICATION, [(1000, f"{name}={text}") for name, text in fold.facts])
    note = space.add_text(
        fold.note.replace("°", "%%d"), height=TEXT_HEIGHT, rotation=fold.note_angle, dxfattribs={"layer": "NOTES"}
    )
    note.set_placement(fold.note_at)
