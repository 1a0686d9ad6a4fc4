from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from build123d import Box, Cylinder, Pos, Sphere

from cadgit.shape.distances import shortest_distance


def test_the_distance_of_two_solids_comes_with_a_point_on_each() -> None:
    found = shortest_distance(Box(10, 10, 10).wrapped, (Pos(20, 0, 0) * Cylinder(5, 10)).wrapped)
    assert found is not None
    assert found.value == pytest.approx(10)
    assert found.first[0] == pytest.approx(5) and found.second[0] == pytest.approx(15)


@pytest.mark.parametrize(
    "other",
    [
        lambda: Box(2, 2, 2),
        lambda: Sphere(1),
        lambda: Pos(8, 0, 0) * Box(10, 10, 10),
        lambda: Pos(10, 0, 0) * Box(10, 10, 10),
    ],
    ids=["a box inside", "a sphere inside", "an overlap", "contact"],
)
def test_solids_that_contain_each_other_overlap_or_touch_have_none(other: Callable[[], Any]) -> None:
    """OCCT measures from face to face: it found 4 mm between a box and one in its middle."""
    for first, second in ((Box(10, 10, 10), other()), (other(), Box(10, 10, 10))):
        found = shortest_distance(first.wrapped, second.wrapped)
        assert found is not None and found.value == pytest.approx(0, abs=1e-9)
