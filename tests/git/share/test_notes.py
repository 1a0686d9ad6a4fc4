"""The union of two sides' notes has all records, and does not depend on who makes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.git.notes import Notes
from cadgit.git.refs import NotesRef
from cadgit.git.repository import Repository
from cadgit.git.share.notes import Union, _interleaved, union
from tests.conftest import Git

TARGETS = [f"{number:02x}" + "ab" * 19 for number in range(3)]
RECORD = st.fixed_dictionaries({"when": st.sampled_from(["1", "2", "3"]), "what": st.sampled_from("abcdef")})
RECORDS = st.lists(RECORD, max_size=6, unique_by=lambda record: tuple(sorted(record.items())))


@given(RECORDS, RECORDS)
def test_the_order_of_two_sides_records_does_not_depend_on_who_merges(one: list[Any], other: list[Any]) -> None:
    both = _interleaved(one, other)
    assert both == _interleaved(other, one)
    assert sorted(map(str, both)) == sorted({str(record) for record in (*one, *other)})


@given(RECORDS, RECORDS)
def test_what_was_merged_stays_when_it_is_merged_again(one: list[Any], other: list[Any]) -> None:
    both = _interleaved(one, other)
    assert _interleaved(both, both) == both
    if _agree(one, other):
        assert _interleaved(both, one) == _interleaved(one, both) == both


@given(RECORDS, RECORDS, RECORDS)
def test_each_side_s_own_order_is_kept(start: list[Any], one: list[Any], other: list[Any]) -> None:
    ours = start + [record for record in one if record not in start]
    theirs = start + [record for record in other if record not in start and record not in one]
    both = _interleaved(ours, theirs)
    assert [record for record in both if record in ours] == ours
    assert [record for record in both if record in theirs] == theirs
    assert both[: len(start)] == start


def _agree(one: list[Any], other: list[Any]) -> bool:
    return [record for record in one if record in other] == [record for record in other if record in one]


def record(what: str, when: str = "2026-01-31T12:00:00Z") -> dict[str, Any]:
    return {"when": when, "what": what}


def noted(repository: Repository, tip: str | None, *notes: tuple[str, dict[str, Any]]) -> str:
    """A notes commit on top of `tip` with more records; no ref moves."""
    for target, said in notes:
        update, _ = Notes(repository, {"run": tip}).appended("run", target, said, "2026-01-31T12:00:00Z")
        tip = update.new
    assert tip is not None
    return tip


def records(repository: Repository, tip: str, target: str) -> list[str]:
    return [said["what"] for said in Notes(repository, {"run": tip}).records("run", target)]


def united(repository: Repository, ours: str | None, theirs: str) -> Union:
    return union(repository, "run", ours, theirs, set())


def test_diverged_notes_become_one_commit_whoever_merges(repo: Path) -> None:
    repository = Repository.open(repo)
    start = noted(repository, None, (TARGETS[0], record("start", "1")))
    ours = noted(repository, start, (TARGETS[0], record("ours", "2")), (TARGETS[1], record("only ours")))
    theirs = noted(repository, start, (TARGETS[0], record("theirs", "3")), (TARGETS[2], record("only theirs")))
    here, there = united(repository, ours, theirs), united(repository, theirs, ours)
    assert here.commit == there.commit
    assert records(repository, here.commit, TARGETS[0]) == ["start", "ours", "theirs"]
    assert records(repository, here.commit, TARGETS[1]) == ["only ours"]
    assert records(repository, here.commit, TARGETS[2]) == ["only theirs"]
    assert (here.taken, here.given) == (there.given, there.taken) == (2, 2)
    commit = repository.raw[here.commit]
    assert sorted(str(parent) for parent in commit.parent_ids) == sorted([ours, theirs])


def test_who_is_ahead_is_followed_and_nothing_is_written(repo: Path) -> None:
    repository = Repository.open(repo)
    behind = noted(repository, None, (TARGETS[0], record("a")))
    ahead = noted(repository, behind, (TARGETS[0], record("b")), (TARGETS[1], record("c")))
    assert united(repository, behind, ahead) == Union(ahead, (), 2, 0, ())
    assert united(repository, ahead, behind) == Union(ahead, (), 0, 2, ())
    assert united(repository, ahead, ahead) == Union(ahead, (), 0, 0, ())
    assert united(repository, None, ahead) == Union(ahead, (), 2, 0, ())


def test_a_remote_that_is_ahead_but_dropped_notes_does_not_take_ours_away(repo: Path) -> None:
    repository = Repository.open(repo)
    ours = noted(repository, None, (TARGETS[0], record("ours")))
    empty = str(repository.raw.TreeBuilder().write())
    theirs = repository.write_commit(empty, [ours], "nothing left", "2026-01-31T12:00:00Z")
    both = united(repository, ours, theirs)
    assert records(repository, both.commit, TARGETS[0]) == ["ours"]
    assert [str(parent) for parent in repository.raw[both.commit].parent_ids] == [theirs]


def test_notes_that_git_wrote_flat_are_the_same_notes(repo: Path, git: Git) -> None:
    repository = Repository.open(repo)
    blob = repository.write_blob(b"a model")
    ours = noted(repository, None, (blob, record("a")))
    text = Notes(repository, {"run": ours}).text("run", blob)
    git("notes", "--ref=flat", "add", "-f", "-F", "-", blob, cwd=repo, stdin=text)
    flat = repository.ref("refs/notes/flat")
    assert flat is not None and blob in [entry.name for entry in repository.raw[flat].tree]
    both = united(repository, ours, flat)
    assert records(repository, both.commit, blob) == ["a"]
    assert united(repository, both.commit, flat) == Union(both.commit, (), 0, 0, ())
    assert united(repository, flat, both.commit).commit == both.commit


@pytest.mark.parametrize("text", [b"\xff", b"run = 1", b"[[run]\n", b"[run]\nx = 1\n", b"[[run]]\nday = 2026-01-31\n"])
def test_a_note_that_cadgit_would_not_write_is_named_and_left_out(repo: Path, text: bytes) -> None:
    repository = Repository.open(repo)
    ours = noted(repository, None, (TARGETS[0], record("ours")))
    theirs = noted(repository, None, (TARGETS[2], record("theirs")))
    for target in TARGETS[:2]:
        theirs = with_blob(repository, theirs, target, text)
    both = united(repository, ours, theirs)
    assert sorted(left.reason for left in both.broken) == [
        f"its note on {target[:10]} is not what cadgit writes" for target in TARGETS[:2]
    ]
    assert {left.ref for left in both.broken} == {NotesRef("run").name}
    assert records(repository, both.commit, TARGETS[0]) == ["ours"]
    assert records(repository, both.commit, TARGETS[2]) == ["theirs"]
    assert Notes(repository, {"run": both.commit}).text("run", TARGETS[1]) == ""
    # Nor does it come along where all else of the remote's is taken as it is.
    ours = noted(repository, None, (TARGETS[2], record("theirs")))
    ahead = with_blob(repository, ours, TARGETS[1], text)
    assert Notes(repository, {"run": united(repository, ours, ahead).commit}).text("run", TARGETS[1]) == ""
    assert Notes(repository, {"run": united(repository, None, ahead).commit}).text("run", TARGETS[1]) == ""


def test_a_note_of_ours_that_was_damaged_gives_way_to_one_that_can_be_read(repo: Path) -> None:
    repository = Repository.open(repo)
    theirs = noted(repository, None, (TARGETS[0], record("good")))
    ours = with_blob(repository, theirs, TARGETS[0], b"not TOML")
    theirs = noted(repository, theirs, (TARGETS[1], record("more")))
    both = united(repository, ours, theirs)
    assert records(repository, both.commit, TARGETS[0]) == ["good"]
    assert both.broken == ()


def with_blob(repository: Repository, tip: str, target: str, text: bytes) -> str:
    """A notes commit in which the note on an object has just these bytes."""
    from cadgit.git.note_trees import with_entries

    tree = with_entries(repository.raw, repository.raw[tip].tree, {target: repository.write_blob(text)})[-1]
    return repository.write_commit(tree, [tip], "by hand", "2026-01-31T12:00:00Z")
