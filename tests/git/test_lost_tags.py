"""A tag of a version that somebody deleted is noticed, and a command brings it back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cadgit.git.lost_tags import LostTag, lost_tags
from cadgit.git.repository import Repository
from cadgit.git.versions import Versions
from cadgit.records import Version
from tests.conftest import Git

from .samples import add, promote


def lost(repo: Path, part: str = "bracket") -> tuple[LostTag, ...]:
    return lost_tags(Repository.open(repo), part)


@pytest.fixture
def made(repo: Path) -> tuple[Version, ...]:
    return tuple(promote(repo, add(repo, text)[0], step=text.encode()) for text in "abc")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_deleted_tag_is_noticed_and_the_command_restores_it_whole(
    repo: Path, git: Git, made: tuple[Version, ...], number: int
) -> None:
    version = made[number - 1]
    before = Versions(Repository.open(repo)).tagged(version)
    assert lost(repo) == ()
    git("tag", "-d", version.tag, cwd=repo)
    (found,) = lost(repo)
    assert (found.number, found.tag, found.commit) == (number, version.tag, version.id)
    subprocess.run(["sh", "-c", found.fix], cwd=repo, check=True)
    assert lost(repo) == ()
    assert git("cat-file", "-t", version.tag, cwd=repo) == "tag"
    git("update-ref", "-d", "refs/notes/cadgit/promote", cwd=repo)
    assert Versions(Repository.open(repo)).tagged(version) == before
    assert Versions(Repository.open(repo)).history("bracket") == made[::-1]


def test_without_the_files_the_latest_version_is_still_missed(repo: Path, git: Git, made: tuple[Version, ...]) -> None:
    git("tag", "-d", made[2].tag, cwd=repo)
    git("update-ref", "-d", "refs/cadgit/artifacts/bracket/v3", cwd=repo)
    assert [tag.commit for tag in lost(repo)] == [made[2].id]


def test_a_version_that_no_ref_leads_to_is_found_by_its_note_or_fetched(
    repo: Path, git: Git, made: tuple[Version, ...]
) -> None:
    git("tag", "-d", made[2].tag, cwd=repo)
    git("update-ref", "refs/cadgit/promoted/bracket", made[1].id, cwd=repo)
    assert [tag.commit for tag in lost(repo)] == [made[2].id]
    git("gc", "--quiet", "--prune=now", cwd=repo)
    (found,) = lost(repo)
    assert (found.commit, found.fix) == ("", f"git fetch origin refs/tags/{made[2].tag}:refs/tags/{made[2].tag}")


def test_a_clone_that_has_tags_alone_misses_none(
    repo: Path, git: Git, made: tuple[Version, ...], tmp_path: Path
) -> None:
    git("clone", "-q", str(repo), str(tmp_path / "clone"), cwd=tmp_path)
    assert lost(tmp_path / "clone") == () and lost(repo, "lid") == ()


def test_a_part_all_of_whose_tags_are_gone_is_still_a_part(repo: Path, git: Git, made: tuple[Version, ...]) -> None:
    for version in made:
        git("tag", "-d", version.tag, cwd=repo)
    assert Versions(Repository.open(repo)).parts() == ("bracket",)
    assert [tag.number for tag in lost(repo)] == [1, 2, 3]


def test_a_name_with_signs_of_the_shell_is_quoted(repo: Path, git: Git) -> None:
    version = promote(repo, add(repo, "a", part="it's")[0])
    git("tag", "-d", version.tag, cwd=repo)
    (found,) = lost(repo, "it's")
    subprocess.run(["sh", "-c", found.fix], cwd=repo, check=True)
    assert lost(repo, "it's") == ()
