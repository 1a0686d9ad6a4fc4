"""A watch at work: one turn at a time, the newest bytes first, and faces that may ask for more."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from cadgit.errors import ParameterError, RefError
from cadgit.watch import settle
from cadgit.watch.events import (
    Cancelled,
    CheckEnded,
    Event,
    Failed,
    Promoted,
    RerunAsked,
    RunEnded,
    SaveSeen,
    VerdictEnded,
    Watching,
)
from cadgit.watch.wakes import LimitReached, Notified, Wakes
from cadgit.workflow.promote import promote

from .conftest import Watch

FOR_EVER = "wait = 1\n"


def test_a_turn_is_told_in_order(watch: Watch, model: Path) -> None:
    watched = watch()
    kinds = [
        type(event) for event in watched.events if isinstance(event, SaveSeen | RunEnded | CheckEnded | VerdictEnded)
    ]
    assert kinds == [SaveSeen, RunEnded, CheckEnded, VerdictEnded]
    assert isinstance(watched.events[0], Watching)
    (current,) = watched.session.current()
    assert (current.part, current.entry, current.turn, current.stage) == ("model", "model.py", 1, "")
    assert current.run is not None and current.good is current.run
    assert current.verdict is not None and len(current.checks) == 1


def test_a_save_during_a_run_cancels_it(watch: Watch, model: Path) -> None:
    watched = watch()
    watched.begun.clear()
    model.write_text(FOR_EVER, encoding="utf-8")
    assert watched.begun.wait(20)
    model.write_text("second = 2\n", encoding="utf-8")
    watched.ran("second = 2\n")
    assert [event.turn for event in watched.of(Cancelled)] == [2]
    assert [event.turn for event in watched.of(RunEnded)] == [1, 3]


def test_a_failed_run_keeps_the_last_good_one_for_faces(watch: Watch, model: Path) -> None:
    watched = watch()
    model.write_text("fail = 1\n", encoding="utf-8")
    watched.ran("fail = 1\n")
    (current,) = watched.session.current()
    assert current.run is not None and current.run.outcome.record.failure is not None
    assert current.good is not None and current.good.turn == 1 and current.turn == 2
    assert current.verdict is None and current.stage == ""


def test_ten_saves_in_a_second_are_one_run_of_the_last_bytes(
    watch: Watch, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = watch()
    # The model is done before the second save: its run is not kept all the same. A busy machine may take its time.
    monkeypatch.setattr(settle, "STANDS", 1.0)
    watched.begun.clear()
    model.write_text("x = 0\n", encoding="utf-8")
    assert watched.begun.wait(20)
    monkeypatch.setattr(settle, "QUIET", 1.0)
    for number in range(1, 10):
        model.write_text(f"x = {number}\n", encoding="utf-8")
    watched.ran("x = 9\n")
    assert watched.is_quiet(2.0)
    assert watched.sources()[1:] == ["x = 0\n", "x = 9\n"]
    assert [event.turn for event in watched.of(Cancelled)] == [2]
    assert [event.turn for event in watched.of(RunEnded)] == [1, 3]
    with watched.open_workspace(None) as ws:
        first, overtaken, last = reversed(list(ws.candidates.history("model")))
        assert [len(ws.candidates.runs(candidate.id)) for candidate in (first, overtaken, last)] == [1, 0, 1]


def test_several_parts_are_watched_each_for_its_own_files(watch: Watch, repo: Path, model: Path) -> None:
    (repo / "lid.py").write_text("import shared\n", encoding="utf-8")
    (repo / "box.py").write_text("import shared\n", encoding="utf-8")
    (repo / "shared.py").write_text("a = 1\n", encoding="utf-8")
    watched = watch("lid.py", "box.py", "model.py")
    watched.wait_for(lambda _: len(watched.of(VerdictEnded)) == 3)
    (repo / "lid.py").write_text("import shared\nb = 2\n", encoding="utf-8")
    watched.wait_for(lambda _: len(watched.of(VerdictEnded)) == 4)
    assert watched.of(SaveSeen)[-1].part == "lid"
    (repo / "shared.py").write_text("a = 2\n", encoding="utf-8")
    watched.wait_for(lambda _: len(watched.of(VerdictEnded)) == 6)
    assert {event.part for event in watched.of(SaveSeen)[-2:]} == {"lid", "box"}


def test_a_save_of_one_part_does_not_cancel_another(watch: Watch, repo: Path, model: Path) -> None:
    (repo / "lid.py").write_text("a = 1\n", encoding="utf-8")
    watched = watch("model.py", "lid.py")
    watched.wait_for(lambda _: len(watched.of(VerdictEnded)) == 2)
    watched.begun.clear()
    model.write_text(FOR_EVER, encoding="utf-8")
    assert watched.begun.wait(20)
    (repo / "lid.py").write_text("a = 2\n", encoding="utf-8")
    assert watched.is_quiet()
    assert watched.of(Cancelled) == []
    model.write_text("second = 2\n", encoding="utf-8")
    watched.wait_for(lambda _: len(watched.of(VerdictEnded)) == 4)
    assert [event.part for event in watched.of(Cancelled)] == ["model"]


def test_a_face_may_ask_for_other_parameters(watch: Watch, model: Path) -> None:
    model.write_text("width = 40\n", encoding="utf-8")
    watched = watch()
    turn = watched.session.rerun("model", ["width=50"])
    watched.wait_for(lambda _: any(event.turn == turn for event in watched.of(VerdictEnded)))
    (asked,) = watched.of(RerunAsked)
    assert asked.turn == turn and asked.parameters[0].expression == "50"
    assert watched.executed[-1].parameters == asked.parameters
    (current,) = watched.session.current()
    assert current.parameters == asked.parameters
    assert model.read_text(encoding="utf-8") == "width = 40\n"
    with pytest.raises(ParameterError):
        watched.session.rerun("model", ["height=50"])
    with pytest.raises(RefError):
        watched.session.rerun("lid")
    model.write_text("width = 41\n", encoding="utf-8")
    watched.ran("width = 41\n")
    assert watched.executed[-1].parameters == ()


def test_what_passes_is_promoted_when_asked_to_and_reruns_are_not(watch: Watch, model: Path) -> None:
    model.write_text("width = 40\n", encoding="utf-8")
    watched = watch(promotes=True)
    watched.wait_for(lambda _: len(watched.of(Promoted)) == 1)
    assert watched.of(Promoted)[0].outcome.version.number == 1
    turn = watched.session.rerun("model", ["width=50"])
    watched.wait_for(lambda _: any(event.turn == turn for event in watched.of(VerdictEnded)))
    model.write_text("width = 41\n", encoding="utf-8")
    watched.wait_for(lambda _: len(watched.of(Promoted)) == 2)
    promoted = watched.of(Promoted)[1].outcome
    assert promoted.version.number == 2 and promoted.candidate.meta.parameters == ()
    assert {event.turn for event in watched.of(CheckEnded)} == {1, turn, turn + 1}
    assert len(watched.of(CheckEnded)) == 3  # a promotion repeats none
    assert watched.of(RunEnded)[-1].changes != ()


def test_a_promotion_that_is_refused_is_told(watch: Watch, model: Path) -> None:
    (model.parent / ".git/refs/cadgit/promoted").mkdir(parents=True)
    (model.parent / ".git/refs/cadgit/promoted/model.lock").touch()
    watched = watch(promotes=True)
    watched.wait_for(lambda _: bool(watched.of(Failed)))
    (failed,) = watched.of(Failed)
    assert (failed.stage, failed.turn) == ("promote", 1)
    (current,) = watched.session.current()
    assert current.stage == "" and current.verdict is not None


def test_what_a_face_has_done_is_told_to_all(watch: Watch, model: Path) -> None:
    watched = watch()
    with watched.open_workspace(None) as ws:
        made = promote(ws, "model", message="by hand")
    watched.session.tell(Promoted("model", 0, made))
    assert watched.of(Promoted)[0].outcome is made
    (current,) = watched.session.current()
    assert current.promoted is not None and current.turn == 1


def test_who_does_not_listen_any_more_hears_nothing(watch: Watch, model: Path) -> None:
    watched = watch()
    heard: list[Event] = []
    leave = watched.session.subscribe(heard.append)
    leave()
    leave()
    model.write_text("second = 2\n", encoding="utf-8")
    watched.ran("second = 2\n")
    assert heard == []


def test_leaving_ends_what_runs_and_every_thread(watch: Watch, model: Path) -> None:
    watched = watch()
    watched.begun.clear()
    model.write_text(FOR_EVER, encoding="utf-8")
    assert watched.begun.wait(20)
    watched.session.__exit__(None, None, None)
    assert isinstance(watched.events[-1], Cancelled)
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("cadgit")] == []
    watched.session.wait()  # it is over


def test_an_error_that_nobody_expected_ends_the_watch(watch: Watch, model: Path) -> None:
    watched = watch()

    def explode(event: Event) -> None:
        raise ZeroDivisionError("a bug")

    watched.session.subscribe(explode)
    model.write_text("second = 2\n", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        watched.session.wait()


class Full:
    """inotify with room for one folder only."""

    polls = False
    pulse = 1000.0

    def __init__(self) -> None:
        self.closed = 0

    def follow(self, folders: frozenset[str]) -> bool:
        if len(folders) > 1:
            self.close()
            raise LimitReached("the limit fs.inotify.max_user_watches (1) is reached")
        return False

    def are_closed(self, files: object) -> bool:
        return True

    def forgive(self, files: object) -> None: ...

    def close(self) -> None:
        self.closed += 1


def test_where_inotify_has_no_room_it_polls_and_says_so(watch: Watch, repo: Path) -> None:
    (repo / "parts").mkdir()
    (repo / "parts" / "clip.py").write_text("a = 1\n", encoding="utf-8")
    watched = watch("parts/clip.py", make_wakes=lambda wake: Full())
    watching = watched.of(Watching)[-1]
    assert watching.polling == 0.5 and "max_user_watches" in watching.why_polling
    (repo / "parts" / "clip.py").write_text("a = 2\n", encoding="utf-8")
    watched.ran("a = 2\n")


def test_where_there_is_no_inotify_instance_left_it_polls_from_the_start(watch: Watch, model: Path) -> None:
    def none_left(wake: object) -> Wakes:
        raise LimitReached("the limit fs.inotify.max_user_instances (128) is reached")

    watched = watch(make_wakes=none_left)
    assert "max_user_instances" in watched.of(Watching)[0].why_polling


def resources() -> tuple[int, int, int]:
    """Descriptors, threads and inotify watches of this process."""
    watches = 0
    for name in os.listdir("/proc/self/fdinfo"):
        try:
            watches += Path(f"/proc/self/fdinfo/{name}").read_text(encoding="utf-8").count("inotify wd:")
        except OSError:
            continue
    return len(os.listdir("/proc/self/fd")), threading.active_count(), watches


def resident() -> int:
    """Bytes of memory of this process."""
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGESIZE")


@pytest.mark.parametrize("saves", [60, pytest.param(3000, marks=pytest.mark.slow)])
def test_many_saves_leak_nothing(
    watch: Watch, repo: Path, model: Path, saves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settle, "QUIET", 0.0)  # it would make one save of many
    monkeypatch.setattr(settle, "STANDS", 0.0)
    watched = watch(make_wakes=lambda wake: Notified(wake, pulse=1000.0))
    watched.session._stream._listeners.clear()
    ended = threading.Semaphore(0)
    watched.session.subscribe(lambda event: ended.release() if isinstance(event, VerdictEnded) else None)

    def save(number: int) -> None:
        folder = repo / f"data{number % 5}"  # the watched folders change all the time
        folder.mkdir(exist_ok=True)
        (folder / "x.txt").write_text("x", encoding="utf-8")
        new = model.with_name("model.py.tmp")
        new.write_text(f"open('data{number % 5}/x.txt')\nx = {number}\n", encoding="utf-8")
        new.replace(model)
        assert ended.acquire(timeout=20)

    warm = saves // 3
    for number in range(warm):
        save(number)
    before, memory = resources(), resident()
    for number in range(warm, saves):
        save(number)
    assert resources() == pytest.approx(before, abs=3)  # one folder more or less is watched
    watched.executed.clear()
    if saves > 1000:
        assert resident() - memory < 20e6
