"""What people read of `score`, `diff` and `rank`, in a pipe, at a terminal and on a page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from cadgit.cli.output import plain, terminal
from cadgit.cli.output.blocks import Blocks
from cadgit.cli.views import diff, rank, score
from cadgit.cli.views.diff_page import page
from cadgit.records import (
    Alignment,
    Betti,
    Box,
    Candidate,
    CandidateMeta,
    ChangedVolume,
    Deviation,
    Differences,
    Edit,
    Geometry,
    Score,
    SurfaceFit,
)
from cadgit.records.feature_changes import Change, Dimension, FeatureChange
from cadgit.records.features import NotRecognised
from cadgit.workflow.comparison import DiffOutcome, Operand, RankEntry, RankOutcome, ScoreOutcome, SourceChange

CANDIDATE = Candidate(
    "a" * 40, "plate", "main", 7, "b" * 40, "2026-01-31T12:00:00Z", CandidateMeta("plate", "plate.py")
)
BEFORE = Geometry(
    "solid", Box((-20.0, -15.0, -10.0), (20.0, 15.0, 10.0)), 22274.7, 5552.8, (0.0, 0.0, 0.0), 1, 11, 27, 18
)
AFTER = replace(BEFORE, box=Box((-21.0, -15.0, -10.0), (21.0, 15.0, 10.0)), volume=23474.7, area=5752.8)
OLD = Operand("plate@v1", CANDIDATE, outcome="promoted", geometry=BEFORE)
NEW = Operand("plate #7", CANDIDATE, outcome="done", geometry=AFTER)
FILE = Operand("target.step", file_sha256="c" * 64, geometry=BEFORE)
BROKEN = Operand("plate #8", CANDIDATE, outcome="failed", reason="ValueError: no")

FIT = SurfaceFit(0.9, 0.8, 0.847)
SCORE = Score(
    FIT, SurfaceFit(0.95, 0.9, 0.924), 0.97, 0.9085, 4 / 9, Betti(1, 2, 0), Betti(1, 1, 0),
    Deviation(1.0256, (6.0, 0.0, -7.5), "candidate"), 0.0539, 0.2693, 50_000,
)  # fmt: skip
MOVED = replace(
    SCORE,
    alignment=Alignment(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (5.0, 0.0, -1.5), 98.256),
    edit=Edit(0.8, 0.5425),
)
OPEN = replace(SCORE, volume_iou=None, shape=None, notes=("the mesh of the candidate does not close",))


def dimensions(**sizes: tuple[float | None, float | None]) -> tuple[Dimension, ...]:
    return tuple(Dimension(what.replace("_", " "), *both) for what, both in sizes.items())


def hole(change: Change, x: float, to: float, diameter: float = 5.0, now: float = 5.0) -> FeatureChange:
    sizes = dimensions(diameter=(diameter, now), depth=(20.0, 20.0))
    return FeatureChange(
        "hole", change, "hole:1", "hole:2", "through", "through", sizes, (x, 0.0, -10.0), (to, 0.0, -10.0)
    )


BLIND = FeatureChange(
    "hole", "added", "", "hole:9", "", "blind",
    dimensions(diameter=(None, 4.2), depth=(None, 8.0), counterbore_diameter=(None, 8.0),
               counterbore_depth=(None, 4.0), countersink_diameter=(None, 9.0), countersink_angle=(None, 90.0)),
    None, (5.0, 5.0, 10.0),
)  # fmt: skip
GRID = FeatureChange(
    "pattern", "resized", "pattern:1", "pattern:1", "grid hole through", "grid hole through",
    (Dimension("count", 2, 2), Dimension("count", 2, 2), Dimension("pitch", 40, 50), Dimension("pitch", 30, 30),
     *dimensions(diameter=(5, 5), depth=(20, 20))),
    (0.0, 0.0, -10.0), (0.0, 0.0, -10.0), tuple(hole("moved", x, x * 1.25) for x in (-20, 20, -20, 20)),
)  # fmt: skip
FEATURES = (
    GRID,
    hole("resized", 0, 0, 10, 12),
    hole("moved", 0, 3),
    hole("moved", 10, 13),
    *(hole("removed", x, x) for x in range(7)),
    BLIND,
    FeatureChange("fillet", "resized", "fillet:1", "fillet:1", "convex", "convex",
                  dimensions(radius=(2, 3), faces=(4, 4))),
)  # fmt: skip
UNRECOGNISED = (NotRecognised(("boss", "pocket"), "recognition took longer than 60 s"),)
PIECES = tuple(ChangedVolume("added", 600.0 - i, Box((-21.0, -15.0, -10.0), (-17.0, 15.0, 10.0))) for i in range(14))
CHANGED = Differences(False, "exact Boolean", 1200.0, 0.0, PIECES[:2], iou=0.948881)
ROUGH = Differences(False, "mesh Boolean", 8000.0, 4.0, PIECES, 3, 0.0216, 0.4, notes=("a note",))
SOURCE = (
    SourceChange("plate.py", "changed", "--- a/plate.py\n+++ b/plate.py\n@@ -1 +1 @@\n-width = 40\n+width = 42"),
    SourceChange("logo.png", "added"),
)
DIFF = DiffOutcome(OLD, NEW, SOURCE, CHANGED, features=FEATURES, unrecognised=UNRECOGNISED)
WITHIN = Box((-22.0, -15.0, -10.0), (0.0, 15.0, 10.0))


def entry(number: int, outcome: str, score: Score | None, *unresolved: str, **more: Any) -> RankEntry:
    candidate = replace(CANDIDATE, number=number, id=str(number) * 40)
    return RankEntry(candidate, outcome, **{"gate_failed": (), "spec_failed": (), "asked": 3, "warnings": 0} | more,
                     score=score, unresolved=unresolved)  # type: ignore[arg-type]  # fmt: skip


GOOD = entry(2, "pass", SCORE, "up to 1.026 mm away from the reference, at (6, 0, -7.5)")
BAD = entry(1, "fail", replace(SCORE, shape=0.99), "overlap (fail): 1 pair", gate_failed=("overlap",), warnings=1)

VIEWS: dict[str, tuple[Callable[..., Blocks], Any]] = {
    "score": (score.score, ScoreOutcome(NEW, FILE, SCORE, True)),
    "score of an edit, aligned": (score.score, ScoreOutcome(NEW, FILE, MOVED, True, before=OLD)),
    "score of what is not valid": (score.score, ScoreOutcome(NEW, FILE, SCORE, False, ("overlap", "volume"))),
    "score of a file": (score.score, ScoreOutcome(FILE, OLD, OPEN, None)),
    "not scored": (score.score, ScoreOutcome(NEW, FILE, None, True, not_checked="no answer within 240 s")),
    "diff": (diff.diff, DIFF),
    "diff by meshes": (diff.diff, replace(DIFF, differences=ROUGH, source=())),
    "diff within a box": (diff.diff, replace(DIFF, within=WITHIN, inside=True)),
    "diff beyond a box": (diff.diff, replace(DIFF, within=WITHIN, inside=False, outside=PIECES[:1])),
    "diff of the same": (diff.diff, DiffOutcome(OLD, NEW, (), Differences(True, "hash", iou=1.0))),
    "diff with a model that does not run": (
        diff.diff,
        DiffOutcome(OLD, BROKEN, SOURCE[:1], None, "plate #8 does not run: ValueError: no", WITHIN),
    ),
    "rank": (rank.rank, RankOutcome("plate", FILE, "reference", (GOOD, BAD), ("1" * 40, "2" * 40))),
    "rank by spec": (
        rank.rank,
        RankOutcome("plate", None, "spec", (replace(GOOD, score=None, unresolved=()),), ("2" * 40,)),
    ),
    "rank by nothing": (rank.rank, RankOutcome("plate", None, "", (replace(GOOD, score=None, asked=0),))),
}


@pytest.mark.parametrize("name", VIEWS)
def test_plain(name: str, snapshot: SnapshotAssertion) -> None:
    view, outcome = VIEWS[name]
    assert plain.render(view(outcome)) == snapshot


@pytest.mark.parametrize("name", VIEWS)
def test_terminal_fits_80_columns(name: str) -> None:
    view, outcome = VIEWS[name]
    stream = io.StringIO()
    terminal.show(Console(file=stream, width=80, color_system=None, legacy_windows=False), view(outcome))
    assert max(len(line.rstrip()) for line in stream.getvalue().splitlines()) <= 80


@pytest.mark.parametrize("name", [name for name in VIEWS if name.startswith("rank")])
def test_nothing_says_that_a_candidate_conforms(name: str) -> None:
    view, outcome = VIEWS[name]
    assert not re.search("conform", plain.render(view(outcome)), re.IGNORECASE)


class Page(HTMLParser):
    """The text of a page, its tags, and what it would load."""

    VOID = ("meta", "img", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.loads: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loads += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("name", [name for name in VIEWS if name.startswith("diff")])
def test_a_page_is_well_formed_and_loads_nothing(name: str) -> None:
    found = Page(page(VIEWS[name][1]))
    assert found.open == []
    assert "script" not in found.tags
    assert [target for target in found.loads if not target.startswith("data:")] == []


def test_a_page_has_all_pieces_features_and_lines() -> None:
    long = SourceChange("long.py", "changed", "\n".join(f"+line {i}" for i in range(500)))
    words = Page(page(replace(DIFF, differences=ROUGH, source=(long,)))).words
    assert words.count("(-21, -15, -10)") == len(PIECES)
    assert "+line 499" in words
    assert "hole resized: ø10 → ø12, through 20" in words
    assert "moved: hole:1 → hole:2" in words
    assert "bosses, pockets were not compared: recognition took longer than 60 s" in words


def test_what_a_model_said_is_text_on_the_page() -> None:
    evil = SourceChange("<script>alert(1)</script>.py", "changed", "+</pre><script>alert(2)</script>")
    broken = replace(BROKEN, name="<img src=x onerror=alert(3)>", reason="<b>")
    text = page(DiffOutcome(OLD, broken, (evil,), None, "<script>alert(4)</script>"))
    found = Page(text)
    assert "script" not in found.tags and "img" not in found.tags
    assert all(f"alert({n})" in found.words for n in (1, 2, 3, 4))
