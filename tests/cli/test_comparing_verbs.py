"""`score`, `diff` and `rank` hand their arguments on, and their exit code says how it went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cadgit.records import Box
from cadgit.workflow.comparison import RankOutcome, ScoreOutcome

from .conftest import Cadgit
from .views.test_comparison import DIFF, FILE, GOOD, NEW, SCORE

Answering = Callable[..., list[dict[str, Any]]]


def test_score_passes_everything_on(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("score", ScoreOutcome(NEW, FILE, SCORE, True))
    ended = cadgit("score", "plate", "--reference", "target.step", "--input", "old.step", "--align")
    assert ended.code == 0 and "volume IoU  0.9700" in ended.out
    assert calls == [{"arguments": ("plate", "target.step"), "before": "old.step", "aligned": True}]
    assert cadgit("score", "--reference", "target.step", "--json").json["score"]["volume_iou"] == 0.97


@pytest.mark.parametrize(
    ("valid", "score", "code"), [(True, SCORE, 0), (None, SCORE, 0), (False, SCORE, 1), (True, None, 1)]
)
def test_score_ends_with_1_for_what_is_not_valid_or_not_scored(
    cadgit: Cadgit, answering: Answering, valid: bool | None, score: Any, code: int
) -> None:
    answering("score", ScoreOutcome(NEW, FILE, score, valid, () if valid else ("overlap",)))
    assert cadgit("score", "--reference", "target.step").code == code


def test_score_wants_a_reference(cadgit: Cadgit, answering: Answering) -> None:
    answering("score", ScoreOutcome(NEW, FILE, SCORE, True))
    ended = cadgit("score")
    assert ended.code == 2 and "--reference" in ended.err


def test_diff_passes_everything_on(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("diff", replace(DIFF, inside=True, within=Box((0, 0, 0), (1, 2, 3)), page="d.html"))
    ended = cadgit(
        "diff", "plate@v1", "plate", "--within", "-1,0,0:1,2,3", "--features", "--png", "d.png", "--html", "d.html"
    )
    assert ended.code == 0 and "page: d.html" in ended.out
    (call,) = calls
    assert call.pop("page")(DIFF, b"").startswith("<!doctype html>")
    assert call == {
        "arguments": ("plate@v1", "plate"),
        "within": Box((-1, 0, 0), (1, 2, 3)),
        "all_features": True,
        "png": Path("d.png"),
        "html": Path("d.html"),
    }


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, 0),
        ({"within": Box((0, 0, 0), (1, 2, 3)), "inside": True}, 0),
        ({"within": Box((0, 0, 0), (1, 2, 3)), "inside": False}, 1),
        ({"within": Box((0, 0, 0), (1, 2, 3)), "inside": None}, 1),
        ({"differences": None, "not_checked": "no answer"}, 1),
    ],
)
def test_diff_ends_with_1_beyond_the_box_or_without_an_answer(
    cadgit: Cadgit, answering: Answering, changes: dict[str, Any], code: int
) -> None:
    answering("diff", replace(DIFF, **changes))
    assert cadgit("diff").code == code


def test_a_box_that_is_none_is_wrong_usage(cadgit: Cadgit, answering: Answering) -> None:
    answering("diff", DIFF)
    ended = cadgit("diff", "--within", "1,2,3")
    assert ended.code == 2 and "is no box" in ended.err


def test_rank_passes_everything_on(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("rank", RankOutcome("plate", FILE, "reference", (GOOD,), (GOOD.candidate.id,)))
    ended = cadgit("rank", "plate", "--reference", "target.step", "-n", "5")
    assert ended.code == 0 and "plate@closest is plate #2" in ended.out
    assert calls == [{"arguments": ("plate",), "reference": "target.step", "limit": 5}]
    assert cadgit("rank", "--json").json["closest"] == [GOOD.candidate.id]
