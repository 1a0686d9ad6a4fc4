"""Whether a fillet or a chamfer can be made: by what is known of a plate of 40 × 30 × 10."""

from __future__ import annotations

import build123d as b3d
import pytest

from cadgit.shape.brep import EDGE, FACE, shape_map
from cadgit.shape.diagnosis.blends import why_no_chamfer, why_no_fillet

PLATE = b3d.Box(40, 30, 10)


def numbers(edges) -> list[int]:
    found = shape_map(PLATE.wrapped, EDGE)
    return [found.FindIndex(edge.wrapped) for edge in edges]


def test_four_corners_take_less_than_half_of_the_shorter_side():
    corners = numbers(PLATE.edges().filter_by(b3d.Axis.Z))
    assert why_no_fillet(PLATE.wrapped, corners, 14.99) == ""
    assert "OCCT cannot make it" in why_no_fillet(PLATE.wrapped, corners, 15.01)


def test_one_corner_takes_less_than_the_shorter_side():
    (corner,) = numbers(PLATE.edges().filter_by(b3d.Axis.Z)[:1])
    assert why_no_fillet(PLATE.wrapped, [corner], 29.9) == ""
    assert why_no_fillet(PLATE.wrapped, [corner], 30.5) != ""


def test_a_chamfer_goes_by_its_two_lengths_and_the_face_of_the_first():
    top = PLATE.faces().sort_by(b3d.Axis.Z)[-1]
    long_edge = top.edges().filter_by(b3d.Axis.X)[:1]
    face = shape_map(PLATE.wrapped, FACE).FindIndex(top.wrapped)
    assert why_no_chamfer(PLATE.wrapped, numbers(long_edge), 20, 5, face) == ""
    assert why_no_chamfer(PLATE.wrapped, numbers(long_edge), 5, 20, face) != "", "the side is only 10 mm high"


@pytest.mark.parametrize("radius", [1.0, 4.9])
def test_what_build123d_makes_can_be_made(radius):
    edges = PLATE.edges().filter_by(b3d.Axis.Z)
    assert b3d.fillet(edges, radius).is_valid
    assert why_no_fillet(PLATE.wrapped, numbers(edges), radius) == ""
