"""Changes of features in words, from features as they are found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cadgit.cli.views.feature_changes import sentences
from cadgit.records.features import BentSheet, Boss, Chamfer, Counterbore, Features, HoleFeature, Pattern, Recess
from cadgit.records.sheet_metal import Bend, SheetMetal
from cadgit.workflow.feature_changes import feature_changes

Z, ORIGIN = (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)

ROUND = Boss("boss:1", "round", (8.0,), 5.0, ORIGIN, Z, (1,))
BLOCK = Boss("boss:1", "rectangular", (20.0, 10.0), 5.0, ORIGIN, Z, (1,), (1.0, 0.0, 0.0))
HEXAGON = Boss("boss:1", "polygonal", (13.0,), 5.0, ORIGIN, Z, (1,), sides=6)
POCKET = Recess("pocket:1", "rectangular", 20.0, 10.0, 5.0, False, ORIGIN, Z, (1,), corner_radius=2.0)
SLOT = Recess("slot:1", "obround", 25.0, 5.0, 4.0, True, ORIGIN, Z, (1,))
GROOVE = Recess("slot:1", "groove", 0.0, 3.0, 2.0, False, ORIGIN, Z, (1,), diameter=16.0)
CHAMFER = Chamfer("chamfer:1", (2.0, 1.0), 26.6, "convex", (1, 2))
BEND = Bend(2.0, 90.0, 50.0, 4.0, (0.0, 1.0, 0.0), ORIGIN, "up", (1,), (2,))


def circle(diameter: float, counterbore: float = 0.0) -> Features:
    """Three holes of 5 mm on a circle, with or without a counterbore."""
    places = ((1.0, 0.0), (-0.5, 0.75**0.5), (-0.5, -(0.75**0.5)))
    holes = tuple(
        HoleFeature(f"hole:{number}", 5.0, 10.0, (r * x, r * y, 0.0), (r * x, r * y, 10.0), Z, True, (number,))
        for number, (x, y) in enumerate(places, 1)
        for r in (diameter / 2,)
    )
    if counterbore:
        bore = Counterbore("hole:9", counterbore, 4.0, ORIGIN, (9,))
        holes = tuple(replace(hole, counterbores=(replace(bore, place=hole.start),)) for hole in holes)
    names = tuple(hole.name for hole in holes)
    return Features(holes, (Pattern("pattern:1", "circular", "hole", names, (3,), (120.0,), (Z,), ORIGIN, diameter),))


def sheet(radius: float) -> Features:
    return Features(
        sheets=(BentSheet(1, 1, SheetMetal(2.0, 0.4, 2, (replace(BEND, radius=radius),), (9.0, 9.0), 81.0)),)
    )


CASES = {
    "a boss that grew": (
        Features(bosses=(ROUND,)),
        Features(bosses=(replace(ROUND, size=(9.0,)),)),
        "boss resized: round, ø8 → ø9, 5 high, at (0, 0, 0)",
    ),
    "another outline": (
        Features(bosses=(ROUND,)),
        Features(bosses=(BLOCK,)),
        "boss resized: round → rectangular, ø8 → 20 × 10, 5 high, at (0, 0, 0)",
    ),
    "a new one with sides": (
        Features(),
        Features(bosses=(HEXAGON,)),
        "boss added: polygonal, 13, 6 sides, 5 high, at (0, 0, 0)",
    ),
    "several of a kind": (
        Features(bosses=(ROUND, replace(ROUND, name="boss:2", base=(9.0, 0.0, 0.0)))),
        Features(),
        "2 bosses removed: round, ø8, 5 high, at (0, 0, 0), (9, 0, 0)",
    ),
    "a deeper pocket": (
        Features(pockets=(POCKET,)),
        Features(pockets=(replace(POCKET, depth=6.0),)),
        "pocket resized: rectangular, 20 × 10, 5 deep → 6 deep, corners R2, at (0, 0, 0)",
    ),
    "sharp corners": (
        Features(pockets=(POCKET,)),
        Features(pockets=(replace(POCKET, corner_radius=0.0),)),
        "pocket resized: rectangular, 20 × 10, 5 deep, no more corners R2, at (0, 0, 0)",
    ),
    "a slot that moved": (
        Features(slots=(SLOT,)),
        Features(slots=(replace(SLOT, place=(3.0, 0.0, 0.0)),)),
        "slot moved: obround, 25 × 5, through 4, (0, 0, 0) → (3, 0, 0)",
    ),
    "a wider groove": (
        Features(slots=(GROOVE,)),
        Features(slots=(replace(GROOVE, width=4.0),)),
        "slot resized: groove, 3 → 4, 2 deep, floor ø16, at (0, 0, 0)",
    ),
    "a chamfer": (
        Features(chamfers=(CHAMFER,)),
        Features(chamfers=(replace(CHAMFER, legs=(3.0, 1.0)),)),
        "chamfer resized: 2 × 1 → 3 × 1, convex, 2 faces",
    ),
    "a bend": (sheet(2.0), sheet(3.0), "bend resized: R2 → R3, 90° up, 50 long, sheet 2, at (0, 0, 0)"),
    "a circle's counterbores": (
        circle(40.0, 9.0),
        circle(40.0, 11.0),
        "pattern resized: 3 × ø5, on a circle of ø40, every 120°, through 10, "
        "counterbore ø9 × 4 → ø11 × 4, at (0, 0, 0)",
    ),
    "a circle": (
        circle(40.0),
        circle(50.0),
        "pattern resized: 3 × ø5, on a circle of ø40 → ø50, every 120°, through 10, at (0, 0, 0)",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_change_in_words(name: str) -> None:
    before, after, expected = CASES[name]
    assert [text for text, _ in sentences(feature_changes(before, after))] == [expected]


def test_what_became_of_a_pattern_s_members_stands_under_it() -> None:
    ((_, under),) = sentences(feature_changes(circle(40.0), circle(50.0)))
    assert under == "moved: hole:1, hole:2, hole:3"
