"""Several processes that write at once: nothing is lost, numbers have no gap and no duplicate."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from cadgit.git.candidates import Candidates
from cadgit.git.repository import Repository
from cadgit.git.versions import Versions
from tests.conftest import Git

from .samples import add, promote, run_record


def together(count: int, work: Callable[[int], object]) -> None:
    """Run ``work(0)`` … ``work(count - 1)``, each in a process of its own, all at once."""
    pids = []
    for index in range(count):
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                work(index)
                status = 0
            finally:
                os._exit(status)
        pids.append(pid)
    assert [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids] == [0] * count


def test_candidates_of_many_writers_make_one_chain(repo: Path, git: Git) -> None:
    def work(index: int) -> None:
        for i in range(5):
            add(repo, f"{index} {i}")

    together(6, work)
    numbers = [c.number for c in Candidates(Repository.open(repo)).history("bracket")]
    assert numbers == list(range(30, 0, -1))
    git("fsck", "--strict", cwd=repo)


def test_the_same_bytes_from_many_writers_are_one_candidate(repo: Path) -> None:
    together(6, lambda index: add(repo, "same"))
    assert [c.number for c in Candidates(Repository.open(repo)).history("bracket")] == [1]


def test_no_record_is_lost_while_git_moves_the_notes_ref_too(repo: Path, git: Git) -> None:
    # `git notes` itself moves the ref without a compare-and-swap and may lose what others wrote; `git update-ref` with
    # the old value, as git push and fetch do it, does not.
    candidate, _ = add(repo, "a")
    ref = "refs/notes/cadgit/run"
    Candidates(Repository.open(repo)).add_run(candidate.id, run_record(candidate))

    def moved_by_git() -> bool:
        old = git("rev-parse", ref, cwd=repo)
        new = git("commit-tree", "-p", old, "-m", "by git", f"{old}^{{tree}}", cwd=repo)
        return subprocess.run(["git", "update-ref", ref, new, old], cwd=repo).returncode == 0

    def work(index: int) -> None:
        if index == 0:
            moved = 0
            while moved < 5:
                moved += moved_by_git()
        else:
            for brep in "abcd":
                Candidates(Repository.open(repo)).add_run(candidate.id, run_record(candidate, brep))

    together(5, work)
    assert len(Candidates(Repository.open(repo)).runs(candidate.id)) == 17
    assert git("log", "--format=%s", ref, cwd=repo).splitlines().count("by git") == 5


def test_promotions_of_many_writers_have_no_gap_and_no_duplicate(repo: Path, git: Git) -> None:
    made = [add(repo, text)[0] for text in "abcdef"]

    def work(index: int) -> None:
        promote(repo, made[index], step=b"STEP %d" % index)

    together(6, work)
    versions = Versions(Repository.open(repo))
    history = versions.history("bracket")
    assert [v.number for v in history] == [6, 5, 4, 3, 2, 1]
    assert sorted(v.candidate for v in history) == sorted(c.id for c in made)
    assert [versions.promotion(v).version for v in history] == [6, 5, 4, 3, 2, 1]
    assert [versions.promotion(v).previous for v in history] == [v.id for v in history[1:]] + [""]
    latest = versions.latest("bracket")
    assert latest == history[0]
    git("fsck", "--strict", cwd=repo)


def test_the_same_promotion_from_many_writers_is_one_version(repo: Path) -> None:
    candidate, _ = add(repo, "a")
    together(6, lambda index: promote(repo, candidate))
    assert [v.number for v in Versions(Repository.open(repo)).history("bracket")] == [1]


def test_writers_get_along_with_gits_own_housekeeping(repo: Path, git: Git) -> None:
    def work(index: int) -> None:
        for i in range(6):
            if index == 0:
                subprocess.run(["git", "pack-refs", "--all", "--prune"], cwd=repo)
            elif index == 1 and i % 3 == 0:
                subprocess.run(["git", "gc", "--quiet"], cwd=repo)
            else:
                add(repo, f"{index} {i}")

    together(4, work)
    numbers = [c.number for c in Candidates(Repository.open(repo)).history("bracket")]
    assert numbers == list(range(len(numbers), 0, -1))
    assert len(numbers) == 16
    git("fsck", "--strict", cwd=repo)
