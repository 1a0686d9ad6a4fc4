"""Dropping candidates: what stays keeps its number, bytes and records, and no version is touched."""

from __future__ import annotations

import shutil
from pathlib import Path

from cadgit.git.candidates import Candidates
from cadgit.git.dropping import Dropped, drop, droppable
from cadgit.git.repository import Repository
from cadgit.git.versions import Versions
from cadgit.records import Candidate
from tests.conftest import Git

from .samples import WHEN, add, killed_at, promote, run_record, verdict
from .test_concurrency import together

TIP = "refs/cadgit/candidates/bracket/main"


def filled(repo: Path, count: int = 6) -> list[Candidate]:
    """A line of candidates that all ran; the third was promoted."""
    made = [add(repo, f"{number}")[0] for number in range(1, count + 1)]
    known = Candidates(Repository.open(repo))
    for candidate in made:
        known.add_run(candidate.id, run_record(candidate))
        known.add_verdict(candidate.id, verdict(candidate))
    promote(repo, made[2])
    return made


def drop_until(repo: Path, number: int) -> Dropped:
    """Drop candidates up to this number, through a repository opened for it, as a process of its own would."""
    return drop(Repository.open(repo), "bracket", "main", lambda candidate: candidate.number > number, WHEN)


def standing(repo: Path, git: Git) -> object:
    """All that promise 1 is about, and the records of the candidate that version 1 names."""
    versions = Versions(Repository.open(repo))
    version = versions.get("bracket", 1)
    assert version is not None
    notes = [git("notes", f"--ref=cadgit/{space}", "show", version.candidate, cwd=repo) for space in ("run", "verify")]
    refs = git("for-each-ref", "refs/tags", "refs/cadgit/promoted", "refs/cadgit/artifacts", cwd=repo)
    refs += git("rev-parse", "refs/notes/cadgit/promote", "refs/notes/cadgit/trace", cwd=repo)
    return version, versions.promotion(version), versions.artifacts(version), notes, refs


def line(repo: Path) -> list[Candidate]:
    return list(Candidates(Repository.open(repo)).history("bracket"))[::-1]


def check_dropped(repo: Path, made: list[Candidate]) -> None:
    """1, 2 and 4 are gone; 3 (promoted), 5 and 6 are there with their bytes and their records."""
    known, stay = Candidates(Repository.open(repo)), [made[2], made[4], made[5]]
    assert [(c.number, c.tree, c.when, c.meta) for c in line(repo)] == [
        (c.number, c.tree, c.when, c.meta) for c in stay
    ]
    for candidate in line(repo):
        assert known.runs(candidate.id) == (run_record(candidate),)
        assert known.verdicts(candidate.id) == (verdict(candidate),)
    for gone in (made[0], made[1], made[3]):
        assert known.find("bracket", None, gone.tree) is None
        assert known.numbered("bracket", "main", gone.number) is None
        assert known.runs(gone.id) == known.verdicts(gone.id) == ()


def test_what_stays_keeps_its_number_bytes_and_records(repo: Path, git: Git) -> None:
    made = filled(repo)
    before = standing(repo, git)
    assert [c.number for c in droppable(Repository.open(repo), "bracket", "main", lambda c: c.number > 4)] == [1, 2, 4]
    assert line(repo) == made
    dropped = drop_until(repo, 4)
    assert ([c.number for c in dropped.candidates], dropped.kept) == ([1, 2, 4], 3)
    check_dropped(repo, made)
    assert standing(repo, git) == before
    assert git("rev-list", "--count", TIP, cwd=repo) == "3"
    git("fsck", "--strict", cwd=repo)


def test_git_can_throw_away_what_was_dropped_and_nothing_else(repo: Path, git: Git) -> None:
    made = filled(repo)
    before = standing(repo, git)
    drop_until(repo, 4)
    git("gc", "--quiet", "--prune=now", cwd=repo)
    check_dropped(repo, made)
    assert standing(repo, git) == before
    assert Repository.open(repo).missing(c.id for c in made) == [c.id for c in made]
    assert Repository.open(repo).missing(c.tree for c in made) == [made[0].tree, made[1].tree, made[3].tree]


def test_numbers_are_not_used_again_and_the_newest_stays(repo: Path) -> None:
    made = filled(repo)
    drop_until(repo, 99)
    assert [c.number for c in line(repo)] == [3, 6]
    again, new = add(repo, "1")
    assert (again.number, again.tree, new) == (7, made[0].tree, True)


def test_what_comes_before_the_first_that_is_dropped_is_not_written_again(repo: Path) -> None:
    made = filled(repo)
    drop(Repository.open(repo), "bracket", "main", lambda candidate: candidate.number != 4, WHEN)
    assert [c.id == m.id for c, m in zip(line(repo), made[:3] + made[4:], strict=True)] == [True] * 3 + [False] * 2


def test_a_candidate_is_found_by_the_commit_that_it_had_before(repo: Path) -> None:
    made = filled(repo)
    drop_until(repo, 4)
    known = Candidates(Repository.open(repo))
    assert known.current(made[4].id) == line(repo)[1]
    # A run that began before the candidate got another commit ends after it.
    known.add_run(made[4].id, run_record(made[4], brep="d"))
    assert len(known.runs(line(repo)[1].id)) == 2


def test_another_ref_of_cadgit_s_follows_its_candidate(repo: Path, git: Git) -> None:
    made = filled(repo)
    git("update-ref", "refs/cadgit/ranked/bracket/best", made[4].id, cwd=repo)
    git("update-ref", "refs/cadgit/candidates/bracket/side", made[4].id, cwd=repo)
    git("update-ref", "refs/heads/mine", made[4].id, cwd=repo)
    drop_until(repo, 4)
    names = ("cadgit/ranked/bracket/best", "cadgit/candidates/bracket/side", "heads/mine")
    held = [Repository.open(repo).ref(f"refs/{name}") for name in names]
    assert held == [line(repo)[1].id, made[4].id, made[4].id]


def test_a_version_still_belongs_to_its_candidate(repo: Path) -> None:
    filled(repo)
    drop_until(repo, 4)
    versions = Versions(Repository.open(repo))
    assert versions.of_candidate(line(repo)[0]) == versions.history("bracket")
    assert promote(repo, line(repo)[0]) == versions.get("bracket", 1)
    assert promote(repo, line(repo)[1], step=b"STEP 2").number == 2


def test_dropping_twice_leaves_what_a_version_names(repo: Path, git: Git) -> None:
    filled(repo)
    before = standing(repo, git)
    drop_until(repo, 1)
    drop_until(repo, 4)
    assert standing(repo, git) == before
    assert [c.number for c in line(repo)] == [3, 5, 6]
    assert drop_until(repo, 4) == Dropped((), 3)


def test_a_candidate_that_is_promoted_before_the_lock_is_taken_stays(repo: Path) -> None:
    made = filled(repo)
    promoted: list[int] = []

    def is_wanted(candidate: Candidate) -> bool:
        if not promoted:
            promoted.append(promote(repo, made[0], step=b"STEP 1").number)
        return candidate.number > 4

    # Asked first without the lock, as one would before one asks the user.
    droppable(Repository.open(repo), "bracket", "main", is_wanted)
    assert [c.number for c in drop(Repository.open(repo), "bracket", "main", is_wanted, WHEN).candidates] == [2, 4]


def test_runs_that_go_on_meanwhile_lose_no_record(repo: Path, git: Git) -> None:
    filled(repo)

    def work(index: int) -> None:
        if index == 0:
            for number in range(1, 6):
                drop_until(repo, number)
            return
        for i in range(5):
            candidate, _ = add(repo, f"{index} {i}")
            Candidates(Repository.open(repo)).add_run(candidate.id, run_record(candidate))
            Candidates(Repository.open(repo)).add_verdict(candidate.id, verdict(candidate))

    together(4, work)
    known = Candidates(Repository.open(repo))
    assert [candidate.number for candidate in line(repo)] == [3, *range(6, 22)]
    for candidate in line(repo):
        assert known.runs(candidate.id) == (run_record(candidate),)
        assert known.verdicts(candidate.id) == (verdict(candidate),)
    git("fsck", "--strict", cwd=repo)


def test_killed_at_any_step_loses_nothing_that_stays(repo: Path, tmp_path: Path, git: Git) -> None:
    made = filled(repo)
    before = standing(repo, git)
    number = 0
    while True:
        number += 1
        path = tmp_path / f"killed-{number}"
        shutil.copytree(repo, path)
        if not killed_at(number, lambda at=path: drop_until(at, 4)):
            break
        assert standing(path, git) == before
        add(path, "next")  # whoever writes next cleans up: all of it was dropped, or nothing
        known = Candidates(Repository.open(path))
        numbers = [c.number for c in line(path)]
        assert numbers in ([1, 2, 3, 4, 5, 6, 7], [3, 5, 6, 7])
        assert [known.runs(c.id) for c in line(path)[:-1]] == [(run_record(c),) for c in line(path)[:-1]]
        drop(Repository.open(path), "bracket", "main", lambda candidate: candidate.number > 4, WHEN)
        assert [c.number for c in line(path)] == [3, 5, 6, 7]
        assert standing(path, git) == before
        git("fsck", "--strict", "--no-dangling", cwd=path)
        assert not list((path / ".git").rglob("*.lock"))
        shutil.rmtree(path)
    assert number >= 10
    check_dropped(path, made)
