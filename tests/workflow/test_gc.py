"""gc: what is old and was never promoted goes, what somebody may still need stays."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cadgit.errors import UsageError
from cadgit.records import Candidate, CheckResult
from cadgit.workflow import gc, restore, undo
from cadgit.workflow.log import log
from cadgit.workflow.outcomes import GcLine
from cadgit.workflow.show import show
from cadgit.workflow.status import status

from .conftest import Made, box

OLD = "2020-01-01T00:00:00Z"


@pytest.fixture
def old(made: Made, monkeypatch: pytest.MonkeyPatch) -> list[Candidate]:
    """Five candidates of clip that are years old, the second promoted; all ran and were judged."""
    monkeypatch.setattr("tests.workflow.conftest.now", lambda: OLD)
    candidates = []
    for number in range(1, 6):
        candidate = made.candidate("clip.py", f"result = {number}\n")
        made.ran(candidate, box(number, 1, 1))
        made.judged(candidate, CheckResult("result", "pass", "there is one"))
        candidates.append(candidate)
    made.version(candidates[1])
    monkeypatch.undo()
    return candidates


def numbers(made: Made, line: str = "main") -> list[int]:
    return [candidate.number for candidate in made.ws.candidates.history("clip", line)][::-1]


def test_a_plan_says_what_would_go_and_drops_nothing(made: Made, old: list[Candidate]) -> None:
    outcome = gc.plan(made.ws)
    assert (outcome.dropped, outcome.lines) == (False, (GcLine("clip", "main", (1, 3, 4), OLD, OLD, 2),))
    assert numbers(made) == [1, 2, 3, 4, 5]


def test_what_stays_can_be_looked_at_as_before(made: Made, old: list[Candidate]) -> None:
    planned = gc.plan(made.ws)
    outcome = gc.gc(made.ws)
    assert outcome.dropped and outcome.lines == planned.lines
    assert numbers(made) == [2, 5]
    entries = log(made.ws, "clip").entries
    assert [(e.candidate.number, e.outcome, e.versions) for e in entries] == [(5, "pass", ()), (2, "pass", (1,))]
    assert entries[0].volume_change == pytest.approx(5 / 2 - 1)
    for ref in ("clip@v1", "clip#2", old[1].id):
        shown = show(made.ws, ref)
        assert (shown.candidate.number, len(shown.runs), len(shown.verdicts)) == (2, 1, 1)
        assert [version.number for version in shown.versions] == [1]
    (part,) = status(made.ws).parts
    assert (part.state, part.candidates) == ("verified", 2)
    made.write("clip.py", "result = 2\n")
    (part,) = status(made.ws).parts
    assert part.state == "promoted"


def test_what_is_young_stays(made: Made, old: list[Candidate]) -> None:
    made.candidate("clip.py", "result = 6\n")
    made.candidate("clip.py", "result = 7\n")
    gc.gc(made.ws)
    assert numbers(made) == [2, 6, 7]
    gc.gc(made.ws, older_than=0)
    assert numbers(made) == [2, 7]


def test_what_ran_last_here_stays(made: Made, old: list[Candidate]) -> None:
    made.ws.marks.set_ran("clip", old[2].id)
    gc.gc(made.ws)
    assert numbers(made) == [2, 3, 5]
    gc.gc(made.ws)  # it has another commit now, and is still known as the one that ran last
    assert numbers(made) == [2, 3, 5]


def test_what_undo_would_write_back_stays(made: Made, old: list[Candidate]) -> None:
    file = made.write("clip.py", "result = 3\n")
    restore.restore(made.ws, "clip@v1")
    gc.gc(made.ws)
    made.ws.repository.raw.free()
    os.system(f"git -C {made.repo} gc --quiet --prune=now")
    undo.undo(made.ws, "clip")
    assert file.read_text(encoding="utf-8") == "result = 3\n"


def test_each_line_is_looked_through(made: Made, old: list[Candidate], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tests.workflow.conftest.now", lambda: OLD)
        for number in (6, 7):
            made.candidate("clip.py", f"result = {number}\n", line="try")
    assert [(line.line, line.numbers) for line in gc.plan(made.ws).lines] == [("main", (1, 3, 4)), ("try", (1,))]


def test_a_line_that_a_remote_has_is_left_alone(made: Made, old: list[Candidate]) -> None:
    tracking = "refs/cadgit-remotes/origin/candidates/clip/main"
    os.system(f"git -C {made.repo} update-ref {tracking} {old[4].id}")
    outcome = gc.gc(made.ws)
    assert (outcome.lines, outcome.shared) == ((), ("clip@main",))
    assert numbers(made) == [1, 2, 3, 4, 5]


def test_cache_that_nobody_used_goes(made: Made) -> None:
    kept, unused = made.ws.cache.put("step", b"kept"), made.ws.cache.put("step", b"unused")
    file = next(Path(made.ws.repository.cache_dir).rglob(unused))
    long_ago = time.time() - 31 * 86400
    os.utime(file, (long_ago, long_ago))
    assert (gc.plan(made.ws).cache_files, gc.plan(made.ws).cache_bytes) == (1, len(b"unused"))
    assert made.ws.cache.get("step", unused) == b"unused"
    os.utime(file, (long_ago, long_ago))
    gc.gc(made.ws)
    assert made.ws.cache.get("step", unused) is None
    assert made.ws.cache.get("step", kept) == b"kept"


@pytest.mark.parametrize("days", [-1, float("nan"), float("inf"), 1e9])
def test_a_number_of_days_that_makes_no_sense_is_refused(made: Made, days: float) -> None:
    with pytest.raises(UsageError):
        gc.plan(made.ws, days)
