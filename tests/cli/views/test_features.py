"""What people read of `features`."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from cadgit.cli.output import plain, terminal
from cadgit.cli.views import feature_words as words
from cadgit.cli.views.features import features
from cadgit.records import Vector
from cadgit.records.features import (
    BentSheet,
    Boss,
    Chamfer,
    Counterbore,
    Countersink,
    DatumPlane,
    Features,
    Fillet,
    HoleFeature,
    NotRecognised,
    Pattern,
    Recess,
    SymmetryPlane,
    ThreadGuess,
    WallThickness,
)
from cadgit.records.sheet_metal import Bend, SheetMetal
from cadgit.workflow.features import KINDS
from cadgit.workflow.recognition import FeaturesOutcome

from .test_comparison import FILE

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
DOWN = (0.0, 0.0, -1.0)
M5 = ThreadGuess("M5", "medium clearance", 5.5, "ISO 273")


def hole(number: int, x: float, y: float) -> HoleFeature:
    return HoleFeature(f"hole:{number}", 5.5, 6.0, (x, y, 0.0), (x, y, 6.0), Z, True, (number,), threads=(M5,))


BORED = HoleFeature(
    "hole:5", 6.6, 13.5, (0.0, 0.0, 0.0), (0.0, 0.0, 13.5), Z, True, (9,),
    (Counterbore("hole:6", 11.0, 6.5, (0.0, 0.0, 20.0), (8,)),), (Countersink(8.6, 90.0, (0.0, 0.0, 0.0), (10,)),),
    (ThreadGuess("M6", "medium clearance", 6.6, "ISO 273"),),
)  # fmt: skip
BLIND = HoleFeature("hole:7", 4.2, 12.0, (3.0, 0.0, 20.0), (3.0, 0.0, 8.0), DOWN, False, (11,),
                    threads=(ThreadGuess("M5", "tap drill", 4.2, "ISO 2306"),))  # fmt: skip
GRID = Pattern("pattern:1", "grid", "hole", ("hole:1", "hole:2", "hole:3", "hole:4"), (2, 2), (40.0, 30.0), (X, Y), Z)
CIRCLE = Pattern("pattern:2", "circular", "slot", ("slot:1", "slot:2", "slot:3"), (3,), (120.0,), (Z,), Z, 44.0, X)
LINE = Pattern("pattern:3", "linear", "boss", ("boss:1", "boss:2", "boss:3"), (3,), (8.0,), ((0.6, 0.8, 0.0),), Z)
PLANES = (
    DatumPlane("plane:1", "A", DOWN, 0.0, 6000.0, (0.0, 0.0, 0.0), (1, 4)),
    DatumPlane("plane:2", "", (0.6, 0.8, 0.0), 12.5, 800.0, (0.0, 0.0, 0.0), (2,)),
)
FOUND = Features(
    holes=(hole(1, 0, 0), hole(2, 40, 0), hole(3, 0, 30), hole(4, 40, 30), BORED, BLIND),
    patterns=(GRID, CIRCLE, LINE),
    bosses=(
        *(Boss(f"boss:{i}", "round", (8.0,), 3.0, (8.0 * i, 0.0, 20.0), Z, (20 + i,)) for i in range(1, 4)),
        Boss("boss:4", "rectangular", (20.0, 12.0), 6.0, (0.0, 0.0, 20.0), Z, (30,), X),
        Boss("boss:5", "polygonal", (13.0,), 8.0, (0.0, 9.0, 20.0), Z, (31,), None, 6),
    ),
    pockets=(
        Recess("pocket:1", "rectangular", 30.0, 20.0, 5.0, False, (0.0, 0.0, 20.0), Z, (40,), X, 4.0),
        Recess("pocket:2", "other", 14.0, 8.0, 20.0, True, (30.0, 0.0, 20.0), Z, (41,), Y),
    ),
    slots=(
        Recess("slot:1", "obround", 24.0, 6.0, 20.0, True, (0.0, 0.0, 20.0), Z, (42,), X),
        Recess("slot:2", "rectangular", 60.0, 3.0, 3.0, False, (0.0, 0.0, 20.0), Z, (43,), X, open=True),
        Recess("slot:3", "groove", 0.0, 5.0, 5.0, False, (0.0, 0.0, 10.0), Z, (44,), diameter=30.0),
    ),
    fillets=(Fillet("fillet:1", 3.0, "convex", (50, 51, 52, 60), (70, 71)),),
    chamfers=(
        Chamfer("chamfer:1", (1.0, 1.0), 45.0, "convex", (80,)),
        Chamfer("chamfer:2", (4.0, 3.0), 36.87, "concave", (81,)),
    ),
    planes=PLANES,
    sheets=(
        BentSheet(1, 1, SheetMetal(
            2.0, 0.44, 3,
            tuple(Bend(1.0, 90.0, 40.0, 2.95, X, (0.0, 0.0, 0.0), "up", (90,), (91,)) for _ in range(2)),
            (96.0, 40.0), 3800.0,
        )),
    ),
    walls=(WallThickness("wall:1", 1, 2.0, 0.93, (90, 91)),),
    symmetry=(SymmetryPlane("symmetry:1", (0.0, 0.0, 4.9), X, 0.0),),
    notes=("quiddity sees a hole of 4 mm in face 3 that is none of those listed",),
)  # fmt: skip
OUTCOME = FeaturesOutcome(replace(FILE, name="plate #7"), FOUND, KINDS)
LATE = replace(
    FOUND,
    bosses=(), pockets=(), slots=(), patterns=(GRID,), notes=(),
    not_checked=(NotRecognised(("boss", "pocket", "slot"), "recognition took longer than 60 s"),),
)  # fmt: skip

VIEWS = {
    "all kinds": OUTCOME,
    "without those that took too long": replace(OUTCOME, features=LATE),
    "some kinds": replace(OUTCOME, features=Features(holes=(BLIND,)), kinds=("hole", "chamfer")),
    "nothing": replace(OUTCOME, features=Features()),
}


@pytest.mark.parametrize("name", VIEWS)
def test_plain(name: str, snapshot: SnapshotAssertion) -> None:
    assert plain.render(features(VIEWS[name])) == snapshot


@pytest.mark.parametrize("name", VIEWS)
def test_terminal_fits_80_columns(name: str) -> None:
    stream = io.StringIO()
    terminal.show(Console(file=stream, width=80, color_system=None, legacy_windows=False), features(VIEWS[name]))
    assert max(len(line.rstrip()) for line in stream.getvalue().splitlines()) <= 80


def test_runs_of_names_are_shortened() -> None:
    assert words.names(["hole:3", "hole:1", "hole:2", "hole:9"]) == "hole:1-3, 9"
    assert words.names(f"face:{2 * i}" for i in range(1, 15)).endswith("24 and 2 more runs")
    assert words.names([]) == ""


@pytest.mark.parametrize(
    ("vector", "told"), [(Z, "Z"), (DOWN, "Z"), ((0.6, 0.8, 0.0), "(0.6, 0.8, 0)"), ((-1.0, -0.0, 1e-9), "X")]
)
def test_directions_along_an_axis_have_its_letter(vector: Vector, told: str) -> None:
    assert words.direction(vector) == told


def test_the_sense_is_told_where_it_counts() -> None:
    assert words.direction(DOWN, sense=True) == "-Z" and words.direction(Z, sense=True) == "+Z"
