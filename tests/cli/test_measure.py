"""`measure` hands its arguments on, and its exit code says whether all was measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cadgit.errors import UsageError
from cadgit.workflow.measure import Asked

from .conftest import Cadgit
from .views.test_measure import BODY, ENTITY, MISSING

Answering = Callable[..., list[dict[str, Any]]]


def test_everything_is_passed_on(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("measure", ENTITY)
    ended = cadgit(
        *("measure", "plate@v2", "--of", "hole:1", "--of", "top face", "--between", "hole:1", "Z"),
        *("--wall", "--wall-at", "(0, 1, 2)", "--clearance", "--material", "steel"),
    )
    assert ended.code == 0 and "diameter" in ended.out
    asked = Asked(("hole:1", "top face"), (("hole:1", "Z"),), True, ("(0, 1, 2)",), True, "steel")
    assert calls == [{"arguments": ("plate@v2", asked)}]


def test_without_options_all_of_it_is_asked_for(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("measure", BODY)
    assert cadgit("measure", "--json").json["bodies"][0]["principal_moments"] == [1.0, 2.0, 3.0]
    assert calls == [{"arguments": (None, Asked())}]
    assert Asked().is_about_all and not Asked(wall=True).is_about_all


def test_what_has_no_answer_ends_with_1(cadgit: Cadgit, answering: Answering) -> None:
    answering("measure", replace(ENTITY, not_checked=MISSING))
    ended = cadgit("measure", "--of", "face:1")
    assert ended.code == 1 and "not checked" in ended.out
    assert cadgit("measure", "--json").json["not_checked"][0]["question"] == "smallest wall"


@pytest.mark.parametrize("json", [True, False])
def test_a_wrong_name_ends_with_2(cadgit: Cadgit, answering: Answering, json: bool) -> None:
    answering("measure", UsageError("there is no face:99: there are face:1 to face:6"))
    ended = cadgit("measure", "--of", "face:99", *(["--json"] if json else []))
    assert ended.code == 2 and "face:1 to face:6" in ended.out + ended.err
