"""Holes: the intended plate passes, and each way to get it wrong fails with the place."""

from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos, Rot

from cadgit.records import CheckResult, Vector
from cadgit.spec import Holes, PitchCircle, parse_range
from cadgit.spec.ranges import COUNT, LENGTH

from .samples import judged_part, near

CORNERS = ((-20.0, -10.0), (-20.0, 10.0), (20.0, -10.0), (20.0, 10.0))
POSITIONS: tuple[Vector, ...] = tuple((x, y, 0.0) for x, y in CORNERS)
FIVE = parse_range(5, LENGTH)
UP = (0.0, 0.0, 1.0)


def plate(
    last: tuple[float, float] | None = (20.0, 10.0), diameter: float = 5, depth: float = 10, extra: bool = False
) -> Any:
    """A plate of 60 × 40 × 10 mm with a hole of 5 mm near each corner; the last one is as told, or missing."""
    part = b3d.Box(60, 40, 10)
    for x, y in CORNERS[:-1]:
        part -= Pos(x, y, 0) * Cylinder(2.5, 10)
    if last:
        part -= Pos(*last, 5 - depth / 2) * Cylinder(diameter / 2, depth)
    if extra:
        part -= Cylinder(2.5, 10)
    return part


def judged(wanted: Holes, part: Any) -> CheckResult:
    return judged_part("holes", wanted, part)


FOUR = Holes(FIVE, parse_range(4, COUNT), through=True, axis=UP, positions=POSITIONS)


@pytest.mark.parametrize(
    ("part", "says", "where"),
    [
        (lambda: plate((20.2, 10)), "the hole at (20.2, 10, -5) is 0.2 mm from (20, 10, 0)", (20.2, 10, -5)),
        (lambda: plate(diameter=5.1), "at (20, 10, -5) its diameter is 5.1, not 4.99 to 5.01 mm", (20, 10, -5)),
        (lambda: plate(diameter=4.9), "at (20, 10, -5) its diameter is 4.9, not 4.99 to 5.01 mm", (20, 10, -5)),
        (lambda: plate(depth=8), "at (20, 10, 5) it is blind, 8 mm deep", (20, 10, 5)),
        (lambda: plate(None), "no hole at (20, 10, 0); 3 holes like this, not 4", (20, 10, 0)),
        (lambda: plate(extra=True), "a hole at (0, 0, -5) that is not asked for; 5 holes", (0, 0, -5)),
    ],
    ids=["moved", "larger", "smaller", "blind", "missing", "extra"],
)
def test_a_perturbed_hole_fails_and_its_place_is_told(part: Any, says: str, where: Vector) -> None:
    good = judged(FOUR, plate())
    assert (good.status, good.measured, good.places) == ("pass", "4 holes of 5 mm, through", ())
    bad = judged(FOUR, part())
    assert bad.status == "fail" and says in bad.message
    assert near(bad, where, 1e-6)


def test_a_count_without_positions_names_the_holes_that_nearly_fit() -> None:
    wanted = Holes(FIVE, parse_range(4, COUNT), through=True)
    assert judged(wanted, plate()).status == "pass"
    blind = judged(wanted, plate(depth=8))
    assert blind.message == "3 holes like this, not 4; at (20, 10, 5) it is blind, 8 mm deep"
    many = judged(wanted, plate(extra=True))
    assert many.message.startswith("5 holes like this, not 4: at (") and len(many.places) == 5
    none = judged(Holes(parse_range(9, LENGTH)), plate())
    assert none.message == "0 holes like this, not at least 1" and none.status == "fail"


def test_blind_holes_have_a_depth() -> None:
    def blind(depth: float) -> Any:
        return plate(diameter=6, depth=depth)

    wanted = Holes(parse_range(6, LENGTH), parse_range(1, COUNT), through=False, depth=parse_range(8, LENGTH))
    assert judged(wanted, blind(8)).status == "pass"
    shallow = judged(wanted, blind(7.8))
    assert shallow.status == "fail" and "at (20, 10, 5) it is 7.8 deep, not 7.99 to 8.01 mm" in shallow.message
    through = judged(wanted, blind(10))
    assert through.status == "fail" and "it is through, not blind" in through.message


def test_a_counterbore_and_its_hole_are_asked_for_by_their_own_diameters() -> None:
    part = plate() - Pos(0, 0, 3) * Cylinder(4.5, 4) - Cylinder(2.5, 10)
    five = Holes(FIVE, parse_range(5, COUNT), through=True)
    bore = Holes(parse_range(9, LENGTH), parse_range(1, COUNT), through=False, depth=parse_range(4, LENGTH))
    assert judged(five, part).status == judged(bore, part).status == "pass"
    assert judged(Holes(parse_range(9, LENGTH), through=True), part).status == "fail"


def test_an_axis_counts_either_way_and_a_tilted_hole_does_not_fit() -> None:
    assert judged(Holes(FIVE, parse_range(4, COUNT), axis=(0.0, 0.0, -1.0)), plate()).status == "pass"
    tilted = plate(None) - Pos(20, 10, 0) * Rot(0, 1, 0) * Cylinder(2.5, 20)
    found = judged(Holes(FIVE, parse_range(4, COUNT), axis=UP), tilted)
    assert found.status == "fail" and "its axis is (0.017452, 0, 0.999848)" in found.message
    assert found.places[0].point is not None and found.places[0].point[0] == pytest.approx(20, abs=0.2)


def test_positions_are_anywhere_on_the_axis_in_any_order() -> None:
    wanted = Holes(FIVE, positions=tuple((x, y, 77.0) for x, y, _ in reversed(POSITIONS)))
    assert judged(wanted, plate()).status == "pass"
    assert judged(wanted, plate(extra=True)).status == "fail"
    assert judged(Holes(FIVE, positions=POSITIONS, position_tolerance=0.25), plate((20.2, 10))).status == "pass"


def flange(last: float = 20) -> Any:
    """A disc with five holes on a circle of 40 mm about (5, 0); the last one is at another radius."""
    disc = Cylinder(30, 8)
    for index in range(5):
        disc -= Rot(0, 0, 72 * index) * Pos(last if index == 4 else 20, 0, 0) * Cylinder(2, 8)
    return Pos(5, 0, 0) * disc


@pytest.mark.parametrize("centre", [None, (5.0, 0.0, 3.0)])
def test_a_pitch_circle_goes_through_all_axes(centre: Vector | None) -> None:
    wanted = Holes(parse_range(4, LENGTH), pitch_circle=PitchCircle(parse_range(40, LENGTH), centre))
    assert judged(wanted, flange()).status == "pass"
    bad = judged(wanted, flange(20.2))
    assert bad.status == "fail" and "on a circle of" in bad.message
    assert near(bad, (5 + 20.2 * 0.309, -20.2 * 0.951, -4), 0.1)


def test_a_pitch_circle_has_a_centre_where_that_matters() -> None:
    wanted = Holes(parse_range(4, LENGTH), pitch_circle=PitchCircle(parse_range(40, LENGTH), (5.0, 0.2, 0.0)))
    assert judged(wanted, flange()).status == "fail"


def test_a_pitch_circle_of_one_hole_or_of_crossing_holes_is_none() -> None:
    wanted = Holes(FIVE, pitch_circle=PitchCircle(parse_range(40, LENGTH)))
    alone = judged(wanted, b3d.Box(60, 40, 10) - Cylinder(2.5, 10))
    assert alone.status == "fail" and "one hole alone fits any" in alone.message
    crossing = judged(
        wanted, b3d.Box(60, 40, 10) - Cylinder(2.5, 10) - Pos(20, 0, 0) * Rot(90, 0, 0) * Cylinder(2.5, 40)
    )
    assert crossing.status == "fail" and "is not parallel to the others" in crossing.message
