"""What moves between a repository and a remote."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen


@frozen
class SharedLine:
    """Candidates of a line that move: how many are new on the other side, and the newest one's commit."""

    part: str
    line: str
    candidates: int
    tip: str


@frozen
class SharedNotes:
    """Notes that are new or have more records on the other side. `space` is ``run``, ``verify``, …"""

    space: str
    notes: int


@frozen
class Traffic:
    """What moves in one direction.

    `versions` and `files` (the STEP, BREP and other files of a version) are names like ``bracket@v3``; `standing` are
    the versions that stand on the other side from now on, where that changes.
    """

    lines: tuple[SharedLine, ...] = ()
    versions: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    notes: tuple[SharedNotes, ...] = ()


@frozen
class SideLine:
    """Candidates that got a line of their own, because both sides had added others to `line`.

    `whose` are they: ``ours`` where the remote's keep the line, ``theirs`` where ours do.
    """

    part: str
    line: str
    side: str
    candidates: int
    whose: Literal["ours", "theirs"]


@frozen
class Renumbered:
    """A version of ours that no remote had, and that has a new number, because a remote's version had the old one."""

    part: str
    old_number: int
    number: int
    old_id: str
    id: str


@frozen
class LeftBehind:
    """A ref that was not taken or not sent, and why; it stays where it is."""

    ref: str
    reason: str


@frozen
class Merged:
    """What comes of a merge of a remote's refs into ours."""

    received: Traffic = Traffic()
    side_lines: tuple[SideLine, ...] = ()
    renumbered: tuple[Renumbered, ...] = ()
    left: tuple[LeftBehind, ...] = ()
