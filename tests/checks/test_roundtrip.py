from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Pos

from cadgit.checks.roundtrip import RoundTripLimits, round_trip
from cadgit.shape.brep import Node
from cadgit.shape.step import read_step, write_step

from ..shape import parts
from ..shape.parts import GOOD, HEADER, box, inspected, moved, together


def compared(first, second):
    return round_trip(inspected(first), inspected(second), RoundTripLimits())


@pytest.mark.parametrize("name", ["plain", "sphere", "sweep", "cut in two", "mirrored", "letters"])
def test_a_good_part_comes_back_as_it_was(name):
    part = inspected(GOOD[name]())
    again = inspected(read_step(write_step(Node(part.shape), HEADER)))
    assert round_trip(part, again, RoundTripLimits()).status == "pass"


@pytest.mark.parametrize(
    "came_back, says",
    [
        (lambda: together(box(10, 10, 10)), "2 solids became 1 in the STEP file (total volume 1008 → 1000 mm³)"),
        (lambda: together(box(10, 10, 10.01), moved(box(2, 2, 2), 20)), "the volume changes from 1008 to 1009 mm³"),
        (lambda: together(box(10, 10, 10), moved(box(2, 2, 2), 20.1)), "solid 2 is not the same in the STEP file"),
        (lambda: together(box(10, 10, 10), moved(box(1, 2, 4), 20)), "solid 2 is not the same in the STEP file"),
        (lambda: together(box(10, 10.08, 10), moved(box(0.01, 0.01, 0.01), 20)), "solid 1 and solid 2 are not"),
    ],
)
def test_what_is_lost_or_changed_is_told(came_back, says):
    result = compared(together(box(10, 10, 10), moved(box(2, 2, 2), 20)), came_back())
    assert result.status == "fail" and says in result.message


def test_the_order_of_the_solids_does_not_matter():
    a, b = box(10, 10, 10), moved(box(2, 2, 2), 20)
    assert compared(together(a, b), together(b, a)).status == "pass"


def test_a_sketch_is_compared_by_its_faces():
    assert compared(parts.sketch(), parts.sketch()).status == "pass"
    assert "face 1 is not the same" in compared(parts.sketch(), Pos(1, 0) * parts.sketch()).message


def test_other_numbers_of_faces_are_told_and_are_no_fault():
    from OCP.BRepAlgoAPI import BRepAlgoAPI_Fuse

    halves = BRepAlgoAPI_Fuse(box(10, 10, 10).wrapped, moved(box(10, 10, 10), 10).wrapped).Shape()
    result = compared(b3d.Pos(5, 0, 0) * b3d.Box(20, 10, 10), halves)
    assert result.status == "pass" and "faces 6 → 10, edges 12 → 20" in result.message
