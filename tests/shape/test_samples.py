from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from build123d import Box, Cylinder, Pos

from cadgit.shape.brep import FACE, shape_map
from cadgit.shape.mesh import Mesh, mesh_of, triangulate
from cadgit.shape.samples import PER_FACE, SAMPLES, Samples, area, sample


def mesh(part: Any) -> Mesh:
    triangulate(part.wrapped, 0.05)
    return mesh_of(part.wrapped, shape_map(part.wrapped, FACE))


def counts(samples: Samples) -> dict[int, int]:
    faces, amounts = np.unique(samples.faces, return_counts=True)
    return dict(zip(faces.tolist(), amounts.tolist(), strict=True))


def test_points_are_as_dense_as_the_area_is() -> None:
    (found,) = sample([mesh(Box(100, 50, 10))])
    amounts = sorted(counts(found).values())
    # Faces of 500, 1,000 and 5,000 mm², two of each; a few more points lie near the corners.
    assert amounts[4] == pytest.approx(10 * amounts[0], rel=0.05)
    assert len(found.points) == pytest.approx(SAMPLES, rel=0.01)


def test_each_face_has_some_points_however_small_it_is() -> None:
    part = Box(400, 400, 20) - Pos(30, 40, 9.9) * Cylinder(0.2, 0.2)
    (found,) = sample([mesh(part)])
    assert len(counts(found)) == 8 and min(counts(found).values()) >= PER_FACE


def test_points_lie_on_the_mesh_and_normals_point_out() -> None:
    (found,) = sample([mesh(Box(10, 10, 10))])
    assert np.abs(found.points).max(axis=1) == pytest.approx(5)
    assert np.einsum("ij,ij->i", found.points, found.normals) == pytest.approx(5)


def test_meshes_share_the_points_by_their_area() -> None:
    large, small = sample([mesh(Box(20, 20, 20)), mesh(Box(10, 10, 10))])
    assert len(large.points) == pytest.approx(4 * len(small.points), rel=0.02)


def test_the_points_do_not_depend_on_the_order_of_the_triangles() -> None:
    """OCCT numbers faces by memory address, so that the order differs between processes."""
    one = mesh(Box(10, 20, 30) - Cylinder(2, 30))
    order = np.random.default_rng(3).permutation(len(one.triangles))
    other = Mesh(one.points, one.triangles[order], one.faces[order])
    (first,), (second,) = sample([one]), sample([other])
    assert np.array_equal(first.points, second.points) and np.array_equal(first.faces, second.faces)


def test_the_area_is_that_of_the_triangles() -> None:
    assert area(mesh(Box(10, 20, 30))) == pytest.approx(2200)
