"""Planes in which a part is its own mirror image, wherever it lies."""

from __future__ import annotations

import build123d as b3d
import numpy as np
import pytest
from build123d import Locations, PolarLocations, Pos

from cadgit.shape.features.finding import find

from . import parts


def normals(part: b3d.Part) -> list[tuple[float, ...]]:
    """Normals of the planes, each in one of its two senses."""
    found = []
    for plane in find(part.wrapped, ("symmetry",)).symmetry:
        first = next(x for x in plane.normal if abs(x) > 1e-6)
        found.append(tuple(round(x * np.sign(first), 4) + 0.0 for x in plane.normal))
    return sorted(found)


def test_a_block_has_three_planes() -> None:
    assert normals(b3d.Box(40, 30, 20)) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_a_square_plate_has_its_diagonals_too() -> None:
    half = 0.7071  # the square root of a half
    expected = [(0, 0, 1), (0, 1, 0), (half, -half, 0), (half, half, 0), (1, 0, 0)]
    assert normals(b3d.Box(40, 40, 10)) == expected


def test_a_flange_has_one_plane_for_each_bolt_and_each_gap() -> None:
    with b3d.BuildPart() as flange:
        b3d.Cylinder(30, 8)
        with PolarLocations(20, 3):
            b3d.Hole(3)
        with Locations((0, 0, 4)):
            b3d.CounterBoreHole(5, 8, 2)
    assert len(normals(flange.part)) == 3


def test_one_hole_off_the_middle_breaks_a_plane() -> None:
    plate = b3d.Box(40, 30, 10)
    assert normals(plate - Pos(8, 0, 0) * b3d.Cylinder(3, 10)) == [(0, 0, 1), (0, 1, 0)]
    assert normals(plate - Pos(8, 0.1, 0) * b3d.Cylinder(3, 10)) == [(0, 0, 1)]


def test_planes_turn_with_the_part() -> None:
    part = b3d.Box(40, 30, 10) - Pos(8, 0, 0) * b3d.Cylinder(3, 10)
    here = find(part.wrapped, ("symmetry",)).symmetry
    there = find(parts.placed(part).wrapped, ("symmetry",)).symmetry
    assert len(here) == len(there) == 2
    for plane in here:
        turned = parts.turn(plane.normal)
        twin = max(there, key=lambda other: abs(np.dot(other.normal, turned)))
        assert abs(np.dot(twin.normal, turned)) == pytest.approx(1)
        assert twin.place == pytest.approx(parts.place(plane.place))


def test_a_body_of_revolution_is_told_in_a_note() -> None:
    found = find(b3d.Cone(10, 5, 20).wrapped, ("symmetry",))
    assert found.notes == ("it is a body of revolution: every plane through its axis (0, 0, 1) too",)
    assert find(b3d.Box(1, 2, 3).wrapped, ("symmetry",)).notes == ()


def test_what_has_no_symmetry_has_no_plane() -> None:
    odd = b3d.Box(40, 30, 20) - [Pos(20, 15, 10) * b3d.Box(10, 8, 6), Pos(-20, -15, 0) * b3d.Box(6, 12, 4)]
    assert normals(odd) == []


def test_what_is_inside_out_is_said_to_have_no_answer() -> None:
    turned = b3d.Box(10, 10, 10).solid().wrapped.Reversed()
    found = find(turned, ("symmetry",))
    assert not found.symmetry
    assert found.notes == ("planes of symmetry were not looked for: it is inside out, or encloses nothing",)
