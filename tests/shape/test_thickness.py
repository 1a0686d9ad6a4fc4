from __future__ import annotations

from collections.abc import Callable
from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos, Rot, Sphere

from cadgit.shape.brep import FACE, SOLID, compound, shape_map, sub_shapes
from cadgit.shape.measure import bounding_box, diagonal
from cadgit.shape.mesh import mesh_of, triangulate
from cadgit.shape.spans import Span
from cadgit.shape.thickness import smallest_gap, smallest_wall


def smallest(measure: Callable[..., Span | None], *parts: Any) -> Span | None:
    shape = compound([part.wrapped for part in parts])
    box = bounding_box(shape)
    assert box is not None
    deflection = 1e-3 * diagonal(box)
    triangulate(shape, deflection)
    faces = shape_map(shape, FACE)
    return measure([mesh_of(solid, faces) for solid in sub_shapes(shape, SOLID)], faces, deflection)


def wall(*parts: Any) -> Span:
    found = smallest(smallest_wall, *parts)
    assert found is not None
    return found


def gap(*parts: Any) -> Span:
    found = smallest(smallest_gap, *parts)
    assert found is not None
    return found


def tray(web: float) -> Any:
    """A tray with a web across, at x = 10."""
    return b3d.Box(60, 40, 30) - Pos(0, 0, 3) * b3d.Box(50, 30, 30) + Pos(10, 0, 0) * b3d.Box(web, 30, 30)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (lambda: b3d.Box(60, 40, 10), 10),
        (lambda: Cylinder(10, 20) - Cylinder(8.5, 20), 1.5),
        (lambda: Cylinder(10, 20) - Pos(0.5, 0, 0) * Cylinder(8.5, 20), 1.0),
        (lambda: tray(0.8), 0.8),
        (lambda: tray(0.7), 0.7),
        (lambda: b3d.Box(60, 40, 10) - Cylinder(5, 10) - Pos(10.7, 0, 0) * Cylinder(5, 10), 0.7),
        (lambda: b3d.Sphere(5), 10),
        (lambda: b3d.fillet(b3d.Box(60, 40, 10).edges(), 2), 10),
        (lambda: Rot(10, 20, 30) * tray(0.8), 0.8),
    ],
    ids=["block", "tube", "eccentric tube", "web", "thinner web", "between holes", "sphere", "rounded", "turned"],
)
def test_the_smallest_wall_is_exact(part: Any, expected: float) -> None:
    found = wall(part())
    assert found.distance == pytest.approx(expected, abs=1e-4)
    assert found.error == 0


def test_the_thinnest_place_is_told() -> None:
    found = wall(tray(0.8))
    assert found.middle[0] == pytest.approx(10, abs=1e-6)
    assert abs(found.end[0] - found.start[0]) == pytest.approx(0.8)


def test_a_tapered_wall_is_measured_at_its_thin_end() -> None:
    outline = b3d.Polyline((0, 0), (50, 0), (50, 2), (0, 6), close=True)
    found = wall(b3d.extrude(b3d.make_face(outline), 20))
    assert found.distance == pytest.approx(2, abs=1e-3) and found.start[0] == pytest.approx(50, abs=0.1)


def test_a_thin_place_is_found_however_small_beside_the_part() -> None:
    """A floor of 3 mm² in 100,000, and the web between a hole and an edge, thin along one line."""
    plate = b3d.Box(200, 200, 20)
    assert wall(plate - Pos(30, 40, 0.4) * Cylinder(1, 20)).distance == pytest.approx(0.4)
    found = wall(plate - Pos(97.5, 40, 0) * Cylinder(2, 20))
    assert found.distance == pytest.approx(0.5, abs=1e-5) and found.middle[:2] == pytest.approx((99.75, 40), abs=0.05)


def test_a_corner_is_no_wall() -> None:
    outline = b3d.Polyline((0, 0), (30, 0), (0, 30), close=True)
    assert wall(b3d.extrude(b3d.make_face(outline), 20)).distance > 10


def test_walls_do_not_reach_from_one_solid_into_another() -> None:
    assert wall(b3d.Box(20, 20, 5), Pos(0, 0, 5) * b3d.Box(10, 10, 5)).distance == pytest.approx(5)


@pytest.mark.parametrize("gap_", [0.3, 0.2])
def test_the_smallest_gap_is_found_within_a_solid_and_between_two(gap_: float) -> None:
    slotted = b3d.Box(20, 20, 20) - Pos(0, 0, 5) * b3d.Box(gap_, 20, 10)
    assert gap(slotted).distance == pytest.approx(gap_)
    found = gap(b3d.Box(20, 20, 5), Pos(0, 0, 5 + gap_) * b3d.Box(10, 10, 5))
    assert found.distance == pytest.approx(gap_)
    assert sorted((found.start[2], found.end[2])) == pytest.approx([2.5, 2.5 + gap_])


def test_a_fit_of_two_cylinders_is_measured_on_the_exact_faces() -> None:
    plate = b3d.Box(20, 20, 5) - Cylinder(4, 5)
    assert gap(plate, Cylinder(3.95, 5)).distance == pytest.approx(0.05, abs=1e-6)


def test_contact_is_no_gap() -> None:
    plate = b3d.Box(20, 20, 5) - Cylinder(4, 5)
    # The hole itself is the next smallest thing that faces itself.
    assert gap(plate, Cylinder(4, 5)).distance == pytest.approx(8)
    assert smallest(smallest_gap, b3d.Box(20, 20, 5), Pos(0, 0, 5) * b3d.Box(10, 10, 5)) is None
    assert smallest(smallest_gap, b3d.Box(20, 20, 5), Pos(0, 0, 7.5) * Sphere(5)) is None


def test_what_touches_does_not_hide_a_gap_that_is_far_larger() -> None:
    """Rays of a length that found contact alone were once taken for all that there are."""
    ball = Pos(0, 0, 7.5) * Sphere(5)
    assert gap(b3d.Box(20, 20, 5), ball, Pos(0, 0, 25) * b3d.Box(20, 20, 5)).distance == pytest.approx(10)
    assert gap(b3d.Box(200, 200, 5), ball, Pos(0, 0, 145) * b3d.Box(200, 200, 5)).distance == pytest.approx(130)


def test_a_lid_that_rests_on_a_step_has_its_gap_beside_it() -> None:
    base = b3d.Box(20, 20, 5) - Pos(5, 0, 2.45) * b3d.Box(10, 20, 0.1)
    found = gap(base, Pos(0, 0, 5) * b3d.Box(20, 20, 5))
    assert found.distance == pytest.approx(0.1) and found.middle[0] > 0


def test_a_ball_just_above_a_plate_has_a_gap() -> None:
    assert gap(b3d.Box(20, 20, 5), Pos(3, 2, 7.7) * Sphere(5)).distance == pytest.approx(0.2, abs=1e-5)


def test_without_a_solid_there_is_neither_wall_nor_gap() -> None:
    flat = b3d.Rectangle(5, 4)
    assert smallest(smallest_wall, flat) is None and smallest(smallest_gap, flat) is None


def test_a_result_is_the_same_each_time() -> None:
    assert wall(tray(0.8)) == wall(tray(0.8))
