"""Outcomes as JSON with a stable shape: every field is there, whatever its value, and a few derived ones.

`codec.to_plain` leaves defaults out, which suits notes; a program that reads ``--json`` should find each key.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
import math
from collections.abc import Sequence
from typing import Any

from ...records import Box, Repair, Verdict, Version
from ...workflow.diagnosis import DiagnoseOutcome
from ...workflow.measures import Measure
from ...workflow.outcomes import HookModel

#: Commands that print a line of JSON for each event: what reads them reads an error as a line too.
STREAMS = ("watch",)
#: Properties that are printed beside the fields.
DERIVED: dict[type, tuple[str, ...]] = {
    DiagnoseOutcome: ("good",),
    Repair: ("works",),
    Box: ("size",),
    HookModel: ("passed",),
    Verdict: ("outcome", "unchecked"),
    Version: ("name",),
    Measure: ("change",),
}


def plain(value: Any) -> Any:
    """Dataclasses as dicts with every field, tuples as lists; what JSON has no number for is null."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)] + list(DERIVED.get(type(value), ()))
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def answer(command: str, exit_code: int, notices: Sequence[str], outcome: Any) -> str:
    """The one JSON object that a command prints: the envelope, then the outcome's fields."""
    body = {
        "command": command,
        "ok": exit_code == 0,
        "exit_code": exit_code,
        "notices": list(notices),
        **plain(outcome),
    }
    # ASCII only: labels and paths are untrusted, and the stream may have any encoding.
    return json.dumps(body, indent=2) + "\n"


def event_kind(event: type) -> str:
    """What a class of events is called in JSON: ``"run_ended"``."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in event.__name__).lstrip("_")


def event_line(event: Any, when: datetime.datetime) -> str:
    """One line for one event of a stream: which one, when it was told, then its fields."""
    return (
        json.dumps({"event": event_kind(type(event)), "when": when.isoformat(timespec="milliseconds"), **plain(event)})
        + "\n"
    )


def error(command: str, kind: str, message: str, hint: str, exit_code: int, notices: Sequence[str] = ()) -> str:
    """The object for a command that could not answer; of one of `STREAMS`, a line."""
    body = {
        "command": command,
        "ok": False,
        "exit_code": exit_code,
        "notices": list(notices),
        "error": {"kind": kind, "message": message, "hint": hint, "exit_code": exit_code},
    }
    return json.dumps(body, indent=None if command in STREAMS else 2) + "\n"
