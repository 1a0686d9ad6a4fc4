"""Where each part stands, kept from the events alone: for a face that comes late, and for the watch itself."""

from __future__ import annotations

from dataclasses import replace

from .events import (
    Cancelled,
    CheckEnded,
    Current,
    Doing,
    Event,
    Failed,
    Noticed,
    Promoted,
    RerunAsked,
    RunEnded,
    SaveSeen,
    VerdictEnded,
    Waiting,
    Watching,
)


def after(current: Current, event: Event) -> Current:
    """What `current` has become by an event; other parts' events change nothing."""
    match event:
        case Watching() | Doing() | Noticed():
            return current
        case _ if event.part != current.part:
            return current
        case Waiting(files=files):
            return replace(current, waiting=files)
        case SaveSeen(turn=turn):
            return _begun(current, turn)
        case RerunAsked(turn=turn, parameters=parameters):
            return replace(_begun(current, turn), parameters=parameters)
        case Promoted():
            return replace(current, promoted=event, stage="" if current.stage == "promote" else current.stage)
    # What is left belongs to one turn; of an older one, nobody waits for it any more.
    if event.turn != current.turn:
        return current
    match event:
        case RunEnded():
            record = event.outcome.record
            if record.outcome == "failed":
                return replace(current, run=event, stage="")
            return replace(current, run=event, good=event if record.geometry else current.good, stage="verify")
        case CheckEnded(check=check):
            return replace(current, checks=(*current.checks, check))
        case VerdictEnded():
            return replace(current, verdict=event, checks=event.outcome.verdict.checks, stage="")
        case Failed():
            return replace(current, failed=event, stage="")
        case Cancelled():
            return replace(current, cancelled=True, stage="")


def _begun(current: Current, turn: int) -> Current:
    return Current(current.part, current.entry, turn, stage="run", good=current.good, promoted=current.promoted)
