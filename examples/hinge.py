"""A butt hinge with three holes in each leaf, opened to any angle: two leaves and a pin, each a part of its own.

The leaves turn about the pin with a sliding fit; the pin's head rests on the last knuckle, so the parts touch there and
overlap nowhere.
"""

from build123d import *

length = 75.0 * MM  # along the pin
leaf_width = 32.0 * MM  # from the pin's axis to the edge
thickness = 2.5 * MM
pin_diameter = 5.0 * MM
sliding_fit = 0.2 * MM  # on the diameter
knuckle_wall = 2.0 * MM
knuckle_gap = 0.3 * MM
knuckles = 5
screw_diameter = 4.2 * MM
screw_head_diameter = 8.0 * MM
opening = 120.0  # degrees; 180 lies flat, 0 is shut

bore = (pin_diameter + sliding_fit) / 2
barrel = bore + knuckle_wall
pitch = length / knuckles
axis = Axis((0, 0, barrel), (0, 1, 0))
along_pin = Plane((0, 0, barrel), z_dir=(0, 1, 0))  # its origin is the middle of the hinge


def leaf(first: int) -> Part:
    """One leaf, lying to the right of the pin, that holds every second knuckle from `first` on.

    The plate is tangent to the barrel, as when it is rolled from a strip.
    """
    reach = barrel + knuckle_gap  # stay clear of the other leaf's knuckles
    corners = [(leaf_width, length / 2), (leaf_width, -length / 2)]
    outline = Polyline((reach, -length / 2), (reach, length / 2), *corners, close=True)
    plate = fillet(make_face(outline).vertices().group_by(Axis.X)[-1], 5.0)
    part = extrude(plate, thickness)

    for index in range(first, knuckles, 2):
        middle = (index + 0.5) * pitch - length / 2
        # The outermost knuckles end flush with the plate; a gap lies only between two of them.
        start = middle - pitch / 2 + (knuckle_gap / 2 if index > 0 else 0)
        end = middle + pitch / 2 - (knuckle_gap / 2 if index < knuckles - 1 else 0)
        strip = Rectangle(reach, end - start, align=(Align.MIN, Align.MIN))
        part += extrude(Pos(0, start) * strip, thickness)
        part += extrude(along_pin.offset(start) * Circle(barrel), end - start)
    part -= extrude(along_pin * Circle(bore), length / 2, both=True)

    middle = (reach + leaf_width) / 2
    sink = CounterSinkHole(screw_diameter / 2, screw_head_diameter / 2, thickness)
    for x, y in [(middle - 4, 0), (middle + 4, length / 3), (middle + 4, -length / 3)]:
        part -= Pos(x, y, thickness) * sink
    return part


def pin() -> Part:
    """The pin: a shaft through all knuckles, with a head that rests on the last one."""
    shaft = extrude(along_pin.offset(-length / 2) * Circle(pin_diameter / 2), length)
    head = extrude(along_pin.offset(length / 2) * Circle(barrel - 0.5), 2.0)
    part = fillet(head.edges().group_by(Axis.Y)[-1], 1.0) + shaft
    return chamfer(part.edges().group_by(Axis.Y)[0], 0.5)


fixed = leaf(first=0)
moving = leaf(first=1).mirror(Plane.YZ).rotate(axis, 180.0 - opening)
axle = pin()

fixed.label, fixed.color = "fixed leaf", Color("steelblue")
moving.label, moving.color = "moving leaf", Color("lightskyblue")
axle.label, axle.color = "pin", Color("goldenrod")
result = Compound(label="hinge", children=[fixed, moving, axle])
