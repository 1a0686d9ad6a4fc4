"""`cadgit fetch`, `pull` and `push` hand their choice on, say what moved, and end with 1 where something stayed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

from cadgit.cli.app import cadgit as group
from cadgit.errors import RemoteError
from cadgit.workflow.sharing import Choice
from tests.conftest import Git

from . import samples
from .conftest import Cadgit

Answering = Callable[..., list[dict[str, Any]]]


@pytest.mark.parametrize(("verb", "outcome"), [("fetch", "fetched"), ("pull", "pulled"), ("push", "pushed")])
def test_the_choice_is_handed_on(cadgit: Cadgit, answering: Answering, verb: str, outcome: str) -> None:
    calls = answering(verb, getattr(samples, outcome))
    cadgit(verb)
    cadgit(verb, "hub", "--part", "lid", "--part", "box", "--line", "ada", "--no-candidates", "--dry-run")
    some = Choice("hub", ("lid", "box"), ("ada",), candidates=False, dry_run=True)
    assert calls == [{"arguments": (Choice(),)}, {"arguments": (some,)}]


@pytest.mark.parametrize(
    ("verb", "outcome", "code"),
    [
        ("fetch", "fetched", 1),
        ("fetch", "fetched_nothing", 0),
        ("pull", "pulled", 1),
        ("pull", "pulled_nothing", 0),
        ("push", "pushed", 0),
        ("push", "pushed_after_merge", 1),
        ("push", "pushed_nothing", 1),
    ],
)
def test_what_was_left_behind_makes_the_exit_code_1(
    cadgit: Cadgit, answering: Answering, verb: str, outcome: str, code: int
) -> None:
    answering(verb, getattr(samples, outcome))
    assert cadgit(verb).code == code
    assert cadgit(verb, "--json").json["exit_code"] == code


def test_a_remote_that_cannot_be_reached_ends_with_4(cadgit: Cadgit, answering: Answering) -> None:
    answering("push", RemoteError("the remote origin cannot be read:\n  fatal: no route", "git ls-remote origin"))
    ended = cadgit("push")
    assert ended.code == 4
    assert "fatal: no route" in ended.err
    assert cadgit("push", "--json").json["error"]["kind"] == "remote_error"


def complete(*words: str) -> list[str]:
    completion = ShellComplete(group, {}, "cadgit", "_CADGIT_COMPLETE")
    return [item.value for item in completion.get_completions(list(words[:-1]), words[-1])]


def test_remotes_are_offered(repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("origin", "workshop"):
        git("remote", "add", name, "x", cwd=repo)
    monkeypatch.chdir(repo)
    assert complete("push", "") == ["origin", "workshop"]
    assert complete("pull", "w") == ["workshop"]
    monkeypatch.chdir(tmp_path)
    assert complete("fetch", "") == []


@pytest.mark.usefixtures("answering")
def test_parts_and_lines_are_offered() -> None:
    assert complete("push", "--part", "") == ["bracket", "lid"]
    assert complete("push", "--line", "") == ["main"]


def test_the_commands_work_from_end_to_end(
    cadgit: Cadgit, repo: Path, tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.git.samples import add, promote

    git("init", "--quiet", "--bare", "hub.git", cwd=tmp_path)
    git("remote", "add", "origin", "../hub.git", cwd=repo)
    promote(repo, add(repo, "a")[0])
    monkeypatch.chdir(repo)
    assert cadgit("push", "--dry-run").out.splitlines() == [
        "origin (../hub.git): would be sent",
        "  candidates  bracket@main +1",
        "  versions    bracket@v1",
        "  files       bracket@v1",
        "  standing    bracket@v1",
        "  notes       promote 1, trace 1",
    ]
    assert cadgit("push").out.startswith("origin (../hub.git): sent\n")
    ended = cadgit("push", "--part", "lid")
    assert ended.code == 2
    assert "no part 'lid', neither here nor on origin" in ended.err
    git("clone", "--quiet", str(tmp_path / "hub.git"), "other", cwd=tmp_path)
    monkeypatch.chdir(tmp_path / "other")
    assert cadgit("fetch", "--json").json["waiting"]["received"]["files"] == ["bracket@v1"]
    assert cadgit("pull").out.splitlines()[0] == f"origin ({tmp_path}/hub.git): merged"
    assert cadgit("pull").out == f"origin ({tmp_path}/hub.git): nothing new\n"
    assert "bracket@v1" in cadgit("log", "bracket").out
