"""Free edges joined into rims."""

from __future__ import annotations

import math

import build123d as b3d
import pytest

from cadgit.shape.brep import compound
from cadgit.shape.diagnosis.loops import loops
from cadgit.shape.topology import analyse

from .. import parts


def rims(part):
    shape = getattr(part, "wrapped", part)
    return loops(shape, analyse(shape, [shape]).free_edges)


def test_an_open_box_has_one_flat_rim_around_its_top():
    (rim,) = rims(parts.open_shell())
    assert (len(rim.edges), rim.closed, rim.flat) == (4, True, True)
    assert rim.length == pytest.approx(40)
    assert rim.box is not None and rim.box.size == pytest.approx((10, 10, 0), abs=1e-6)
    assert rim.point == pytest.approx((0, 0, 5), abs=1e-9)


def test_a_tube_has_two_round_rims_of_one_edge_each():
    wall = b3d.Cylinder(5, 10).faces().filter_by(b3d.GeomType.CYLINDER)[0]
    found = rims(b3d.Shell([wall]))
    assert [(rim.edges.__len__(), rim.closed, rim.flat) for rim in found] == [(1, True, True)] * 2
    assert [rim.length for rim in found] == pytest.approx([10 * math.pi] * 2)
    assert sorted(rim.point[2] for rim in found) == pytest.approx([-5, 5])


def test_no_flat_face_closes_a_rim_that_goes_around_a_corner():
    # Without two faces that meet in an edge, the rim goes around both.
    faces = b3d.Box(10, 10, 10).faces()
    corner = [faces.sort_by(b3d.Axis.Z)[-1], faces.sort_by(b3d.Axis.X)[-1]]
    (rim,) = rims(b3d.Shell([face for face in faces if face not in corner]))
    assert rim.closed and not rim.flat
    assert rim.length == pytest.approx(60)


def test_faces_that_only_lie_beside_each_other_have_a_rim_each():
    squares = [b3d.Face.make_rect(10, 10), b3d.Face.make_rect(10, 10).moved(b3d.Location((10, 0, 0)))]
    found = rims(compound([square.wrapped for square in squares]))
    assert [len(rim.edges) for rim in found] == [4, 4]


def test_edges_that_end_in_nothing_are_no_closed_rim():
    shape = b3d.Box(10, 10, 10).wrapped
    (rim,) = loops(shape, [(1, 1), (1, 2)])
    assert not rim.closed


def test_a_closed_body_has_no_rim():
    assert rims(parts.plain().solid()) == ()
