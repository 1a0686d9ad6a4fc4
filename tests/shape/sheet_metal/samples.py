"""Parts of sheet metal, and parts that look like it."""

from __future__ import annotations

import build123d as b3d
from build123d import Kind, Plane, Pos, Side

from cadgit.records import NotSheetMetal, SheetMetal
from cadgit.shape.brep import FACE, shape_map
from cadgit.shape.sheet_metal import FlatPattern, flat_pattern, recognise

Points = list[tuple[float, float]]


def strip(points: Points, thickness: float, radius: float, width: float) -> b3d.Part:
    """Sheet along a line through points (x, z), bent at each inner one by an inside radius to its left."""
    line = b3d.FilletPolyline(*points, radius=radius).wire()
    section = b3d.Face(line.offset_2d(thickness, kind=Kind.ARC, side=Side.RIGHT, closed=True))
    return b3d.extrude(Plane.XZ * section, width / 2, both=True)


def angle_bracket() -> b3d.Part:
    """Legs of 50 and 60 mm outside, 40 mm wide, 2 mm thick, 3 mm inside radius."""
    return strip([(0, 48), (0, 0), (58, 0)], 2, 3, 40)


def hat() -> b3d.Part:
    """A hat profile of 1.5 mm: two bends up, two down."""
    return strip([(-40, 0), (-20, 0), (-20, 20), (20, 20), (20, 0), (40, 0)], 1.5, 2.5, 30)


def drilled() -> b3d.Part:
    """The bracket with a hole in one leg, and a rectangular notch across the middle of its bend."""
    hole = b3d.extrude(Pos(35, 8, 0) * b3d.Circle(4), 10, both=True)
    notch = Pos(0, 0, 0) * b3d.Box(24, 12, 24)
    return angle_bracket() - hole - notch


def solid_of(part: b3d.Part) -> object:
    return part.solid().wrapped


def recognised(part: b3d.Part, k_factor: float = 0.44) -> SheetMetal | NotSheetMetal:
    solid = solid_of(part)
    return recognise(solid, shape_map(solid, FACE), k_factor)


def pattern(part: b3d.Part, k_factor: float = 0.44) -> FlatPattern:
    solid = solid_of(part)
    found = flat_pattern(solid, shape_map(solid, FACE), k_factor)
    assert isinstance(found, FlatPattern), found
    return found


def reason(part: b3d.Part) -> str:
    found = recognised(part)
    assert isinstance(found, NotSheetMetal), found
    return found.reason
