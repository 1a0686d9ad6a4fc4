"""log and status: what is told of history, without a kernel."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from cadgit.errors import RefError
from cadgit.records import CheckResult
from cadgit.workflow import log, show, status, working

from .conftest import box


def clip(made: Any, width: int) -> Any:
    return made.candidate("clip.py", f"result = {width}\n")


def test_a_line_s_candidates_come_newest_first_with_outcome_and_change(made: Any) -> None:
    good, broken, bigger, fresh = (clip(made, width) for width in (1, 2, 3, 4))
    made.ran(good, box(10, 10, 10))
    made.judged(good, CheckResult("valid", "pass", "valid"))
    made.ran(broken, None)
    made.ran(bigger, box(20, 10, 10))
    made.judged(bigger, CheckResult("valid", "pass", "valid"), CheckResult("overlap", "fail", "two solids overlap"))
    made.version(good)
    outcome = log.log(made.ws, "clip")
    assert [entry.candidate for entry in outcome.entries] == [fresh, bigger, broken, good]
    assert [entry.outcome for entry in outcome.entries] == ["not run", "fail", "failed", "pass"]
    assert outcome.entries[1].reason == "overlap: two solids overlap"
    assert outcome.entries[1].volume_change == pytest.approx(1.0)
    assert outcome.entries[1].size_change == pytest.approx((10, 0, 0))
    assert outcome.entries[3].volume_change is None
    assert outcome.entries[3].versions == (1,)


def test_no_record_is_read_that_says_nothing_about_what_is_shown(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a millisecond, and a part may have thousands."""
    for width in range(1, 9):
        made.ran(clip(made, width), box(width, 1, 1))
    made.ran(clip(made, 9), None)
    read: list[str] = []
    runs = made.ws.candidates.runs
    monkeypatch.setattr(made.ws.candidates, "runs", lambda candidate: read.append(candidate) or runs(candidate))
    entries = log.log(made.ws, "clip", limit=3).entries
    assert [entry.volume_change for entry in entries] == [None, pytest.approx(8 / 7 - 1), pytest.approx(7 / 6 - 1)]
    assert len(read) == 4


def test_the_only_part_needs_neither_its_name_nor_its_file(made: Any) -> None:
    clip(made, 1)
    (made.ws.root / "clip.py").unlink(missing_ok=True)
    assert log.log(made.ws).part == "clip"
    made.candidate("lid.py", "result = 1\n")
    (made.ws.root / "lid.py").unlink(missing_ok=True)
    with pytest.raises(RefError, match="no part that is known here has its file"):
        log.log(made.ws)


def test_a_long_log_is_cut_and_says_so(made: Any) -> None:
    for width in range(5):
        clip(made, width)
    assert not log.log(made.ws, "clip", limit=5).more
    outcome = log.log(made.ws, "clip", limit=2)
    assert [entry.candidate.number for entry in outcome.entries] == [5, 4]
    assert outcome.more


def test_a_line_can_be_named_and_a_wrong_one_says_which_there_are(made: Any) -> None:
    made.candidate("clip.py", "result = 1\n", line="try")
    made.candidate("clip.py", "result = 2\n", line="main")
    assert log.log(made.ws, "clip@try").line == "try"
    assert log.log(made.ws, "clip", line="try").line == "try"
    with pytest.raises(RefError) as info:
        log.log(made.ws, "clip", line="nowhere")
    assert "main" in info.value.hint
    assert "try" in info.value.hint


def test_status_says_where_the_working_bytes_stand(made: Any) -> None:
    assert status.status(made.ws).parts == ()

    def state() -> str:
        (part,) = status.status(made.ws).parts
        return part.state

    candidate = clip(made, 1)
    assert state() == "new"
    made.ran(candidate, box(1, 1, 1))
    assert state() == "done"
    made.judged(candidate, CheckResult("valid", "pass", "valid"))
    assert state() == "verified"
    made.version(candidate)
    assert state() == "promoted"
    made.write("clip.py", "result = 2\n")
    assert state() == "new"
    failed = clip(made, 2)
    made.ran(failed, None)
    assert state() == "failed"
    bad = clip(made, 3)
    made.ran(bad, box(1, 1, 1))
    made.judged(bad, CheckResult("overlap", "fail", "two solids overlap"))
    assert state() == "rejected"
    (made.repo / "clip.py").unlink()
    assert state() == "missing"
    (part,) = status.status(made.ws).parts
    assert part.latest is not None
    assert part.latest.number == 1


def test_show_knows_files_runs_verdicts_and_versions(made: Any) -> None:
    candidate = clip(made, 1)
    record = made.ran(candidate, box(1, 2, 3))
    verdict = made.judged(candidate, CheckResult("valid", "pass", "valid"))
    version = made.version(candidate)
    outcome = show.show(made.ws, "clip")
    assert outcome.candidate == candidate
    assert outcome.files == (("clip.py", len(b"result = 1\n")),)
    assert outcome.runs == (record,)
    assert outcome.verdicts == (verdict,)
    assert outcome.versions == (version,)
    assert outcome.promotions[0].version == 1
    made.write("clip.py", "result = 2\n")
    with pytest.raises(RefError, match="never ran"):
        show.show(made.ws, "clip")


def test_a_part_whose_candidates_are_not_here_is_known_by_its_versions(made: Any, git: Any) -> None:
    version = made.version(clip(made, 1))
    # As after a clone, which brings tags and nothing else of cadgit's.
    for ref in git("for-each-ref", "--format=%(refname)", "refs/cadgit", "refs/notes", cwd=made.repo).split():
        git("update-ref", "-d", ref, cwd=made.repo)
    shutil.rmtree(made.repo / ".git" / "cadgit")
    (part,) = status.status(made.ws).parts
    assert (part.part, part.entry, part.state, part.latest) == ("clip", "clip.py", "new", version)
    outcome = log.log(made.ws, "clip")
    assert (outcome.entries, outcome.versions) == ((), (version,))
    assert show.show(made.ws, "clip@v1").candidate.part == "clip"


def test_a_limit_beyond_all_counting_is_no_limit(made: Any) -> None:
    clip(made, 1)
    assert len(log.log(made.ws, "clip", limit=10**30).entries) == 1


def test_one_note_that_was_edited_by_hand_hides_nothing_else(made: Any, git: Any) -> None:
    good, edited = clip(made, 1), clip(made, 2)
    made.ran(good, box(10, 10, 10))
    made.ran(edited, box(20, 10, 10))
    other = made.candidate("lid.py", "result = 1\n")
    made.ran(other, box(1, 1, 1))
    git("notes", "--ref=cadgit/run", "add", "-f", "-m", "garbage", edited.id, cwd=made.repo)
    assert [entry.outcome for entry in log.log(made.ws, "clip").entries] == ["unreadable", "done"]
    assert [part.state for part in status.status(made.ws).parts] == ["unreadable", "done"]


def test_a_candidates_ref_that_was_misdirected_stands_in_no_other_part_s_way(made: Any, git: Any) -> None:
    clip(made, 1)
    made.candidate("lid.py", "result = 1\n")
    blob = git("hash-object", "-w", "lid.py", cwd=made.repo)
    git("update-ref", "refs/cadgit/candidates/clip/main", blob, cwd=made.repo)
    made.ws.marks._directory.joinpath("ran-clip").unlink()
    assert [part.state for part in status.status(made.ws).parts] == ["unreadable", "new"]
    assert working.working_part(made.ws, None).name == "lid"
    assert any("clip is left out" in said and "no candidate" in said for said in made.notices.said)
