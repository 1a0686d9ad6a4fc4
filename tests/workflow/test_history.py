"""Which commits of the user's own branches contain source that passed."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from cadgit.errors import RefError
from cadgit.records import CheckResult
from cadgit.workflow import promote, undo, verify
from cadgit.workflow.history import HistoryOutcome, history
from cadgit.workflow.workspace import Workspace
from tests.conftest import Git

from .conftest import Notices
from .step_kernel import with_steps

MODEL = "from build123d import Box\nresult = Box(1, 2, {})\n"


@pytest.fixture
def ws(repo: Path, git: Git) -> Workspace:
    git("config", "core.autocrlf", "false", cwd=repo)
    return with_steps(Workspace.open(repo, Notices()))


def write(ws: Workspace, size: int, name: str = "clip.py", ends: str = "\n") -> None:
    (ws.root / name).write_bytes(MODEL.format(size).replace("\n", ends).encode())


def commit(ws: Workspace, git: Git, message: str) -> str:
    git("add", "-A", cwd=ws.root)
    git("commit", "-q", "--allow-empty", "-m", message, cwd=ws.root)
    return git("rev-parse", "HEAD", cwd=ws.root)


def brought(outcome: HistoryOutcome) -> list[tuple[str, list[int], list[int]]]:
    return [
        (one.subject, [v.number for v in one.passed.versions], [c.number for c in one.passed.candidates])
        for one in outcome.commits
    ]


def test_the_commit_that_brought_a_version_s_source_is_found_and_those_after_it_are_not(
    ws: Workspace, git: Git
) -> None:
    write(ws, 1)
    promote.promote(ws, "clip.py", message="first")
    first = commit(ws, git, "a clip")
    (ws.root / "README").write_text("x", encoding="utf-8")
    commit(ws, git, "unrelated")
    write(ws, 2)
    commit(ws, git, "not promoted")
    write(ws, 3)
    promote.promote(ws, "clip.py")
    commit(ws, git, "longer")
    outcome = history(ws, "clip", git=True)
    assert brought(outcome) == [("longer", [2], []), ("a clip", [1], [])]
    assert outcome.commits[1].commit == first and outcome.commits[1].who == "Ada Tester <ada@example.com>"
    assert [(b.branch, [v.number for v in b.passed.versions]) for b in outcome.branches] == [("main", [2])]
    assert history(ws, "clip").commits == () and [v.number for v in history(ws, "clip").versions] == [2, 1]


def test_source_that_comes_back_is_found_again(ws: Workspace, git: Git) -> None:
    write(ws, 1)
    promote.promote(ws, "clip.py")
    commit(ws, git, "good")
    write(ws, 2)
    commit(ws, git, "worse")
    assert history(ws, "clip", git=True).branches[0].passed.versions == ()
    write(ws, 1)
    commit(ws, git, "back")
    assert brought(history(ws, "clip", git=True)) == [("back", [1], []), ("good", [1], [])]


def test_every_file_of_the_closure_has_to_be_as_it_was(ws: Workspace, git: Git) -> None:
    (ws.root / "sizes.json").write_text("{}", encoding="utf-8")
    (ws.root / "clip.py").write_text("open('sizes.json')\nresult = 1\n", encoding="utf-8")
    promote.promote(ws, "clip.py")
    (ws.root / "sizes.json").write_text("[]", encoding="utf-8")
    commit(ws, git, "other sizes")
    assert brought(history(ws, "clip", git=True)) == []
    (ws.root / "sizes.json").write_text("{}", encoding="utf-8")
    commit(ws, git, "these sizes")
    assert brought(history(ws, "clip", git=True)) == [("these sizes", [1], [])]


def test_branches_and_merges_are_each_told(ws: Workspace, git: Git) -> None:
    write(ws, 1)
    commit(ws, git, "begin")
    git("checkout", "-q", "-b", "longer", cwd=ws.root)
    write(ws, 2)
    promote.promote(ws, "clip.py")
    commit(ws, git, "longer clip")
    git("checkout", "-q", "main", cwd=ws.root)
    commit(ws, git, "elsewhere")
    outcome = history(ws, "clip", git=True)
    assert brought(outcome) == [("longer clip", [1], [])]
    assert {b.branch: len(b.passed.versions) for b in outcome.branches} == {"longer": 1, "main": 0}
    git("merge", "-q", "--no-ff", "-m", "merge", "longer", cwd=ws.root)
    outcome = history(ws, "clip", git=True)
    assert brought(outcome) == [("longer clip", [1], [])]  # the merge has it from its parent
    assert {b.branch: len(b.passed.versions) for b in outcome.branches} == {"longer": 1, "main": 1}


def test_a_candidate_with_a_good_verdict_counts_and_one_without_does_not(ws: Workspace, git: Git) -> None:
    write(ws, 1)
    verify.verify(ws, "clip.py")
    commit(ws, git, "verified")
    write(ws, 2)
    bad = verify.verify(ws, "clip.py")
    failed = CheckResult("valid", "fail", "broken")
    ws.candidates.add_verdict(bad.candidate.id, replace(bad.verdict, checks=(failed,)))
    commit(ws, git, "rejected")
    outcome = history(ws, "clip", git=True)
    assert brought(outcome) == [("verified", [], [1])] and outcome.versions == ()


def test_line_ends_that_git_normalised_are_recognised(ws: Workspace, git: Git) -> None:
    write(ws, 1, ends="\r\n")
    promote.promote(ws, "clip.py")
    git("config", "core.autocrlf", "input", cwd=ws.root)
    commit(ws, git, "normalised")
    (one,) = history(ws, "clip", git=True).commits
    assert (one.how, [v.number for v in one.passed.versions]) == ("line ends", [1])


def test_a_pointer_of_lfs_is_recognised(ws: Workspace, git: Git) -> None:
    data = b"0 1 2\n" * 100
    (ws.root / "scan.xyz").write_bytes(data)
    (ws.root / "clip.py").write_text("open('scan.xyz')\nresult = 1\n", encoding="utf-8")
    promote.promote(ws, "clip.py")
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{hashlib.sha256(data).hexdigest()}\nsize 600\n"
    (ws.root / "scan.xyz").write_text(pointer, encoding="utf-8")
    commit(ws, git, "with lfs")
    assert [one.how for one in history(ws, "clip", git=True).commits] == ["LFS pointer"]


def test_a_file_asks_only_about_the_versions_that_it_is_of(ws: Workspace, git: Git, tmp_path: Path) -> None:
    for size in (1, 2):
        write(ws, size)
        promote.promote(ws, "clip.py")
        commit(ws, git, f"clip of {size}")
    step = tmp_path / "returned.step"
    step.write_bytes(ws.versions.artifacts(ws.versions.history("clip")[1])["clip.step"])
    outcome = history(ws, str(step), git=True)
    assert brought(outcome) == [("clip of 1", [1], [])] and [v.number for v in outcome.versions] == [1]
    step.write_bytes(step.read_bytes().replace(b"'cadgit','',''", b"'x','',''"))
    assert brought(history(ws, str(step), git=True)) == brought(outcome)
    assert isinstance(ws.progress, Notices) and "changed since" in ws.progress.said[-1]
    step.write_bytes(b"nothing")
    with pytest.raises(RefError, match=r"returned\.step is not known"):
        history(ws, str(step), git=True)


def test_a_withdrawn_version_is_said_to_be_withdrawn(ws: Workspace, git: Git) -> None:
    write(ws, 1)
    promote.promote(ws, "clip.py")
    commit(ws, git, "good then")
    undo.undo(ws, "clip")
    (one,) = history(ws, "clip", git=True).commits
    assert one.passed.versions[0].withdrawn


def test_no_branch_and_a_detached_head_are_fine(ws: Workspace, git: Git) -> None:
    write(ws, 1)
    promote.promote(ws, "clip.py")
    assert history(ws, "clip", git=True).branches == ()
    commit(ws, git, "good")
    git("checkout", "-q", "--detach", cwd=ws.root)
    git("branch", "-D", "main", cwd=ws.root)
    outcome = history(ws, "clip", git=True)
    assert brought(outcome) == [("good", [1], [])] and [b.branch for b in outcome.branches] == [""]


def test_a_shallow_clone_tells_what_it_has(ws: Workspace, git: Git, tmp_path: Path) -> None:
    write(ws, 1)
    promote.promote(ws, "clip.py")
    commit(ws, git, "good")
    commit(ws, git, "more")
    git("clone", "-q", "--depth=1", f"file://{ws.root}", str(tmp_path / "shallow"), cwd=tmp_path)
    git("fetch", "-q", "origin", "refs/tags/*:refs/tags/*", "refs/notes/*:refs/notes/*", cwd=tmp_path / "shallow")
    with Workspace.open(tmp_path / "shallow", Notices()) as shallow:
        assert brought(history(shallow, "clip", git=True)) == [("more", [1], [])]


def test_what_is_no_part_has_no_history(ws: Workspace) -> None:
    write(ws, 1)
    with pytest.raises(RefError, match="nothing is known"):
        history(ws, "clip.py")
    with pytest.raises(RefError):
        history(ws, "nothing")
