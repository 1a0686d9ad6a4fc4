"""post-merge and post-checkout tell of models that were what is promoted, and no longer are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.workflow.hooks.moves import post_checkout, post_merge
from cadgit.workflow.outcomes import HookOutcome
from tests.conftest import Git

from ..conftest import Made


@pytest.fixture
def branches(made: Made, git: Git) -> Made:
    """On main clip is what is promoted; on `edited` it is not, on `gone` it is gone, on `beside` it is as on main."""
    made.version(made.candidate("clip.py", "result = 1\n"))

    def commit(message: str) -> None:
        git("add", "--all", cwd=made.repo)
        git("commit", "--quiet", "-m", message, cwd=made.repo)

    commit("promoted")
    for branch, path, text in (
        ("edited", "clip.py", "result = 2\n"),
        ("beside", "README.md", "mine\n"),
        ("gone", "clip.py", ""),
    ):
        git("checkout", "--quiet", "-b", branch, "main", cwd=made.repo)
        if text:
            made.write(path, text)
        else:
            (made.repo / path).unlink()
        commit(branch)
    git("checkout", "--quiet", "main", cwd=made.repo)
    return made


def said(outcome: HookOutcome) -> list[tuple[str, str, str]]:
    return [(m.entry, m.outcome, m.version.name if m.version else "") for m in outcome.models]


def checkout(made: Made, git: Git, before: str, after: str) -> list[tuple[str, str, str]]:
    ids = [git("rev-parse", branch, cwd=made.repo) for branch in (before, after)]
    git("checkout", "--quiet", after, cwd=made.repo)
    return said(post_checkout(made.ws, *ids, branch=True))


def test_a_branch_on_which_the_model_is_another(branches: Made, git: Git) -> None:
    assert checkout(branches, git, "main", "edited") == [("clip.py", "changed", "clip@v1")]
    assert checkout(branches, git, "main", "gone") == [("clip.py", "missing", "clip@v1")]


@pytest.mark.parametrize(("before", "after"), [("main", "beside"), ("edited", "main"), ("edited", "gone")])
def test_what_is_promoted_still_or_was_not_before_is_not_told(
    branches: Made, git: Git, before: str, after: str
) -> None:
    assert checkout(branches, git, before, after) == []


def test_a_withdrawn_version_is_nothing_to_go_by(branches: Made, git: Git) -> None:
    branches.ws.versions.withdraw("clip", 1, "2026-01-31T12:00:00+00:00", "Ada")
    assert checkout(branches, git, "main", "edited") == []


def test_files_that_are_checked_out_from_elsewhere(branches: Made, git: Git) -> None:
    head = git("rev-parse", "HEAD", cwd=branches.repo)
    branches.write("clip.py", "edited by hand, as one does\n")
    git("checkout", "--quiet", "beside", "--", "README.md", cwd=branches.repo)
    assert said(post_checkout(branches.ws, head, head, branch=False)) == []
    git("checkout", "--quiet", "edited", "--", "clip.py", cwd=branches.repo)
    assert said(post_checkout(branches.ws, head, head, branch=False)) == [("clip.py", "changed", "clip@v1")]


def test_a_new_worktree_comes_from_nothing(branches: Made, git: Git) -> None:
    head = git("rev-parse", "edited", cwd=branches.repo)
    assert said(post_checkout(branches.ws, "0" * 40, head, branch=True)) == []


def test_a_merge_that_changes_the_model(branches: Made, git: Git) -> None:
    git("merge", "--quiet", "--no-ff", "-m", "beside", "beside", cwd=branches.repo)
    assert said(post_merge(branches.ws, squash=False)) == []
    git("merge", "--quiet", "--no-ff", "-m", "edited", "edited", cwd=branches.repo)
    assert said(post_merge(branches.ws, squash=False)) == [("clip.py", "changed", "clip@v1")]


def test_a_merge_that_is_only_staged(branches: Made, git: Git) -> None:
    git("merge", "--quiet", "--squash", "edited", cwd=branches.repo)
    assert said(post_merge(branches.ws, squash=True)) == [("clip.py", "changed", "clip@v1")]


def test_other_line_ends_in_git_are_the_same_model(made: Made, git: Git, tmp_path: Path) -> None:
    made.write(".gitattributes", "*.py text eol=crlf\n")
    made.version(made.candidate("clip.py", "result = 1\r\n"))
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "promoted", cwd=made.repo)
    before = git("rev-parse", "HEAD", cwd=made.repo)
    made.write("clip.py", "result = 2\r\n")
    git("commit", "--quiet", "-a", "-m", "edited", cwd=made.repo)
    after = git("rev-parse", "HEAD", cwd=made.repo)
    assert said(post_checkout(made.ws, before, after, branch=True)) == [("clip.py", "changed", "clip@v1")]
    assert said(post_checkout(made.ws, after, before, branch=True)) == []
