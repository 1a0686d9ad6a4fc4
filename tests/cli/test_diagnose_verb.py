"""`diagnose` hands its arguments on, and its exit code says whether something is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cadgit.workflow.diagnosis import DiagnoseOutcome

from .conftest import Cadgit
from .views.test_comparison import FILE
from .views.test_diagnose import FAILED, OUTCOME, SHORT

Answering = Callable[..., list[dict[str, Any]]]


def test_diagnose_passes_everything_on(cadgit: Cadgit, answering: Answering) -> None:
    calls = answering("diagnose", OUTCOME)
    ended = cadgit("diagnose", "plate", "--fillet", "edge:3, edge:7", "--radius", "2.5")
    assert ended.code == 1 and "crossing outline" in ended.out
    assert calls == [{"arguments": ("plate",), "fillet": ("edge:3", "edge:7"), "radius": 2.5}]


@pytest.mark.parametrize(
    ("outcome", "code"),
    [(OUTCOME, 1), (FAILED, 1), (DiagnoseOutcome(FILE), 0), (DiagnoseOutcome(FILE, findings=(SHORT,)), 0)],
)
def test_diagnose_ends_with_1_where_something_is_wrong(
    cadgit: Cadgit, answering: Answering, outcome: DiagnoseOutcome, code: int
) -> None:
    answering("diagnose", outcome)
    assert cadgit("diagnose").code == code
    found = cadgit("diagnose", "--json").json
    assert found["good"] is (code == 0) and found["exit_code"] == code
