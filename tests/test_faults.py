"""A full disk and a read-only repository end in a clear error, and the last good version stays as it was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

MODEL = "from build123d import *\n\nresult = Box({}, 10, 10)\n"

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system needs root")


def cadgit(repo: Path, *args: str) -> tuple[int, dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "cadgit", *args, "--json"], cwd=repo, capture_output=True, encoding="utf-8"
    )
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


def state(repo: Path, git: Any) -> str:
    refs = git("for-each-ref", "refs/tags", "refs/cadgit/promoted", "refs/cadgit/artifacts", cwd=repo)
    note = git("notes", "--ref=cadgit/promote", "show", "refs/cadgit/promoted/clip", cwd=repo)
    step = git("rev-parse", "refs/cadgit/artifacts/clip/v1:clip.step", cwd=repo)
    return f"{refs}\n{note}\n{step}"


@pytest.fixture
def small_disk(tmp_path: Path, git: Any) -> Iterator[Path]:
    """A repository on a file system of 4 MB, with clip v1 promoted."""
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], check=True)
    try:
        git("init", "--quiet", cwd=place)
        (place / "clip.py").write_text(MODEL.format(10), encoding="utf-8")
        code, answer = cadgit(place, "promote", "clip.py")
        assert code == 0, answer
        (place / "clip.py").write_text(MODEL.format(20), encoding="utf-8")
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path, leave: int) -> Path:
    """Fill the disk up to `leave` bytes."""
    ballast = disk / ".git" / "ballast"
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    ballast.write_bytes(b"\0" * max(0, free - leave))
    return ballast


@pytest.mark.slow
@needs_root
@pytest.mark.parametrize("leave", [0, 8192])
def test_a_full_disk_is_a_clear_error_and_loses_nothing(small_disk: Path, git: Any, leave: int) -> None:
    before = state(small_disk, git)
    ballast = fill(small_disk, leave)
    code, answer = cadgit(small_disk, "promote", "clip.py")
    assert code == 4, answer
    assert answer["error"]["kind"] == "storage_error"
    assert "disk" in answer["error"]["message"] or "space" in answer["error"]["message"]
    assert answer["error"]["hint"]
    assert state(small_disk, git) == before
    assert cadgit(small_disk, "status")[0] == 0
    ballast.unlink()
    code, answer = cadgit(small_disk, "promote", "clip.py")
    assert code == 0, answer
    assert answer["version"]["number"] == 2
    git("fsck", "--strict", cwd=small_disk)


@needs_root
@pytest.mark.slow
def test_a_read_only_repository_is_a_clear_error_and_can_still_be_read(small_disk: Path, git: Any) -> None:
    before = state(small_disk, git)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    try:
        for command in (["run", "clip.py"], ["promote", "clip.py"]):
            code, answer = cadgit(small_disk, *command)
            assert code == 4
            assert answer["error"]["kind"] == "storage_error"
            assert "read-only" in answer["error"]["message"].lower()
        for command in (["status"], ["log", "clip"], ["show", "clip@v1"], ["verify", "clip@v1"]):
            code, answer = cadgit(small_disk, *command)
            assert code == 0, answer
        assert state(small_disk, git) == before
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    assert cadgit(small_disk, "promote", "clip.py")[0] == 0
