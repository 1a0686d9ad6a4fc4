from __future__ import annotations

import dataclasses

import pytest

from cadgit.records.features import (
    BentSheet,
    Chamfer,
    Counterbore,
    Countersink,
    Features,
    Fillet,
    HoleFeature,
    Pattern,
    Recess,
)
from cadgit.records.sheet_metal import Bend, SheetMetal
from cadgit.workflow.feature_changes import feature_changes, pairing

Z = (0.0, 0.0, 1.0)


def hole(number: int, x: float, y: float = 0.0, diameter: float = 5.0, depth: float = 10.0, **options) -> HoleFeature:
    options.setdefault("through", True)
    end = (x, y, depth)
    return HoleFeature(f"hole:{number}", diameter, depth, (x, y, 0.0), end, Z, faces=(number,), **options)


def holes(*places: tuple[float, float], diameter: float = 5.0) -> tuple[HoleFeature, ...]:
    return tuple(hole(number, *place, diameter=diameter) for number, place in enumerate(places, 1))


def grid(members: tuple[HoleFeature, ...], counts, pitches, centre=(0.0, 0.0), turned: bool = False) -> Pattern:
    names = tuple(one.name for one in members)
    ways = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    if turned:
        counts, pitches, ways = counts[::-1], pitches[::-1], ways[::-1]
    return Pattern("pattern:1", "grid", "hole", names, counts, pitches, ways, (*centre, 0.0))


def drilled(*those: HoleFeature) -> Features:
    return Features(holes=those)


def told(before: Features, after: Features) -> list[tuple[str, str, str, str]]:
    return [(one.kind, one.change, one.before, one.after) for one in feature_changes(before, after)]


def sizes(change) -> dict[str, tuple[float | None, float | None]]:
    """Those that differ."""
    return {one.what: (one.before, one.after) for one in change.dimensions if one.before != one.after}


def test_features_that_stayed_are_left_out_whatever_their_numbers():
    before = drilled(hole(1, 0), hole(2, 10), hole(3, 20))
    after = drilled(hole(1, 20), hole(2, 0), hole(3, 10 + 2e-5))
    assert feature_changes(before, after) == ()


@pytest.mark.parametrize(
    "after, what, differs",
    [
        (hole(2, 0, diameter=6), "resized", {"diameter": (5, 6)}),
        (hole(2, 0, depth=8, through=False), "resized", {"depth": (10, 8)}),
        (hole(2, 3), "moved", {}),
        (hole(2, 3, depth=12), "changed", {"depth": (10, 12)}),
        (hole(2, 1, diameter=6), "changed", {"diameter": (5, 6)}),
    ],
)
def test_one_hole_that_changed_is_told_once(after, what, differs):
    (change,) = feature_changes(drilled(hole(1, 0)), drilled(after))
    assert (change.change, change.before, change.after) == (what, "hole:1", "hole:2")
    assert sizes(change) == differs
    assert (change.place_before, change.place_after) == ((0, 0, 0), after.start)


def test_a_hole_of_another_size_far_away_is_another():
    assert told(drilled(hole(1, 0)), drilled(hole(1, 30, diameter=6))) == [
        ("hole", "removed", "hole:1", ""),
        ("hole", "added", "", "hole:1"),
    ]


def test_a_hole_along_another_direction_is_another():
    across = dataclasses.replace(hole(1, 0), axis=(1.0, 0.0, 0.0), end=(10.0, 0.0, 0.0))
    assert [change for _, change, *_ in told(drilled(hole(1, 0)), drilled(across))] == ["removed", "added"]


def test_the_mouth_of_a_hole_is_its_own():
    bored = hole(1, 0, counterbores=(Counterbore("hole:2", 9.0, 4.0, (0.0, 0.0, 0.0), (7,)),))
    sunk = hole(1, 0, countersinks=(Countersink(10.0, 90.0, (0.0, 0.0, 0.0), (7,)),))
    (change,) = feature_changes(drilled(hole(1, 0)), drilled(bored))
    assert change.change == "resized"
    assert sizes(change) == {"counterbore diameter": (None, 9), "counterbore depth": (None, 4)}
    (change,) = feature_changes(drilled(sunk), drilled(bored))
    assert sizes(change)["countersink angle"] == (90, None)


def test_the_nearest_of_several_that_could_have_moved_is_taken():
    found = feature_changes(drilled(hole(1, 0), hole(2, 40)), drilled(hole(1, 41), hole(2, 2)))
    assert [(one.before, one.after) for one in found] == [("hole:1", "hole:2"), ("hole:2", "hole:1")]


RECTANGLE = ((-20, -15), (20, -15), (-20, 15), (20, 15))


def patterned(half: float, diameter: float = 5.0, turned: bool = False) -> Features:
    members = holes(*((x / 20 * half, y) for x, y in RECTANGLE), diameter=diameter)
    return Features(holes=members, patterns=(grid(members, (2, 2), (2 * half, 30.0), turned=turned),))


def test_holes_that_moved_with_their_pattern_are_told_under_it():
    (change,) = feature_changes(patterned(20), patterned(25))
    assert (change.kind, change.change) == ("pattern", "resized")
    assert sizes(change) == {"pitch": (40, 50)}
    assert [(one.kind, one.change) for one in change.members] == [("hole", "moved")] * 4


def test_a_pattern_whose_rows_were_its_columns_is_compared_the_right_way():
    # Its first direction runs to the nearest neighbour, which is another one now.
    (change,) = feature_changes(patterned(20, turned=True), patterned(10))
    assert sizes(change) == {"pitch": (40, 20)}


def test_a_pattern_of_wider_holes_is_resized():
    (change,) = feature_changes(patterned(20), patterned(20, diameter=6))
    assert (change.kind, change.change, sizes(change)) == ("pattern", "resized", {"diameter": (5, 6)})
    assert [one.change for one in change.members] == ["resized"] * 4


def row(count: int, first: float = 0.0) -> Features:
    members = holes(*((first + 10 * i, 0) for i in range(count)))
    middle = (first + 5 * (count - 1), 0.0, 0.0)
    names = tuple(one.name for one in members)
    pattern = Pattern("pattern:1", "linear", "hole", names, (count,), (10.0,), ((1.0, 0.0, 0.0),), middle)
    return Features(holes=members, patterns=(pattern,) if count > 2 else ())


def test_a_pattern_that_grew_has_its_new_members_under_it():
    (change,) = feature_changes(row(3), row(4))
    assert (change.change, sizes(change)) == ("resized", {"count": (3, 4)})
    assert [one.change for one in change.members] == ["added"]


def test_a_pattern_that_moved_as_it_is_was_moved():
    (change,) = feature_changes(row(3), row(3, first=2))
    assert (change.kind, change.change, sizes(change)) == ("pattern", "moved", {})
    assert (change.place_before, change.place_after) == ((10, 0, 0), (12, 0, 0))


def test_a_pattern_that_came_or_went_with_all_its_holes_is_told_as_one():
    for before, after, what in ((row(0), row(3), "added"), (row(3), row(0), "removed")):
        (change,) = feature_changes(before, after)
        assert (change.kind, change.change, len(change.members)) == ("pattern", what, 3)


def test_a_pattern_that_is_none_any_more_leaves_the_hole_that_went():
    # Two are no pattern: nothing happened to them.
    assert told(row(3), row(2)) == [("hole", "removed", "hole:3", "")]


def edges(radius: float, count: int, sense="convex", name="fillet:1") -> Fillet:
    return Fillet(name, radius, sense, tuple(range(count)))


@pytest.mark.parametrize(
    "before, after, expected",
    [
        ((edges(2, 4),), (edges(3, 4),), [("resized", {"radius": (2, 3)})]),
        ((edges(2, 4),), (edges(2, 6),), [("resized", {"faces": (4, 6)})]),
        ((edges(2, 4),), (edges(2, 4, "concave"),), [("removed", None), ("added", None)]),
        # Those of one radius are the same, although others are as many.
        (
            (edges(2, 4), edges(3, 8, name="fillet:2")),
            (edges(2, 8), edges(3, 4, name="fillet:2")),
            [("resized", {"faces": (4, 8)}), ("resized", {"faces": (8, 4)})],
        ),
    ],
)
def test_rounded_edges_are_one_by_radius_or_by_number(before, after, expected):
    found = feature_changes(Features(fillets=before), Features(fillets=after))
    assert [one.change for one in found] == [change for change, _ in expected]
    for one, (_, differs) in zip(found, expected, strict=True):
        assert differs is None or sizes(one) == differs


def test_a_chamfer_that_was_made_larger():
    small, large = (Features(chamfers=(Chamfer("chamfer:1", (size, size), 45.0, "convex", (1, 2)),)) for size in (1, 2))
    (change,) = feature_changes(small, large)
    assert (change.kind, change.change, sizes(change)) == ("chamfer", "resized", {"leg": (1, 2), "other leg": (1, 2)})


def pocket(x: float, length: float, depth: float = 5.0) -> Features:
    recess = Recess("pocket:1", "rectangular", length, 10.0, depth, False, (x, 0.0, 0.0), Z, (1,))
    return Features(pockets=(recess,))


def test_pockets_move_and_grow():
    assert [one.change for one in feature_changes(pocket(0, 20), pocket(0, 24))] == ["resized"]
    assert [one.change for one in feature_changes(pocket(0, 20), pocket(5, 20))] == ["moved"]
    assert [one.change for one in feature_changes(pocket(0, 20), pocket(5, 20, depth=6))] == ["changed"]


def test_what_goes_through_is_the_same_from_either_end():
    slots = [
        Features(slots=(Recess("slot:1", "obround", 20.0, 5.0, 4.0, True, (x, 0.0, z), (0.0, 0.0, up), (1,)),))
        for x, z, up in ((0.0, 4.0, 1.0), (0.0, 0.0, -1.0), (3.0, 0.0, -1.0))
    ]
    assert feature_changes(slots[0], slots[1]) == ()
    (change,) = feature_changes(slots[0], slots[2])
    assert (change.change, change.place_before, change.place_after) == ("moved", (0, 0, 4), (3, 0, 4))
    other_end = dataclasses.replace(hole(1, 0), start=(0.0, 0.0, 10.0), end=(0.0, 0.0, 0.0), axis=(0.0, 0.0, -1.0))
    assert feature_changes(drilled(hole(1, 0)), drilled(other_end)) == ()
    blind = [dataclasses.replace(one, through=False) for one in (hole(1, 0), other_end)]
    assert [change for _, change, *_ in told(drilled(blind[0]), drilled(blind[1]))] == ["removed", "added"]


def sheet(radius: float, thickness: float = 2.0) -> Features:
    bend = Bend(radius, 90.0, 50.0, 4.0, (0.0, -1.0, 0.0), (0.0, 0.0, radius), "up", (1,), (2,))
    return Features(sheets=(BentSheet(1, 1, SheetMetal(thickness, 0.4, 2, (bend,), (60.0, 50.0), 3000.0)),))


def test_a_bend_tells_of_its_sheet_too():
    (change,) = feature_changes(sheet(2), sheet(3, thickness=1.5))
    assert (change.kind, change.after) == ("bend", "bend:1")
    assert sizes(change) == {"radius": (2, 3), "thickness": (2, 1.5)}


def test_a_thousand_holes_in_a_thicker_plate_do_not_take_long(monkeypatch):
    asked = []
    real = pairing._one_place
    monkeypatch.setattr(pairing, "_one_place", lambda a, b: asked.append(1) or real(a, b))
    places = [(float(i), float(j)) for i in range(40) for j in range(25)]
    thin, thick = (drilled(*(hole(n, *place, depth=depth) for n, place in enumerate(places, 1))) for depth in (10, 12))
    found = feature_changes(thin, thick)
    assert len(found) == 1000 and {one.change for one in found} == {"resized"}
    assert all(one.place_before == one.place_after for one in found)
    assert len(asked) == 1000
