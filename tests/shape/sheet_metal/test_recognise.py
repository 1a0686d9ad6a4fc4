"""What is folded from sheet metal is known by its bends; what only looks like it is refused, with a place."""

from __future__ import annotations

from math import pi

import build123d as b3d
import pytest
from build123d import Align, Axis, Kind, Plane, Pos, Rot, Side

from cadgit.records import NotSheetMetal, SheetMetal
from cadgit.shape.brep import FACE, compound, read_brep, shape_map, walk, write_brep
from cadgit.shape.sheet_metal import recognise
from cadgit.shape.step import read_step, write_step

from ..parts import HEADER
from .samples import angle_bracket, drilled, hat, reason, recognised, strip

UPON = (Align.CENTER, Align.MIN)
L_SECTION = [(0, 0), (40, 0), (40, 2), (2, 2), (2, 30), (0, 30)]


def sheet(part: b3d.Part, k_factor: float = 0.44) -> SheetMetal:
    found = recognised(part, k_factor)
    assert isinstance(found, SheetMetal), found
    return found


def test_a_bracket_has_one_bend_of_its_radius_angle_and_length() -> None:
    found = sheet(angle_bracket())
    (bend,) = found.bends
    assert (found.thickness, found.plates) == (2, 2)
    assert (bend.radius, bend.angle, bend.length) == (pytest.approx(3), pytest.approx(90), pytest.approx(40))
    assert bend.axis == (0, 1, 0) and bend.centre == pytest.approx((3, 0, 3)) and bend.direction == "up"
    assert len(bend.inner) == len(bend.outer) == 1


@pytest.mark.parametrize("k_factor", [0.33, 0.44, 0.5])
def test_the_blank_is_as_long_as_the_closed_formula_says(k_factor: float) -> None:
    # Both flat legs, and the bend allowance angle · (r + K · t) (Machinery's Handbook, "Bending Sheet Metal").
    allowance = pi / 2 * (3 + k_factor * 2)
    found = sheet(angle_bracket(), k_factor)
    assert found.bends[0].allowance == pytest.approx(allowance)
    assert found.flat == pytest.approx((40, 45 + 55 + allowance))


@pytest.mark.parametrize(
    ("angle", "radius", "thickness", "k_factor", "allowance"),
    [
        # By the formula of the bend allowance, angle · (r + K · t): 90°, r = t = 1 mm, K = 0.44.
        (90, 1, 1, 0.44, 2.26195),
        (45, 2, 1, 0.33, 1.82998),
        (120, 4, 3, 0.40, 10.8909),
    ],
)
def test_the_allowance_of_any_angle(
    angle: float, radius: float, thickness: float, k_factor: float, allowance: float
) -> None:
    corner, direction = (0.0, 0.0), b3d.Vector(1, 0).rotate(Axis.Z, angle)
    ends = (-40.0, 0.0), (40 * direction.X, 40 * direction.Y)
    (bend,) = sheet(strip([ends[0], corner, ends[1]], thickness, radius, 10), k_factor).bends
    assert (bend.angle, bend.allowance) == (pytest.approx(angle), pytest.approx(allowance, rel=1e-5))


def test_a_hat_is_bent_both_ways() -> None:
    found = sheet(hat())
    assert sorted(bend.direction for bend in found.bends) == ["down", "down", "up", "up"]
    assert {round(bend.radius, 6) for bend in found.bends} <= {1.0, 2.5, 4.0} and found.plates == 5


def test_with_the_fibre_in_the_middle_the_flat_pattern_has_the_volume() -> None:
    for part in (angle_bracket(), hat(), drilled()):
        found = sheet(part, 0.5)
        assert found.flat_area * found.thickness == pytest.approx(part.volume, rel=1e-9)


def test_a_bend_that_a_notch_interrupts_is_one_bend() -> None:
    found = sheet(drilled())
    (bend,) = found.bends
    assert bend.length == pytest.approx(40 - 12) and len(bend.inner) == len(bend.outer) == 2


def test_where_the_part_lies_does_not_matter() -> None:
    moved = Pos(100, -20, 7) * Rot(10, 20, 30) * drilled()
    for part in (moved, drilled().mirror(Plane.YZ)):
        found = sheet(part)
        assert found.flat == pytest.approx(sheet(drilled()).flat)
        assert [(round(bend.angle, 6), bend.direction) for bend in found.bends] == [(90, "up")]


def test_a_step_file_of_it_is_known_too() -> None:
    tree = walk(read_brep(write_brep(drilled().wrapped)), None)[0]
    again = read_step(write_step(tree, HEADER))
    found = recognise(b3d.Shape.cast(again).solid().wrapped, shape_map(again, FACE))
    assert isinstance(found, SheetMetal) and found.flat == pytest.approx(sheet(drilled()).flat, abs=1e-4)


def test_faces_are_called_as_in_the_whole_result() -> None:
    whole = compound([b3d.Box(1, 1, 1).solid().wrapped, (Pos(50, 50, 50) * angle_bracket()).solid().wrapped])
    solid, numbers = list(b3d.Compound(whole).solids())[1].wrapped, shape_map(whole, FACE)
    found = recognise(solid, numbers)
    assert isinstance(found, SheetMetal)
    (inner,) = found.bends[0].inner
    assert b3d.Face(numbers.FindKey(inner)).radius == pytest.approx(3) and inner > 6


@pytest.mark.parametrize("both", [False, True], ids=["one wall", "a wall in two halves"])
def test_a_window_with_a_curved_edge_does_no_harm(both: bool) -> None:
    blob = b3d.make_face(b3d.Spline((0, 0), (20, 5), (5, 20), periodic=True))
    window = b3d.extrude(Pos(-10, -10, 0 if both else -5) * blob, 5 if both else 10, both=both)
    assert sheet(b3d.Box(100, 50, 3) - window).bends == ()


def test_a_flat_plate_is_sheet_metal_and_a_block_is_none() -> None:
    plate = b3d.Box(100, 50, 3) - b3d.Cylinder(5, 3)
    assert (sheet(plate).thickness, sheet(plate).bends, sheet(plate).flat) == (3, (), (100, 50))
    assert "is a block and no sheet" in reason(b3d.Box(100, 50, 30))


def test_the_din_rail_of_build123d_is_a_hat_of_one_millimetre() -> None:
    # TS 35 × 7.5 of EN 60715 as build123d's example draws it, shorter and without slots.
    section = b3d.Rectangle(35, 1, align=UPON) + b3d.Rectangle(27, 7.5, align=UPON)
    section -= b3d.Rectangle(25, 6.5, align=UPON)
    within = section.vertices().filter_by(lambda vertex: abs(vertex.X) < 17)
    section = b3d.fillet(within.filter_by(lambda vertex: 0 < vertex.Y < 7.5), 0.8)
    corners = section.vertices().filter_by(lambda vertex: 12 < abs(vertex.X) < 17 and vertex.Y in (0, 7.5))
    rail = b3d.extrude(b3d.fillet(corners, 1.8), 60)
    found = sheet(rail)
    assert [(round(bend.radius, 6), round(bend.angle, 6)) for bend in found.bends] == [(0.8, 90)] * 4
    flats = 2 * (4 - 0.8) + 2 * (6.5 - 0.8 - 1.8) + (27 - 2 * 1.8)
    assert found.flat == pytest.approx((60, flats + 4 * pi / 2 * (0.8 + 0.44)))


# --- near misses -------------------------------------------------------------------------------------------


def test_a_leg_that_is_a_tenth_thicker_is_refused() -> None:
    found = recognised(angle_bracket() + Pos(31.5, 0, 0.05) * b3d.Box(53, 40, 0.1))
    assert isinstance(found, NotSheetMetal) and found.face and found.point is not None
    assert "no opposite of the same outline at 2 mm" in found.reason


def test_a_bend_whose_sides_have_no_common_axis_is_refused() -> None:
    section = b3d.make_face(b3d.Polyline(*L_SECTION, close=True))
    section = b3d.fillet(section.vertices().filter_by(lambda vertex: vertex.X == vertex.Y == 2), 3)
    section = b3d.fillet(section.vertices().filter_by(lambda vertex: vertex.X == vertex.Y == 0), 4)
    assert reason(b3d.extrude(section, 20))


def test_a_sharp_fold_is_refused() -> None:
    assert reason(b3d.extrude(b3d.make_face(b3d.Polyline(*L_SECTION, close=True)), 20))


def test_a_machined_block_with_fillets_is_refused() -> None:
    assert reason(b3d.fillet(b3d.Box(50, 40, 30).edges(), 3))
    assert reason(b3d.fillet(b3d.Box(50, 40, 8).edges().filter_by(Axis.Z, reverse=True), 2))


def test_a_closed_section_is_refused() -> None:
    outer, inner = b3d.RectangleRounded(40, 30, 5), b3d.RectangleRounded(36, 26, 3)
    assert "closes on itself at face" in reason(b3d.extrude(outer - inner, 100))


def test_a_hem_is_refused() -> None:
    line = b3d.Line((-20, 0), (0, 0)) + b3d.CenterArc((0, 0.5), 0.5, -90, 180) + b3d.Line((0, 1), (-8, 1))
    section = b3d.Face(b3d.Wire(line.edges()).offset_2d(1, kind=Kind.ARC, side=Side.RIGHT, closed=True))
    assert "is a hem, folded by 180°" in reason(b3d.extrude(section, 30))


def test_a_rolled_cone_is_refused() -> None:
    cone = b3d.Cone(30, 20, 40) - b3d.Cone(29, 19, 40) - Pos(50, 0, 0) * b3d.Box(100, 10, 100)
    assert reason(cone)


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param(lambda: Pos(35, 0, 0) * b3d.Cone(2, 6, 4), id="countersink"),
        pytest.param(lambda: Pos(35, 0, 0) * b3d.Cylinder(4, 2), id="pocket"),
        pytest.param(lambda: Pos(2, 0, 0) * b3d.Cylinder(3, 40), id="hole drilled straight through the bend"),
    ],
)
def test_cuts_that_are_not_at_right_angles_through_the_sheet_are_refused(cut: object) -> None:
    found = recognised(angle_bracket() - cut())  # type: ignore[operator]
    assert isinstance(found, NotSheetMetal) and found.face and found.point is not None


def test_a_boss_a_groove_and_a_void_are_refused() -> None:
    boss = b3d.extrude(Pos(35, 0) * b3d.Circle(4), 5)
    assert "no opposite" in reason(angle_bracket() + boss)
    both = b3d.extrude(Pos(35, 0, -1) * b3d.Circle(4), 5, both=True)
    assert "does not reach the other" in reason(angle_bracket() + both)
    groove = b3d.Cylinder(6, 0.5) - b3d.Cylinder(5, 0.5)
    assert "its volume is" in reason(b3d.Box(50, 50, 4) - b3d.Cylinder(5, 4) - groove)
    assert "void" in reason(b3d.Box(50, 50, 4) - b3d.Sphere(1))


def test_a_chamfered_edge_is_refused() -> None:
    part = angle_bracket()
    assert reason(b3d.chamfer(part.edges().group_by(Axis.X)[-1].group_by(Axis.Z)[-1], 0.5))
