"""promote: what is missing is done, what does not pass is refused, and what is promoted is what was judged."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import EnvironmentFailed, ModelFailed, Refused, StorageError, UsageError
from cadgit.kernel.jobs import Execute, Executed, Judge, Judged
from cadgit.records import CheckResult, Compared, Failure
from cadgit.workflow import export, promote, restore, run, undo, verify
from cadgit.workflow.targets import candidate_for
from cadgit.workflow.workspace import Workspace

from .conftest import Notices
from .fake_kernel import FakeKernel, install


@pytest.fixture
def ws(repo: Path) -> Workspace:
    (repo / "clip.py").write_text("result = 1\n", encoding="utf-8")
    return install(Workspace.open(repo, Notices()))


class Kernel(FakeKernel):
    """A fake kernel of which a test changes one answer."""

    def __init__(self, **answers: Any) -> None:
        self.judged = 0
        for name, answer in answers.items():
            setattr(self, name, answer)


def with_kernel(ws: Workspace, **answers: Any) -> Kernel:
    kernel = Kernel(**answers)
    ws.__dict__["kernel"] = kernel
    return kernel


def judging(*checks: CheckResult) -> Callable[..., Judged]:
    return lambda job, on_check: Judged(checks, b"ISO-10303-21;" + job.brep)


def test_promote_runs_and_judges_what_never_was(ws: Workspace) -> None:
    outcome = promote.promote(ws, "clip.py", message="first")
    assert outcome.version.name == "clip@v1"
    assert outcome.promotion.checks == ("valid: pass",)
    assert [record.purpose for record in ws.candidates.runs(outcome.candidate.id)] == ["run", "proof"]
    assert promote.promote(ws, "clip.py").already


def test_labels_that_somebody_edited_in_the_cache_are_not_promoted(ws: Workspace) -> None:
    verify.verify(ws, "clip.py")
    for file in (ws.repository.cache_dir / "manifest").rglob("*"):
        if file.is_file():
            file.write_text(file.read_text(encoding="utf-8").replace("box", "forged"), encoding="utf-8")
    outcome = promote.promote(ws, "clip.py")
    assert b"forged" not in ws.versions.artifacts(outcome.version)["manifest.toml"]


def test_a_record_that_was_copied_from_another_candidate_is_not_this_one_s(ws: Workspace) -> None:
    other = verify.verify(ws, "clip.py")
    (ws.root / "clip.py").write_text("result = 2\n", encoding="utf-8")
    candidate, _ = candidate_for(ws, "clip.py")
    assert len(ws.candidates.runs(candidate.id)) == 1
    ws.candidates.add_run(candidate.id, other.record)
    ws.candidates.add_verdict(candidate.id, other.verdict)
    outcome = promote.promote(ws, "clip.py")
    assert outcome.promotion.brep_sha256 != other.record.brep_sha256


def test_a_failed_check_is_refused_with_its_message(ws: Workspace) -> None:
    with_kernel(ws, judge=judging(CheckResult("overlap", "fail", "solid 1 and solid 2 overlap by 400 mm³")))
    with pytest.raises(Refused, match="overlap by 400"):
        promote.promote(ws, "clip.py")
    assert ws.versions.latest("clip") is None


def test_a_model_that_does_not_run_is_no_matter_of_judgement(ws: Workspace) -> None:
    plain = FakeKernel().execute

    def fail(job: Execute, *, cold: bool = False) -> Executed:
        return replace(plain(job), brep=b"", failure=Failure("exception", "clip.py:1: ValueError: no"))

    with_kernel(ws, execute=fail)
    with pytest.raises(ModelFailed, match=r"clip\.py:1"):
        promote.promote(ws, "clip.py")


def test_two_geometries_from_one_source_are_refused_as_not_deterministic(ws: Workspace) -> None:
    plain = FakeKernel().execute

    def differ(job: Execute, *, cold: bool = False) -> Executed:
        return replace(plain(job, cold=cold), brep=b"BREP cold" if cold else b"BREP warm")

    with_kernel(ws, execute=differ, compare=lambda job: Compared(False, "properties", ("volume 1 → 2 mm³",)))
    with pytest.raises(Refused, match=r"not deterministic[\s\S]*volume 1 → 2"):
        promote.promote(ws, "clip.py")
    with_kernel(ws, execute=differ, compare=lambda job: Compared(True, "properties"))
    assert "other bytes" in promote.promote(ws, "clip.py").promotion.deterministic


def test_a_check_out_of_time_gets_the_deep_budget_and_then_needs_a_word(ws: Workspace) -> None:
    asked: list[bool] = []

    def judge(job: Judge, on_check: object) -> Judged:
        asked.append(job.deep)
        return Judged((CheckResult("watertight", "not checked", "over its budget"),), b"ISO-10303-21;" + job.brep)

    with_kernel(ws, judge=judge)
    with pytest.raises(Refused, match="watertight") as info:
        promote.promote(ws, "clip.py")
    assert "--accept-unchecked watertight" in info.value.hint
    assert asked == [False, True]
    outcome = promote.promote(ws, "clip.py", accept_unchecked=["watertight"])
    assert outcome.promotion.accepted_unchecked == ("watertight",)


def test_a_step_file_that_comes_out_different_is_judged_again(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(job: Judge, on_check: object) -> Judged:
        step = f"ISO-10303-21;{job.header.time_stamp}".encode()
        return Judged((CheckResult("valid", "pass", "valid"),), step)

    with_kernel(ws, judge=judge)
    verify.verify(ws, "clip.py")
    shutil.rmtree(ws.repository.cache_dir / "step")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    outcome = promote.promote(ws, "clip.py")
    assert ws.versions.artifacts(outcome.version)["clip.step"] == b"ISO-10303-21;86400"
    assert outcome.promotion.header.time_stamp == 86400


def test_a_lost_cache_is_no_loss(ws: Workspace, tmp_path: Path) -> None:
    outcome = promote.promote(ws, "clip.py")
    shutil.rmtree(ws.repository.cache_dir)
    calls: list[Execute] = []
    with_kernel(ws, execute=lambda job, cold=False: calls.append(job))
    done = export.export(ws, "clip@v1", tmp_path / "clip.step")
    assert done.sha256 == outcome.promotion.step_sha256
    # The fake kernel's files end with the geometry that they are made from.
    promoted = ws.versions.artifacts(outcome.version)["clip.brep"]
    export.export(ws, "clip@v1", tmp_path / "clip.stl")
    assert (tmp_path / "clip.stl").read_bytes().endswith(promoted)
    assert not calls


def test_a_folder_that_is_not_there_is_named_with_the_way_to_make_it(ws: Workspace, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no folder") as info:
        export.export(ws, "clip.py", tmp_path / "out" / "clip.step")
    assert info.value.hint == f"make it first: mkdir -p {tmp_path / 'out'}"


def test_what_is_no_file_is_not_replaced_and_a_link_stays(ws: Workspace, tmp_path: Path) -> None:
    pipe, link, target = tmp_path / "pipe.step", tmp_path / "link.step", tmp_path / "target.step"
    os.mkfifo(pipe)
    with pytest.raises(StorageError, match="is no file"):
        export.export(ws, "clip.py", pipe)
    assert pipe.is_fifo()
    link.symlink_to(target)
    export.export(ws, "clip.py", link)
    assert link.is_symlink() and target.is_file()


def test_a_folder_that_takes_no_file_is_not_called_missing(ws: Workspace) -> None:
    with pytest.raises(StorageError, match=r"/proc/clip\.step could not be written"):
        export.export(ws, "clip.py", Path("/proc/clip.step"))


@pytest.mark.parametrize("name", ["clip.py", "page", "page.html.txt"])
def test_a_file_is_only_written_under_a_name_that_says_what_it_is(name: str) -> None:
    with pytest.raises(UsageError, match=r"is no \.html file"):
        export.check_ending(Path(name), ".html", ".htm")
    export.check_ending(Path("page.HTM"), ".html", ".htm")


def test_exporting_a_withdrawn_version_says_that_it_was(ws: Workspace, tmp_path: Path) -> None:
    promote.promote(ws, "clip.py")
    undo.undo(ws)
    export.export(ws, "clip@v1", tmp_path / "clip.step")
    assert isinstance(ws.progress, Notices)
    assert any("clip@v1 was withdrawn" in text for text in ws.progress.said)


def test_undo_knows_what_came_last_within_one_second(ws: Workspace, repo: Path) -> None:
    promote.promote(ws, "clip.py")
    (repo / "clip.py").write_text("result = 2\n", encoding="utf-8")
    promote.promote(ws, "clip.py")
    restore.restore(ws, "clip@v1")
    promote.promote(ws, "clip.py")
    outcome = undo.undo(ws)
    assert outcome.what == "promotion"
    assert outcome.version is not None
    assert outcome.version.number == 3


def test_a_mistyped_object_that_does_not_run_says_nothing_about_the_file(ws: Workspace) -> None:
    plain = FakeKernel().execute
    good = run.run(ws, "clip.py").candidate

    def fail(job: Execute, *, cold: bool = False) -> Executed:
        return replace(plain(job), brep=b"", failure=Failure("no result", "there is no object named lidd"))

    with_kernel(ws, execute=fail)
    assert run.run(ws, "clip.py", object="lidd").record.outcome == "failed"
    with_kernel(ws)
    assert promote.promote(ws, "clip.py").candidate == good


def test_restoring_a_variant_says_how_it_was_made(ws: Workspace, repo: Path) -> None:
    (repo / "clip.py").write_text("width = 40\nresult = 1\n", encoding="utf-8")
    run.run(ws, "clip.py", parameters=["width=50"])
    (repo / "clip.py").write_text("width = 60\nresult = 1\n", encoding="utf-8")
    run.run(ws, "clip.py")
    restore.restore(ws, "clip@main~1")
    assert isinstance(ws.progress, Notices)
    assert "`cadgit run clip -P width=50`" in ws.progress.said[-1]


def test_export_refuses_what_did_not_pass_unless_told(ws: Workspace, tmp_path: Path) -> None:
    with_kernel(ws, judge=judging(CheckResult("overlap", "fail", "two solids overlap")))
    with pytest.raises(Refused, match="overlap"):
        export.export(ws, "clip.py", tmp_path / "clip.step")
    assert not list(tmp_path.glob("clip.step*"))
    done = export.export(ws, "clip.py", tmp_path / "clip.step", unverified=True)
    assert not done.verified
    assert (tmp_path / "clip.step").read_bytes().startswith(b"ISO-10303-21;")


def test_a_verdict_is_used_again_for_the_same_geometry(ws: Workspace) -> None:
    assert not verify.verify(ws, "clip.py").reused
    assert verify.verify(ws, "clip.py").reused
    assert not verify.verify(ws, "clip.py", deep=True).reused
    assert verify.verify(ws, "clip.py").reused


class Drifting(FakeKernel):
    """A model that makes another geometry each hour, say."""

    hour = b"1"

    def execute(self, job: Execute, *, cold: bool = False) -> Executed:
        return replace(super().execute(job, cold=cold), brep=b"BREP at " + self.hour)


def test_a_version_is_exported_as_it_was_promoted_whatever_the_model_made_since(ws: Workspace, tmp_path: Path) -> None:
    kernel = ws.__dict__["kernel"] = Drifting()
    promote.promote(ws, "clip.py")
    kernel.hour = b"2"
    assert run.run(ws, "clip.py", force=True).record.brep_sha256 != ""
    export.export(ws, "clip@v1", tmp_path / "clip.brep")
    assert (tmp_path / "clip.brep").read_bytes().endswith(b"BREP at 1")


@pytest.mark.parametrize("name", ["clip.brep", "clip.step"])
def test_a_version_whose_files_are_gone_is_not_exported_as_something_else(
    ws: Workspace, tmp_path: Path, git: Any, name: str
) -> None:
    kernel = ws.__dict__["kernel"] = Drifting()
    promote.promote(ws, "clip.py")
    git("update-ref", "-d", "refs/cadgit/artifacts/clip/v1", cwd=ws.root)
    shutil.rmtree(ws.repository.cache_dir)
    kernel.hour = b"2"
    with pytest.raises(EnvironmentFailed, match="has other bytes"):
        export.export(ws, "clip@v1", tmp_path / name)
    assert not (tmp_path / name).exists()
    kernel.hour = b"1"
    assert export.export(ws, "clip@v1", tmp_path / name).verified


def test_who_comes_second_with_the_same_candidate_is_told_that_it_stands_already(ws: Workspace, repo: Path) -> None:
    plain = FakeKernel().execute
    other = install(Workspace.open(repo))

    def execute(job: Execute, *, cold: bool = False) -> Executed:
        if cold and not other.versions.history("clip"):
            promote.promote(other, "clip.py", message="theirs")
        return plain(job, cold=cold)

    with_kernel(ws, execute=execute)
    outcome = promote.promote(ws, "clip.py", message="ours")
    assert outcome.already
    assert outcome.promotion.message == "theirs"
    assert len(ws.versions.history("clip")) == 1


def test_a_version_needs_a_step_file_even_if_its_check_may_be_skipped(ws: Workspace) -> None:
    unwritten = CheckResult("step.write", "not checked", "no answer within its budget")
    with_kernel(ws, judge=lambda job, on_check: Judged((unwritten,), b""))
    with pytest.raises(Refused, match="STEP file was not written in time"):
        promote.promote(ws, "clip.py", accept_unchecked=["step.write"])


@pytest.mark.parametrize("message", ["seen ", "\n a\n\nb\n", "   ", "\u2028a\x1f"])
def test_a_message_with_space_around_it_makes_a_version_that_says_so(ws: Workspace, message: str) -> None:
    # It was compared with what git gives back, so that a new version was told to stand already.
    outcome = promote.promote(ws, "clip.py", message=message)
    assert not outcome.already
    assert outcome.version.message == outcome.promotion.message == message.strip()


@pytest.mark.parametrize(("message", "why"), [("a\0b", "NUL"), ("caf\udce9", "not UTF-8")])
def test_a_message_that_git_cannot_keep_is_refused_before_anything_is_written(
    ws: Workspace, message: str, why: str
) -> None:
    with pytest.raises(UsageError, match=why):
        promote.promote(ws, "clip.py", message=message)
    assert ws.versions.history("clip") == ()
