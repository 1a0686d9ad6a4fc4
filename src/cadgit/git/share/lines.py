"""A line of candidates that both sides may have added to.

Candidates never change: their commits are named by records, notes and versions. So where both sides added to a line,
what the remote has keeps the name, and ours, which no remote has, get a line of their own (``main-3a1f2c9d``, after the
first of them). Where another remote has ours, both are public: then ours stay, and theirs get the line of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pygit2

from ...frozen import frozen
from ...records import SharedLine, SideLine
from ..refs import CandidatesRef, check_no_clash
from ..repository import Repository
from .ancestry import own, stands_on
from .checks import Checker
from .staged import Staged

#: Hex digits of a commit in the name of a side line, and how many more are tried where that name is taken.
_DIGITS = range(8, 41, 4)
#: Bytes that are left for the line's own name.
_ROOM = 80


@frozen
class LineMerge:
    """What became of a line: candidates that came, and the line that was split off, if any."""

    received: SharedLine | None = None
    side: SideLine | None = None


def merge_line(
    repository: Repository,
    refs: Staged,
    checker: Checker,
    ref: CandidatesRef,
    theirs: str,
    public: Sequence[str],
) -> LineMerge:
    """Bring a line of a remote together with ours.

    Args:
        refs: gets the moves.
        theirs: the tip that the remote has.
        public: the tips of this line that other remotes have.

    Raises:
        Wrong: what the remote has is no line of this part.
        NameError_: part or line differ from one of ours in case only.
    """
    ours = refs.get(ref.name)
    new = checker.chain(ref.part, theirs, _tips(refs, ref.part))
    if ours is None:
        _check_names(refs, ref)
        refs.put(ref.name, theirs)
        return LineMerge(SharedLine(ref.part, ref.line, len(own(repository, theirs, None)), theirs))
    if ours == theirs or stands_on(repository, ours, theirs):
        return LineMerge()
    received = SharedLine(ref.part, ref.line, len(own(repository, theirs, ours)), theirs)
    if stands_on(repository, theirs, ours):
        refs.put(ref.name, theirs)
        return LineMerge(received)
    mine, others = own(repository, ours, theirs), own(repository, theirs, ours)
    came = received if new else None
    originals = {_twin(commit) for commit in others}
    if all(_twin(commit) in originals for commit in mine):
        # Dropping candidates writes those that stay again. The remote still has the originals of all of them.
        refs.put(ref.name, theirs)
        return LineMerge(came)
    if any(stands_on(repository, tip, str(mine[-1].id)) for tip in public):
        return LineMerge(came, _set_aside(repository, refs, ref, others, "theirs"))
    refs.put(ref.name, theirs)
    return LineMerge(came, _set_aside(repository, refs, ref, mine, "ours"))


def _tips(refs: Staged, part: str) -> list[str]:
    names = refs.names_under(f"{CandidatesRef.PREFIX}{part}/")
    return [tip for name in names if (tip := refs.get(name)) is not None]


def _check_names(refs: Staged, ref: CandidatesRef) -> None:
    check_no_clash("part", ref.part, refs.parts())
    names = refs.names_under(f"{CandidatesRef.PREFIX}{ref.part}/")
    check_no_clash("line", ref.line, {other.line for name in names if (other := CandidatesRef.parse(name))})


def _set_aside(
    repository: Repository,
    refs: Staged,
    ref: CandidatesRef,
    candidates: Sequence[pygit2.Commit],
    whose: Literal["ours", "theirs"],
) -> SideLine | None:
    """Give these candidates, newest first, a line that is free or holds none but them; None if they have it already."""
    tip, first = str(candidates[0].id), str(candidates[-1].id)
    name = ref.line.encode()[:_ROOM].decode("utf-8", "ignore")
    for digits in _DIGITS:
        side = CandidatesRef(ref.part, f"{name}-{first[:digits]}")
        held = refs.get(side.name)
        if held is not None and stands_on(repository, held, tip):
            return None
        if held is None or stands_on(repository, tip, held):
            refs.put(side.name, tip)
            return SideLine(ref.part, ref.line, side.line, len(candidates), whose)
    raise AssertionError(f"{first} is taken in full, by candidates that do not begin with it")


def _twin(commit: pygit2.Commit) -> tuple[str, str, int, str, str]:
    """What a candidate that was written again has in common with its original."""
    author = commit.author
    return str(commit.tree_id), commit.message, commit.commit_time, author.name, author.email
