"""log: the candidates of a part with their outcome, its versions, and what changed from one to the next."""

from __future__ import annotations

import functools
import sys
from itertools import islice

from ..errors import EnvironmentFailed, RefError
from ..git.refs import DEFAULT_LINE
from ..records import Candidate, Geometry, RunRecord
from . import working
from .lost_tags import tell_of_lost_tags
from .outcomes import LogEntry, LogOutcome
from .run import readable_record
from .verdicts import came_out
from .workspace import Workspace

#: How far back beyond the last entry shown a candidate with geometry is looked for, to state a change.
LOOK_BACK = 20


def log(ws: Workspace, part: str | None = None, *, line: str | None = None, limit: int = 20) -> LogOutcome:
    """The newest `limit` candidates of a part's line, newest first, and all its versions.

    Args:
        ws: the workspace.
        part: a part, its file, or ``part@line``; None for the part changed last.
        line: the line; None for the part's own.
        limit: how many candidates.

    Raises:
        RefError: there is no such part or line.
    """
    name, chosen = _part_and_line(ws, part, line)
    lines = ws.candidates.lines(name)
    versions = ws.versions.history(name)
    tell_of_lost_tags(ws, name)
    if chosen not in lines and (lines or not versions):
        if line is not None or not lines:
            known = f"its lines are {', '.join(lines)}" if lines else "it has no candidate yet: `cadgit run`"
            raise RefError(f"{name} has no line {chosen!r}", known)
        chosen = lines[0]
    candidates = list(islice(ws.candidates.history(name, chosen), min(limit + LOOK_BACK, sys.maxsize)))
    promoted: dict[str, tuple[int, ...]] = {}
    for version in versions:
        promoted[version.tree] = (*promoted.get(version.tree, ()), version.number)
    entries = _entries(ws, candidates, promoted, limit)
    return LogOutcome(name, chosen, entries, versions, more=len(candidates) > limit)


def _part_and_line(ws: Workspace, part: str | None, line: str | None) -> tuple[str, str]:
    if part is not None and "@" in part:
        name, _, chosen = part.partition("@")
        return name, line or chosen
    names = ws.parts()
    if part is None and len(names) == 1:
        recorded = names[0]  # without its file too: a clone may have its records alone
    elif part in names and working.existing_path(ws, str(part)) is None:
        recorded = str(part)
    else:
        found = working.working_part(ws, part)
        return found.name, working.line_for(ws, found, line)
    known = working.named_part(ws, recorded)
    return recorded, line or (working.line_for(ws, known, None) if known else DEFAULT_LINE)


def _entries(
    ws: Workspace, candidates: list[Candidate], promoted: dict[str, tuple[int, ...]], limit: int
) -> tuple[LogEntry, ...]:
    # Only as they are asked for: most often the first one before the last that is shown has geometry.
    @functools.cache
    def record_of(index: int) -> RunRecord | EnvironmentFailed | None:
        return readable_record(ws, candidates[index])

    entries = []
    for index, candidate in enumerate(candidates[:limit]):
        record = record_of(index)
        geometry = _geometry(record)
        earlier = (_geometry(record_of(i)) for i in range(index + 1, len(candidates)))
        before = next((found for found in earlier if found is not None), None)
        outcome, reason = _came_out(ws, candidate, record)
        entries.append(
            LogEntry(
                candidate,
                outcome,
                reason,
                geometry,
                _volume_change(geometry, before),
                _size_change(geometry, before),
                promoted.get(candidate.tree, ()),
            )
        )
    return tuple(entries)


def _geometry(record: RunRecord | EnvironmentFailed | None) -> Geometry | None:
    return record.geometry if isinstance(record, RunRecord) else None


def _came_out(ws: Workspace, candidate: Candidate, record: RunRecord | EnvironmentFailed | None) -> tuple[str, str]:
    if isinstance(record, EnvironmentFailed):
        return "unreadable", record.message
    try:
        return came_out(ws, candidate, record)
    except EnvironmentFailed as error:
        return "unreadable", error.message


def _volume_change(now: Geometry | None, before: Geometry | None) -> float | None:
    if now is None or before is None or not before.volume:
        return None
    return now.volume / before.volume - 1


def _size_change(now: Geometry | None, before: Geometry | None) -> tuple[float, float, float] | None:
    if now is None or before is None or now.box is None or before.box is None:
        return None
    a, b = now.box.size, before.box.size
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
