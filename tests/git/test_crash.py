"""`kill -9` at each step of every write: what stood before still stands, and the same command finishes the job."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cadgit.git.candidates import Candidates
from cadgit.git.intent import Intent
from cadgit.git.repository import Repository
from cadgit.git.versions import Versions
from cadgit.records import Candidate
from tests.conftest import Git

from .samples import WHEN, add, killed_at, killed_at_named, promote, run_record, traced

WHO = "Ada Tester <ada@example.com>"


@pytest.fixture
def before(repo: Path) -> Path:
    """A repository with one promoted version, whose record must survive whatever is killed."""
    first, _ = add(repo, "first")
    Candidates(Repository.open(repo)).add_run(first.id, run_record(first))
    promote(repo, first)
    add(repo, "second")
    return repo


def standing(repo: Path) -> tuple[Any, ...]:
    """All that promise 1 is about: version 1, its provenance and note, its files, and the record of its run."""
    repository = Repository.open(repo)
    versions, candidates = Versions(repository), Candidates(repository)
    first = versions.get("bracket", 1)
    assert first is not None
    runs = candidates.runs(first.candidate)[:1]
    return (first, versions.promotion(first), versions.artifacts(first), runs, repository.ref("refs/tags/" + first.tag))


def each_kill(before: Path, tmp_path: Path, work: Callable[[Path], object]) -> Iterator[tuple[int, Path]]:
    """A copy of the repository for each step of `work`, in which a process was killed just before that step."""
    number = 1
    while True:
        path = tmp_path / f"killed-{number}"
        shutil.copytree(before, path)
        if not killed_at(number, lambda at=path: work(at)):
            return
        yield number, path
        shutil.rmtree(path)
        number += 1


def sound(repo: Path, git: Git) -> None:
    assert "error" not in git("fsck", "--strict", "--no-dangling", cwd=repo)
    assert [str(lock) for lock in (repo / ".git").rglob("*.lock")] == []
    assert not (repo / ".git" / "cadgit" / "intent").exists()


def test_killed_while_it_adds_a_candidate(before: Path, tmp_path: Path, git: Git) -> None:
    kept = standing(before)
    steps = 0
    for steps, path in each_kill(before, tmp_path, lambda at: add(at, "third")):  # noqa: B007
        assert standing(path) == kept
        candidate, _ = add(path, "third")
        assert candidate.number == 3
        assert [c.number for c in Candidates(Repository.open(path)).history("bracket")] == [3, 2, 1]
        sound(path, git)
    assert steps >= 6


def test_killed_while_it_adds_a_run_record(before: Path, tmp_path: Path, git: Git) -> None:
    kept = standing(before)
    second = Candidates(Repository.open(before)).tip("bracket")
    assert second is not None

    def work(at: Path) -> None:
        Candidates(Repository.open(at)).add_run(second.id, run_record(second))

    steps = 0
    for steps, path in each_kill(before, tmp_path, work):  # noqa: B007
        assert standing(path) == kept
        work(path)
        runs = Candidates(Repository.open(path)).runs(second.id)
        # Killed after the record was there but before the process could say so: the next run adds its own.
        assert runs in ((run_record(second),), (run_record(second),) * 2)
        sound(path, git)
    assert steps >= 5


def test_killed_while_it_promotes(before: Path, tmp_path: Path, git: Git) -> None:
    kept = standing(before)
    second = Candidates(Repository.open(before)).tip("bracket")
    assert second is not None
    steps = 0
    for steps, path in each_kill(before, tmp_path, lambda at: promote(at, second, step=b"STEP 2")):  # noqa: B007
        assert standing(path) == kept
        finishes(path, second, git)
    assert steps >= 15


def test_killed_while_it_withdraws(before: Path, tmp_path: Path, git: Git) -> None:
    def work(at: Path) -> None:
        Versions(Repository.open(at)).withdraw("bracket", 1, WHEN, WHO)

    steps = 0
    for steps, path in each_kill(before, tmp_path, work):  # noqa: B007
        versions = Versions(Repository.open(path))
        first = versions.get("bracket", 1)
        assert first is not None
        assert (versions.latest("bracket") is None) == bool(first.withdrawn)
        work(path)
        assert versions.latest("bracket") is None
        assert [v.withdrawn for v in versions.history("bracket")] == [WHEN]
        sound(path, git)
    assert steps >= 6


@pytest.mark.parametrize("moved", ["tags", "promoted", "artifacts", "notes/cadgit/promote", "notes/cadgit/trace"])
def test_killed_when_the_first_of_five_refs_had_moved(before: Path, git: Git, moved: str) -> None:
    # libgit2 renames the five locks inside one call, in an order of its own: do the first by hand, for each.
    kept = standing(before)
    second = Candidates(Repository.open(before)).tip("bracket")
    assert second is not None
    killed_at_named("move refs", lambda: promote(before, second, step=b"STEP 2"))
    intent = Intent.load(before / ".git")
    assert intent is not None
    ((name, _, new),) = [update for update in intent.updates if f"/{moved}" in update[0]]
    lock = before / ".git" / f"{name}.lock"
    lock.write_text(f"{new}\n", encoding="utf-8")
    lock.rename(before / ".git" / name)
    assert standing(before) == kept
    finishes(before, second, git)
    assert standing(before) == kept


PROMOTE = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.git.samples import Candidates, Repository, promote
path = Path(sys.argv[1])
promote(path, Candidates(Repository.open(path)).tip("bracket"), step=b"STEP 2")
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("call", ["rename", "link", "unlink"])
def test_killed_at_each_system_call_that_moves_a_file(before: Path, tmp_path: Path, git: Git, call: str) -> None:
    kept = standing(before)
    second = Candidates(Repository.open(before)).tip("bracket")
    assert second is not None
    killed = 0
    while True:
        path = tmp_path / "killed"
        shutil.copytree(before, path)
        rule = f"inject={call}:signal=KILL:when={killed + 1}"
        command = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e", rule]
        command += [sys.executable, "-c", PROMOTE, str(path), str(Path(__file__).parents[2])]
        ended = subprocess.run(command, capture_output=True, encoding="utf-8")
        if ended.returncode == 0:
            break
        if "ptrace" in ended.stderr:
            pytest.skip(f"strace is not allowed here: {ended.stderr.strip()}")
        assert ended.returncode == -9, ended.stderr
        killed += 1
        assert standing(path) == kept
        finishes(path, second, git)
        shutil.rmtree(path)
    assert killed >= 3


def finishes(repo: Path, candidate: Candidate, git: Git) -> None:
    """The same promotion again makes version 2 complete."""
    version = promote(repo, candidate, step=b"STEP 2")
    versions = Versions(Repository.open(repo))
    assert version.number == 2
    assert [v.number for v in versions.history("bracket")] == [2, 1]
    assert versions.latest("bracket") == version
    assert versions.promotion(version).candidate == candidate.id
    assert sorted(versions.artifacts(version)) == ["bracket.brep", "bracket.step"]
    assert traced(repo, b"STEP 2") == [version]
    sound(repo, git)
