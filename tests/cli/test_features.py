"""`features` hands its kinds on, in the singular or the plural."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cadgit.cli import features as verb
from cadgit.records.features import Features
from cadgit.workflow.features import KINDS
from cadgit.workflow.recognition import FeaturesOutcome

from .conftest import Cadgit
from .views.test_comparison import FILE
from .views.test_features import FOUND, OUTCOME

Answering = Callable[..., list[dict[str, Any]]]


def test_the_kinds_are_those_of_the_records() -> None:
    assert verb.KINDS == KINDS


def test_ref_and_kinds_are_passed_on(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("features", OUTCOME)
    ended = cadgit("features", "plate@v1", "--kind", "patterns", "--kind", "hole", "--kind", "bosses")
    assert ended.code == 0 and "4 × ø5.5 through" in ended.out
    assert calls == [{"arguments": ("plate@v1", ("hole", "pattern", "boss"))}]


def test_json_has_everything(cadgit: Cadgit, answering: Answering) -> None:
    answering("features", OUTCOME)
    told = cadgit("features", "--json").json
    assert told["features"]["holes"][0]["threads"][0]["thread"] == "M5"
    assert len(told["features"]["holes"]) == len(FOUND.holes) and told["kinds"] == list(KINDS)


def test_what_is_not_checked_does_not_fail_the_command(cadgit: Cadgit, answering: Answering) -> None:
    answering("features", OUTCOME)
    assert cadgit("features").code == 0


@pytest.mark.parametrize("kind", ["screw", "Hole", ""])
def test_no_kind_is_wrong_usage(cadgit: Cadgit, answering: Answering, kind: str) -> None:
    answering("features", FeaturesOutcome(FILE, Features(), KINDS))
    ended = cadgit("features", "--kind", kind)
    assert ended.code == 2 and "symmetry" in ended.err
