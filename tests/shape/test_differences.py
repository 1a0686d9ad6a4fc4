from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Keep, Plane, Pos

from cadgit.shape.brep import SOLID, sub_shapes
from cadgit.shape.differences import Amount, Body, inside, outside, symmetric_difference

LIMIT = 0.01


def body(part: Any, deflection: float = 0.015) -> Body:
    return Body(sub_shapes(part.wrapped, SOLID), deflection)


def plate(moved: float = 0, diameter: float = 5) -> Any:
    """A plate with two holes at x = ±20; one can be moved or larger."""
    holes = Pos(20 + moved, 10, 0) * Cylinder(diameter / 2, 10) + Pos(-20, 10, 0) * Cylinder(2.5, 10)
    return b3d.Box(60, 40, 10) - holes


def difference(first: Any, second: Any, limit: float = LIMIT, beside: Any = None) -> Amount:
    found = symmetric_difference(body(first), body(second), limit, body(beside) if beside else None)
    assert found is not None
    return found


def test_equal_bodies_do_not_differ_and_a_split_makes_no_difference() -> None:
    assert difference(plate(), plate()) == Amount(0.0)
    halves = b3d.split(plate(), Plane.YZ, Keep.BOTH)
    assert difference(plate(), halves).within(LIMIT)


@pytest.mark.parametrize(("moved", "volume"), [(0.2, 20), (0.01, 1), (0.001, 0.1)])
def test_a_moved_hole_is_found_however_little_it_moved(moved: float, volume: float) -> None:
    found = difference(plate(), plate(moved))
    assert found.within(LIMIT) is False
    assert found.volume == pytest.approx(volume, rel=0.05)
    assert {piece.side for piece in found.pieces} == {"first", "second"}
    assert all(abs(piece.point[0] - 20) < 3 and abs(piece.point[1] - 10) < 3 for piece in found.pieces)


def test_far_from_the_limit_the_mesh_is_enough_and_near_it_the_boolean_decides() -> None:
    rough = difference(plate(), plate(1), limit=1)
    assert rough.error > 0 and rough.within(1) is False
    exact = difference(plate(), plate(0.2), limit=19.98)
    assert exact.error == 0 and exact.within(19.98) is False
    assert difference(plate(), plate(0.2), limit=20.02).within(20.02) is True


def test_differences_beside_do_not_count() -> None:
    where = Pos(20, 10, 0) * b3d.Box(10, 10, 20)
    assert difference(plate(), plate(0.2), beside=where).within(LIMIT)
    assert difference(plate(), plate(0.2), beside=Pos(-40, 0, 0) * where).within(LIMIT) is False


def test_the_mirror_image_of_a_symmetric_body_is_itself() -> None:
    for part, same in ((plate(), True), (plate(0.01), False), (plate(diameter=5.1), False)):
        one = body(part)
        found = symmetric_difference(one, one.mirrored((0, 0, 0), (1, 0, 0)), LIMIT)
        assert found is not None and found.within(LIMIT) is same


def test_what_lies_outside_and_inside_of_a_region() -> None:
    pin = Pos(20, 10, 0) * Cylinder(2.5, 30)
    for moved, clear in ((0, True), (0.2, False)):
        found = inside(body(plate(moved)), body(pin), LIMIT)
        assert found is not None and found.within(LIMIT) is clear
    assert found.volume == pytest.approx(10, rel=0.01)
    around = outside(body(plate()), body(Cylinder(36.06, 10)), LIMIT)
    assert around is not None and around.within(LIMIT)
    cut = outside(body(plate()), body(Cylinder(36, 10)), LIMIT)
    assert cut is not None and cut.within(LIMIT) is False
    assert abs(cut.pieces[0].point[0]) == pytest.approx(30, abs=0.1)


def test_only_solids_that_differ_are_compared() -> None:
    far = Pos(0, 0, 40) * plate()
    both = b3d.Compound([plate(), far])
    found = difference(both, b3d.Compound([far, plate(0.2)]))
    assert found.volume == pytest.approx(20, rel=0.05)
    assert all(piece.point[2] < 10 for piece in found.pieces)
    assert difference(both, plate()).volume == pytest.approx(plate().volume, rel=1e-3)


def test_an_amount_knows_what_it_does_not_know() -> None:
    assert Amount(1.0, 0.5).within(2) is True
    assert Amount(1.0, 0.5).within(1.2) is None
    assert Amount(1.0, 0.5).within(0.4) is False


def test_a_boolean_that_the_mesh_contradicts_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """OCCT's Boolean of faces that coincide can return an empty result without a word."""
    from cadgit.shape import differences

    nothing = body(plate()).solids[0].EmptyCopied()
    monkeypatch.setattr(differences, "difference", lambda first, second: nothing)
    found = difference(plate(), plate(0.6), limit=59)
    assert found.within(59) is None


def test_a_boolean_that_fails_leaves_what_the_mesh_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    from cadgit.shape import differences

    monkeypatch.setattr(differences, "difference", lambda first, second: None)
    assert difference(plate(), plate(0.01)).within(LIMIT) is None
