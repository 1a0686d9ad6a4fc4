"""Distances, angles and relations with known answers; and what is just not parallel, coaxial or touching."""

from __future__ import annotations

import math
from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Location, Pos, Rot, Sphere
from hypothesis import given, settings
from hypothesis import strategies as st

from cadgit.records import ManifestNode, PairMeasure
from cadgit.shape.brep import compound
from cadgit.shape.entities.finding import find
from cadgit.shape.entities.numbering import Entities
from cadgit.shape.measuring.between import measure_between

from ..parts import TWO, box, moved


def between(part: Any, first: str, second: str) -> PairMeasure:
    entities = part if isinstance(part, Entities) else Entities(part.wrapped)
    return measure_between(find(entities, first), find(entities, second))


def values(pair: PairMeasure) -> dict[str, float]:
    return {quantity.name: quantity.value for quantity in pair.quantities if quantity.value is not None}


@pytest.fixture(scope="module")
def plate() -> Entities:
    """40 × 30 × 20 with holes of 6 and 8 mm that are 20 mm apart, and one of 4 across, above and between them."""
    made = b3d.Box(40, 30, 20) - Pos(-10, 0, 0) * Cylinder(3, 20) - Pos(10, 0, 0) * Cylinder(4, 20)
    return Entities((made - Pos(0, 10, 5) * Rot(0, 90, 0) * Cylinder(2, 40)).wrapped)


@pytest.mark.parametrize(
    ("first", "second", "expected", "relations"),
    [
        ("+Z face", "-Z face", {"distance": 20, "plane distance": 20, "angle": 0, "normal angle": 180}, ("parallel",)),
        ("+Z face", "-Y face", {"distance": 0, "angle": 90, "normal angle": 90}, ("perpendicular",)),
        ("hole ø6", "hole ø8", {"distance": 13, "axis distance": 20, "angle": 0}, ("parallel",)),
        ("hole ø4", "hole ø8", {"distance": 4, "axis distance": 10, "angle": 90}, ("perpendicular",)),
        ("hole ø8", "cylindrical face ø8", {"distance": 0, "axis distance": 0, "angle": 0}, ("parallel", "coaxial")),
        ("hole ø4", "+Z face", {"distance": 3, "plane from axis": 5, "angle": 0}, ("parallel",)),
        ("hole ø6", "+Z face", {"distance": 0, "angle": 90}, ("perpendicular",)),
        ("hole ø6", "Z", {"distance": 7, "axis distance": 10, "angle": 0}, ("parallel",)),
        ("(0, 0, 13)", "+Z face", {"distance": 3, "plane from centre": 3}, ()),
        ("(0, 3, 30)", "Z", {"axis from centre": 3}, ()),
        ("(0, 0, 0)", "(3, 4, 12)", {"centre distance": 13}, ()),
        ("solid:1", "(0, 0, 0)", {"distance": 0}, ()),
        ("solid:1", "(23, 19, 10)", {"distance": 5}, ()),
        ("X", "Y", {"axis distance": 0, "angle": 90}, ("perpendicular",)),
        ("XY", "+Z face", {"distance": 10, "plane distance": 10, "angle": 0}, ("parallel",)),
        ("top circular ø6 edge", "top circular ø8 edge", {"axis distance": 20, "centre distance": 20}, ("parallel",)),
        ("bottom circular ø6 edge", "hole ø6", {"distance": 0, "axis distance": 0}, ("parallel", "coaxial")),
    ],
)
def test_two_entities_have_the_distances_and_angles_of_the_drawing(
    plate: Entities, first: str, second: str, expected: dict[str, float], relations: tuple[str, ...]
) -> None:
    pair = between(plate, first, second)
    found = values(pair)
    assert {name: found.get(name) for name in expected} == pytest.approx(expected, abs=1e-9)
    assert pair.relations == relations
    back = between(plate, second, first)
    assert values(back) == pytest.approx(found, abs=1e-9)


def test_a_distance_names_both_points_and_the_way_between_them(plate: Entities) -> None:
    pair = between(plate, "hole ø6", "hole ø8")
    distance, offset = pair.quantities[:2]
    (a, b), way = distance.points, offset.vector
    assert way is not None
    assert (a[0], b[0], *way) == pytest.approx((-7, 6, 13, 0, 0), abs=1e-6)
    assert math.dist(a, b) == pytest.approx(13)
    assert all(quantity.definition for quantity in pair.quantities)


@pytest.mark.parametrize(("degrees", "is_parallel"), [(0.0005, True), (0.002, False), (0.05, False)])
def test_planes_that_lean_have_an_angle_and_no_distance(degrees: float, is_parallel: bool) -> None:
    leaning = Rot(0, degrees, 0) * Pos(0, 0, 20) * b3d.Box(10, 10, 10)
    pair = between(Entities(compound([box(10, 10, 10).wrapped, leaning.wrapped])), "top face", "bottom face")
    assert values(pair)["angle"] == pytest.approx(degrees, abs=1e-6)
    assert ("plane distance" in values(pair), pair.relations == ("parallel",)) == (is_parallel, is_parallel)


@pytest.mark.parametrize(("offset", "relations"), [(0.0005, ("parallel", "coaxial")), (0.003, ("parallel",))])
def test_holes_are_coaxial_within_a_micrometre(offset: float, relations: tuple[str, ...]) -> None:
    part = b3d.Box(10, 10, 10) - Pos(0, 0, 4) * Cylinder(2, 4) - Pos(offset, 0, -4) * Cylinder(1, 4)
    pair = between(part, "hole ø4", "hole ø2")
    assert (values(pair)["axis distance"], pair.relations) == (pytest.approx(offset), relations)


def test_skew_axes_are_measured_where_they_are_nearest() -> None:
    entities = Entities(
        compound(
            [
                b3d.Edge.make_line((0, 0, 0), (10, 0, 0)).wrapped,
                b3d.Edge.make_line((50, 1, 7), (50, 2, 7 + math.sqrt(3))).wrapped,
            ]
        )
    )
    found = values(between(entities, "edge:1", "edge:2"))
    # The second line rises by 60° from y: nearest to x where it is sin 60° beside, less what it gained.
    assert found["axis distance"] == pytest.approx(abs(7 - math.sqrt(3)) / 2)
    assert found["angle"] == pytest.approx(90)
    assert found["distance"] > found["axis distance"]


def test_spheres_have_centres() -> None:
    both = Entities(compound([Sphere(2).wrapped, (Pos(3, 4, 0) * Sphere(1)).wrapped]))
    assert values(between(both, "largest face", "smallest face")) == pytest.approx(
        {"distance": 2, "centre distance": 5}
    )
    assert between(both, "largest face", "(0, 0, 0.0001)").relations == ("concentric",)
    assert between(both, "largest face", "(0, 0, 0.002)").relations == ()


def test_children_are_filled() -> None:
    inner, outer = box(1, 1, 1), box(10, 10, 10)
    pair = between(Entities(compound([outer.wrapped, inner.wrapped]), TWO), "child:base", "child:lid")
    assert (pair.distance, pair.filled) == (0, True)
    apart = Entities(compound([inner.wrapped, moved(inner, 4).wrapped]), TWO)
    assert between(apart, "child:base", "child:lid").distance == pytest.approx(3)


def test_a_child_of_several_solids_is_as_near_as_its_nearest() -> None:
    one = box(1, 1, 1)
    tree = ManifestNode(children=(ManifestNode("row"), ManifestNode("post")))
    row = compound([moved(one, x).wrapped for x in (0, 5, 10)])
    entities = Entities(compound([row, moved(one, 12.5, 0, 0).wrapped]), tree)
    assert between(entities, "child:row", "child:post").distance == pytest.approx(1.5)


def test_a_cone_has_an_axis() -> None:
    part = b3d.Box(20, 20, 10) - Pos(0, 0, 2) * b3d.Cone(0.5, 4, 6) - Pos(6, 0, 0) * Cylinder(1, 10)
    assert values(between(part, "conical face", "hole ø2"))["axis distance"] == pytest.approx(6)


TURNS = st.floats(-180, 180, allow_subnormal=False)
PLACES = st.floats(-500, 500, allow_subnormal=False)
HOLED = (
    b3d.Box(40, 30, 20) - Pos(-10, 0, 0) * Cylinder(3, 20) - Pos(10, 0, 0) * Rot(0, 20, 0) * Cylinder(4, 40)
).solid()


@settings(max_examples=6, deadline=None)
@given(st.tuples(PLACES, PLACES, PLACES), st.tuples(TURNS, TURNS, TURNS))
def test_a_motion_changes_no_distance_and_no_angle(
    to: tuple[float, float, float], turn: tuple[float, float, float]
) -> None:
    before, after = Entities(HOLED.wrapped), Entities(HOLED.moved(Location(to, turn)).wrapped)
    for first, second in (("hole ø6", "hole ø8"), ("face:1", "face:4"), ("hole ø6", "face:3"), ("edge:1", "edge:9")):
        known = values(between(before, first, second))
        found = values(between(after, first, second))
        assert found == pytest.approx(known, abs=1e-6)
