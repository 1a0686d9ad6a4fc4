"""A version is made again from git alone, and what comes out is compared with what was promoted."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import KernelError, RefError, UsageError
from cadgit.kernel.jobs import Compare, Execute, Executed, InspectionFailed, Judge, Judged, Summarise, Summary
from cadgit.records import CheckResult, Compared, Environment, Failure, ManifestNode
from cadgit.workflow import promote, undo
from cadgit.workflow.replay import Replayed, replay
from cadgit.workflow.workspace import Workspace
from tests.conftest import Git

from .conftest import ENVIRONMENT, Notices, box
from .step_kernel import StepKernel, with_steps

MODEL = "from build123d import Box\nresult = Box(1, 2, {})\n"


class Today(StepKernel):
    """A kernel of another day: other versions, other bytes, another size, another label, a stricter check."""

    environment: Environment = ENVIRONMENT
    salt: bytes = b""
    stretch: float = 1.0
    label: str = "box"
    same: bool | InspectionFailed = True
    check: str = "pass"
    failure: Failure | None = None

    def execute(self, job: Execute, *, cold: bool = False) -> Executed:
        done = super().execute(job, cold=cold)
        if self.failure is not None:
            return Executed(self.environment, done.output, self.failure)
        manifest = ManifestNode(self.label)
        return dataclasses.replace(done, environment=self.environment, brep=done.brep + self.salt, manifest=manifest)

    def summarise(self, job: Summarise) -> Summary:
        return Summary(box(self.stretch, 2, 3))

    def compare(self, job: Compare) -> Any:
        if isinstance(self.same, InspectionFailed):
            return self.same
        return Compared(self.same, "properties", () if self.same else ("volume of solid 1 6 → 7 mm³",))

    def judge(self, job: Judge, on_check: Callable[[CheckResult], None]) -> Judged:
        judged = super().judge(job, on_check)
        return dataclasses.replace(judged, checks=(CheckResult("valid", self.check, "so it is"),))  # type: ignore[arg-type]


@pytest.fixture
def ws(repo: Path) -> Workspace:
    ws = with_steps(Workspace.open(repo, Notices()))
    (repo / "clip.py").write_text(MODEL.format(1), encoding="utf-8")
    promote.promote(ws, "clip.py")
    return ws


def today(ws: Workspace, **differences: Any) -> Replayed:
    """clip@v1 replayed on a day on which some things are different."""
    kernel = Today()
    for name, value in differences.items():
        setattr(kernel, name, value)
    ws.__dict__["kernel"] = kernel
    told: list[Replayed] = []
    outcome = replay(ws, "clip@v1", tell=told.append)
    (one,) = outcome.replays
    assert told == [one] and outcome.hold == one.holds
    return one


NEWER = Environment("3.11", "0.14.0", "8.1.0", "8.1.0", "linux", ("numpy==2.5.0",))


def test_the_same_day_gives_the_identical_file_and_leaves_a_record(ws: Workspace) -> None:
    version = ws.versions.history("clip")[0]
    one = today(ws)
    assert (one.state, one.holds, one.moved, one.environment) == ("identical", True, (), ())
    record = ws.candidates.runs(version.candidate)[-1]
    assert record.purpose == "replay" and record.tree == version.tree
    assert one.verdict is not None and one.verdict.outcome == "pass"


def test_what_runs_is_the_version_s_commit_whatever_the_files_say_now(ws: Workspace, git: Git) -> None:
    (ws.root / "clip.py").unlink()
    git("update-ref", "-d", "refs/cadgit/candidates/clip/main", cwd=ws.root)
    shutil.rmtree(ws.repository.cache_dir)
    assert today(ws).state == "identical"


def test_a_replay_is_no_run_of_the_working_tree(ws: Workspace) -> None:
    from cadgit.workflow.run import latest_record

    today(ws, salt=b"other bytes")
    candidate = ws.candidates.tip("clip")
    assert candidate is not None
    record = latest_record(ws, candidate)
    assert record is not None and record.purpose == "run"


def test_other_bytes_of_the_same_geometry_hold(ws: Workspace) -> None:
    one = today(ws, salt=b"faces in another order")
    assert (one.state, one.holds, one.differences) == ("same geometry", True, ())


def test_other_versions_may_move_what_is_within_the_tolerance(ws: Workspace) -> None:
    one = today(ws, environment=NEWER, salt=b"x", same=False, stretch=1.00005)
    assert (one.state, one.holds) == ("within tolerance", True)
    assert {"build123d 0.13.0 → 0.14.0", "OCP 8.0.1 → 8.1.0", "OCCT 8.0.0 → 8.1.0"} <= set(one.environment)
    (volume,) = [measure for measure in one.moved if measure.name == "volume"]
    assert volume.before == 6.0 and volume.now == pytest.approx(6.0003)
    assert one.differences == ("volume of solid 1 6 → 7 mm³",)


def test_more_than_that_is_another_part_and_says_what_moved(ws: Workspace) -> None:
    one = today(ws, environment=NEWER, salt=b"x", same=False, stretch=1.014)
    assert (one.state, one.holds) == ("different", False)
    assert [m.name for m in one.moved] == ["volume", "area", "size x"]
    assert one.moved[0].change == pytest.approx(0.014, rel=0.02)


def test_the_same_versions_must_make_the_same_geometry(ws: Workspace) -> None:
    one = today(ws, salt=b"x", same=False, stretch=1.00005)
    assert (one.state, one.holds, one.environment) == ("different", False, ())
    assert today(ws, salt=b"x", same=InspectionFailed("it crashed", "crash")).differences == (
        "the two geometries could not be compared: it crashed",
    )


def test_other_labels_are_different_although_the_geometry_is_not(ws: Workspace) -> None:
    one = today(ws, label="lid", environment=NEWER, salt=b"x")
    assert one.differences == ("labels, colours or materials are different",)


def test_without_the_promoted_geometry_its_measures_decide(ws: Workspace, git: Git) -> None:
    git("update-ref", "-d", "refs/cadgit/artifacts/clip/v1", cwd=ws.root)
    shutil.rmtree(ws.repository.cache_dir)
    assert today(ws, salt=b"x").state == "same geometry"
    one = today(ws, salt=b"y", stretch=2.0)
    assert one.state == "different" and "only measures were compared" in one.differences[0]


def test_a_check_that_says_no_today_is_a_no_for_the_same_geometry_too(ws: Workspace) -> None:
    for status in ("fail", "not checked"):
        one = today(ws, check=status)
        assert (one.state, one.holds) == ("identical", False)
    assert today(ws, check="warn").holds


def test_a_check_that_was_accepted_unchecked_may_stay_so(repo: Path) -> None:
    ws = with_steps(Workspace.open(repo, Notices()))
    (repo / "clip.py").write_text(MODEL.format(1), encoding="utf-8")
    unchecking = Today()
    unchecking.check = "not checked"
    ws.__dict__["kernel"] = unchecking
    promote.promote(ws, "clip.py", accept_unchecked=["valid"])
    assert today(ws, check="not checked").holds


def test_a_model_that_does_not_run_any_more_has_failed(ws: Workspace) -> None:
    one = today(ws, environment=NEWER, failure=Failure("exception", "AttributeError: gone"))
    assert (one.state, one.holds, one.detail) == ("failed", False, "AttributeError: gone")
    assert "build123d 0.13.0 → 0.14.0" in one.environment and one.verdict is None


def test_all_that_stand_are_replayed_and_each_is_told_as_it_ends(ws: Workspace) -> None:
    for size in (2, 3):
        (ws.root / "clip.py").write_text(MODEL.format(size), encoding="utf-8")
        promote.promote(ws, "clip.py")
    undo.undo(ws, "clip")
    told: list[Replayed] = []
    outcome = replay(ws, None, everything=True, tell=told.append)
    assert [one.version.name for one in outcome.replays] == ["clip@v1", "clip@v2"] == [o.version.name for o in told]
    assert outcome.hold


def test_several_at_a_time_give_the_same_answers(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (2, 3, 4):
        (ws.root / "clip.py").write_text(MODEL.format(size), encoding="utf-8")
        promote.promote(ws, "clip.py")
    opened = Workspace.open
    monkeypatch.setattr(Workspace, "open", lambda cwd, progress: with_steps(opened(cwd, progress)))
    monkeypatch.setattr(StepKernel, "ensure", lambda kernel: None, raising=False)
    outcome = replay(ws, None, everything=True, jobs=3, tell=lambda one: None)
    assert [one.version.number for one in outcome.replays] == [1, 2, 3, 4]
    assert {one.state for one in outcome.replays} == {"identical"}
    for version in ws.versions.history("clip"):
        assert [record.purpose for record in ws.candidates.runs(version.candidate)][-1] == "replay"


def test_one_version_that_git_lost_does_not_hide_the_others(ws: Workspace, git: Git) -> None:
    (ws.root / "clip.py").write_text(MODEL.format(2), encoding="utf-8")
    second = promote.promote(ws, "clip.py").version
    git("notes", "--ref=cadgit/promote", "add", "-f", "-m", "no TOML", second.id, cwd=ws.root)
    outcome = replay(ws, None, everything=True, tell=lambda one: None)
    assert [one.state for one in outcome.replays] == ["identical", "failed"]
    assert "is not TOML" in outcome.replays[1].detail and not outcome.hold
    assert "correct it with: git notes" in outcome.replays[1].detail


def test_a_kernel_that_does_not_start_is_no_verdict_on_a_version(
    ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dead(kernel: Any, job: Any, *, cold: bool = False) -> Any:
        raise KernelError("it does not start")

    monkeypatch.setattr(StepKernel, "execute", dead)
    with pytest.raises(KernelError):
        replay(ws, "clip@v1", tell=lambda one: None)


def test_what_was_never_promoted_cannot_be_replayed(ws: Workspace) -> None:
    (ws.root / "lid.py").write_text(MODEL.format(9), encoding="utf-8")
    with pytest.raises(RefError):
        replay(ws, "lid", tell=lambda one: None)
    with pytest.raises(UsageError, match="--all"):
        replay(ws, "clip@v1", everything=True, tell=lambda one: None)
    undo.undo(ws, "clip")
    with pytest.raises(RefError, match="no version that stands"):
        replay(ws, "clip", tell=lambda one: None)
    assert replay(ws, "clip@v1", tell=lambda one: None).hold  # by its name it can


def test_a_repository_without_versions_says_so(repo: Path) -> None:
    with pytest.raises(RefError, match="no version to replay"):
        replay(Workspace.open(repo, Notices()), None, everything=True, tell=lambda one: None)
