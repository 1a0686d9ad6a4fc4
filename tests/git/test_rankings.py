"""Which candidates were ranked first, as refs."""

from __future__ import annotations

from pathlib import Path

from cadgit.git.rankings import Rankings
from cadgit.git.refs import RANKED_PLACES, CandidatesRef, RankedRef
from cadgit.git.repository import Repository

from ..conftest import Git
from .samples import add


def test_places_are_taken_moved_and_read_back(repo: Path, git: Git) -> None:
    first, second = add(repo, "a = 1\n")[0], add(repo, "b = 1\n")[0]
    rankings = Rankings(Repository.open(repo))
    assert rankings.places("bracket") == () and rankings.get("bracket", "best") is None
    rankings.put("bracket", {"best": first.id})
    rankings.put("bracket", {"best": second.id, "closest": first.id})
    assert rankings.places("bracket") == ("best", "closest")
    assert git("rev-parse", "refs/cadgit/ranked/bracket/best", cwd=repo) == second.id
    assert git("rev-parse", "refs/cadgit/ranked/bracket/closest", cwd=repo) == first.id


def test_a_place_that_is_not_named_stays(repo: Path) -> None:
    candidate = add(repo, "a = 1\n")[0]
    rankings = Rankings(Repository.open(repo))
    rankings.put("bracket", {"closest": candidate.id})
    rankings.put("bracket", {"best": candidate.id})
    assert rankings.get("bracket", "closest") == candidate.id


def test_a_ranked_candidate_outlives_its_line(repo: Path, git: Git) -> None:
    candidate = add(repo, "a = 1\n")[0]
    Rankings(Repository.open(repo)).put("bracket", {"best": candidate.id})
    git("update-ref", "-d", CandidatesRef("bracket").name, cwd=repo)
    git("gc", "--quiet", "--prune=now", cwd=repo)
    assert git("cat-file", "-t", candidate.id, cwd=repo) == "commit"


def test_a_ref_is_parsed_back_to_its_part_and_place() -> None:
    for place in RANKED_PLACES:
        ref = RankedRef("bracket", place)
        assert RankedRef.parse(ref.name) == ref
    assert RankedRef.parse("refs/cadgit/ranked/bracket/worst") is None
    assert RankedRef.parse("refs/cadgit/promoted/bracket") is None
