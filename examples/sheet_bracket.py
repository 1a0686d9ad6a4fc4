"""A bracket folded from 2 mm sheet: a slotted wall flange, a shelf, and two ears that carry a clevis pin.

Every bend is a true one: concentric arcs, so the sheet has the same thickness all over and can be unfolded. The ears
are folded out of the shelf, flush with its edges, between relief slots that keep the sheet from tearing where a bend
ends.
"""

from math import pi

from build123d import *

thickness = 2.0 * MM
bend_radius = 3.0 * MM  # inside
k_factor = 0.42  # where the neutral fibre lies, as a fraction of the thickness
width = 70.0 * MM
wall_height = 50.0 * MM
shelf_depth = 65.0 * MM
ear_length = 28.0 * MM
ear_height = 24.0 * MM
pin_diameter = 6.0 * MM
screw_diameter = 5.5 * MM

setback = bend_radius + thickness  # from the outside of a flange to where its bend begins
relief = 1.5 * thickness  # width of a relief slot
corner = 6.0 * MM


def folded(plane: Plane, points: list[tuple[float, float]], breadth: float) -> Part:
    """A strip of sheet with a bend at each inner point; `points` run along its inner face, the sheet on their right."""
    inner_face = FilletPolyline(*points, radius=bend_radius).wire()
    section = Face(inner_face.offset_2d(thickness, kind=Kind.ARC, side=Side.RIGHT, closed=True))
    return extrude(plane * section, breadth / 2, both=True)


# Wall flange and shelf are one strip with one bend; the shelf's upper face lies in the plane z = 0.
bracket = folded(Plane.XZ, [(0, wall_height), (0, 0), (shelf_depth, 0)], width)
free_corners = bracket.edges().filter_by(lambda edge: abs(edge.length - thickness) < 1e-6)
bracket = fillet(free_corners, corner)

# Each ear stands in a notch of the shelf that reaches to where its bend begins; the relief slots go a little further.
ear_x = shelf_depth - 2 * corner - relief - ear_length / 2
notch = Pos(ear_x, width / 2 - setback / 2) * Rectangle(ear_length + 2 * relief, setback)
for end in (-1, 1):
    slot = Rectangle(relief, setback + thickness, align=(Align.CENTER, Align.MAX))
    notch += Pos(ear_x + end * (ear_length + relief) / 2, width / 2) * slot
notch = extrude(notch, -thickness)

bend_start = width / 2 - setback
ear_face = width / 2 - thickness
ear = folded(Plane.YZ, [(bend_start - thickness, 0), (ear_face, 0), (ear_face, ear_height)], ear_length)
ear = fillet(ear.edges().filter_by(Axis.Y).group_by(Axis.Z)[-1], ear_length / 3)
ear = Pos(ear_x, 0, 0) * ear
for one_side in (lambda part: part, lambda part: part.mirror(Plane.XZ)):
    bracket = bracket - one_side(notch) + one_side(ear)

# Holes: the clevis pin through both ears, slots in the wall flange, four holes in the shelf between the ears.
clevis = Plane((ear_x, 0, ear_height - ear_length / 3), z_dir=(0, 1, 0))
bracket -= extrude(clevis * Circle(pin_diameter / 2), width, both=True)
slots = GridLocations(width / 2, 0, 2, 1) * SlotOverall(3 * screw_diameter, screw_diameter, rotation=90)
bracket -= extrude(Plane.YZ * Pos(0, (wall_height + setback) / 2) * (Sketch() + slots), -thickness)
holes = GridLocations(20, 25, 2, 2) * Circle(screw_diameter / 2)
bracket -= extrude(Pos(ear_x, 0) * (Sketch() + holes), -thickness)

bend_allowance = pi / 2 * (bend_radius + k_factor * thickness)
blank = wall_height + shelf_depth - 2 * bend_radius + bend_allowance
print(f"blank: {width:.1f} x {blank:.2f} mm, an ear's flap: {ear_height - bend_radius + bend_allowance:.2f} mm")
result = bracket
