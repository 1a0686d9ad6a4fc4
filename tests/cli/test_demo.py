"""The demo is shown step by step, as it would look at a prompt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cadgit.workflow import demo
from cadgit.workflow.demo import DemoOutcome, DemoStep

from . import samples
from .conftest import Cadgit

STEPS = (
    DemoStep("It runs.", "cadgit run bracket.py", 0, "result = Box(1, 2, 3)\n", samples.done),
    DemoStep("It is judged.", "cadgit verify", 0, outcome=samples.verified),
    DemoStep("It is promoted.", "cadgit promote", 0, outcome=samples.promoted),
    DemoStep("It is refused.", "cadgit promote", 1, error="bracket #5 was not promoted"),
    DemoStep("It stands.", "cadgit status", 0, outcome=samples.status),
    DemoStep("It is listed.", "cadgit log", 0, outcome=samples.log),
)


@pytest.fixture
def story(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    asked: list[Path | None] = []

    def play(progress: object, directory: Path | None, tell: Callable[[DemoStep], None]) -> DemoOutcome:
        asked.append(directory)
        for step in STEPS:
            tell(step)
        return DemoOutcome("/tmp/story", directory is not None, STEPS, complete=True)

    monkeypatch.setattr(demo, "demo", play)
    return asked


def test_each_step_shows_its_command_and_its_answer(cadgit: Cadgit, story: list[Path | None]) -> None:
    ended = cadgit("demo", "--keep", "here")
    assert ended.code == 0
    assert story == [Path("here")]
    places = [ended.out.index(f"{step.text}\n") for step in STEPS]
    assert places == sorted(places)
    assert "$ cadgit run bracket.py\nbracket #4: done\n" in ended.out
    assert "    | result = Box(1, 2, 3)\n" in ended.out
    assert "cadgit: bracket #5 was not promoted\n  exit code 1\n" in ended.out
    assert "look around in /tmp/story" in ended.out


def test_the_story_is_one_object_with_json(cadgit: Cadgit, story: list[Path | None]) -> None:
    answer = cadgit("demo", "--json").json
    assert answer["command"] == "demo" and answer["complete"] is True
    assert [step["command"] for step in answer["steps"]] == [step.command for step in STEPS]
    assert answer["steps"][0]["outcome"]["record"]["geometry"]["volume"] == samples.plate.volume
    assert answer["steps"][3]["outcome"] is None
