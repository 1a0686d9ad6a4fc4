"""The command line in this process, with a `workflow` that answers from `samples`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import TracebackType
from typing import Any

import pytest

from cadgit.cli.app import main
from cadgit.workflow import workspace


@dataclass(frozen=True)
class Ended:
    """How a command line ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class FakeWorkspace:
    """Stands in for a repository; knows who listens to progress."""

    def __init__(self, progress: Any) -> None:
        self.progress = progress

    def __enter__(self) -> FakeWorkspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def completions(self) -> tuple[str, ...]:
        return ("bracket", "bracket@main", "bracket@v1", "bracket@v2", "lid", "lid@main")


Cadgit = Callable[..., Ended]


@pytest.fixture
def cadgit(capfd: pytest.CaptureFixture[str]) -> Cadgit:
    """Run a command line in this process."""

    def call(*arguments: str) -> Ended:
        code = main(arguments)
        out, err = capfd.readouterr()
        return Ended(code, out, err)

    return call


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    """Let an operation of `workflow` answer with an outcome (or raise an exception); gives the calls it got."""
    monkeypatch.setattr(workspace.Workspace, "open", lambda cwd, progress: FakeWorkspace(progress))

    def arrange(verb: str, answer: Any, function: str = "", during: Callable[[Any], None] | None = None) -> list[Any]:
        calls: list[dict[str, Any]] = []

        def operation(first: Any, *arguments: Any, **options: Any) -> Any:
            calls.append({"arguments": arguments, **options})
            if during is not None:
                during(first.progress)
            if isinstance(answer, BaseException):
                raise answer
            return answer

        monkeypatch.setattr(import_module(f"cadgit.workflow.{verb}"), function or verb, operation)
        return calls

    return arrange
