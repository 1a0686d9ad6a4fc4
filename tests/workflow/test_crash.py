"""SIGKILL at each step of run and promote: the last good version stays as it was, and the same command finishes.

Every step is one that writes to the repository (see `cadgit.git.steps`), and the process is killed just before it.
"""

from __future__ import annotations

import os
import shutil
import signal
import traceback
from pathlib import Path
from typing import Any

import pytest

from cadgit.git import steps
from cadgit.records import Promotion, Version
from cadgit.workflow import promote, run
from cadgit.workflow.workspace import Workspace

from .fake_kernel import install


def child(repo: Path, verb: str, stop_at: int = 0) -> tuple[int, int]:
    """Do the operation in a forked process that kills itself before step `stop_at`, as `kill -9` would.

    Returns:
        The process's wait status, and how many steps it came to (0 when it was killed).
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.write(writer, bytes([operate(repo, verb, stop_at)]))
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writer)
    _, status = os.waitpid(pid, 0)
    with os.fdopen(reader, "rb") as stream:
        return status, sum(stream.read())


def operate(repo: Path, verb: str, stop_at: int) -> int:
    taken = 0

    def on_step(name: str) -> None:
        nonlocal taken
        taken += 1
        if taken == stop_at:
            os.kill(os.getpid(), signal.SIGKILL)

    steps.on_step = on_step
    with install(Workspace.open(repo)) as ws:
        if verb == "run":
            run.run(ws, str(repo / "clip.py"))
        else:
            promote.promote(ws, str(repo / "clip.py"), message="to the workshop")
    return taken


def standing(repo: Path) -> tuple[Version | None, Promotion, dict[str, bytes], str]:
    """Everything that promise 1 is about: the version, its note, its files, its tag object."""
    with Workspace.open(repo) as ws:
        version = ws.versions.get("clip", 1)
        assert version is not None
        tag = ws.repository.ref("refs/tags/cadgit/clip/v1")
        assert tag is not None
        return version, ws.versions.promotion(version), ws.versions.artifacts(version), tag


@pytest.fixture
def prepared(repo: Path) -> Path:
    """A repository with clip v1 promoted, and other bytes in the working tree."""
    (repo / "clip.py").write_text("result = 1\n", encoding="utf-8")
    with install(Workspace.open(repo)) as ws:
        promote.promote(ws, str(repo / "clip.py"))
    (repo / "clip.py").write_text("result = 2\n", encoding="utf-8")
    return repo


@pytest.mark.parametrize("verb", ["run", "promote"])
def test_a_kill_at_any_step_loses_nothing_and_the_same_command_finishes(
    prepared: Path, tmp_path: Path, git: Any, verb: str
) -> None:
    before = standing(prepared)
    _, total = child(copy(prepared, tmp_path / "whole"), verb)
    assert total >= (4 if verb == "run" else 10)
    for stop_at in range(1, total + 1):
        repo = copy(prepared, tmp_path / f"{verb}-{stop_at}")
        assert child(repo, verb, stop_at) == (signal.SIGKILL, 0)
        assert standing(repo) == before
        with Workspace.open(repo) as ws:
            latest = ws.versions.latest("clip")
            assert latest is not None
            assert latest.number in (1, 2)
        status, _ = child(repo, verb)
        assert status == 0, f"killed before step {stop_at}, the same command did not finish"
        assert standing(repo) == before
        check_finished(repo, verb)
        git("fsck", "--strict", "--no-dangling", cwd=repo)
        assert not list((repo / ".git").rglob("*.lock"))
        shutil.rmtree(repo)


def copy(repo: Path, place: Path) -> Path:
    shutil.copytree(repo, place, symlinks=True)
    return place


def check_finished(repo: Path, verb: str) -> None:
    with install(Workspace.open(repo)) as ws:
        outcome = run.run(ws, str(repo / "clip.py"))
        assert outcome.reused
        assert outcome.candidate.number == 2
        assert outcome.record.outcome == "done"
        if verb == "promote":
            done = promote.promote(ws, str(repo / "clip.py"))
            assert done.already
            assert done.version.number == 2
            assert done.promotion.message == "to the workshop"
            assert ws.versions.artifacts(done.version)["clip.step"].startswith(b"ISO-10303-21;BREP")
            assert [version.number for version in ws.versions.history("clip")] == [2, 1]
