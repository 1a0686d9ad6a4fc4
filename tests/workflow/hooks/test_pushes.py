"""pre-push names what the remote does not have, as far as that is known without asking it."""

from __future__ import annotations

import pytest

from cadgit.workflow.hooks.pushes import pre_push
from cadgit.workflow.workspace import now
from tests.conftest import Git

from ..conftest import Made

BRANCH = f"refs/heads/main {'1' * 40} refs/heads/main {'0' * 40}\n"
DELETED = f"(delete) {'0' * 40} refs/heads/old {'1' * 40}\n"


def tag(name: str) -> str:
    return f"refs/tags/cadgit/{name} {'1' * 40} refs/tags/cadgit/{name} {'0' * 40}\n"


@pytest.fixture
def versions(made: Made) -> Made:
    """clip v1, v2 (withdrawn) and v3, and lid v1."""
    for number in (1, 2, 3):
        made.version(made.candidate("clip.py", f"result = {number}\n"))
    made.version(made.candidate("lid.py", "result = 1\n"))
    made.ws.versions.withdraw("clip", 2, now(), "Ada")
    return made


def left_behind(made: Made, *lines: str, remote: str = "origin") -> list[str]:
    return [version.name for version in pre_push(made.ws, remote, lines).left_behind]


def test_versions_that_stand_are_named_oldest_first(versions: Made) -> None:
    assert left_behind(versions, BRANCH) == ["clip@v1", "clip@v3", "lid@v1"]


def test_what_is_pushed_along_is_not_named_then_and_later(versions: Made) -> None:
    assert left_behind(versions, BRANCH, tag("clip/v1"), tag("lid/v1")) == ["clip@v3"]
    assert left_behind(versions, BRANCH) == ["clip@v3"]
    assert left_behind(versions, BRANCH, remote="other") == ["clip@v1", "clip@v3", "lid@v1"]


def test_what_cadgit_push_or_fetch_found_there_is_not_named(versions: Made, git: Git) -> None:
    there = "refs/cadgit-remotes/origin/tags/clip/v1"
    git("update-ref", there, "refs/tags/cadgit/clip/v1", cwd=versions.repo)
    assert left_behind(versions, BRANCH) == ["clip@v3", "lid@v1"]


def test_a_push_of_nothing_but_cadgit_s_own_leaves_nothing_behind(versions: Made) -> None:
    ours = f"refs/cadgit/promoted/clip {'1' * 40} refs/cadgit/promoted/clip {'0' * 40}\n"
    assert left_behind(versions, tag("clip/v1"), ours) == []
    assert left_behind(versions) == []


def test_deleting_a_branch_leaves_nothing_behind_and_deleting_a_tag_does_not_count_as_pushing_it(
    versions: Made,
) -> None:
    assert left_behind(versions, DELETED) == []
    gone = f"(delete) {'0' * 40} refs/tags/cadgit/clip/v1 {'1' * 40}\n"
    assert left_behind(versions, BRANCH, gone) == ["clip@v1", "clip@v3", "lid@v1"]


def test_a_remote_may_be_an_address(versions: Made) -> None:
    url = "https://example.com/" + "long/" * 100 + "parts.git"
    assert left_behind(versions, BRANCH, tag("clip/v1"), remote=url) == ["clip@v3", "lid@v1"]
    assert left_behind(versions, BRANCH, remote=url) == ["clip@v3", "lid@v1"]


def test_where_it_cannot_be_kept_what_was_pushed_a_version_is_named_again(versions: Made) -> None:
    (versions.ws.repository.common_dir / "cadgit" / "pushed").write_text(
        "a file where the folder should be", encoding="utf-8"
    )
    assert left_behind(versions, BRANCH, tag("clip/v1")) == ["clip@v3", "lid@v1"]
    assert left_behind(versions, BRANCH) == ["clip@v1", "clip@v3", "lid@v1"]
