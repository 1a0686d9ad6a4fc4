from __future__ import annotations

import math
from typing import Any

import build123d as b3d
import numpy as np
import pytest
from build123d import Axis, Cylinder, Location, Pos, Rectangle, Sphere, Torus
from hypothesis import given, settings
from hypothesis import strategies as st

from cadgit.shape.measuring.oriented_box import Oriented, oriented_box

from ..parts import not_a_number

MOVED = Location((100, -20, 33), (17, 28, 39))


def found(part: Any) -> Oriented:
    box = oriented_box(part.wrapped)
    assert box is not None
    return box


def prism() -> b3d.Part:
    """A triangle with sides 3, 4 and 5: its smallest rectangle has a side on one of the triangle's."""
    outline = b3d.Polyline((0, 0), (3, 0), (0, 4), close=True)
    return b3d.extrude(b3d.make_face(outline), 2)


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (lambda: b3d.Box(40, 30, 20), (40, 30, 20)),
        (lambda: Cylinder(5, 30), (30, 10, 10)),
        (lambda: Sphere(5), (10, 10, 10)),
        (lambda: Torus(10, 3), (26, 26, 6)),
        (prism, (4, 3, 2)),
        (lambda: b3d.fillet(b3d.Box(40, 30, 20).edges().filter_by(Axis.Z), 3), (40, 30, 20)),
        (lambda: b3d.Box(30, 4, 4) - b3d.Box(10, 2, 4), (30, 4, 4)),
        (lambda: Rectangle(20, 10), (20, 10, 0)),
        (lambda: b3d.Edge.make_line((0, 0, 0), (3, 4, 0)), (5, 0, 0)),
        (lambda: b3d.Edge.make_circle(4), (8, 8, 0)),
    ],
    ids=["box", "cylinder", "sphere", "torus", "prism", "rounded", "frame", "sheet", "line", "circle"],
)
@pytest.mark.parametrize("place", [Location(), MOVED], ids=["straight", "turned"])
def test_the_box_is_as_small_as_the_part_wherever_it_is(make: Any, size: Any, place: Location) -> None:
    box = found(make().moved(place))
    assert box.size == pytest.approx(size, abs=1e-6)
    assert box.axes @ box.axes.T == pytest.approx(np.eye(3), abs=1e-9)
    assert np.linalg.det(box.axes) == pytest.approx(1)


def test_the_middle_of_a_turned_box_is_where_it_was_moved_to() -> None:
    assert found(b3d.Box(40, 30, 20).moved(MOVED)).centre == pytest.approx(tuple(MOVED.position), abs=1e-6)


def test_a_box_along_the_axes_keeps_them() -> None:
    assert found(b3d.Box(40, 30, 20)).axes == pytest.approx(np.eye(3))
    assert found(Cylinder(5, 30)).axes[0] == pytest.approx([0, 0, 1])


def test_it_is_smaller_than_the_box_along_the_axes_where_the_part_lies_across() -> None:
    across = found(b3d.Rot(0, 0, 45) * b3d.Box(40, 2, 2))
    assert float(np.prod(across.size)) == pytest.approx(160)


def test_it_encloses_the_part() -> None:
    part = b3d.Cone(5, 2, 9).moved(MOVED) + Pos(100, -20, 33) * Sphere(4)
    box = found(part)
    points = np.array([tuple(edge @ t) for edge in part.edges() for t in (0.0, 0.3, 0.7, 1.0)])
    reach = np.abs((points - box.centre) @ box.axes.T)
    assert (reach <= box.size / 2 + 1e-6).all()
    assert float(np.prod(box.size)) <= math.prod(part.bounding_box().size) + 1e-6


def test_what_has_no_finite_size_has_no_box() -> None:
    assert oriented_box(not_a_number().wrapped) is None


TURNS = st.floats(-180, 180, allow_subnormal=False)


@settings(max_examples=6, deadline=None)
@given(st.tuples(TURNS, TURNS, TURNS))
def test_a_turn_does_not_change_its_size(turn: tuple[float, float, float]) -> None:
    part = b3d.Box(12, 7, 3) - Pos(3, 0, 0) * b3d.Box(6, 3, 3)
    assert found(part.moved(Location((1, 2, 3), turn))).size == pytest.approx([12, 7, 3], abs=1e-6)
