from __future__ import annotations

from typing import Any

import pytest
from build123d import Box, Cylinder, Pos

from cadgit.shape.booleans import common, difference
from cadgit.shape.brep import FACE, SOLID, compound, shape_map, sub_shapes
from cadgit.shape.measure import volume_of
from cadgit.shape.mesh import Mesh, mesh_of, triangulate
from cadgit.shape.overlaps import bodies_of, neighbours, shared

NEVER = (-1.0, -1.0)
ALWAYS = (0.0, 1e9)


def assembly(*parts: Any) -> tuple[Any, list[Mesh]]:
    shape = compound([part.wrapped for part in parts])
    triangulate(shape, 0.01)
    faces = shape_map(shape, FACE)
    return shape_map(shape, SOLID), [mesh_of(solid, faces) for solid in sub_shapes(shape, SOLID)]


def test_neighbours_are_those_whose_boxes_meet() -> None:
    cubes = [Pos(x, y, 0) * Box(10, 10, 10) for x, y in ((0, 0), (10.05, 0), (30, 0), (9, 9))]
    _, meshes = assembly(*cubes)
    assert neighbours(meshes, 0.1) == [(1, 2), (1, 4), (2, 4)]
    assert neighbours(meshes, 0.01) == [(1, 4), (2, 4)]


@pytest.mark.parametrize("near", [NEVER, ALWAYS], ids=["by mesh", "exactly"])
def test_what_two_solids_share_has_a_volume_a_depth_and_a_place(near: tuple[float, float]) -> None:
    solids, meshes = assembly(Box(10, 10, 10), Pos(0, 0, 9) * Box(4, 4, 10))
    found = shared(solids, bodies_of(meshes, [(1, 2)]), 1, 2, near)
    assert found is not None and found.point is not None
    assert found.volume == pytest.approx(16) and found.depth == pytest.approx(2 * 16 / 48)
    assert found.point == pytest.approx((0, 0, 4.5))


def test_solids_that_touch_share_nothing() -> None:
    solids, meshes = assembly(Box(10, 10, 10), Pos(0, 0, 10) * Box(4, 4, 10))
    found = shared(solids, bodies_of(meshes, [(1, 2)]), 1, 2, ALWAYS)
    assert found is not None and (found.volume, found.depth, found.point) == (0, 0, None)


def test_without_a_mesh_the_boolean_decides() -> None:
    solids, _ = assembly(Box(10, 10, 10), Pos(0, 0, 9) * Box(4, 4, 10))
    found = shared(solids, {1: None, 2: None}, 1, 2, NEVER)
    assert found is not None and found.volume == pytest.approx(16)


def test_booleans_take_several_shapes_on_either_side() -> None:
    pins = [(Pos(x, 0, 0) * Cylinder(1, 20)).wrapped for x in (-3, 3)]
    block = Box(10, 10, 10).wrapped
    inside = volume_of(common([block], pins)).size
    assert inside == pytest.approx(2 * 3.14159265 * 10)
    assert volume_of(difference([block], pins)).size == pytest.approx(1000 - inside)
    assert volume_of(difference(pins, [block])).size == pytest.approx(inside)
