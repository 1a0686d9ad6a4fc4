"""`kill -9` at each step of a pull and of a push: nothing is lost, and the same command does the rest."""

from __future__ import annotations

import shutil
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Git

from ..samples import killed_at, killed_at_named
from .samples import promoted, pull, push, refs, shown, versions


def sound(path: Path, git: Git) -> None:
    git("fsck", "--strict", "--connectivity-only", cwd=path)
    common = path / ".git" if (path / ".git").exists() else path
    assert [str(lock) for lock in common.rglob("*.lock") if "refs" in lock.parts] == []
    assert not (common / "cadgit" / "intent").exists()


@pytest.fixture
def diverged(ada: Path, bob: Path) -> tuple[Path, Path]:
    """Two clones with a version in common, and one each with the same number; ada's is on the hub."""
    promoted(ada, "a")
    push(ada)
    pull(bob)
    promoted(ada, "from ada")
    push(ada)
    promoted(bob, "from bob")
    return ada, bob


def kept(before: dict[str, Any], path: Path) -> None:
    """Everything that was shown before is there still; a version of ours may have another number."""
    now = shown(path)
    promotions = [entry[1] for key, entry in now.items() if "@v" in key and " " not in key]
    for key, entry in before.items():
        if key.startswith("bracket@v") and " " not in key:
            assert entry == now.get(key) or any(p.candidate == entry[1].candidate for p in promotions), key
        elif "#" in key:
            assert entry[0].id in {e[0].id for k, e in now.items() if "#" in k}, key


def ended_pull(path: Path, before: dict[str, Any], git: Git) -> None:
    """After a pull that was killed nothing is lost, and the next one makes it whole."""
    kept(before, path)
    pull(path)
    assert versions(path) == {1: "a", 2: "from ada", 3: "from bob"}
    kept(before, path)
    sound(path, git)


def ended_push(path: Path, remote: Path, before: dict[str, Any], public: dict[str, str], git: Git) -> None:
    """After a push that was killed the remote is old or new, and the next one makes it new."""
    kept(before, path)
    arrived = refs(remote, "refs")
    assert arrived == public or public.keys() < arrived.keys()
    push(path)
    assert versions(remote) == versions(path) == {1: "a", 2: "from ada", 3: "from bob"}
    sound(path, git)
    sound(remote, git)


@pytest.mark.parametrize("step", ["fetch objects", "merge", "write intent", "move refs", "drop intent"])
def test_a_pull_that_is_killed_loses_nothing_and_the_next_one_ends_it(
    diverged: tuple[Path, Path], git: Git, step: str
) -> None:
    _, bob = diverged
    before = shown(bob)
    killed_at_named(step, lambda: pull(bob))
    ended_pull(bob, before, git)


@pytest.mark.parametrize("step", ["push", "pushed"])
def test_a_push_that_is_killed_loses_nothing_and_the_next_one_ends_it(
    diverged: tuple[Path, Path], hub: Path, git: Git, step: str
) -> None:
    ada, bob = diverged
    before, public = shown(bob), refs(hub, "refs")
    killed_at_named(step, lambda: push(bob))
    ended_push(bob, hub, before, public, git)
    pull(ada)
    assert shown(ada) == shown(bob)


@pytest.mark.slow
def test_a_pull_that_is_killed_at_any_step(diverged: tuple[Path, Path], tmp_path: Path, git: Git) -> None:
    _, bob = diverged
    before = shown(bob)
    for steps in count(1):
        path = tmp_path / "killed"
        shutil.copytree(bob, path)
        if not killed_at(steps, partial(pull, path)):
            break
        ended_pull(path, before, git)
        shutil.rmtree(path)
    assert steps > 20


@pytest.mark.slow
def test_a_push_that_is_killed_at_any_step(diverged: tuple[Path, Path], hub: Path, tmp_path: Path, git: Git) -> None:
    _, bob = diverged
    before, public = shown(bob), refs(hub, "refs")
    for steps in count(1):
        path, remote = tmp_path / "killed", tmp_path / "remote.git"
        shutil.copytree(bob, path)
        shutil.copytree(hub, remote)
        git("remote", "set-url", "origin", str(remote), cwd=path)
        if not killed_at(steps, partial(push, path)):
            break
        ended_push(path, remote, before, public, git)
        shutil.rmtree(path)
        shutil.rmtree(remote)
    assert steps > 20
