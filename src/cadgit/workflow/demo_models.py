"""The models of the demo: a bracket that is begun, broken twice, and written anew."""

from __future__ import annotations

FIRST = """\
from build123d import *

width, depth, thick = 40, 30, 4

plate = Box(width, depth, thick)
holes = [Pos(x, 0, 0) * Cylinder(2.75, thick) for x in (-12, 12)]
result = plate - holes
"""

TOO_ROUND = (
    FIRST
    + """\
result = fillet(result.edges(), 30)
"""
)

UNJOINED = """\
from build123d import *

width, depth, thick, height = 40, 30, 4, 25

plate = Box(width, depth, thick)
x, z = (thick - width) / 2, (height - thick) / 2
wall = Pos(x, 0, z) * Box(thick, depth, height)
result = [plate, wall]
"""

REWRITE = """\
from build123d import *

width, depth, height, thick = 40, 30, 25, 4

with BuildPart() as bracket:
    with BuildSketch(Plane.XZ):
        with BuildLine():
            foot = (0, 0), (width, 0), (width, thick)
            wall = (thick, thick), (thick, height), (0, height)
            Polyline(*foot, *wall, close=True)
        make_face()
    extrude(amount=depth / 2, both=True)
    with Locations(Plane.XY.offset(thick)):
        with Locations((width * 0.4, 0), (width * 0.8, 0)):
            CounterBoreHole(
                radius=2.75, counter_bore_radius=5, counter_bore_depth=1.5
            )
    across = bracket.edges().filter_by(Axis.Y)
    inside = across.filter_by_position(Axis.X, thick, thick)
    fillet(inside.sort_by(Axis.Z)[0], 3)
    along = bracket.edges().filter_by(Axis.X)
    chamfer(along.filter_by_position(Axis.Z, 0, 0), 0.5)
"""
