"""A transition from a rectangular duct to a round hose, with a flange to screw on and a bead that holds the hose.

The body is lofted twice between the same planes, once for its outside and once for its inside; that gives the wall its
thickness.
"""

from build123d import *

duct_length = 120.0 * MM  # inside
duct_width = 60.0 * MM  # inside
duct_radius = 8.0 * MM
hose_diameter = 80.0 * MM  # inside of the hose, outside of the spigot
transition = 90.0 * MM
shift = 18.0 * MM  # sideways, from the middle of the duct to the hose
wall = 2.0 * MM

flange_width = 16.0 * MM
flange_thickness = 4.0 * MM
screw_diameter = 4.5 * MM
straight = 8.0 * MM  # of duct above the flange
spigot = 30.0 * MM
bead = 1.2 * MM


def body(inset: float) -> Part:
    """The outer form, or with `inset` the form that lies so far within it: duct, transition and spigot."""
    length, width = duct_length + 2 * (wall - inset), duct_width + 2 * (wall - inset)
    mouth = RectangleRounded(length, width, duct_radius + wall - inset)
    ring = Circle(hose_diameter / 2 - inset)
    hose = Plane((shift, 0, straight + transition))
    form = extrude(mouth, straight)
    form += loft([Plane.XY.offset(straight) * mouth, hose * ring])
    return form + extrude(hose * ring, spigot)


flange = extrude(
    RectangleRounded(duct_length + 2 * flange_width, duct_width + 2 * flange_width, duct_radius + flange_width / 2),
    flange_thickness,
)
flange = chamfer(flange.edges().group_by(Axis.Z)[-1], 1.0)
screws = GridLocations(duct_length + flange_width, duct_width + flange_width, 2, 2).locations
screws += GridLocations(0, duct_width + flange_width + wall, 1, 2).locations
flange -= [location * Cylinder(screw_diameter / 2, 3 * flange_thickness) for location in screws]

# The bead: a ring around the spigot's end; the hose clamp sits behind it.
bead_height = straight + transition + spigot - 3 * bead
ring = Pos(shift, 0, bead_height) * Torus(hose_diameter / 2, bead)

result = flange + body(inset=0) + ring - body(inset=wall)
