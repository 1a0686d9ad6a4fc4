"""Holes come with their counterbores and countersinks, each hole once."""

from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Pos

from cadgit.records.features import HoleFeature
from cadgit.shape.features.finding import find
from cadgit.shape.holes import holes_of

from . import parts


def holes(part: b3d.Part) -> tuple[HoleFeature, ...]:
    return find(part.wrapped, ("hole",)).holes


@pytest.fixture(scope="module")
def plate() -> b3d.Part:
    return parts.drilled()


@pytest.fixture(scope="module")
def found(plate: b3d.Part) -> tuple[HoleFeature, ...]:
    return holes(plate)


def at(found: tuple[HoleFeature, ...], x: float, y: float) -> HoleFeature:
    (hole,) = [hole for hole in found if hole.start[:2] == pytest.approx((x, y), abs=1e-6)]
    return hole


def test_each_hole_is_told_once_and_keeps_its_number(plate: b3d.Part, found: tuple[HoleFeature, ...]) -> None:
    numbered = {f"hole:{number}": hole for number, hole in enumerate(holes_of(plate.wrapped), 1)}
    told = [hole.name for hole in found] + [bore.name for hole in found for bore in hole.counterbores]
    assert sorted(told) == sorted(numbered)
    assert all(numbered[hole.name].diameter == hole.diameter for hole in found)
    faces = [face for hole in found for face in hole.faces]
    faces += [face for hole in found for mouth in (*hole.counterbores, *hole.countersinks) for face in mouth.faces]
    assert len(faces) == len(set(faces))


def test_a_counterbored_hole(found: tuple[HoleFeature, ...]) -> None:
    hole = at(found, -35, 15)
    assert hole.through and hole.diameter == pytest.approx(6.6) and hole.depth == pytest.approx(13.5)
    (bore,) = hole.counterbores
    assert (bore.diameter, bore.depth) == pytest.approx((11.0, 6.5))
    assert bore.place == pytest.approx((-35, 15, 10)) and hole.countersinks == ()
    assert [guess.thread for guess in hole.threads] == ["M6"]


def test_a_countersunk_hole(found: tuple[HoleFeature, ...]) -> None:
    hole = at(found, -10, 15)
    (sink,) = hole.countersinks
    assert (sink.diameter, sink.angle) == pytest.approx((11.2, 90.0))
    assert sink.place == pytest.approx((-10, 15, 10)) and hole.counterbores == ()
    assert (hole.threads[0].thread, hole.threads[0].fit) == ("M5", "medium clearance")


def test_a_blind_hole_and_a_tap_drill(found: tuple[HoleFeature, ...]) -> None:
    blind, tapped = at(found, 15, 15), at(found, 38, 15)
    assert not blind.through and blind.depth == pytest.approx(12) and blind.threads == ()
    assert blind.start == pytest.approx((15, 15, 10))
    assert [(guess.thread, guess.fit) for guess in tapped.threads] == [
        ("M5", "tap drill"),
        ("M3.5", "coarse clearance"),
    ]


def test_both_ends_may_be_wider(found: tuple[HoleFeature, ...]) -> None:
    hole = at(found, -35, -15)
    assert [bore.place[2] for bore in hole.counterbores] == pytest.approx([-10])
    assert [sink.place[2] for sink in hole.countersinks] == pytest.approx([10])
    assert hole.countersinks[0].angle == pytest.approx(82, abs=1e-3)


def test_a_stepped_hole_has_both_steps(found: tuple[HoleFeature, ...]) -> None:
    hole = at(found, 0, -15)
    assert [(round(bore.diameter, 6), round(bore.depth, 6)) for bore in hole.counterbores] == [(12, 6), (18, 4)]


def test_holes_turn_with_the_part(plate: b3d.Part, found: tuple[HoleFeature, ...]) -> None:
    turned = {hole.faces: hole for hole in holes(parts.placed(plate))}
    for hole in found:
        other = turned[hole.faces]
        ends = {tuple(round(x, 6) + 0.0 for x in parts.place(end)) for end in (hole.start, hole.end)}
        assert {tuple(round(x, 6) + 0.0 for x in end) for end in (other.start, other.end)} == ends
        assert sorted(bore.diameter for bore in other.counterbores) == pytest.approx(
            sorted(bore.diameter for bore in hole.counterbores)
        )
        for sink, twin in zip(hole.countersinks, other.countersinks, strict=True):
            assert twin.place == pytest.approx(parts.place(sink.place)) and twin.diameter == pytest.approx(
                sink.diameter
            )


def test_holes_are_mirrored_with_the_part(plate: b3d.Part, found: tuple[HoleFeature, ...]) -> None:
    other = holes(parts.mirrored(plate))
    for hole in found:
        twin = at(other, -hole.start[0], hole.start[1])
        assert twin.diameter == pytest.approx(hole.diameter) and twin.depth == pytest.approx(hole.depth)
        assert len(twin.counterbores) == len(hole.counterbores) and len(twin.countersinks) == len(hole.countersinks)


def test_a_wider_hole_that_is_not_coaxial_is_a_hole_of_its_own() -> None:
    block = b3d.Box(40, 40, 20) - [b3d.Cylinder(3, 20), Pos(0.1, 0, 7) * b3d.Cylinder(6, 6)]
    assert [len(hole.counterbores) for hole in holes(block)] == [0, 0]


def test_blind_holes_from_both_sides_are_no_counterbores() -> None:
    block = b3d.Box(40, 40, 20) - [Pos(0, 0, 7) * b3d.Cylinder(6, 6), Pos(0, 0, -7) * b3d.Cylinder(4, 6)]
    found = holes(block)
    assert [hole.through for hole in found] == [False, False]
    assert [hole.counterbores for hole in found] == [(), ()]


def test_a_counterbore_whose_floor_is_rounded_belongs_to_its_hole() -> None:
    bore = b3d.fillet((Pos(0, 0, 7) * b3d.Cylinder(8, 6)).edges().sort_by(b3d.Axis.Z)[0], 1)
    (hole,) = holes(b3d.Box(40, 40, 20) - [b3d.Cylinder(3, 20), bore])
    # Its wall is 5 high, and the floor 1 below it.
    assert [(bore.diameter, bore.depth) for bore in hole.counterbores] == [pytest.approx((16, 6))]


def test_a_taper_is_no_countersink() -> None:
    block = b3d.Box(40, 40, 20) - [b3d.Cylinder(3, 20), Pos(0, 0, 7) * b3d.Cone(3, 3.5, 6)]
    assert [hole.countersinks for hole in holes(block)] == [()]
