"""What of a solid runs through what."""

from __future__ import annotations

import build123d as b3d

from cadgit.shape.brep import EDGE, FACE, shape_map
from cadgit.shape.diagnosis.crossings import crossings

from .. import parts


def found(part):
    return crossings(part.wrapped, part.solid().wrapped)


def test_a_bend_that_is_too_tight_lets_the_ends_run_through_the_wall():
    part = parts.too_tight()
    pairs = found(part)
    assert pairs
    maps = {"edge": shape_map(part.wrapped, EDGE), "face": shape_map(part.wrapped, FACE)}
    assert {entity for pair in pairs for entity, _ in (pair.first, pair.second)} == {"edge", "face"}
    for pair in pairs:
        assert pair.first < pair.second and pair.point is not None
        for entity, number in (pair.first, pair.second):
            piece = b3d.Shape(maps[entity].FindKey(number))
            assert piece.distance_to(b3d.Vertex(*pair.point)) < 1e-6, "the point is on both"


def test_good_parts_have_no_crossings():
    for make in (parts.plain, lambda: parts.GOOD["all edges rounded"](), lambda: b3d.Cylinder(5, 10)):
        assert found(make()) == ()
