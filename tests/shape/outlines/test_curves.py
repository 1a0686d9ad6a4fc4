"""Curves keep their points when they are turned around, moved, sampled and written as Bézier pieces."""

from __future__ import annotations

from itertools import pairwise
from math import dist, pi, sqrt

import pytest

from cadgit.shape.outlines.curves import AnyCurve, Arc, Ellipse, Placement, Segment, Spline
from cadgit.shape.outlines.extent import extent
from cadgit.shape.outlines.loops import joined

CUBIC = Spline(3, (0, 0, 0, 0, 1, 1, 1, 1), ((0, 0), (1, 2), (3, 2), (4, 0)))
#: A quarter of the unit circle, exactly.
QUARTER = Spline(2, (0, 0, 0, 1, 1, 1), ((1, 0), (1, 1), (0, 1)), (1, sqrt(0.5), 1))
KNOTTED = Spline(2, (0, 0, 0, 0.5, 1, 1, 1), ((0, 0), (1, 2), (3, 2), (4, 0)))
CURVES: list[AnyCurve] = [
    Segment((0, 0), (3, 4)),
    Arc((1, 1), 2, 0.5, -2.0),
    Ellipse((1, 1), (3, 1), 0.5, 0.2, 1.7),
    CUBIC,
    QUARTER,
    KNOTTED,
]


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: type(curve).__name__)
def test_the_way_back_has_the_same_points(curve: AnyCurve) -> None:
    there, back = curve.sampled(0.01), curve.reversed().sampled(0.01)
    assert back[0] == pytest.approx(there[-1]) and back[-1] == pytest.approx(there[0])
    assert back[len(back) // 2] == pytest.approx(there[-1 - len(back) // 2], abs=1e-9)
    assert curve.reversed().start == pytest.approx(curve.end)


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: type(curve).__name__)
def test_what_is_moved_has_moved_points(curve: AnyCurve) -> None:
    placement = Placement(0.7, (5, -3))
    moved, points = curve.placed(placement).sampled(0.01), curve.sampled(0.01)
    assert len(moved) == len(points)
    for point, expected in zip(moved, map(placement.of, points), strict=True):
        assert point == pytest.approx(expected)


def test_chords_are_as_close_as_was_asked() -> None:
    points = Arc((0, 0), 10, 0, 2 * pi).sampled(0.01)
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
    assert 0 < max(10 - dist((0, 0), middle) for middle in middles) <= 0.01 and points[0] == points[-1]


def test_a_spline_with_weights_is_the_circle_that_it_stands_for() -> None:
    assert [round(dist((0, 0), point), 4) for point in QUARTER.sampled(0.001)] == [1] * len(QUARTER.sampled(0.001))
    for piece in QUARTER.beziers():
        middle = [sum(f * p[i] for f, p in zip((1, 3, 3, 1), piece, strict=True)) / 8 for i in (0, 1)]
        assert abs(dist((0, 0), middle) - 1) < 2e-4


def test_a_cubic_is_its_own_bezier_curve_and_a_knot_divides_a_spline() -> None:
    (piece,) = CUBIC.beziers()
    assert [pytest.approx(point) for point in piece] == list(CUBIC.poles)
    first, second = KNOTTED.beziers()
    assert first[3] == pytest.approx((2, 2)) and second[0] == first[3]
    # Its tangent at the knot is level on both sides.
    assert first[2][1] == pytest.approx(2) and second[1][1] == pytest.approx(2)


def test_a_box_encloses_arcs_exactly() -> None:
    assert extent([Arc((0, 0), 5, -0.1, 0.2)])[1] == pytest.approx((5, 0.499167), abs=1e-6)
    low, high = extent([Ellipse((0, 0), (3, 3), 0.5, 0, 2 * pi)])
    # The half width of a turned ellipse: the root of (a cos)² + (b sin)².
    reach = sqrt((sqrt(18) * sqrt(0.5)) ** 2 + (sqrt(18) / 2 * sqrt(0.5)) ** 2)
    assert high == pytest.approx((reach, reach)) and low == pytest.approx((-reach, -reach))


def test_paths_do_not_depend_on_the_order_of_their_curves() -> None:
    corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)]
    sides = [Segment(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    hole = Arc((2, 1), 0.5, 0, -2 * pi)
    open_line = [Segment((9, 0), (8, 0)), Segment((8, 0), (8, 1))]
    found = joined([*sides, hole, *open_line])
    assert found == joined([*reversed(open_line), hole, *sides[2:], *sides[:2]])
    assert sorted(path.closed for path in found) == [False, True, True]
    assert sorted(round(path.area, 1) for path in found) == [-0.8, 0, 12]


def test_loops_that_touch_in_a_point_stay_two() -> None:
    def square(x: float, y: float) -> list[Segment]:
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        return [Segment(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]

    found = joined([*square(0, 0), *square(1, 1)])
    assert [(path.closed, path.area) for path in found] == [(True, 1), (True, 1)]
