"""The terminal's side of a watch: where events go, when it rings, and when it gives up."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from cadgit.cli import watching
from cadgit.cli.face import Face
from cadgit.cli.watching import Screen, ended_by_signals
from cadgit.watch.events import Cancelled, Doing, SaveSeen, VerdictEnded

from . import samples

SAVED = SaveSeen("bracket", 1, ("bracket.py",))
PASSED = VerdictEnded("bracket", 1, samples.verified, 0.41)


class Session:
    stopped = False

    def stop(self) -> None:
        self.stopped = True


@pytest.fixture
def session() -> Session:
    return Session()


def screen(session: Any, as_json: bool = False, bell: bool = False) -> Screen:
    return Screen(Face("watch", as_json), session, bell)


def test_events_are_blocks_or_lines_of_json(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    shown = screen(session)
    shown.show(SAVED)
    shown.show(PASSED)
    assert capsys.readouterr().out == "  verdict: pass (2 checks), 410 ms\n"
    screen(session, as_json=True).show(SAVED)
    line = json.loads(capsys.readouterr().out)
    assert (line["event"], line["files"], line["turn"]) == ("save_seen", ["bracket.py"], 1)
    assert not session.stopped


@pytest.mark.parametrize(
    ("terminal", "bell", "as_json"),
    [(True, True, False), (True, True, True), (False, True, False), (True, False, False)],
)
def test_it_rings_at_the_end_of_a_turn_where_somebody_can_hear_it(
    session: Session,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    bell: bool,
    as_json: bool,
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    shown = screen(session, as_json, bell)
    shown.show(SAVED)
    shown.show(Doing("bracket", 1, "running bracket"))
    assert "\a" not in capsys.readouterr().out
    shown.show(PASSED)
    assert capsys.readouterr().out.count("\a") == (terminal and bell and not as_json)


def test_when_nobody_reads_any_more_the_watch_is_over(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "is_lost", lambda: True)
    screen(session).show(Cancelled("bracket", 1))
    assert session.stopped


@pytest.fixture
def handlers() -> Iterator[list[Any]]:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield before
    assert [signal.getsignal(number) for number in numbers] == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_is_no_error(handlers: list[Any], number: int) -> None:
    with ended_by_signals():
        os.kill(os.getpid(), number)
        signal.pause()
    with pytest.raises(ZeroDivisionError), ended_by_signals():
        raise ZeroDivisionError
