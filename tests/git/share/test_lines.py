"""Lines that both sides added to: nobody's candidates change or vanish, and doing it again changes nothing."""

from __future__ import annotations

from pathlib import Path

from cadgit.git.candidates import Candidates
from cadgit.git.dropping import drop
from cadgit.git.repository import Repository

from ..samples import WHEN, add, run_record
from .samples import lines, made, pull, push, refs


def test_candidates_keep_their_commits_and_are_found_on_the_line_that_they_stand_on_now(ada: Path, bob: Path) -> None:
    made(ada, "a")
    push(ada)
    pull(bob)
    made(ada, "from ada")
    mine = made(bob, "from bob")
    push(ada)
    (side,) = pull(bob).side_lines
    known = Candidates(Repository.open(bob))
    tip = known.tip("bracket", side.side)
    assert tip is not None
    assert (tip.id, tip.number, tip.line) == (mine.id, mine.number, side.side)
    assert known.find("bracket", side.side, mine.tree) == tip
    assert known.numbered("bracket", side.side, 2) == tip
    assert known.runs(mine.id) == (run_record(mine),)
    # The line goes on like any other.
    assert add(bob, "more", line=side.side)[0].number == 3
    assert add(bob, "more")[0].number == 3
    assert push(bob).left == ()


def test_each_time_both_sides_add_there_is_one_line_more(ada: Path, bob: Path) -> None:
    for number in range(3):
        made(ada, f"ada {number}")
        mine = made(bob, f"bob {number}")
        push(ada)
        (side,) = pull(bob).side_lines
        assert side.side == f"main-{mine.id[:8]}"
        assert pull(bob).side_lines == ()
    assert len(lines(bob)) == 4
    assert lines(bob)["main"] == ["ada 0", "ada 1", "ada 2"]


def test_a_line_s_long_name_is_cut_for_the_line_beside_it(ada: Path, bob: Path) -> None:
    name = "ü" * 50
    made(ada, "a", line=name)
    mine = made(bob, "b", line=name)
    push(ada)
    (side,) = pull(bob).side_lines
    assert side.side == f"{'ü' * 40}-{mine.id[:8]}"
    assert push(bob).left == ()


def test_a_name_that_is_taken_gets_more_digits(ada: Path, bob: Path) -> None:
    made(ada, "a")
    mine = made(bob, "b")
    taken = made(bob, "something else", line=f"main-{mine.id[:8]}")
    push(ada)
    (side,) = pull(bob).side_lines
    assert side.side == f"main-{mine.id[:12]}"
    assert lines(bob)[taken.line] == ["something else"]


def test_candidates_that_were_written_again_when_others_were_dropped_are_the_remote_s(ada: Path, bob: Path) -> None:
    for text in "abcd":
        made(ada, text)
    push(ada)
    pull(bob)
    dropped = drop(Repository.open(bob), "bracket", "main", lambda c: c.number != 2, WHEN)
    assert [candidate.number for candidate in dropped.candidates] == [2]
    merged = pull(bob)
    assert merged.side_lines == ()
    assert refs(bob)["refs/cadgit/candidates/bracket/main"] == refs(ada)["refs/cadgit/candidates/bracket/main"]
    tip = Candidates(Repository.open(bob)).tip("bracket")
    assert tip is not None
    assert Candidates(Repository.open(bob)).runs(tip.id) == (run_record(tip),)


def test_what_was_added_after_a_drop_is_kept_beside_the_remote_s(ada: Path, bob: Path) -> None:
    for text in "abcd":
        made(ada, text)
    push(ada)
    pull(bob)
    drop(Repository.open(bob), "bracket", "main", lambda c: c.number != 2, WHEN)
    made(bob, "more")
    (side,) = pull(bob).side_lines
    assert lines(bob) == {"main": ["a", "b", "c", "d"], side.side: ["a", "c", "d", "more"]}
