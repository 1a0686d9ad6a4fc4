"""A mount for a NEMA 17 stepper motor, with slots in its foot to tension a belt.

Every size is a parameter at the top of the file, so that a variant needs no edit: `-P motor_size=56.4` with the bolt
circle and the pilot of a NEMA 23 fits the larger motor, `-P gussets=False` leaves the ribs away.
"""

from build123d import *

# The motor (NEMA 17)
motor_size = 42.3 * MM
bolt_spacing = 31.0 * MM
bolt_diameter = 3.4 * MM
pilot_diameter = 22.6 * MM

# The mount
thickness = 5.0 * MM
margin = 2.0 * MM  # of plate around the motor
foot_length = 48.0 * MM
inner_radius = 4.0 * MM  # between plate and foot
edge_chamfer = 0.8 * MM

# How the foot is screwed down: the slots run across the shaft, as the belt does
slot_travel = 20.0 * MM
slot_diameter = 5.4 * MM
slot_spacing = 20.0 * MM

gussets = True
gusset_thickness = 4.0 * MM

if bolt_spacing + bolt_diameter > motor_size:
    raise ValueError(f"the bolts ({bolt_spacing} mm apart) lie outside the motor ({motor_size} mm)")
if slot_travel + slot_diameter > motor_size:
    raise ValueError(f"slots with {slot_travel} mm of travel are wider than the motor ({motor_size} mm)")

width = motor_size + 2 * (margin + (gusset_thickness if gussets else 0))
height = thickness + motor_size + 2 * margin
motor_axis = thickness + margin + motor_size / 2

with BuildPart() as mount:
    # Plate and foot: an L, seen from the side. The motor stands over the foot, its shaft goes out at x = 0.
    with BuildSketch(Plane.XZ) as profile:
        with BuildLine():
            Polyline(
                (0, 0),
                (foot_length, 0),
                (foot_length, thickness),
                (thickness, thickness),
                (thickness, height),
                (0, height),
                close=True,
            )
        make_face()
        fillet(profile.vertices().sort_by_distance((thickness, thickness))[0], inner_radius)
    extrude(amount=width / 2, both=True)

    if gussets:
        with BuildSketch(Plane.XZ):
            with BuildLine():
                corners = [(0, 0), (foot_length, 0), (foot_length, thickness), (thickness, height), (0, height)]
                Polyline(*corners, close=True)
            make_face()
        rib = extrude(amount=gusset_thickness / 2, both=True, mode=Mode.PRIVATE)
        offset_y = (width - gusset_thickness) / 2
        insert([Pos(0, offset_y, 0) * rib, Pos(0, -offset_y, 0) * rib])

    # The motor: pilot and bolts.
    with BuildSketch(Plane((0, 0, motor_axis), x_dir=(0, 1, 0), z_dir=(1, 0, 0))):
        Circle(pilot_diameter / 2)
        with GridLocations(bolt_spacing, bolt_spacing, 2, 2):
            Circle(bolt_diameter / 2)
    extrude(amount=thickness, mode=Mode.SUBTRACT)

    # The foot: two slots to move the motor along the belt.
    with BuildSketch(Plane.XY.offset(thickness)):
        with Locations(((thickness + inner_radius + foot_length) / 2, 0)), GridLocations(slot_spacing, 0, 2, 1):
            SlotCenterToCenter(slot_travel, slot_diameter, rotation=90)
    extrude(amount=-thickness, mode=Mode.SUBTRACT)

    chamfer(mount.faces().sort_by(Axis.X)[0].outer_wire().edges(), edge_chamfer)

result = mount.part
