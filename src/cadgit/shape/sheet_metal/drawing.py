"""The flat pattern as a figure: what a file of it shows."""

from __future__ import annotations

import math
from typing import Any

from ...records import Bend, NotSheetMetal, SheetMetal
from ..brep import FACE, shape_map
from ..outlines.curves import Point, Segment
from ..outlines.figure import Area, Figure, Fold
from . import flat_pattern

#: How far a note stands off its line, in mm.
_OFF = 0.8


class NoPattern(ValueError):
    """There is no flat pattern, or none that can be cut from one sheet; and why."""


def figure_of_sheet(shape: Any, solids: Any, k_factor: float) -> tuple[Figure, SheetMetal]:
    """The flat pattern of a result.

    Raises:
        NoPattern: it is no sheet metal, or several solids, or the flat pattern lies on itself.
    """
    if solids.Extent() > 1:
        raise NoPattern(f"a flat pattern is of one solid, and there are {solids.Extent()}")
    found = flat_pattern(solids.FindKey(1), shape_map(shape, FACE), k_factor)
    if isinstance(found, NotSheetMetal):
        raise NoPattern(f"it is no sheet metal: {found.reason}{_at(found)}")
    sheet = found.sheet
    if sheet.overlap:
        raise NoPattern(f"the flat pattern lies on itself, by {sheet.overlap:.6g} mm²: one sheet cannot be cut so")
    (outline, *others), cutouts = found.outline, found.cutouts
    assert not others, "a solid hangs together, and so does its flat pattern"
    folds = tuple(_fold(line.bend, piece, sheet) for line in found.bends for piece in line.pieces)
    return Figure(areas=(Area(outline, cutouts),), folds=folds), sheet


def _at(found: NotSheetMetal) -> str:
    return "" if found.point is None else " (at {:.6g}, {:.6g}, {:.6g})".format(*found.point)


def _fold(bend: Bend, piece: Segment, sheet: SheetMetal) -> Fold:
    facts = (
        ("direction", bend.direction),
        ("angle", f"{bend.angle:.6g}"),
        ("radius", f"{bend.radius:.6g}"),
        ("thickness", f"{sheet.thickness:.6g}"),
        ("k_factor", f"{sheet.k_factor:.6g}"),
        ("allowance", f"{bend.allowance:.6g}"),
    )
    note = f"{bend.direction.upper()} {bend.angle:.4g}° R{bend.radius:.4g}"
    (x, y), angle = _readable(piece)
    at = (x - _OFF * math.sin(angle), y + _OFF * math.cos(angle))
    return Fold(piece, bend.direction == "up", facts, note, at, math.degrees(angle))


def _readable(piece: Segment) -> tuple[Point, float]:
    """Where to begin to write along a line, and in which direction: from the left, or from below."""
    start, end = sorted((piece.start, piece.end), key=lambda point: (round(point[0], 6), point[1]))
    return start, math.atan2(end[1] - start[1], end[0] - start[0])
