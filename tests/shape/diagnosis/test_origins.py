"""Faces are recognised by their looks, whatever their numbers."""

from __future__ import annotations

import build123d as b3d

from cadgit.shape.brep import FACE, compound, shape_map
from cadgit.shape.diagnosis.origins import lines_of

from .. import parts

PLAIN = parts.plain().wrapped
FACES = shape_map(PLAIN, FACE)


def test_the_same_faces_in_another_order_keep_their_lines():
    turned = compound([FACES.FindKey(number) for number in range(FACES.Extent(), 0, -1)])
    lines = [100 + number for number in range(FACES.Extent(), 0, -1)]
    numbers = [1, 5, FACES.Extent()]
    assert lines_of(PLAIN, numbers, turned, lines) == tuple(100 + number for number in numbers)


def test_a_face_that_is_not_there_has_no_line():
    other = b3d.Box(40, 30, 20)
    found = lines_of(PLAIN, range(1, FACES.Extent() + 1), other.wrapped, [7] * 6)
    assert set(found) == {-1}, "its corners are rounded, and those of the box are not"


def test_equal_faces_of_different_lines_are_not_told_apart():
    twice = compound([b3d.Box(10, 10, 10).wrapped, b3d.Box(10, 10, 10).wrapped])
    assert lines_of(twice, [1], twice, [1] * 6 + [2] * 6) == (-1,)
    assert lines_of(twice, [1], twice, [1] * 12) == (1,)


def test_a_face_without_finite_coordinates_is_not_recognised():
    nowhere = parts.not_a_number().wrapped
    assert lines_of(nowhere, [1], nowhere, [1] * 6) == (-1,)


def test_lines_that_were_made_up_too_short_say_nothing_about_the_rest():
    assert lines_of(PLAIN, [FACES.Extent()], PLAIN, [1]) == (-1,)
