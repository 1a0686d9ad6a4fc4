"""What is a save, and when it runs: a machine with neither files nor clocks."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.watch.settle import BUSY, GATHER, LONGEST, PATIENCE, QUIET, TWICE, Decision, Settling, Sight

TINY = 1e-6


class Desk:
    """Somebody saves; the machine looks whenever it said it would, and `ran` has what it began, and when."""

    def __init__(self) -> None:
        self.now = 0.0
        self.machine = Settling()
        self.ran: list[tuple[str, float]] = []
        self.cancelled = 0
        self.waited_for: list[tuple[str, ...]] = []
        self.sight = Sight("")
        self._again: float | None = None

    def shows(self, content: str, **more: object) -> Desk:
        """The files look like this now, and something wakes the machine."""
        self.sight = Sight(content, **more)  # type: ignore[arg-type]
        self._look()
        return self

    def until(self, moment: float) -> Desk:
        """Let time pass, with the looks that the machine asked for."""
        while self._again is not None and self.now + self._again <= moment:
            self.now += self._again + TINY
            self._look()
        self._again = None if self._again is None else self._again - (moment - self.now)
        self.now = moment
        return self

    @property
    def contents(self) -> list[str]:
        return [content for content, _ in self.ran]

    def _look(self) -> None:
        decision = self.machine.see(self.sight, self.now)
        assert isinstance(decision, Decision)
        self._again = decision.again
        self.cancelled += decision.cancel
        if decision.begin:
            self.ran.append((self.sight.content, self.now))
        if decision.waiting:
            self.waited_for.append(decision.waiting)


@pytest.fixture
def desk() -> Desk:
    """A desk where "a" has run a while ago."""
    made = Desk().shows("a", firm=True).until(10.0)
    assert made.contents == ["a"]
    made.ran.clear()
    made.cancelled = 0
    return made


def test_a_closed_file_runs_after_a_moment_in_which_others_may_be_saved(desk: Desk) -> None:
    desk.shows("b", firm=True).until(20.0)
    assert desk.ran == [("b", pytest.approx(10.0 + GATHER, abs=0.001))]


def test_a_file_that_may_still_be_written_has_to_look_the_same_twice(desk: Desk) -> None:
    desk.shows("b").until(20.0)
    assert desk.ran == [("b", pytest.approx(10.0 + TWICE, abs=0.001))]


def test_half_a_file_does_not_run(desk: Desk) -> None:
    desk.shows("half").until(10.04).shows("whole", firm=True).until(20.0)
    assert desk.contents == ["whole"]


def test_that_a_file_is_being_written_may_be_heard_after_it_was_read(desk: Desk) -> None:
    desk.shows("half", firm=True).until(10.01).shows("half", firm=False).until(10.04).shows("whole", firm=True)
    assert desk.until(20.0).contents == ["whole"]


def test_the_same_bytes_do_not_run_again(desk: Desk) -> None:
    desk.shows("a", firm=True).until(11.0).shows("a").until(20.0)
    assert desk.ran == [] and not desk.cancelled


def test_bytes_that_come_back_before_anything_happened_do_nothing(desk: Desk) -> None:
    desk.shows("b").until(10.01).shows("a").until(20.0)
    assert desk.ran == [] and not desk.cancelled


def test_bytes_that_come_back_after_their_run_was_cancelled_run_again(desk: Desk) -> None:
    desk.shows("b", firm=True).until(10.01)
    assert desk.cancelled
    desk.shows("a", firm=True).until(20.0)
    assert desk.contents == ["a"]


def test_an_empty_entry_file_is_never_run_and_told_of_once_it_stays_empty(desk: Desk) -> None:
    desk.shows("empty", hollow=("model.py",), entry_hollow=True).until(10.5)
    assert desk.waited_for == []
    desk.until(100.0).shows("empty", hollow=("model.py",), entry_hollow=True).until(200.0)
    assert desk.ran == [] and desk.waited_for == [("model.py",)]
    desk.shows("b", firm=True).until(300.0)
    assert desk.contents == ["b"]


def test_a_file_that_is_missing_for_an_instant_is_waited_for(desk: Desk) -> None:
    desk.shows("without helper", hollow=("helper.py",)).until(10.3).shows("b", firm=True).until(20.0)
    assert desk.contents == ["b"] and desk.waited_for == []


def test_a_file_other_than_the_entry_may_be_gone_for_good(desk: Desk) -> None:
    desk.shows("without helper", hollow=("helper.py",)).until(20.0)
    assert desk.ran == [("without helper", pytest.approx(10.0 + PATIENCE + TWICE, abs=0.01))]


def test_ten_saves_in_a_second_are_the_first_and_then_the_last(desk: Desk) -> None:
    for number in range(10):
        desk.shows(f"save {number}", firm=True).until(10.1 + number / 10)
    desk.until(20.0)
    assert desk.contents == ["save 0", "save 9"]
    assert desk.ran[1][1] == pytest.approx(10.9 + QUIET, abs=0.001)


def test_saves_that_never_stop_run_now_and_then(desk: Desk) -> None:
    for number in range(100):
        desk.shows(f"save {number}", firm=True).until(10.1 + number / 10)
    desk.until(30.0)
    assert desk.contents[-1] == "save 99"
    times = [moment for _, moment in desk.ran]
    assert max(b - a for a, b in itertools.pairwise(times)) <= LONGEST + QUIET


def test_saves_as_people_make_them_run_at_once_each(desk: Desk) -> None:
    for number in range(5):
        desk.shows(f"save {number}", firm=True).until(10.5 + number / 2)
    assert desk.contents == [f"save {number}" for number in range(5)]


def test_a_save_cancels_what_runs_before_its_own_run_begins(desk: Desk) -> None:
    desk.shows("b", firm=True)
    assert desk.cancelled == 1 and desk.ran == []


def test_files_saved_one_after_the_other_are_one_save(desk: Desk) -> None:
    desk.shows("b, old c", firm=True).until(10.01).shows("b, c", firm=True).until(20.0)
    assert desk.contents == ["b, c"]


def test_while_git_writes_the_tree_nothing_runs_however_long_it_takes(desk: Desk) -> None:
    for number in range(50):
        desk.shows(f"file {number}", firm=True, busy=True).until(10.0 + number * BUSY)
    assert desk.ran == [] and not desk.cancelled
    desk.shows("all", firm=True).until(20.0)
    assert desk.contents == ["all"]


STEPS = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.booleans(),
        st.booleans(),
        st.booleans(),
        st.floats(0.001, 1.5),
    ),
    max_size=30,
)


@given(STEPS)
def test_whatever_is_saved_the_last_bytes_run_last_and_no_empty_file_does(
    steps: list[tuple[str, bool, bool, bool, float]],
) -> None:
    desk = Desk()
    for content, firm, busy, empty, pause in steps:
        hollow = ("model.py",) if empty else ()
        shown = "" if empty else content
        desk.shows(shown, firm=firm, busy=busy, hollow=hollow, entry_hollow=empty).until(desk.now + pause)
    desk.shows("z").until(desk.now + 10.0)
    assert desk.contents[-1] == "z"
    assert "" not in desk.contents
