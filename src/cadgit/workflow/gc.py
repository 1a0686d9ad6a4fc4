"""gc: drop old candidates that were never promoted, and what the cache holds. Versions are not touched."""

from __future__ import annotations

import time

from ..errors import UsageError
from ..git import dropping
from ..git.maintenance import gc_in_background
from ..git.repository import iso_time
from ..records import Candidate
from .outcomes import GcLine, GcOutcome
from .workspace import Workspace, now

#: Days that candidates and cache are kept, where nothing else is said.
OLDER_THAN = 30.0

_DAY = 86400.0


def plan(ws: Workspace, older_than: float = OLDER_THAN) -> GcOutcome:
    """What `gc` would drop now. Nothing is written.

    A candidate goes when it was made more than `older_than` days ago, unless it was promoted, is the newest of its
    line, ran last in this working tree, was ranked first, or has bytes that `cadgit undo` would write back.

    Raises:
        UsageError: `older_than` is no number of days.
    """
    return _each_line(ws, older_than, dropped=False)


def gc(ws: Workspace, older_than: float = OLDER_THAN) -> GcOutcome:
    """Drop what `plan` names; each line at once or not at all.

    Raises:
        UsageError: `older_than` is no number of days.
        EnvironmentFailed: git or the disk failed; what was not dropped by then is still there.
    """
    outcome = _each_line(ws, older_than, dropped=True)
    if outcome.lines:
        gc_in_background(ws.repository)
    return outcome


def _each_line(ws: Workspace, older_than: float, *, dropped: bool) -> GcOutcome:
    if not 0 <= older_than < time.time() / _DAY:
        raise UsageError(f"candidates cannot be older than {older_than:g} days", "a number of days, such as 30")
    moment = time.time() - older_than * _DAY
    lines: list[GcLine] = []
    shared: list[str] = []
    for part in ws.candidates.parts():
        wanted = _Wanted(ws, part, moment)
        for line in ws.candidates.lines(part):
            if dropping.is_shared(ws.repository, part, line):
                shared.append(f"{part}@{line}")
                continue
            ws.progress.stage(f"looking through {part}@{line}")
            if dropped:
                done = dropping.drop(ws.repository, part, line, wanted, now())
                gone, kept = done.candidates, done.kept
            else:
                gone = dropping.droppable(ws.repository, part, line, wanted)
                kept = ws.candidates.count(part, line) - len(gone)
            if gone:
                numbers = tuple(candidate.number for candidate in gone)
                lines.append(GcLine(part, line, numbers, gone[0].when, gone[-1].when, kept))
    unused = ws.cache.unused_since(moment)
    if dropped:
        ws.cache.drop(path for path, _ in unused)
    total = sum(size for _, size in unused)
    return GcOutcome(dropped, older_than, tuple(lines), tuple(shared), len(unused), total)


class _Wanted:
    """Says of a part's candidate that it stays: it is young, or this working tree has to do with it."""

    def __init__(self, ws: Workspace, part: str, moment: float) -> None:
        self._ws = ws
        self._oldest = iso_time(moment)
        ran = ws.marks.ran(part)
        candidate = ws.candidates.current(ran.candidate) if ran else None
        self._trees = {candidate.tree} if candidate else set()
        for place in ws.rankings.places(part):
            commit = ws.rankings.get(part, place)
            if commit and (ranked := ws.candidates.get(commit)):
                self._trees.add(ranked.tree)
        restored = ws.marks.restored()
        self._blobs = {blob for _, blob in restored.before if blob} if restored else set()

    def __call__(self, candidate: Candidate) -> bool:
        # Times of candidates and ours are written alike, so their texts compare as they do.
        if candidate.when > self._oldest or candidate.tree in self._trees:
            return True
        return bool(self._blobs) and dropping.holds_any(self._ws.repository, candidate, self._blobs)
