"""Items that crash or hang cost their own answer alone, and the time is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cadgit.kernel.jobs import InspectionFailed
from cadgit.workflow import isolated

Ask = Callable[[tuple[int, ...], float], tuple[str, ...] | InspectionFailed]


def asking(*broken: int, at_once: int = 1000) -> tuple[Ask, list[tuple[int, ...]]]:
    """Answers for the first so many items; fails where one of those asked about is broken."""
    asked: list[tuple[int, ...]] = []

    def ask(items: tuple[int, ...], seconds: float) -> tuple[str, ...] | InspectionFailed:
        asked.append(items)
        if set(items) & set(broken):
            return InspectionFailed("the inspector's process ended with signal 11", "crash")
        return tuple(f"answer {item}" for item in items[:at_once])

    return ask, asked


def test_all_are_asked_together_when_nothing_goes_wrong() -> None:
    ask, asked = asking()
    assert isolated.answers((1, 2, 3), ask, 60) == (("answer 1", "answer 2", "answer 3"), ())
    assert asked == [(1, 2, 3)]
    assert isolated.answers((), ask, 60) == ((), ())


@pytest.mark.parametrize("broken", [(1,), (5,), (8,), (3, 4), (1, 8)])
def test_one_that_crashes_costs_its_own_answer(broken: tuple[int, ...]) -> None:
    ask, _ = asking(*broken)
    found, unknown = isolated.answers(tuple(range(1, 9)), ask, 60)
    assert found == tuple(f"answer {item}" for item in range(1, 9) if item not in broken)
    assert unknown == tuple((item, "the inspector's process ended with signal 11") for item in broken)


def test_what_the_inspector_did_not_reach_is_asked_again() -> None:
    ask, asked = asking(at_once=2)
    found, unknown = isolated.answers((1, 2, 3, 4, 5), ask, 60)
    assert (len(found), unknown) == (5, ())
    assert asked == [(1, 2, 3, 4, 5), (3, 4, 5), (5,)]


def test_many_are_asked_in_batches() -> None:
    ask, asked = asking()
    found, _ = isolated.answers(tuple(range(40)), ask, 60)
    assert len(found) == 40
    assert max(map(len, asked)) == isolated.BATCH


def test_when_the_time_is_over_the_rest_has_no_answer() -> None:
    ask, asked = asking()
    assert isolated.answers((1, 2), ask, -1) == (
        (),
        ((1, "the time for all of them, -1 s, was over"), (2, "the time for all of them, -1 s, was over")),
    )
    assert asked == []
