from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Cylinder, Pos, Rot

from cadgit.shape.brep import compound, direct, read_brep
from cadgit.shape.compare import compare

from . import parts
from .parts import GOOD, box, handed_over, moved, together


def compared(first, second):
    return compare(read_brep(handed_over(first)), read_brep(handed_over(second)))


@pytest.mark.parametrize("name", list(GOOD))
def test_a_part_built_twice_is_the_same(name):
    found = compared(GOOD[name](), GOOD[name]())
    assert found.same and found.differences == ()


def test_another_order_of_the_pieces_is_the_same():
    several = together(box(1, 2, 3), moved(box(2, 2, 2), 9), moved(box(2, 2, 2), 19))
    turned_round = compound(list(reversed(direct(several))))
    assert compared(several, turned_round).same
    faces = compound([face.wrapped for face in parts.plain().faces()])
    assert compared(faces, compound(list(reversed(direct(faces))))).same


@pytest.mark.parametrize(
    "other, says",
    [
        (lambda: b3d.Box(1, 2, 3.0001), "volume of solid 1 6 → 6.0002 mm³"),
        (lambda: Pos(0.001, 0, 0) * b3d.Box(1, 2, 3), "solid 1 moved by 0.001 mm"),
        (lambda: b3d.Box(1, 2, 3) - Cylinder(0.1, 3), "faces 6 → 7"),
        (lambda: b3d.Box(2, 1, 3), "moved by"),
        (lambda: together(b3d.Box(1, 2, 3), Pos(9, 0, 0) * b3d.Box(1, 1, 1)), "solids 1 → 2"),
    ],
)
def test_a_small_change_is_told_in_words(other, says):
    found = compared(b3d.Box(1, 2, 3), other())
    assert not found.same and found.by == "properties"
    assert says in "\n".join(found.differences)


def test_a_turned_body_of_the_same_volume_and_place_is_another():
    assert not compared(b3d.Box(1, 2, 3), Rot(0, 0, 30) * b3d.Box(1, 2, 3)).same


def test_one_solid_more_in_the_same_place_is_another():
    solid = box(1, 1, 1)
    assert "solids 1 → 2" in compared(together(solid), together(solid, solid)).differences


def test_a_curve_is_compared_by_its_edges():
    line = b3d.Edge.make_line((0, 0), (1, 0))
    assert compared(line, b3d.Edge.make_line((0, 0), (1, 0))).same
    assert not compared(line, b3d.Edge.make_line((0, 0), (1, 0.001))).same


def test_many_differences_are_counted_after_the_first():
    found = compared(parts.plate(5), Pos(1, 0, 0) * parts.plate(5))
    assert len(found.differences) == 9
    assert found.differences[-1].endswith("more differences")


def test_nothing_and_nothing_are_the_same():
    assert compared(parts.empty_cut(), parts.empty_cut()).same
