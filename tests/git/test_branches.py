"""Closures are found in the user's commits by the ids of their blobs, as git's filters may have left them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from cadgit.git.branches import Branches, Files, closure_files
from cadgit.git.candidate_commits import META_PATH
from cadgit.git.repository import Repository
from tests.conftest import Git

from .samples import add


@pytest.fixture(autouse=True)
def _bytes_as_they_are(repo: Path, git: Git) -> None:
    git("config", "core.autocrlf", "false", cwd=repo)


def commit(repo: Path, git: Git, message: str, **files: bytes) -> str:
    for name, data in files.items():
        path = repo / "parts" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    git("add", "-A", cwd=repo)
    git("commit", "-q", "--allow-empty", "-m", message, cwd=repo)
    return git("rev-parse", "HEAD", cwd=repo)


def files(repo: Path, **wanted: bytes) -> Files:
    repository = Repository.open(repo)
    return tuple((f"parts/{name}.py", repository.write_blob(data)) for name, data in sorted(wanted.items()))


def holdings(repo: Path, *closures: Files) -> list[tuple[str, Files, str]]:
    found = Branches(Repository.open(repo), closures).holdings()
    return [(one.subject, one.files, one.how) for one in found]


def test_only_commits_that_brought_the_files_are_found(repo: Path, git: Git) -> None:
    commit(repo, git, "one", a=b"1", b=b"1")
    commit(repo, git, "other", c=b"9")
    commit(repo, git, "two", a=b"2")
    commit(repo, git, "one again", a=b"1")
    wanted, later = files(repo, a=b"1", b=b"1"), files(repo, a=b"2", b=b"1")
    assert holdings(repo, wanted, later) == [
        ("one again", wanted, "exact"),
        ("two", later, "exact"),
        ("one", wanted, "exact"),
    ]
    assert holdings(repo, files(repo, a=b"3")) == []
    assert holdings(repo) == []


def test_a_folder_in_the_place_of_a_file_is_no_match(repo: Path, git: Git) -> None:
    commit(repo, git, "file", a=b"1")
    git("rm", "-q", "parts/a.py", cwd=repo)
    (repo / "parts" / "a.py").mkdir(parents=True)
    (repo / "parts" / "a.py" / "x").write_text("1", encoding="utf-8")
    commit(repo, git, "folder")
    wanted = files(repo, a=b"1")
    assert holdings(repo, wanted) == [("file", wanted, "exact")]
    (tip,) = Branches(Repository.open(repo), [wanted]).tips()
    assert (tip.branch, tip.holds) == ("main", ())


@pytest.mark.parametrize(
    ("stored", "how"),
    [
        (b"a\nb\n", "line ends"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 6\n"
            % hashlib.sha256(b"a\r\nb\r\n").hexdigest().encode(),
            "LFS pointer",
        ),
    ],
)
def test_what_filters_made_of_a_file_is_recognised(repo: Path, git: Git, stored: bytes, how: str) -> None:
    commit(repo, git, "filtered", a=stored, b=b"1")
    wanted = files(repo, a=b"a\r\nb\r\n", b=b"1")
    assert holdings(repo, wanted) == [("filtered", wanted, how)]


def test_the_files_of_a_candidate_are_those_of_its_closure(repo: Path) -> None:
    candidate, _ = add(repo, "a")
    repository = Repository.open(repo)
    assert closure_files(repository, candidate.tree, META_PATH) == (("model.py", repository.blob_id(b"a")),)


def test_each_local_branch_is_told_with_what_it_holds(repo: Path, git: Git) -> None:
    first = commit(repo, git, "one", a=b"1")
    git("branch", "topic", cwd=repo)
    second = commit(repo, git, "two", a=b"2")
    one, two = files(repo, a=b"1"), files(repo, a=b"2")
    tips = Branches(Repository.open(repo), [one, two]).tips()
    assert [(tip.branch, tip.commit, tip.holds) for tip in tips] == [("main", second, (two,)), ("topic", first, (one,))]
