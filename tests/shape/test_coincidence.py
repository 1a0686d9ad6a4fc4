from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos

from cadgit.shape.coincidence import volume_between
from cadgit.shape.mesh import triangulate


def plate(moved: float = 0) -> Any:
    return (b3d.Box(60, 40, 10) - Pos(20 + moved, 10, 0) * Cylinder(2.5, 10)).solid().wrapped


def between(first: Any, second: Any) -> float | None:
    triangulate(first, 0.05)
    return volume_between(first, second)


def test_equal_solids_have_nothing_between_them() -> None:
    assert between(plate(), plate()) == 0


@pytest.mark.parametrize("moved", [1e-5, 1e-3])
def test_a_face_that_moved_has_at_most_the_way_times_its_area_between(moved: float) -> None:
    bound = between(plate(), plate(moved))
    wall = 5 * 3.14159 * 10
    assert bound == pytest.approx(moved * wall, rel=0.05)
    # The volume itself is the way times the diameter, once on either side.
    assert bound > 2 * moved * 5 * 10


def test_faces_that_do_not_pair_up_tell_nothing() -> None:
    assert between(plate(), plate(5)) is None
    assert between(plate(), b3d.Box(60, 40, 10).wrapped) is None
