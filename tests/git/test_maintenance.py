"""Git packs what cadgit wrote, now and then, in the background."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cadgit.git.candidates import Candidates
from cadgit.git.maintenance import EVERY, maybe_gc
from cadgit.git.repository import Repository
from tests.conftest import Git

from .samples import add


def crowd(repository: Repository) -> None:
    """Loose objects enough for `gc.auto = 1`: git counts those whose name begins with 17, and wants two."""
    crowded = 0
    for number in range(10_000):
        data = b"%d" % number
        if repository.blob_id(data).startswith("17"):
            repository.write_blob(data)
            crowded += 1
            if crowded == 2:
                return


def test_git_is_asked_only_now_and_then(repo: Path) -> None:
    repository = Repository.open(repo)
    started = {number: maybe_gc(repository, number) for number in range(1, 2 * EVERY)}
    assert [number for number, pid in started.items() if pid] == [EVERY]
    os.waitpid(started[EVERY], 0)


def test_loose_objects_are_packed_and_every_candidate_stays(repo: Path, git: Git) -> None:
    made = [add(repo, text)[0] for text in "abcd"]
    git("config", "gc.auto", "1", cwd=repo)
    git("config", "gc.autoDetach", "false", cwd=repo)  # so that its end can be waited for
    repository = Repository.open(repo)
    crowd(repository)
    pid = maybe_gc(repository, EVERY)
    assert pid
    _, status = os.waitpid(pid, 0)
    assert status == 0
    assert list((repo / ".git" / "objects" / "pack").glob("*.pack"))
    assert list(Candidates(Repository.open(repo)).history("bracket")) == made[::-1]


def test_without_git_nothing_is_started(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert maybe_gc(Repository.open(repo), EVERY) == 0


def test_in_a_hook_this_repository_is_packed_and_no_other(
    repo: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("init", "--quiet", "elsewhere", cwd=tmp_path)
    git("config", "gc.auto", "1", cwd=repo)
    git("config", "gc.autoDetach", "false", cwd=repo)
    repository = Repository.open(repo)
    add(repo, "a")
    crowd(repository)
    for variable, place in (("GIT_DIR", ".git"), ("GIT_OBJECT_DIRECTORY", ".git/objects"), ("GIT_INDEX_FILE", "index")):
        monkeypatch.setenv(variable, str(tmp_path / "elsewhere" / place))
    _, status = os.waitpid(maybe_gc(repository, EVERY), 0)
    assert status == 0
    assert list((repo / ".git" / "objects" / "pack").glob("*.pack"))
