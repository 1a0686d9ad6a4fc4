"""Chamfers are told by their size; slopes that are no bevelled edges are not."""

from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Axis, Pos, RegularPolygon

from cadgit.records.features import Chamfer
from cadgit.shape.features.finding import find

from . import parts


def chamfers(part: b3d.Part) -> tuple[Chamfer, ...]:
    return find(part.wrapped, ("chamfer",)).chamfers


def told(part: b3d.Part) -> list[tuple[float, float, float, str, int]]:
    return [
        (round(one.legs[0], 6), round(one.legs[1], 6), round(one.angle, 4), one.sense, len(one.faces))
        for one in chamfers(part)
    ]


@pytest.fixture(scope="module")
def block() -> b3d.Part:
    return b3d.chamfer(b3d.Box(40, 30, 20).edges().filter_by(Axis.Z), 3)


def test_bevelled_edges_of_one_size_are_one_group(block: b3d.Part) -> None:
    assert told(block) == [(3.0, 3.0, 45.0, "convex", 4)]


def test_legs_of_two_lengths_have_an_angle() -> None:
    block = b3d.chamfer(b3d.Box(40, 30, 20).edges().filter_by(Axis.X).sort_by(Axis.Z)[-1:], 4, 3)
    assert told(block) == [(4.0, 3.0, 36.8699, "convex", 1)]  # atan(3/4)


def test_chamfers_stay_when_the_part_is_turned_or_mirrored(block: b3d.Part) -> None:
    assert [one.faces for one in chamfers(parts.placed(block))] == [one.faces for one in chamfers(block)]
    assert told(parts.placed(block)) == told(parts.mirrored(block)) == told(block)


def test_the_end_of_a_shaft() -> None:
    shaft = b3d.chamfer(b3d.Cylinder(10, 40).edges().sort_by(Axis.Z)[-1:], 1.5)
    assert told(shaft) == [(1.5, 1.5, 45.0, "convex", 1)]


def test_a_filled_corner_is_concave() -> None:
    angle = b3d.Box(40, 20, 5) + Pos(-17.5, 0, 12.5) * b3d.Box(5, 20, 20)
    inner = angle.edges().filter_by(Axis.Y).filter_by(lambda edge: edge.center() == b3d.Vector(-15, 0, 2.5))
    assert told(b3d.chamfer(inner, 4)) == [(4.0, 4.0, 45.0, "concave", 1)]


def test_a_chamfered_mouth_is_the_holes_countersink() -> None:
    block = b3d.Box(40, 30, 20) - b3d.Cylinder(5, 20)
    mouth = block.edges().filter_by(b3d.GeomType.CIRCLE).sort_by(Axis.Z)[-1:]
    assert told(b3d.chamfer(mouth, 1)) == []


@pytest.mark.parametrize(
    "part",
    [
        lambda: b3d.Box(40, 30, 20),
        lambda: b3d.extrude(RegularPolygon(20, 8), 10),
        lambda: b3d.extrude(RegularPolygon(20, 6), 10),
        lambda: b3d.Wedge(40, 20, 30, 0, 0, 20, 30),
        lambda: b3d.extrude(b3d.Rectangle(40, 30), 20, taper=5),
        lambda: b3d.Cone(20, 5, 30),
    ],
    ids=["block", "octagon", "hexagon", "wedge", "draft", "cone"],
)
def test_what_is_no_bevelled_edge(part: object) -> None:
    assert told(part()) == []  # type: ignore[operator]
