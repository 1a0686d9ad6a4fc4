from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadgit.shape.score.closest import Surface, _on_triangles


def by_trying_all(points, corners):
    """The same by looking at each triangle."""
    count = len(corners)
    _, _, squares = _on_triangles(np.repeat(points, count, axis=0), np.tile(corners, (len(points), 1, 1)))
    return np.sqrt(squares.reshape(len(points), count).min(axis=1))


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.floats(1e-3, 1e3))
def test_no_triangle_is_nearer_than_the_one_that_is_found(seed, count, scale):
    rng = np.random.default_rng(seed)
    vertices = rng.normal(size=(20, 3)) * scale
    triangles = rng.integers(0, 20, size=(count, 3))  # some without area
    points = rng.normal(size=(50, 3)) * 2 * scale
    found = Surface(vertices, triangles).closest(points)
    assert found.distances == pytest.approx(by_trying_all(points, vertices[triangles]), rel=1e-9, abs=1e-12 * scale)


def test_weights_and_triangle_say_where_the_closest_point_is():
    rng = np.random.default_rng(3)
    vertices, triangles = rng.normal(size=(30, 3)), rng.permutation(30).reshape(10, 3)
    points = rng.normal(size=(200, 3))
    found = Surface(vertices, triangles).closest(points)
    where = np.einsum("ij,ijk->ik", found.weights, vertices[triangles[found.triangles]])
    assert where == pytest.approx(found.points)
    assert np.linalg.norm(points - found.points, axis=1) == pytest.approx(found.distances)
    assert (found.weights >= -1e-12).all() and found.weights.sum(axis=1) == pytest.approx(np.ones(200))


@pytest.mark.parametrize(
    ("point", "nearest"),
    [
        ((0.2, 0.2, 5.0), (0.2, 0.2, 0.0)),  # above the face
        ((-1.0, -1.0, 0.0), (0.0, 0.0, 0.0)),  # beyond a corner
        ((0.5, -3.0, 1.0), (0.5, 0.0, 0.0)),  # beside an edge
        ((1.0, 1.0, 0.0), (0.5, 0.5, 0.0)),  # beside the slanted edge
    ],
)
def test_each_region_of_a_triangle(point, nearest):
    triangle = Surface(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]]))
    assert triangle.closest(np.array([point])).points[0] == pytest.approx(nearest)


def test_nothing_is_asked_and_nothing_is_answered():
    triangle = Surface(np.eye(3), np.array([[0, 1, 2]]))
    assert len(triangle.closest(np.zeros((0, 3))).distances) == 0


def test_triangles_that_are_equally_close_are_all_named():
    square = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
    surface = Surface(square, np.array([[0, 1, 2], [0, 2, 3], [0, 1, 2]]))
    found = surface.closest(np.array([[0.5, 0.5, 1.0], [0.9, 0.1, 1.0], [0.1, 0.9, -1.0]]))
    named = [sorted(set(found.tied_triangles[found.tied == row].tolist())) for row in range(3)]
    assert named == [[0, 1, 2], [0, 2], [1]]
    where = np.einsum(
        "ij,ijk->ik", found.tied_weights, square[np.array([[0, 1, 2], [0, 2, 3], [0, 1, 2]])[found.tied_triangles]]
    )
    assert where == pytest.approx(found.points[found.tied])


def test_a_point_far_from_a_long_thin_triangle_is_not_missed():
    # The middles of its samples are far from its ends.
    vertices = np.array([[0.0, 0, 0], [1000, 0, 0], [1000, 1e-3, 0], [0, 50, 0], [1, 50, 0], [0, 51, 0]])
    surface = Surface(vertices, np.array([[0, 1, 2], [3, 4, 5]]))
    found = surface.closest(np.array([[1000.0, -3, 0], [0, 48, 0], [0, 20, 0]]))
    assert found.distances == pytest.approx([3, 2, 20])
    assert found.triangles.tolist() == [0, 1, 0]
