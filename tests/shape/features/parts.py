"""Parts with features of known sizes, and what they become when they are turned or mirrored."""

from __future__ import annotations

from typing import Any

import build123d as b3d
import numpy as np
from build123d import Axis, Circle, Location, Plane, Pos, Rectangle, RectangleRounded, RegularPolygon, SlotOverall

from cadgit.records import Vector

#: Turned about no axis of the part, and moved.
PLACED = Location((5, 7, -3), (20, 35, 50))


def drilled() -> b3d.Part:
    """A plate of 100 x 60 x 20 with one hole of each kind.

    At (-35, 15) ø6.6 through, counterbored ø11 x 6.5; at (-10, 15) ø5.5 through, countersunk ø11.2 x 90° (ISO 10642 for
    M5); at (15, 15) ø8 blind, 12 deep; at (38, 15) ø4.2 through; at (-35, -15) ø10 through, counterbored from below
    ø16 x 5 with a countersink of 82° at the top, ø14; at (0, -15) stepped: ø6 through, ø12 x 10, ø18 x 4.
    """
    plate = b3d.Box(100, 60, 20)
    top = Pos(0, 0, 10)
    cut = [
        top * Pos(-35, 15) * b3d.Cylinder(3.3, 60),
        top * Pos(-35, 15, -3.25) * b3d.Cylinder(5.5, 6.5),
        top * Pos(-10, 15) * b3d.Cylinder(2.75, 60),
        top * Pos(-10, 15, -1.425) * b3d.Cone(2.75, 5.6, 2.85),
        top * Pos(15, 15, -6) * b3d.Cylinder(4, 12),
        top * Pos(38, 15) * b3d.Cylinder(2.1, 60),
        top * Pos(-35, -15) * b3d.Cylinder(5, 60),
        top * Pos(-35, -15, -17.5) * b3d.Cylinder(8, 5),
        top * Pos(-35, -15, -1.1503684) * b3d.Cone(5, 7, 2.3007368),
        top * Pos(0, -15) * b3d.Cylinder(3, 60),
        top * Pos(0, -15, -5) * b3d.Cylinder(6, 10),
        top * Pos(0, -15, -2) * b3d.Cylinder(9, 4),
    ]
    return plate - cut


def hollowed() -> b3d.Part:
    """A plate of 100 x 60 x 20 with pockets and slots.

    A pocket of 30.125 x 20, 5 deep, with corners of R4 at (-30, 12); one of 20 x 12, 4 deep, at (-30, -15); a window of
    8 x 14 at (32, 0); slots of 24 x 6.125 through at (10, 15), and of 24 x 6, 5 deep, at (10, -15).
    """
    plate = b3d.Box(100, 60, 20)
    plate -= Pos(-30, 12, 10) * b3d.extrude(RectangleRounded(30.125, 20, 4), -5)
    plate -= Pos(-30, -15, 10) * b3d.extrude(Rectangle(20, 12), -4)
    plate -= Pos(32, 0, 0) * b3d.extrude(Rectangle(8, 14), 20, both=True)
    plate -= Pos(10, 15, 0) * b3d.extrude(SlotOverall(24, 6.125), 20, both=True)
    plate -= Pos(10, -15, 10) * b3d.extrude(SlotOverall(24, 6), -5)
    return plate


def raised() -> b3d.Part:
    """A plate of 100 x 60 x 10 with bosses.

    ø14.125 x 8, rounded R1.5 at its foot, at (10, 10); a hexagon of 12 across flats, 8 high, at (35, -10); and two of
    20 x 12, 6 high, at (-30, 10) and (-30, -15).
    """
    plate = b3d.Box(100, 60, 10)
    plate += Pos(10, 10, 5) * b3d.extrude(Circle(7.0625), 8)
    foot = plate.edges().filter_by(lambda edge: edge.geom_type == b3d.GeomType.CIRCLE).sort_by(Axis.Z)[0]
    plate = b3d.fillet(foot, 1.5)
    plate += Pos(35, -10, 5) * b3d.extrude(RegularPolygon(6, 6, major_radius=False), 8)
    for y in (10, -15):
        plate += Pos(-30, y, 5) * b3d.extrude(Rectangle(20, 12), 6)
    return plate


def grooved() -> b3d.Part:
    """A shaft of ø40 x 60 with a groove, 5 wide, floor ø30."""
    return b3d.Cylinder(20, 60) - Pos(0, 0, 10) * (b3d.Cylinder(25, 5) - b3d.Cylinder(15, 5))


def placed(part: b3d.Part) -> Any:
    """The part, turned and moved."""
    return PLACED * part


def mirrored(part: b3d.Part) -> Any:
    """The part's mirror image across the plane x = 0."""
    return b3d.mirror(part, about=Plane.YZ)


def place(point: Vector) -> Vector:
    """Where a point of the part is in `placed`."""
    x, y, z = (PLACED * Pos(*point)).position
    return (x, y, z)


def turn(direction: Vector) -> Vector:
    """What a direction of the part is in `placed`."""
    x, y, z = (np.array(place(direction)) - np.array(place((0.0, 0.0, 0.0)))).tolist()
    return (x, y, z)


def flip(vector: Vector) -> Vector:
    """What a point or a direction of the part is in `mirrored`."""
    return (-vector[0], vector[1], vector[2])
