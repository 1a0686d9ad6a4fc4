"""`cadgit hook` refuses a commit for a model, and never for a fault of its own."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import EnvironmentFailed, UsageError
from cadgit.workflow.outcomes import HookOutcome
from tests.conftest import Git

from . import samples
from .conftest import Cadgit


@pytest.fixture
def here(repo: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory is a repository, as it is for a hook."""
    monkeypatch.chdir(repo)
    return repo


def outcome(monkeypatch: pytest.MonkeyPatch, answer: Any, function: str = "commits.pre_commit") -> list[Any]:
    calls: list[Any] = []

    def work(ws: Any, *arguments: Any, **options: Any) -> Any:
        calls.append((*arguments, options) if options else arguments)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    monkeypatch.setattr(f"cadgit.workflow.hooks.{function}", work)
    return calls


def test_a_refusal_ends_with_1_and_a_warning_with_0(
    here: Path, cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome(monkeypatch, samples.hook_refused)
    ended = cadgit("hook", "pre-commit")
    assert ended.code == 1
    assert "git commit --no-verify" in ended.out
    outcome(monkeypatch, replace(samples.hook_refused, refused=False))
    ended = cadgit("hook", "pre-commit")
    assert ended.code == 0
    assert "3 staged models have not passed" in ended.out and "--no-verify" not in ended.out


def test_where_all_is_well_nothing_is_said(here: Path, cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome(monkeypatch, HookOutcome("pre-commit"))
    ended = cadgit("hook", "pre-commit")
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert cadgit("hook", "pre-commit", "--json").json["refused"] is False


@pytest.mark.parametrize(
    "fault", [EnvironmentFailed("the disk is gone"), UsageError("cadgit.toml is wrong"), ZeroDivisionError("a bug")]
)
def test_a_fault_of_cadgit_s_own_is_said_and_stops_nothing(
    here: Path, cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch, fault: Exception, home: Path
) -> None:
    outcome(monkeypatch, fault)
    ended = cadgit("hook", "pre-commit")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err.startswith("cadgit: the pre-commit hook could not do its work: ")
    assert len(ended.err.splitlines()) == 1
    if isinstance(fault, ZeroDivisionError):
        (log,) = (home / ".local/state/cadgit").iterdir()
        assert str(log) in ended.err and "a bug" in log.read_text(encoding="utf-8")


def test_what_cannot_even_be_opened_stops_nothing(
    tmp_path: Path, cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = cadgit("hook", "post-commit")
    assert ended.code == 0
    assert "is not in a git repository" in ended.err


def test_a_wrong_configuration_stops_nothing(here: Path, cadgit: Cadgit) -> None:
    (here / "cadgit.toml").write_text("[hoks]\n", encoding="utf-8")
    ended = cadgit("hook", "pre-commit")
    assert ended.code == 0
    assert "hoks is no key" in ended.err


def test_an_interruption_is_no_fault(here: Path, cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome(monkeypatch, KeyboardInterrupt())
    assert cadgit("hook", "pre-commit").code == 130


def test_arguments_and_input_are_handed_on(here: Path, cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = outcome(monkeypatch, samples.hook_left_behind, "pushes.pre_push")
    monkeypatch.setattr("sys.stdin", io.StringIO("a b c d\n"))
    assert "bracket@v2 stays behind" in cadgit("hook", "pre-push", "origin", "https://example.com/x").out
    ((remote, stdin),) = calls
    assert remote == "origin" and stdin.getvalue() == "a b c d\n"
    calls = outcome(monkeypatch, samples.hook_moved, "moves.post_checkout")
    assert "bracket.py is no longer bracket@v2" in cadgit("hook", "post-checkout", "1" * 40, "2" * 40, "1").out
    assert calls == [("1" * 40, "2" * 40, {"branch": True})]
    calls = outcome(monkeypatch, samples.hook_moved, "moves.post_merge")
    cadgit("hook", "post-merge", "1")
    cadgit("hook", "post-merge", "0")
    assert calls == [({"squash": True},), ({"squash": False},)]
    calls = outcome(monkeypatch, samples.hook_committed, "commits.post_commit")
    assert "bracket.py is bracket@v2, candidate bracket #4 (pass)" in cadgit("hook", "post-commit").out
    assert calls == [()]


def test_the_index_that_git_names_is_looked_at(here: Path, cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = outcome(monkeypatch, HookOutcome("pre-commit"))
    cadgit("hook", "pre-commit")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    monkeypatch.setenv("GIT_DIR", ".git")
    cadgit("hook", "pre-commit")
    assert calls == [(None,), (here / ".git/next-index-1.lock",)]


def test_a_repository_that_lies_elsewhere_is_not_mixed_up_with_the_one_here(
    here: Path, cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch, git: Git, tmp_path: Path
) -> None:
    git("init", "--quiet", "--bare", str(tmp_path / "dotfiles.git"), cwd=tmp_path)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "dotfiles.git"))
    calls = outcome(monkeypatch, samples.hook_refused)
    assert cadgit("hook", "pre-commit").code == 0
    assert calls == []
