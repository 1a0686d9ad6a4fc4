"""The remote that is meant is the one that git would take; two remotes at once get along."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.errors import UsageError
from cadgit.git.repository import Repository
from cadgit.git.share.remotes import choose_remote, pushed_as, remote_names
from cadgit.git.versions import Versions
from tests.conftest import Git

from .conftest import Clone
from .samples import fetch, lines, made, promoted, pull, push, refs, shown, versions


def chosen(path: Path, name: str | None = None, pushing: bool = False) -> str:
    return choose_remote(Repository.open(path), name, pushing=pushing).name


def test_the_only_remote_is_taken_whatever_it_is_called(repo: Path, git: Git) -> None:
    git("remote", "add", "workshop", "https://ada:secret@example.com/parts.git", cwd=repo)
    remote = choose_remote(Repository.open(repo), None)
    assert (remote.name, remote.url) == ("workshop", "https://example.com/parts.git")


def test_of_several_the_branch_says_which_and_origin_is_next(repo: Path, git: Git) -> None:
    for name in ("origin", "workshop", "mine"):
        git("remote", "add", name, f"https://example.com/{name}", cwd=repo)
    assert remote_names(Repository.open(repo)) == ("mine", "origin", "workshop")
    assert chosen(repo) == chosen(repo, pushing=True) == "origin"
    git("config", "branch.main.remote", "workshop", cwd=repo)
    assert chosen(repo) == chosen(repo, pushing=True) == "workshop"
    git("config", "remote.pushDefault", "mine", cwd=repo)
    assert (chosen(repo), chosen(repo, pushing=True)) == ("workshop", "mine")
    git("config", "branch.main.pushRemote", "origin", cwd=repo)
    assert chosen(repo, pushing=True) == "origin"
    assert chosen(repo, "mine") == "mine"


def test_a_remote_that_is_not_there_is_an_error_that_tells_what_is(repo: Path, git: Git) -> None:
    with pytest.raises(UsageError, match="no remote to share with") as caught:
        chosen(repo)
    assert caught.value.hint == "git remote add origin URL names one"
    git("remote", "add", "workshop", "x", cwd=repo)
    with pytest.raises(UsageError, match="no remote 'orign'") as caught:
        chosen(repo, "orign")
    assert caught.value.hint == "its remotes are workshop"
    with pytest.raises(UsageError) as caught:
        chosen(repo, "https://example.com/x.git")
    assert caught.value.hint == "give it a name first: git remote add NAME https://example.com/x.git"


@pytest.mark.parametrize(
    ("refspec", "apart"),
    [
        ("+refs/heads/*:refs/remotes/origin/*", False),
        ("refs/heads/main", False),
        ("+refs/cadgit/*:refs/cadgit-copy/*", False),
        ("+refs/*:refs/*", True),
        ("refs/tags/*:refs/tags/*", True),
        ("refs/cadgit/candidates/*:refs/cadgit/candidates/*", True),
        ("refs/notes/cadgit/run:refs/notes/cadgit/run", True),
    ],
)
def test_a_remote_whose_tracking_refs_are_ours_is_pushed_to_by_another_name(
    repo: Path, git: Git, refspec: str, apart: bool
) -> None:
    git("config", "remote.team/hub.url", "https://example.com", cwd=repo)
    git("config", "remote.team/hub.proxy", "http://proxy", cwd=repo)
    git("config", "remote.team/hub.mirror", "true", cwd=repo)
    git("config", "remote.team/hub.fetch", refspec, cwd=repo)
    name, options = pushed_as(Repository.open(repo), "team/hub")
    if apart:
        assert name == "cadgit-team%2Fhub"
        assert sorted(options[1::2]) == [f"remote.{name}.proxy=http://proxy", f"remote.{name}.url=https://example.com"]
    else:
        assert (name, options) == ("team/hub", ["-c", "remote.team/hub.mirror=false"])


@pytest.fixture
def second(tmp_path: Path, git: Git) -> Path:
    """Another hub."""
    git("init", "--quiet", "--bare", "second.git", cwd=tmp_path)
    return tmp_path / "second.git"


def test_each_remote_has_a_namespace_of_its_own(ada: Path, second: Path, git: Git) -> None:
    git("config", "remote.team/second.url", str(second), cwd=ada)
    made(ada, "a")
    push(ada, "origin")
    push(ada, "team/second")
    tip = refs(ada)["refs/cadgit/candidates/bracket/main"]
    kept = {name: target for name, target in refs(ada, "refs/cadgit-remotes").items() if "/candidates/" in name}
    assert kept == {
        "refs/cadgit-remotes/origin/candidates/bracket/main": tip,
        "refs/cadgit-remotes/team%2Fsecond/candidates/bracket/main": tip,
    }


def test_what_two_remotes_have_under_one_name_is_both_public_and_stays(
    ada: Path, clone: Clone, second: Path, git: Git
) -> None:
    carl = clone("carl")
    git("remote", "set-url", "origin", str(second), cwd=carl)
    git("remote", "add", "second", str(second), cwd=ada)
    promoted(ada, "from ada")
    push(ada, "origin")
    promoted(carl, "from carl")
    push(carl)
    before = shown(ada)
    merged = pull(ada, "second")
    assert merged.renumbered == ()
    assert [(left.ref, left.reason) for left in merged.left] == [
        (
            "refs/tags/cadgit/bracket/v1",
            "another remote has another bracket v1; both are public, so neither is renumbered",
        )
    ]
    (side,) = merged.side_lines
    assert side.whose == "theirs"
    assert lines(ada) == {"main": ["from ada"], side.side: ["from carl"]}
    now = shown(ada)
    assert {key: now[key] for key in before} == before
    # The next promotion is the one after what is here, and none of it can be pushed over what the second has.
    promoted(ada, "more")
    pushed = push(ada, "second")
    assert {item.ref for item in pushed.left} == {
        "refs/tags/cadgit/bracket/v1",
        "refs/cadgit/candidates/bracket/main",
    }
    assert versions(second) == {1: "from carl"}
    assert push(ada, "origin").left == ()
    # A second time says the same, and makes no further line.
    assert fetch(ada, "second").side_lines == ()
    assert pull(ada, "second").side_lines == ()


def test_work_that_came_from_one_remote_goes_on_to_another(ada: Path, bob: Path, second: Path, git: Git) -> None:
    promoted(ada, "a")
    push(ada)
    pull(bob)
    git("remote", "add", "second", str(second), cwd=bob)
    promoted(bob, "b")
    push(bob, "second")
    assert versions(second) == {1: "a", 2: "b"}
    promoted(ada, "from ada")
    push(ada)
    # Bob's v2 is public on the second remote, so that origin's cannot take its number.
    (left,) = pull(bob, "origin").left
    assert left.ref == "refs/tags/cadgit/bracket/v2"
    latest = Versions(Repository.open(bob)).latest("bracket")
    assert latest is not None and latest.number == 2 and versions(bob)[2] == "b"
