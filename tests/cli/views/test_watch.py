"""What a watch shows for each event."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from cadgit.cli.output.plain import render
from cadgit.cli.views.watch import MESSAGE, SLOW, SOURCE, Blocks, ends_turn
from cadgit.records import CheckResult, Override
from cadgit.watch.events import (
    Cancelled,
    CheckEnded,
    Doing,
    Event,
    Failed,
    Noticed,
    Promoted,
    RerunAsked,
    RunEnded,
    SaveSeen,
    VerdictEnded,
    Waiting,
    WatchedPart,
    Watching,
)
from cadgit.workflow.measures import Measure

from .. import samples

TIME = "14:03:22"

SAVED = SaveSeen("bracket", 1, ("bracket.py",))
CHANGES = (
    Measure("volume", "mm³", 20000.0, 21000.0),
    Measure("area", "mm²", 100.0, 100.0),
    Measure("size y", "mm", 30.0, 32.0),
    Measure("solids", "", 1.0, 1.0),
    Measure("faces", "", 12.0, 14.0),
    Measure("edges", "", 20.0, 24.0),
)
DONE = RunEnded("bracket", 1, replace(samples.done, last_good=samples.version), CHANGES, 0.205)
FAILED = RunEnded("bracket", 1, samples.failed, (), 0.118)
PASSED = VerdictEnded("bracket", 1, samples.verified, 0.41)


def text(*events: Event) -> str:
    blocks = Blocks()
    return "".join(render(blocks.of(event, TIME)) for event in events)


def check(name: str, status: Any, seconds: float = 0.01) -> CheckEnded:
    return CheckEnded("bracket", 1, CheckResult(name, status, f"{name} is {status}", seconds=seconds))


def test_a_good_save_is_a_block_of_four_lines() -> None:
    lines = text(SAVED, Doing("bracket", 1, "running bracket"), DONE, check("size", "pass"), PASSED).splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r"14:03:22 bracket #4: done, 205 ms \(\d+ ms in the model\)", lines[0])
    assert lines[2] == f"  against {samples.version.name}: volume +5%, size y +2 mm, faces +2"
    assert lines[3] == "  verdict: pass (2 checks), 410 ms"


def test_a_save_that_changes_no_measure_says_so() -> None:
    same = replace(DONE, changes=tuple(replace(one, now=one.before) for one in CHANGES))
    assert "the same size, volume and faces" in text(SAVED, same)


def test_before_there_is_a_version_nothing_is_compared() -> None:
    assert "against" not in text(SAVED, RunEnded("bracket", 1, samples.done, (), 0.2))


def test_a_failed_save_says_where_and_what_still_stands() -> None:
    lines = text(SAVED, FAILED).splitlines()
    failure = samples.failed.record.failure
    assert failure is not None
    assert lines[0].startswith(f"14:03:22 bracket #4: failed: {failure.reason}, 118 ms")
    assert f"  {failure.message.splitlines()[0]}" in lines
    assert lines[-1].startswith("  verdict: none; ")


def test_a_block_stays_compact_whatever_a_model_says() -> None:
    failed = samples.failed.record.failure
    assert failed is not None
    frame = replace(failed.frames[0], source=f"raise ValueError('{'x' * 9000}')")
    failure = replace(failed, message="model.py:2: ValueError: " + "long " * 800, frames=(frame,))
    outcome = replace(samples.failed, record=replace(samples.failed.record, failure=failure))
    shown = text(SAVED, replace(FAILED, outcome=outcome))
    assert "model.py:2: ValueError: long" in shown
    assert "raise ValueError('x" in shown
    assert len(shown) < MESSAGE + SOURCE + 500
    assert shown.count(" …\n") == 2


def test_of_the_checks_the_first_that_fails_is_shown_and_any_that_took_long() -> None:
    shown = text(
        SAVED,
        DONE,
        check("size", "pass"),
        check("overlap", "fail"),
        check("step.overlap", "fail"),
        check("tolerance", "warn"),
        check("wall", "pass", SLOW),
        check("self-intersection", "fail", SLOW),
    )
    assert re.findall(r"^  (?:pass|fail|warn|not checked) +(\S+)", shown, re.MULTILINE) == [
        "overlap",
        "tolerance",
        "wall",
        "self-intersection",
    ]
    assert "overlap is fail" in text(SAVED, check("overlap", "fail"), SAVED, check("overlap", "fail"))[-40:]


def test_a_block_that_was_begun_and_overtaken_is_ended() -> None:
    assert text(SAVED, DONE, Cancelled("bracket", 1)).splitlines()[-1] == "  verdict: none; cancelled"
    assert text(SAVED, Cancelled("bracket", 1)) == ""
    assert "cancelled" not in text(SAVED, DONE, PASSED, Cancelled("bracket", 2))


def test_other_events_are_a_line_or_two() -> None:
    parts = (
        WatchedPart("bracket", "bracket.py", ("bracket.py", "sizes.json")),
        WatchedPart("lid", "lid.py", ("lid.py",)),
    )
    assert text(Watching(parts)) == "watching bracket: bracket.py and 1 file that it needs\nwatching lid: lid.py\n"
    assert text(Watching(parts[1:], 0.5)) == "watching lid: lid.py\nlooking every 500 ms\n"
    assert "looking every 500 ms: the limit" in text(Watching(parts, 0.5, "the limit is reached"))
    assert text(Waiting("bracket", ("bracket.py",))) == f"{TIME} bracket: waiting for bracket.py, missing or empty\n"
    many = text(Waiting("bracket", tuple(f"m{number}.py" for number in range(9))))
    assert "m3.py and 5 more" in many
    assert text(RerunAsked("bracket", 2, (Override("width", "50"),))) == "bracket with width=50\n"
    assert text(RerunAsked("bracket", 2, ())) == ""
    assert text(Noticed("bracket", 1, "something")) == "  note: something\n"
    assert text(Promoted("bracket", 1, samples.promoted)) == f"  promoted: {samples.version.name}\n"
    assert "which stands already" in text(Promoted("bracket", 1, samples.already))
    assert text(Failed("bracket", 1, "promote", "refused", "no", "do")) == "  not promoted: no\n  hint: do\n"
    wrong = text(Failed("bracket", 1, "read", "config_error", "cadgit.toml:3: no", "do"))
    assert wrong == f"{TIME} bracket: cadgit.toml:3: no\n  hint: do\n  verdict: none\n"


@pytest.mark.parametrize("event", [PASSED, FAILED, Cancelled("bracket", 1), Failed("bracket", 1, "read", "x", "y")])
def test_the_end_of_a_turn_rings(event: Event) -> None:
    assert ends_turn(event)
    assert not any(
        ends_turn(other) for other in (SAVED, DONE, check("size", "pass"), Promoted("bracket", 1, samples.promoted))
    )
