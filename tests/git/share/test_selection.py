"""A choice of parts and lines moves just these, and tells nothing of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.errors import NameError_
from cadgit.git.candidates import Candidates
from cadgit.git.repository import Repository
from cadgit.git.share.selection import Selection
from tests.conftest import Git

from .samples import lines, made, promoted, pull, push, refs, shown, versions


@pytest.fixture
def several(ada: Path) -> Path:
    """Two parts, one of them with two lines and a version."""
    promoted(ada, "a")
    made(ada, "b", line="secret")
    promoted(ada, "c", part="lid")
    return ada


def objects(path: Path, git: Git) -> set[str]:
    listed = git("rev-list", "--objects", "--all", cwd=path)
    return {line.split()[0] for line in listed.splitlines()}


def test_one_part_and_line_is_sent_with_its_notes_and_nothing_else(several: Path, hub: Path, git: Git) -> None:
    secret = Candidates(Repository.open(several)).tip("bracket", "secret")
    lid = Candidates(Repository.open(several)).tip("lid")
    assert secret is not None and lid is not None
    sent = push(several, parts=("bracket",), lines=("main",))
    assert [(line.part, line.line) for line in sent.sent.lines] == [("bracket", "main")]
    assert {notes.space: notes.notes for notes in sent.sent.notes} == {"run": 1, "verify": 1, "promote": 1, "trace": 1}
    assert lines(hub) == {"main": ["a"]} and lines(hub, "lid") == {}
    assert versions(hub) == {1: "a"} and versions(hub, "lid") == {}
    there = shown(hub)
    here = shown(several)
    assert there == {key: here[key] for key in there}
    # Not even in the history of the notes.
    assert not {secret.id, lid.id} & objects(hub, git)
    for space in ("run", "verify"):
        listed = git("ls-tree", "-r", "--name-only", f"refs/notes/cadgit/{space}", cwd=hub).replace("/", "")
        assert secret.id not in listed and lid.id not in listed


def test_the_rest_can_follow_later(several: Path, hub: Path, bob: Path, git: Git) -> None:
    push(several, parts=("bracket",), lines=("main",))
    made(several, "more")
    assert push(several, parts=("bracket",), lines=("main",)).sent.lines[0].candidates == 1
    push(several)
    pull(bob)
    assert shown(several) == shown(hub) == shown(bob)
    assert push(several).sent.notes == ()
    git("fsck", "--strict", cwd=hub)


def test_versions_alone_are_shared_without_candidates(several: Path, hub: Path, bob: Path) -> None:
    sent = push(several, candidates=False)
    assert sent.sent.lines == ()
    assert sent.sent.versions == ("bracket@v1", "lid@v1")
    assert Candidates(Repository.open(hub)).parts() == ()
    pull(bob)
    assert versions(bob) == versions(bob, "bracket") == {1: "a"}
    assert versions(bob, "lid") == {1: "c"}


def test_one_part_is_pulled_and_the_others_wait(several: Path, bob: Path) -> None:
    push(several)
    pull(bob, parts=("lid",))
    assert versions(bob, "lid") == {1: "c"} and versions(bob) == {} and lines(bob) == {}
    kept = refs(bob, "refs/cadgit-remotes/origin")
    assert not [name for name in kept if "/bracket" in name]
    pull(bob, parts=("bracket",), lines=("secret",))
    assert lines(bob) == {"secret": ["b"]}
    pull(bob)
    assert shown(bob) == shown(several)


@pytest.mark.parametrize("selection", [{"parts": ("a b",)}, {"lines": ("v2",)}, {"parts": ("",)}])
def test_a_name_that_cannot_be_is_refused(selection: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(NameError_):
        Selection(**selection)  # type: ignore[arg-type]
