"""The spinner comes for what takes long, says the newest stage, and leaves nothing behind."""

from __future__ import annotations

import io
import threading

from rich.console import Console

from cadgit.cli.output.blocks import Line
from cadgit.cli.output.live import Live


class Screen(io.StringIO):
    """A terminal that says when a text has reached it."""

    def __init__(self) -> None:
        super().__init__()
        self._written = threading.Condition()

    def write(self, text: str) -> int:
        with self._written:
            count = super().write(text)
            self._written.notify_all()
        return count

    def shows(self, text: str) -> bool:
        with self._written:
            return self._written.wait_for(lambda: text in self.getvalue(), timeout=10)


def live(patience: float) -> tuple[Live, Screen]:
    screen = Screen()
    return Live(Console(file=screen, force_terminal=True, width=80), patience), screen


def test_the_spinner_shows_the_newest_stage() -> None:
    face, screen = live(patience=0.0)
    face.stage("starting the kernel")
    assert screen.shows("starting the kernel")
    face.stage("running [bold]bracket\x1b[2J")
    assert screen.shows("running [bold]bracket\\x1b[2J")
    face.close()
    assert "\x1b[?25h" in screen.getvalue(), "the cursor is shown again"


def test_what_is_quick_shows_no_spinner() -> None:
    face, screen = live(patience=3600.0)
    face.stage("running bracket")
    face.show([Line("done")])
    face.close()
    assert "running" not in screen.getvalue()
    assert "done" in screen.getvalue()


def test_closing_twice_or_without_a_stage_does_nothing() -> None:
    face, screen = live(patience=3600.0)
    face.close()
    face.stage("x")
    face.close()
    face.close()
    assert screen.getvalue() == ""


def test_an_empty_stage_takes_the_spinner_away_as_git_may_ask_for_a_password() -> None:
    face, screen = live(patience=0.0)
    face.stage("origin: Counting objects")
    assert screen.shows("Counting objects")
    face.stage("")
    assert "\x1b[?25h" in screen.getvalue(), "the cursor is shown again"
    ended = screen.getvalue()
    face.stage("origin: Writing objects")
    assert screen.shows("Writing objects")
    assert "Writing objects" not in ended
    face.close()
