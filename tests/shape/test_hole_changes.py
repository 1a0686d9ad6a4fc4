from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Cylinder, Pos

from cadgit.shape.brep import SOLID, read_brep, uses
from cadgit.shape.hole_changes import hole_changes

from . import parts


def solids(part):
    return uses(read_brep(parts.handed_over(part)), SOLID)


def plate(*holes: tuple[float, float, float], depth: float = 10) -> b3d.Part:
    """A plate of 80 × 40 × 10 with holes, each at x and y with a radius."""
    part = b3d.Box(80, 40, 10)
    for x, y, radius in holes:
        part -= Pos(x, y, 5 - depth / 2) * Cylinder(radius, depth)
    return part


def changed(before, after):
    return [
        (one.change, one.before and one.before.diameter, one.after and one.after.diameter)
        for one in hole_changes(solids(before), solids(after))
    ]


A, B, C = (-30, 0, 2), (0, 0, 3), (30, 0, 3)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((A, B), (A, B), []),
        ((A,), (A, B), [("added", None, 6)]),
        ((A, B), (B,), [("removed", 4, None)]),
        ((A, B), ((-30, 0, 2.5), B), [("resized", 4, 5)]),
        ((A, B), ((-25, 5, 2), B), [("moved", 4, 4)]),
        ((A,), (C,), [("removed", 4, None), ("added", None, 6)]),
        ((B, C), ((5, 0, 3), C), [("moved", 6, 6)]),
    ],
)
def test_what_became_of_holes(before, after, expected):
    assert changed(plate(*before), plate(*after)) == [
        (change, a and pytest.approx(a), b and pytest.approx(b)) for change, a, b in expected
    ]


def test_of_two_holes_that_could_have_moved_the_nearer_one_did():
    (moved, removed) = hole_changes(solids(plate(B, C)), solids(plate((4, 0, 3))))
    assert (moved.change, removed.change) == ("moved", "removed")
    assert moved.before.start[0] == pytest.approx(0) and removed.before.start[0] == pytest.approx(30)


def test_a_blind_hole_that_became_deeper_was_resized():
    (found,) = hole_changes(solids(plate(A, depth=4)), solids(plate(A, depth=6)))
    assert found.change == "resized"
    assert (found.before.depth, found.after.depth) == (pytest.approx(4), pytest.approx(6))


def test_a_blind_hole_that_now_goes_through_was_resized():
    (found,) = hole_changes(solids(plate(A, depth=4)), solids(plate(A)))
    assert found.change == "resized" and not found.before.through and found.after.through


def test_many_holes_that_stayed_are_no_changes():
    assert hole_changes(solids(parts.plate(6)), solids(parts.plate(6))) == ()
