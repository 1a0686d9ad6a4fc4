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
        refs.set(ref.name, theirs)
        return LineMerge(SharedLine(ref.part, ref.line, _count(repository, theirs, None), theirs))
    if ours == theirs or _stands_on(repository, ours, theirs):
        return LineMerge()
    received = SharedLine(ref.part, ref.line, _count(repository, theirs, ours), theirs)
    if _stands_on(repository, theirs, ours):
        refs.set(ref.name, theirs)
        return LineMerge(received)
    own, others = _own(repository, ours, theirs), _own(repository, theirs, ours)
    came = received if new else None
    originals = {_twin(commit) for commit in others}
    if all(_twin(commit) in originals for commit in own):
        # Dropping candidates writes those that stay again. The remote still has the originals of all of them.
        refs.set(ref.name, theirs)
        return LineMerge(came)
    if any(_stands_on(repository, tip, str(own[-1].id)) for tip in public):
        return LineMerge(came, _set_aside(repository, refs, ref, others, "theirs"))
    refs.set(ref.name, theirs)
    return LineMerge(came, _set_aside(repository, refs, ref, own, "ours"))


def _tips(refs: Staged, part: str) -> list[str]:
    names = refs.names_under(f"{CandidatesRef.PREFIX}{part}/")
    return [tip for name in names if (tip := refs.get(name)) is not None]


def _check_names(refs: Staged, ref: CandidatesRef) -> None:
    known = [found for name in refs.names_under(CandidatesRef.PREFIX) if (found := CandidatesRef.parse(name))]
    check_no_clash("part", ref.part, {other.part for other in known})
    check_no_clash("line", ref.line, {other.line for other in known if other.part == ref.part})


def _set_aside(
    repository: Repository,
    refs: Staged,
    ref: CandidatesRef,
    own: Sequence[pygit2.Commit],
    whose: Literal["ours", "theirs"],
) -> SideLine | None:
    """Give these candidates, newest first, a line that is free or holds none but them; None if they have it already."""
    tip, first = str(own[0].id), str(own[-1].id)
    name = ref.line.encode()[:_ROOM].decode("utf-8", "ignore")
    for digits in _DIGITS:
        side = CandidatesRef(ref.part, f"{name}-{first[:digits]}")
        held = refs.get(side.name)
        if held is not None and _stands_on(repository, held, tip):
            return None
        if held is None or _stands_on(repository, tip, held):
            refs.set(side.name, tip)
            return SideLine(ref.part, ref.line, side.line, len(own), whose)
    raise AssertionError(f"{first} is taken in full, by candidates that do not begin with it")


def _stands_on(repository: Repository, tip: str, commit: str) -> bool:
    return tip == commit or bool(repository.raw.descendant_of(tip, commit))


def _own(repository: Repository, tip: str, other: str) -> list[pygit2.Commit]:
    """The commits below `tip` that are not below `other`, newest first."""
    walker = repository.raw.walk(tip)
    walker.hide(other)
    return list(walker)


def _count(repository: Repository, tip: str, other: str | None) -> int:
    walker = repository.raw.walk(tip)
    if other is not None:
        walker.hide(other)
    return sum(1 for _ in walker)


def _twin(commit: pygit2.Commit) -> tuple[str, str, int, str, str]:
    """What a candidate that was written again has in common with its original."""
    author = commit.author
    return str(commit.tree_id), commit.message, commit.commit_time, author.name, author.email
