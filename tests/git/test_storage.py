"""A full disk and a read-only repository end in one clear error, and nothing that was there is harmed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cadgit.errors import StorageError
from cadgit.git import steps
from cadgit.git.candidates import Candidates
from cadgit.git.repository import Repository
from cadgit.git.versions import Versions
from tests.conftest import Git

from .samples import add, promote, run_record, traced

PAGE = os.sysconf("SC_PAGE_SIZE")  # what a file on a tmpfs grows by


def mount(*args: str) -> None:
    done = subprocess.run(["mount", *args], capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        pytest.skip(f"needs the right to mount: {done.stderr.strip()}")


@pytest.fixture
def small(tmp_path: Path, git: Git) -> Iterator[Path]:
    """A repository on a disk of two megabytes."""
    path = tmp_path / "small"
    path.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(path))
    try:
        git("init", "--quiet", "--template=", cwd=path)
        yield path
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)


@pytest.fixture
def read_only(repo: Path) -> Iterator[Path]:
    """A repository with a candidate and a version, on a disk that cannot be written."""
    candidate, _ = add(repo, "a")
    Candidates(Repository.open(repo)).add_run(candidate.id, run_record(candidate))
    promote(repo, candidate)
    mount("--bind", str(repo), str(repo))
    try:
        mount("-o", "remount,bind,ro", str(repo))
        yield repo
    finally:
        subprocess.run(["umount", "--lazy", str(repo)], check=True)


def fill(path: Path) -> None:
    with (path / "filler").open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


@pytest.mark.parametrize("what", ["candidate", "record", "version"])
def test_a_full_disk_is_named_and_what_was_there_stands(small: Path, git: Git, what: str) -> None:
    first, _ = add(small, "first")
    version = promote(small, first)
    second, _ = add(small, "second")
    fill(small)
    work: dict[str, Callable[[], object]] = {
        "candidate": lambda: add(small, os.urandom(3000).hex()),
        "record": lambda: Candidates(Repository.open(small)).add_run(second.id, run_record(second)),
        "version": lambda: promote(small, second, step=os.urandom(3000)),
    }
    with pytest.raises(StorageError, match="no space left") as caught:
        work[what]()
    assert "free some space" in caught.value.hint
    assert caught.value.exit_code == 4
    assert Versions(Repository.open(small)).latest("bracket") == version
    assert [str(lock) for lock in small.rglob("*.lock")] == []
    (small / "filler").unlink()
    work[what]()
    git("fsck", "--strict", cwd=small)


@pytest.mark.parametrize("pages", range(1, 8))
@pytest.mark.parametrize("what", ["candidate", "record", "version"])
def test_a_disk_with_room_for_some_objects_is_full_too(small: Path, git: Git, what: str, pages: int) -> None:
    # libgit2 says that it wrote an object when there was no room for the object's folder.
    first, _ = add(small, "first")
    version = promote(small, first)
    second, _ = add(small, "second")
    work: dict[str, Callable[[], object]] = {
        "candidate": lambda: add(small, "third"),
        "record": lambda: Candidates(Repository.open(small)).add_run(second.id, run_record(second)),
        "version": lambda: promote(small, second, step=b"STEP 2"),
    }
    fill(small)
    os.truncate(small / "filler", (small / "filler").stat().st_size - pages * PAGE)
    try:
        work[what]()
    except StorageError as error:
        assert "no space left" in error.message
    assert Versions(Repository.open(small)).get("bracket", 1) == version
    (small / "filler").unlink()
    work[what]()
    git("fsck", "--strict", cwd=small)


@pytest.mark.parametrize("pages", range(6))
def test_a_disk_that_fills_up_while_refs_move_leaves_work_that_the_next_writer_finishes(
    small: Path, git: Git, monkeypatch: pytest.MonkeyPatch, pages: int
) -> None:
    first, _ = add(small, "first")
    version = promote(small, first)
    second, _ = add(small, "second")

    def fill_up(name: str) -> None:
        if name == "move refs":
            fill(small)
            os.truncate(small / "filler", (small / "filler").stat().st_size - pages * PAGE)

    monkeypatch.setattr(steps, "on_step", fill_up)
    try:
        promote(small, second, step=b"STEP 2")
    except StorageError as error:
        assert "no space left" in error.message
    monkeypatch.undo()
    versions = Versions(Repository.open(small))
    assert versions.get("bracket", 1) == version
    assert versions.artifacts(version)["bracket.step"] == b"STEP"
    assert [str(lock) for lock in small.rglob("*.lock")] == []
    (small / "filler").unlink()
    made = promote(small, second, step=b"STEP 2")
    assert [v.number for v in versions.history("bracket")] == [2, 1]
    assert versions.latest("bracket") == made
    assert versions.promotion(made).candidate == second.id
    assert traced(small, b"STEP 2") == [made]
    assert not (small / ".git" / "cadgit" / "intent").exists()
    git("fsck", "--strict", cwd=small)


def test_a_read_only_repository_can_be_read(read_only: Path) -> None:
    candidates, versions = Candidates(Repository.open(read_only)), Versions(Repository.open(read_only))
    tip = candidates.tip("bracket")
    assert tip is not None
    assert candidates.runs(tip.id) == (run_record(tip),)
    latest = versions.latest("bracket")
    assert latest is not None
    assert versions.artifacts(latest)["bracket.step"] == b"STEP"
    assert add(read_only, "a") == (tip, False)


@pytest.mark.parametrize("what", ["candidate", "record", "version", "configuration"])
def test_writing_to_a_read_only_repository_says_so(read_only: Path, what: str) -> None:
    repository = Repository.open(read_only)
    tip = Candidates(repository).tip("bracket")
    assert tip is not None
    work: dict[str, Callable[[], object]] = {
        "candidate": lambda: add(read_only, "b"),
        "record": lambda: Candidates(repository).add_run(tip.id, run_record(tip)),
        "version": lambda: promote(read_only, tip),
        "configuration": lambda: repository.add_config_value("notes.displayRef", "x"),
    }
    with pytest.raises(StorageError, match="cannot be written: read-only file system"):
        work[what]()


def test_a_repository_without_write_permission_says_so(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may write everywhere, so the refusal is played by the one call that meets it first.
    def refuse(*args: object, **options: object) -> int:
        raise PermissionError(13, "Permission denied", str(repo))

    monkeypatch.setattr("cadgit.git.lock.os.open", refuse)
    with pytest.raises(StorageError, match="cannot be written: permission denied"):
        add(repo, "a")
