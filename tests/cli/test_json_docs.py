"""docs/json.md lists every key of every answer."""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cadgit import errors
from cadgit.cli.completion import Completion
from cadgit.cli.help import Help
from cadgit.cli.kernel import Stopped
from cadgit.cli.output.as_json import DERIVED, event_kind
from cadgit.kernel.jobs import KernelStatus
from cadgit.watch import events
from cadgit.workflow import outcomes
from cadgit.workflow.attest import AttestOutcome
from cadgit.workflow.comparison import DiffOutcome, RankOutcome, ScoreOutcome
from cadgit.workflow.demo import DemoOutcome
from cadgit.workflow.diagnosis import DiagnoseOutcome
from cadgit.workflow.history import HistoryOutcome
from cadgit.workflow.measurement import MeasureOutcome
from cadgit.workflow.page import PageOutcome
from cadgit.workflow.recognition import FeaturesOutcome
from cadgit.workflow.replay import ReplayOutcome
from cadgit.workflow.signatures import SignaturesOutcome
from cadgit.workflow.trace import TraceOutcome

DOCS = (Path(__file__).parent.parent.parent / "docs" / "json.md").read_text(encoding="utf-8")

ANSWERS: dict[str, type] = {
    "run": outcomes.RunOutcome,
    "verify": outcomes.VerifyOutcome,
    "spec": outcomes.SpecOutcome,
    "promote": outcomes.PromoteOutcome,
    "status": outcomes.StatusOutcome,
    "log": outcomes.LogOutcome,
    "show": outcomes.ShowOutcome,
    "features": FeaturesOutcome,
    "measure": MeasureOutcome,
    "restore": outcomes.RestoreOutcome,
    "undo": outcomes.UndoOutcome,
    "diff": DiffOutcome,
    "score": ScoreOutcome,
    "diagnose": DiagnoseOutcome,
    "rank": RankOutcome,
    "export": outcomes.ExportOutcome,
    "render": outcomes.RenderOutcome,
    "page": PageOutcome,
    "push": outcomes.PushOutcome,
    "pull": outcomes.PullOutcome,
    "fetch": outcomes.FetchOutcome,
    "verify --signatures": SignaturesOutcome,
    "attest": AttestOutcome,
    "history": HistoryOutcome,
    "trace": TraceOutcome,
    "replay": ReplayOutcome,
    "init": outcomes.InitOutcome,
    "hook": outcomes.HookOutcome,
    "gc": outcomes.GcOutcome,
    "kernel status, kernel start": KernelStatus,
    "kernel stop": Stopped,
    "doctor": outcomes.DoctorOutcome,
    "completion": Completion,
    "demo": DemoOutcome,
    "help": Help,
} | {event_kind(event): event for event in typing.get_args(events.Event)}


def inside(hint: Any, seen: set[type]) -> Iterator[type]:
    """The dataclasses that a type holds, each once."""
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        if hint in seen:
            return
        seen.add(hint)
        yield hint
        for inner in typing.get_type_hints(hint).values():
            yield from inside(inner, seen)
    for argument in typing.get_args(hint):
        yield from inside(argument, seen)


SECTIONS = {title: answer for title, answer in ANSWERS.items()} | {
    found.__name__: found
    for answer in ANSWERS.values()
    for found in inside(answer, set())
    if found not in ANSWERS.values()
}


@pytest.mark.parametrize("title", SECTIONS)
def test_every_key_is_in_the_documents_and_no_other(title: str) -> None:
    match = re.search(rf"^### {title}\n(.*?)(?=^##|\Z)", DOCS, re.MULTILINE | re.DOTALL)
    assert match, f"docs/json.md has no section {title}"
    described = re.findall(r"^\| `(\w+)` \|", match[1], re.MULTILINE)
    kind = SECTIONS[title]
    keys = [field.name for field in dataclasses.fields(kind)] + list(DERIVED.get(kind, ()))
    assert described == keys


def test_every_kind_of_error_is_in_the_documents() -> None:
    def kinds(cls: type[errors.CadgitError]) -> Iterator[str]:
        for below in cls.__subclasses__():
            if below.__module__ == errors.__name__:
                yield below("x").kind
                yield from kinds(below)

    for kind in (*kinds(errors.CadgitError), "interrupted", "internal_error"):
        assert f"`{kind}`" in DOCS
