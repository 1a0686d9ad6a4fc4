"""Large planes, and which of them are proposed to measure from."""

from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Pos

from cadgit.records.features import DatumPlane
from cadgit.shape.features.finding import find

from . import parts


def planes(part: b3d.Part) -> tuple[DatumPlane, ...]:
    return find(part.wrapped, ("plane",)).planes


def lettered(part: b3d.Part) -> dict[str, DatumPlane]:
    return {plane.letter: plane for plane in planes(part) if plane.letter}


def test_the_largest_plane_is_a_and_the_others_are_at_right_angles() -> None:
    found = lettered(b3d.Box(100, 60, 10) + Pos(0, 0, 10) * b3d.Box(20, 20, 10))
    assert list(found) == ["A", "B", "C"]
    assert found["A"].normal == pytest.approx((0, 0, -1)) and found["A"].area == pytest.approx(6000)
    assert found["A"].offset == pytest.approx(5) and found["A"].place == pytest.approx((0, 0, -5))
    assert abs(found["B"].normal[1]) == pytest.approx(1) and found["B"].area == pytest.approx(1000)
    assert abs(found["C"].normal[0]) == pytest.approx(1)


def test_faces_in_one_plane_count_as_one_and_small_planes_are_left_out() -> None:
    part = b3d.Box(100, 60, 10) - Pos(0, 0, 5) * b3d.Box(10, 60, 4)  # a channel cuts the top in two
    top = next(plane for plane in planes(part) if plane.offset == pytest.approx(5) and plane.normal[2] > 0.5)
    assert len(top.faces) == 2 and top.area == pytest.approx(5400)
    assert all(plane.area >= 0.02 * 17000 for plane in planes(part))


def test_planes_turn_with_the_part() -> None:
    part = b3d.Box(100, 60, 10) + Pos(0, 0, 10) * b3d.Box(20, 20, 10)
    here, there = planes(part), planes(parts.placed(part))
    assert [plane.faces for plane in there] == [plane.faces for plane in here]
    assert [plane.letter for plane in there] == [plane.letter for plane in here]
    for first, second in zip(here, there, strict=True):
        assert second.normal == pytest.approx(parts.turn(first.normal))
        assert second.place == pytest.approx(parts.place(first.place))


def test_what_has_no_plane_has_no_datum() -> None:
    assert planes(b3d.Sphere(10)) == ()
