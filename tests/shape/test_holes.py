from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Axis, Cone, Cylinder, GeomType, Plane, Pos, Rot, Sphere

from cadgit.shape.brep import FACE, SOLID, shape_map, sub_shapes
from cadgit.shape.holes import Hole, find_holes

from .parts import plate


def holes(part: Any) -> list[Hole]:
    numbers = shape_map(part.wrapped, FACE)
    return [hole for solid in sub_shapes(part.wrapped, SOLID) for hole in find_holes(solid, numbers)]


def short(part: Any) -> list[tuple[float, str, float]]:
    """Diameter, kind and depth of each hole."""
    return [
        (round(hole.diameter, 4), "through" if hole.through else "blind", round(hole.depth, 4)) for hole in holes(part)
    ]


def block() -> Any:
    return b3d.Box(60, 40, 10)


def drilled(depth: float) -> Any:
    return block() - Pos(0, 0, 5 - depth / 2) * Cylinder(3, depth)


@pytest.mark.parametrize(
    ("part", "found"),
    [
        (lambda: block() - Cylinder(3, 10), [(6, "through", 10)]),
        (lambda: drilled(7), [(6, "blind", 7)]),
        (lambda: drilled(6) - Pos(0, 0, -1.9) * Cone(0, 3, 1.8), [(6, "blind", 6)]),
        (lambda: drilled(6) - Pos(0, 0, -1) * Sphere(3), [(6, "blind", 6)]),
        (lambda: Rot(0, 30, 0) * block() - Cylinder(3, 60), [(6, "through", 15.0111)]),
        (lambda: block() - Cylinder(6, 10) - Pos(5, 0, 0) * b3d.Box(6, 3, 10), [(12, "through", 10)]),
        (lambda: Cylinder(10, 60) - Cylinder(5, 60) - Cylinder(6, 4), [(10, "through", 60)]),
        (lambda: b3d.scale(block() - Cylinder(3, 10), (1, 1, 2)), [(6, "through", 20)]),
        (
            lambda: b3d.Box(20, 20, 40) - Pos(0, 0, 10) * Cylinder(5, 40) - Rot(90, 0, 0) * Cylinder(4, 40),
            [(8, "through", 20), (10, "blind", 30)],
        ),
    ],
    ids=[
        "through",
        "a flat floor",
        "a drill's cone",
        "a ball",
        "slanted faces",
        "a keyway beside it",
        "a groove inside it",
        "scaled to another surface type",
        "crossing holes",
    ],
)
def test_a_hole_has_a_diameter_a_kind_and_a_depth(part: Any, found: list[tuple[float, str, float]]) -> None:
    assert short(part()) == found


@pytest.mark.parametrize(
    "part",
    [
        lambda: b3d.fillet(block().edges().filter_by(Axis.Z), 5),
        lambda: block() - b3d.extrude(b3d.SlotCenterToCenter(20, 6), 5, both=True),
        lambda: block() - Pos(0, 0, 5) * b3d.extrude(b3d.RectangleRounded(30, 20, 4), 4, both=True),
        lambda: block() - Pos(30, 0, 0) * Cylinder(3, 10),
        lambda: block() - Cylinder(3, 4),
        lambda: block() - Pos(0, 0, 3) * Cone(1, 4, 4),
        lambda: Cylinder(5, 10),
        lambda: block() - (Pos(0, 0, 3) * Cylinder(8, 4) - Pos(0, 0, 3) * Cylinder(6, 4)),
        lambda: drilled(6) + Cylinder(1, 20),
    ],
    ids=[
        "fillets",
        "a slot",
        "a rounded pocket",
        "a notch in the edge",
        "a void",
        "a cone",
        "a pin",
        "a ring groove",
        "a socket with a pin",
    ],
)
def test_what_is_round_without_being_a_hole_is_none(part: Any) -> None:
    assert holes(part()) == []


def test_a_counterbore_is_a_blind_hole_of_its_own_and_a_countersink_none() -> None:
    with b3d.BuildPart() as part:
        b3d.Box(60, 40, 10)
        with b3d.Locations((-15, 0, 5)):
            b3d.CounterBoreHole(2.5, 5, 4)
        with b3d.Locations((15, 0, 5)):
            b3d.CounterSinkHole(3, 6, counter_sink_angle=90)
    assert short(part.part) == [(5, "through", 6), (6, "through", 7), (10, "blind", 4)]


def test_counterbores_on_both_sides_of_a_hole_are_two() -> None:
    part = block() - Cylinder(2, 10) - Pos(0, 0, 4) * Cylinder(4, 2) - Pos(0, 0, -4) * Cylinder(4, 2)
    assert short(part) == [(4, "through", 6), (8, "blind", 2), (8, "blind", 2)]


@pytest.mark.parametrize("where", [-1, 0])
def test_rounded_mouths_stay_open_and_rounded_floors_closed(where: int) -> None:
    part = drilled(6)
    edge = part.edges().filter_by(GeomType.CIRCLE).sort_by(Axis.Z)[where]
    assert short(b3d.fillet(edge, 1)) == [(6, "blind", 5)]


def test_a_bore_through_two_cheeks_is_one_hole_and_two_bores_from_two_ends_are_two() -> None:
    clevis = b3d.Box(30, 20, 30) - Pos(0, 0, 5) * b3d.Box(10, 30, 30) - Pos(0, 0, 5) * Rot(0, 90, 0) * Cylinder(4, 50)
    (hole,) = holes(clevis)
    assert (hole.through, round(hole.depth, 6), len(hole.faces)) == (True, 30, 2)
    shaft = Cylinder(10, 60) - Pos(0, 0, 22.5) * Cylinder(2, 15) - Pos(0, 0, -22.5) * Cylinder(2, 15)
    assert short(shaft) == [(4, "blind", 15)] * 2


def test_a_web_between_two_cheeks_ends_a_hole() -> None:
    comb = Pos(-10, 0, 0) * b3d.Box(4, 20, 20) + b3d.Box(4, 20, 20) + Pos(10, 0, 0) * b3d.Box(4, 20, 20)
    comb += Pos(0, 0, -12) * b3d.Box(24, 20, 4)
    drill = Rot(0, 90, 0) * Cylinder(3, 4)
    part = comb - Pos(-10, 0, 0) * drill - Pos(10, 0, 0) * drill
    assert short(part) == [(6, "through", 4)] * 2


def test_a_blind_hole_starts_at_its_mouth_and_a_through_hole_at_the_smaller_coordinate() -> None:
    (blind,) = holes(drilled(7))
    assert blind.start == pytest.approx((0, 0, 5)) and blind.axis == pytest.approx((0, 0, -1))
    (through,) = holes(Pos(1, 2, 0) * block() - Pos(3, 4, 0) * Cylinder(3, 10))
    assert through.start == pytest.approx((3, 4, -5)) and through.axis == pytest.approx((0, 0, 1))


@pytest.mark.parametrize(
    "move",
    [lambda part: Pos(1e4, -2e3, 50) * Rot(10, 20, 30) * part, lambda part: b3d.mirror(part, about=Plane.YZ)],
    ids=["moved and turned", "mirrored"],
)
def test_a_moved_part_has_the_same_holes(move: Any) -> None:
    part = drilled(7) - Pos(20, 10, 0) * Cylinder(2, 10)
    assert short(move(part)) == short(part)


def test_split_faces_and_many_holes_are_counted_once() -> None:
    halves = [Pos(15, 0, 0) * b3d.Box(30, 40, 10), Pos(-15, 0, 0) * b3d.Box(30, 40, 10)]
    part = b3d.Part(halves[0].fuse(halves[1], glue=False).wrapped) - Cylinder(3, 10)
    assert short(part) == [(6, "through", 10)]
    assert len(holes(plate(4))) == 16


def test_a_hole_names_its_faces() -> None:
    part = drilled(7)
    (hole,) = holes(part)
    (number,) = hole.faces
    face = b3d.Face(shape_map(part.wrapped, FACE).FindKey(number))
    assert face.geom_type == GeomType.CYLINDER
