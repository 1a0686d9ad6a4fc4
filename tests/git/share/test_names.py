"""A remote's refs have a place of their own, and are read back from it as they are called there."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.git.refs import ArtifactsRef, CandidatesRef, NotesRef, PromotedRef, TagRef
from cadgit.git.repository import Repository
from cadgit.git.share.names import SharedRef, parse, tracked, tracked_elsewhere, tracking
from tests.conftest import Git

REFS: list[SharedRef] = [
    CandidatesRef("bracket", "main"),
    PromotedRef("notes"),
    ArtifactsRef("tags", 3),
    TagRef("bracket", 3),
    NotesRef("run"),
]


@pytest.mark.parametrize("remote", ["origin", "team/hub", "a.b", "ü"])
def test_what_a_remote_has_is_read_back(repo: Path, git: Git, remote: str) -> None:
    git("commit", "--quiet", "--allow-empty", "-m", "x", cwd=repo)
    target = git("rev-parse", "HEAD", cwd=repo)
    for ref in REFS:
        git("update-ref", tracking(remote, ref.name), target, cwd=repo)
    assert [parse(ref.name) for ref in REFS] == REFS
    repository = Repository.open(repo)
    expected = {ref.name: target for ref in REFS}
    assert tracked(repository, remote) == expected
    assert tracked(repository, f"{remote}2") == {}
    assert tracked_elsewhere(repository, remote) == []
    assert tracked_elsewhere(repository, "another") == [expected]


@pytest.mark.parametrize("ref", ["refs/heads/main", "refs/cadgit/future/x", "refs/cadgit-remotes/origin/promoted/x"])
def test_what_is_not_shared_is_no_shared_ref(ref: str) -> None:
    assert parse(ref) is None
