"""One question, one process: what crashes, hangs or leaves costs that answer, and says how it ended."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
from collections.abc import Callable
from typing import Any

import pytest

from cadgit.kernel import comparing, inspection, jobs, warmup, wire
from cadgit.kernel.jail import open_jail

from ..shape import parts
from .conftest import SUPPORT, in_fork

BOX = parts.handed_over(parts.box(4, 3, 2))
LARGER = parts.handed_over(parts.box(5, 3, 2))

#: Questions about two results, and the function that answers each.
QUESTIONS = {
    "subtract": (lambda budget: jobs.Subtract(BOX, LARGER, budget=budget), "changes"),
    "score": (lambda budget: jobs.ScoreAgainst(BOX, LARGER, budget=budget), "score"),
    "paint": (lambda budget: jobs.PaintChange(BOX, LARGER, budget=budget), "change_facets"),
}


def hang(*_: Any, **__: Any) -> None:
    """What OCCT does on some shapes: never come back."""
    while True:
        signal.pause()


def crash(*_: Any, **__: Any) -> None:
    """A segmentation fault."""
    ctypes.string_at(0)


def leave(*_: Any, **__: Any) -> None:
    """What a library that calls exit() does: end the process as if all was well."""
    os._exit(0)


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    warmup.for_inspector()  # here, so that the forks below do not import it each


def asked(private: str, request: jobs.Question) -> tuple[str, str]:
    """The kind of the answer, and why there is none."""

    def ask() -> list[str]:
        ours, theirs = socket.socketpair()
        with ours, theirs, contextlib.closing(open_jail(inspection.job, SUPPORT, private)) as jail:
            answer = inspection.ask(request, jail, theirs)
        return [type(answer).__name__, f"{answer.reason}: {answer.message}" if hasattr(answer, "reason") else ""]

    kind, why = in_fork(ask)
    return kind, why


CRASHED, LEFT, LATE = (
    "crash: the inspector's process ended with SIGSEGV",
    "crash: the inspector's process ended with exit status 0",
    "time: no answer within 0.5 s",
)


@pytest.mark.parametrize(
    ("question", "happens", "why"),
    [
        ("subtract", crash, CRASHED),
        ("subtract", leave, LEFT),
        ("subtract", hang, LATE),
        ("score", crash, CRASHED),
        ("paint", hang, LATE),
    ],
)
def test_a_question_that_ends_its_process_has_no_answer(
    question: str, happens: Callable[..., None], why: str, private: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, function = QUESTIONS[question]
    monkeypatch.setattr(comparing, function, happens)
    budget = 0.5 if happens is hang else 60.0
    kind, said = asked(private, wire.decode(wire.encode(make(budget))))
    assert kind == "InspectionFailed" and said.startswith(why)


def test_the_same_question_is_answered_where_nothing_happens(private: str) -> None:
    assert asked(private, QUESTIONS["subtract"][0](60.0)) == ("Differences", "")
