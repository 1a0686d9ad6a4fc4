"""Several clones, and several processes of one clone, push and pull at once."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cadgit.errors import RemoteError
from cadgit.git import steps
from cadgit.git.repository import Repository
from cadgit.git.share import exchange
from tests.conftest import Git

from ..test_concurrency import together
from .conftest import Clone
from .samples import lines, made, promoted, pull, push, shown, versions


def test_clones_that_push_at_once_all_get_through(clone: Clone, git: Git) -> None:
    clones = [clone(f"clone{number}") for number in range(3)]
    for number, path in enumerate(clones):
        promoted(path, f"{number}")

    together(3, lambda index: push(clones[index]))
    for path in clones:
        pull(path)
    assert sorted(versions(clones[0])) == [1, 2, 3]
    assert sorted(versions(clones[0]).values()) == ["0", "1", "2"]
    assert shown(clones[0]) == shown(clones[1]) == shown(clones[2])
    for path in clones:
        git("fsck", "--strict", cwd=path)


def test_one_clone_pulls_pushes_and_promotes_at_once(ada: Path, bob: Path, git: Git) -> None:
    promoted(ada, "from ada")
    push(ada)

    def work(index: int) -> None:
        if index == 0:
            pull(bob)
        elif index == 1:
            push(bob)
        else:
            for number in range(3):
                promoted(bob, f"{index} {number}")

    together(4, work)
    push(bob)
    pull(ada)
    assert sorted(versions(bob)) == list(range(1, 8))
    assert len(set(versions(bob).values())) == 7
    assert versions(bob)[1] == "from ada"
    assert shown(ada) == shown(bob)
    git("fsck", "--strict", cwd=bob)


def test_a_push_that_is_overtaken_fetches_merges_and_tries_again(
    ada: Path, bob: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    promoted(ada, "from ada")
    made(bob, "b")
    overtaken: list[str] = []

    def overtake(name: str) -> None:
        if name == "push" and not overtaken:
            overtaken.append(name)
            monkeypatch.undo()
            push(ada)

    monkeypatch.setattr(steps, "on_step", overtake)
    pushed = push(bob)
    assert overtaken
    assert pushed.merged.received.versions == ("bracket@v1",)
    (side,) = pushed.merged.side_lines
    assert lines(bob) == {"main": ["from ada"], side.side: ["b"]}
    pull(ada)
    assert shown(ada) == shown(bob)


def test_a_push_that_is_overtaken_each_time_gives_up_and_says_so(
    ada: Path, bob: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "_PUSHES", 2)
    made(bob, "b")
    made(ada, "0")

    def overtake(name: str) -> None:
        if name == "push":
            monkeypatch.setattr(steps, "on_step", lambda name: None)
            made(ada, f"{len(lines(ada)['main'])}")
            push(ada)
            monkeypatch.setattr(steps, "on_step", overtake)

    monkeypatch.setattr(steps, "on_step", overtake)
    with pytest.raises(RemoteError, match="origin moved each of the 2 times") as caught:
        push(bob)
    assert "run the command again" in caught.value.hint


def test_pruning_between_fetch_and_merge_makes_it_fetch_again(
    ada: Path, bob: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    promoted(ada, "a")
    push(ada)
    pruned: list[str] = []

    def prune(name: str) -> None:
        if name == "merge" and len(pruned) < 2:
            pruned.append(name)
            subprocess.run(["git", "gc", "--prune=now", "--quiet"], cwd=bob, check=True)

    monkeypatch.setattr(steps, "on_step", prune)
    pull(bob)
    assert len(pruned) == 2
    assert shown(bob) == shown(ada)
    git("fsck", "--strict", cwd=bob)


def test_pulls_get_along_with_gits_own_housekeeping(ada: Path, bob: Path, git: Git) -> None:
    def work(index: int) -> None:
        for number in range(3):
            if index == 0:
                subprocess.run(["git", "gc", "--prune=now", "--quiet"], cwd=bob)
                subprocess.run(["git", "repack", "-ad", "--quiet"], cwd=bob)
            elif index == 1:
                promoted(ada, f"{number}")
                push(ada)
            else:
                pull(bob)

    together(3, work)
    pull(bob)
    assert versions(bob) == {1: "0", 2: "1", 3: "2"}
    assert shown(bob) == shown(ada)
    git("fsck", "--strict", cwd=bob)
    assert Repository.open(bob).ref("refs/cadgit/promoted/bracket")
