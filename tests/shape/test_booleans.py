from __future__ import annotations

import build123d as b3d
import pytest

from cadgit.shape.booleans import common, difference, parted
from cadgit.shape.brep import SOLID, sub_shapes, write_brep
from cadgit.shape.measure import volume_of

from . import parts


def volumes(shape):
    return sorted(volume_of(solid).size for solid in sub_shapes(shape, SOLID))


def solid(part):
    return sub_shapes(part.wrapped, SOLID)[0]


def test_two_boxes_are_parted_as_each_boolean_by_itself_does():
    first, second = [solid(parts.box(4, 2, 2))], [solid(b3d.Pos(3, 0, 0) * parts.box(4, 2, 2))]
    found = parted(first, second)
    assert (volumes(found.common), volumes(found.first), volumes(found.second)) == ([pytest.approx(4)],) + 2 * (
        [pytest.approx(12)],
    )
    assert volumes(common(first, second)) == pytest.approx(volumes(found.common))
    assert volumes(difference(second, first)) == pytest.approx(volumes(found.second))


def test_several_shapes_against_one_leave_their_pieces():
    bars = [solid(b3d.Pos(0, y, 0) * parts.box(10, 1, 1)) for y in (-3, 3)]
    found = parted(bars, [solid(parts.box(2, 10, 2))])
    assert volumes(found.common) == pytest.approx([2, 2])
    assert volumes(found.first) == pytest.approx([4, 4, 4, 4])
    assert volumes(found.second) == pytest.approx([36])


def test_shapes_that_do_not_touch_share_nothing():
    found = parted([solid(parts.box(1, 1, 1))], [solid(b3d.Pos(5, 0, 0) * parts.box(1, 1, 1))])
    assert (volumes(found.common), volumes(found.first)) == ([], [pytest.approx(1)])


def test_the_arguments_stay_as_they_were():
    shapes = [solid(parts.plain()), solid(b3d.Rot(0, 0, 10) * parts.box(40, 30, 10))]
    before = [write_brep(shape) for shape in shapes]
    assert parted(shapes[:1], shapes[1:])
    assert [write_brep(shape) for shape in shapes] == before
