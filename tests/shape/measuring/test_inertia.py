"""Moments of inertia of simple bodies, against their closed formulas, turned and moved too."""

from __future__ import annotations

import math
from typing import Any

import build123d as b3d
import numpy as np
import pytest
from build123d import Cone, Cylinder, Location, Pos, Sphere, Torus
from hypothesis import given, settings
from hypothesis import strategies as st

from cadgit.shape.measuring.inertia import of_area, of_length, of_volume, principal, together

#: Somewhere else, and in no particular direction.
MOVED = Location((100, -20, 33), (17, 28, 39))


def ring(radius: float, tube: float) -> tuple[float, float]:
    """A torus' moments per volume: about a diameter, and about its axis."""
    return (4 * radius**2 + 5 * tube**2) / 8, (4 * radius**2 + 3 * tube**2) / 4


#: Volume, and moments per volume in ascending order (Beer and Johnston, Vector Mechanics, inside back cover).
KNOWN: dict[str, tuple[Any, float, tuple[float, float, float]]] = {
    "box": (
        lambda: b3d.Box(40, 30, 20),
        24000.0,
        ((30**2 + 20**2) / 12, (40**2 + 20**2) / 12, (40**2 + 30**2) / 12),
    ),
    "cylinder": (
        lambda: Cylinder(5, 30),
        math.pi * 25 * 30,
        (25 / 2, (3 * 25 + 900) / 12, (3 * 25 + 900) / 12),
    ),
    "cone": (
        lambda: Cone(6, 0, 10),
        math.pi * 36 * 10 / 3,
        (3 / 80 * (4 * 36 + 100), 3 / 80 * (4 * 36 + 100), 3 / 10 * 36),
    ),
    "sphere": (lambda: Sphere(5), 4 / 3 * math.pi * 125, (10.0, 10.0, 10.0)),
    "torus": (lambda: Torus(10, 3), 2 * math.pi**2 * 10 * 9, (ring(10, 3)[0], ring(10, 3)[0], ring(10, 3)[1])),
}


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("place", [Location(), MOVED], ids=["at the origin", "moved and turned"])
def test_volume_centre_and_moments_are_those_of_the_formula(name: str, place: Location) -> None:
    make, volume, per_volume = KNOWN[name]
    body = make().moved(place)
    found = of_volume(body.wrapped)
    main = principal(found.matrix)
    assert found.size == pytest.approx(volume, rel=1e-9)
    assert main.moments == pytest.approx(volume * np.array(sorted(per_volume)), rel=1e-9)
    if name != "cone":
        assert found.centre == pytest.approx(np.array(tuple(place.position)), abs=1e-9)
    assert np.linalg.det(main.axes) == pytest.approx(1)


def test_the_axes_of_a_turned_box_are_its_edges() -> None:
    axes = principal(of_volume(b3d.Box(40, 30, 20).moved(MOVED).wrapped).matrix).axes
    frame = b3d.Plane(MOVED)
    for axis, edge in zip(axes, (frame.x_dir, frame.y_dir, frame.z_dir), strict=True):
        assert abs(float(axis @ np.array(tuple(edge)))) == pytest.approx(1, abs=1e-9)


def test_equal_moments_leave_axes_free_and_near_misses_do_not() -> None:
    assert principal(np.diag([3.0, 3.0, 3.0])).free == (0, 1, 2)
    assert principal(np.diag([1.0, 3.0, 3.0])).free == (1, 2)
    assert principal(np.diag([3.0, 1.0, 1.0])).free == (0, 1)
    assert principal(np.diag([1.0, 3.0, 3.0 * (1 + 1e-6)])).free == ()
    free = principal(of_volume(Cylinder(5, 30).wrapped).matrix)
    assert np.abs(free.axes[1:]) == pytest.approx(np.array([[1, 0, 0], [0, 1, 0]]), abs=1e-9)


def test_halves_together_are_the_whole() -> None:
    whole = of_volume(b3d.Box(20, 6, 4).wrapped)
    halves = together([of_volume((Pos(x, 0, 0) * b3d.Box(10, 6, 4)).wrapped) for x in (-5, 5)])
    assert halves.size == pytest.approx(whole.size)
    assert halves.centre == pytest.approx(whole.centre, abs=1e-12)
    assert halves.matrix == pytest.approx(whole.matrix, rel=1e-9, abs=1e-9)


def test_a_density_weighs() -> None:
    heavy = of_volume(b3d.Box(10, 10, 10).wrapped).of_density(0.00785)
    light = of_volume((Pos(20, 0, 0) * b3d.Box(10, 10, 10)).wrapped).of_density(0.00785 / 3)
    both = together([heavy, light])
    assert both.size == pytest.approx(7.85 * 4 / 3)
    assert both.centre == pytest.approx([5, 0, 0])


def test_areas_and_lengths_have_moments_too() -> None:
    sheet = of_area(b3d.Rectangle(20, 10).wrapped)
    assert principal(sheet.matrix).moments == pytest.approx([200 * 100 / 12, 200 * 400 / 12, 200 * 500 / 12])
    wire = of_length(b3d.Edge.make_line((0, 0, 0), (12, 0, 0)).wrapped)
    assert principal(wire.matrix).moments == pytest.approx([0, 12**3 / 12, 12**3 / 12], abs=1e-9)


def test_nothing_has_no_moments() -> None:
    assert together([]).size == 0
    assert of_volume(b3d.Rectangle(20, 10).wrapped).size == pytest.approx(0, abs=1e-9)


ANGLES = st.floats(-180, 180, allow_subnormal=False)
PLACES = st.floats(-1000, 1000, allow_subnormal=False)


@settings(max_examples=8, deadline=None)
@given(st.tuples(PLACES, PLACES, PLACES), st.tuples(ANGLES, ANGLES, ANGLES))
def test_a_motion_changes_no_moment(to: tuple[float, float, float], turn: tuple[float, float, float]) -> None:
    part = b3d.Box(7, 5, 3) - Pos(1, 0, 0) * Cylinder(1, 3)
    before = principal(of_volume(part.wrapped).matrix).moments
    after = principal(of_volume(part.moved(Location(to, turn)).wrapped).matrix).moments
    assert after == pytest.approx(before, rel=1e-8)
