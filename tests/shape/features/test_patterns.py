"""Equal features in a line, a grid or on a circle are a pattern; one that is off by a tenth is not in it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cadgit.records import Vector
from cadgit.records.features import Pattern
from cadgit.shape.features.patterns import Member, patterns

Z = (0.0, 0.0, 1.0)


def members(points: list[tuple[float, float]], like: object = 5.5, first: int = 1) -> list[Member]:
    return [Member(f"hole:{number}", (x, y, 0.0), Z, like) for number, (x, y) in enumerate(points, first)]


def circle(
    count: int, radius: float = 20.0, *, start: float = 0.0, pitch: float | None = None
) -> list[tuple[float, float]]:
    step = math.radians(360 / count if pitch is None else pitch)
    begin = math.radians(start)
    return [(radius * math.cos(begin + i * step), radius * math.sin(begin + i * step)) for i in range(count)]


def only(found: tuple[Pattern, ...]) -> Pattern:
    (pattern,) = found
    return pattern


def test_a_line_has_a_pitch_and_a_direction() -> None:
    pattern = only(patterns(members([(0, 0), (8, 6), (16, 12), (24, 18)]), "hole"))
    assert (pattern.arrangement, pattern.counts) == ("linear", (4,))
    assert pattern.pitches == pytest.approx((10.0,))
    assert pattern.directions[0] == pytest.approx((0.8, 0.6, 0.0))
    assert pattern.centre == pytest.approx((12.0, 9.0, 0.0))
    assert pattern.members == ("hole:1", "hole:2", "hole:3", "hole:4")


def test_a_grid_has_rows_columns_and_two_pitches() -> None:
    pattern = only(patterns(members([(x, y) for y in (0, 30) for x in (0, 20, 40)]), "hole"))
    assert (pattern.arrangement, pattern.counts) == ("grid", (3, 2))
    assert pattern.pitches == pytest.approx((20.0, 30.0))
    assert pattern.centre == pytest.approx((20.0, 15.0, 0.0)) and pattern.diameter == 0


def test_four_in_a_square_are_a_grid_and_have_their_circle_too() -> None:
    """NEMA 17: four holes at the corners of a square of 31 mm, on a circle of 43.84 mm."""
    pattern = only(patterns(members([(x, y) for x in (-15.5, 15.5) for y in (-15.5, 15.5)]), "hole"))
    assert (pattern.arrangement, pattern.counts) == ("grid", (2, 2))
    assert pattern.pitches == pytest.approx((31.0, 31.0))
    assert pattern.diameter == pytest.approx(43.84, abs=0.001)


def test_a_circle_has_a_diameter_a_pitch_and_a_start() -> None:
    pattern = only(patterns(members(circle(6, start=15)), "hole"))
    assert (pattern.arrangement, pattern.counts) == ("circular", (6,))
    assert pattern.pitches == pytest.approx((60.0,)) and pattern.diameter == pytest.approx(40.0)
    assert pattern.start == pytest.approx((math.cos(math.radians(15)), math.sin(math.radians(15)), 0.0))
    assert pattern.members[0] == "hole:1" and pattern.directions == (pytest.approx(Z),)


def test_four_and_more_on_an_arc_are_a_circle_of_their_own_pitch() -> None:
    centre = (0.0, 0.0, 0.0)
    arc = members([*circle(5, pitch=20.0)])
    pattern = only(patterns(arc, "hole", [(centre, Z)]))
    assert (pattern.arrangement, pattern.counts) == ("circular", (5,))
    assert pattern.pitches == pytest.approx((20.0,))


def test_three_anywhere_are_no_circle_though_one_goes_through_them() -> None:
    assert patterns(members([(0, 0), (10, 1), (4, 17)]), "hole") == ()


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0), (10, 0), (20.1, 0)],
        [(0, 0), (10, 0.1), (20, 0)],
        [*circle(2), (-1.0, 20.0)],
        [(0, 0), (20, 0), (0, 30), (20.1, 30)],
    ],
)
def test_a_tenth_of_a_millimetre_off_is_no_pattern_of_all(points: list[tuple[float, float]]) -> None:
    assert patterns(members(points), "hole") == ()


def test_what_is_left_of_a_grid_with_one_hole_off_are_its_lines() -> None:
    points = [(x, y) for y in (0, 30) for x in (0, 20, 40)]
    points[4] = (20.1, 30.0)
    pattern = only(patterns(members(points), "hole"))
    assert (pattern.arrangement, pattern.members) == ("linear", ("hole:1", "hole:2", "hole:3"))


def test_a_circle_within_others_is_found_around_the_axis_of_another_feature() -> None:
    points = [*circle(6), (50.0, 3.0), (60.0, 1.0)]
    found = patterns(members(points), "hole", [((0.0, 0.0, 0.0), Z)])
    assert only(found).counts == (6,)


def test_two_grids_side_by_side_are_two_patterns() -> None:
    grids = [(x + dx, y) for dx in (0, 101) for y in (0, 8, 16) for x in (0, 8, 16)]
    found = patterns(members(grids), "hole")
    assert [(one.arrangement, one.counts) for one in found] == [("grid", (3, 3))] * 2


def test_unlike_ones_and_other_planes_are_not_in_a_pattern() -> None:
    mixed = [*members([(0, 0), (10, 0)]), *members([(20, 0)], 6.6, 3)]
    assert patterns(mixed, "hole") == ()
    stepped = [Member(f"hole:{i}", (10.0 * i, 0.0, 1.0 * i), Z, 5.5) for i in range(1, 4)]
    assert patterns(stepped, "hole") == ()


def test_two_are_no_pattern() -> None:
    assert patterns(members([(0, 0), (10, 0)]), "hole") == ()


def test_a_pattern_turns_with_its_members() -> None:
    """All of it: the direction in which it begins, the order of its members, its centre."""
    turn = np.array(((0.36, 0.48, -0.8), (-0.8, 0.6, 0.0), (0.48, 0.64, 0.6)))
    shift = np.array((5.0, -3.0, 11.0))

    def moved(point: Vector) -> Vector:
        x, y, z = (turn @ np.array(point) + shift).tolist()
        return (x, y, z)

    def turned(direction: Vector) -> Vector:
        x, y, z = (turn @ np.array(direction)).tolist()
        return (x, y, z)

    for points in ([(x, y) for y in (0, 30) for x in (0, 20, 40)], circle(5), [(0, 0), (8, 6), (16, 12)]):
        here = members(points)
        there = [Member(one.name, moved(one.place), turned(one.axis), one.like) for one in here]
        first, second = only(patterns(here, "hole")), only(patterns(there, "hole"))
        assert second.members == first.members and second.counts == first.counts
        assert second.pitches == pytest.approx(first.pitches)
        assert second.centre == pytest.approx(moved(first.centre))
        assert [pytest.approx(turned(direction)) for direction in first.directions] == list(second.directions)
        if first.start is not None:
            assert second.start == pytest.approx(turned(first.start))


def test_twelve_hundred_in_a_grid_are_one_pattern() -> None:
    pattern = only(patterns(members([(10.0 * x, 10.0 * y) for y in range(25) for x in range(50)]), "hole"))
    assert pattern.counts == (50, 25)


def test_patterns_are_counted_on() -> None:
    assert only(patterns(members([(0, 0), (1, 0), (2, 0)]), "slot", first=4)).name == "pattern:4"
