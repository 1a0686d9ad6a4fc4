from __future__ import annotations

import numpy as np
import pytest

from cadgit.shape.brep import FACE, shape_map
from cadgit.shape.mesh import mesh_of, triangulate
from cadgit.shape.rays import Rays

from .parts import GOOD


def naive(corners, origins, directions):
    """Each ray against each triangle, by the signed volumes of tetrahedra."""
    found = np.full(len(origins), np.inf)
    for index, (origin, direction) in enumerate(zip(origins, directions, strict=True)):
        a, b, c = (corners[:, k] - origin for k in range(3))
        sides = [np.einsum("ij,ij->i", np.cross(p, q), direction[None]) for p, q in ((a, b), (b, c), (c, a))]
        inside = np.all([side >= 0 for side in sides], axis=0) | np.all([side <= 0 for side in sides], axis=0)
        normal = np.cross(b - a, c - a)
        slope = normal @ direction
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = np.einsum("ij,ij->i", normal, a) / slope
        distance = distance[inside & (slope != 0) & (distance > 1e-9)]
        found[index] = distance.min(initial=np.inf)
    return found


@pytest.mark.parametrize("name", ["plain", "two pipes", "loft"])
def test_rays_hit_what_comparing_each_with_each_finds(name):
    part = GOOD[name]().wrapped
    triangulate(part, 0.1)
    mesh = mesh_of(part, shape_map(part, FACE))
    corners = mesh.points[mesh.triangles]
    generator = np.random.default_rng(7)
    origins = generator.uniform(-15, 15, (300, 3))
    directions = generator.normal(size=(300, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    distances, triangles = Rays(corners).first_hits(origins, directions, 100.0)
    expected = naive(corners, origins, directions)
    assert np.isfinite(expected).sum() > 20
    np.testing.assert_allclose(distances, expected, rtol=1e-7)
    assert ((triangles >= 0) == np.isfinite(distances)).all()


SQUARE = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]], dtype=float)
DOWN = np.array([[0.0, 0.0, -1.0]])


def test_a_ray_between_two_triangles_does_not_slip_through():
    distances, _ = Rays(SQUARE).first_hits(np.array([[0.5, 0.5, 2.0]]), DOWN, 10.0)
    assert distances == [2.0]


def test_a_ray_hits_neither_what_it_starts_on_nor_what_is_beyond_its_reach():
    rays = Rays(np.concatenate([SQUARE, SQUARE - [0, 0, 3]]))
    start = np.array([[0.7, 0.2, 0.0]])
    distances, triangles = rays.first_hits(start, DOWN, 10.0)
    assert distances == [3.0] and triangles == [2]
    distances, triangles = rays.first_hits(start, DOWN, 2.9)
    assert distances == [np.inf] and triangles == [-1]
