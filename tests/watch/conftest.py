"""A watch over a real folder with real inotify, and a kernel that answers at once unless it is told to wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import pytest

from cadgit.errors import Cancelled
from cadgit.kernel.jobs import Execute, Executed
from cadgit.records import Failure, Output
from cadgit.watch.events import Event, RunEnded, SaveSeen, VerdictEnded
from cadgit.watch.session import MakeWakes, Session
from cadgit.watch.wakes import Notified
from cadgit.workflow import working
from cadgit.workflow.outcomes import Progress
from cadgit.workflow.workspace import Workspace

from ..workflow.conftest import ENVIRONMENT
from ..workflow.fake_kernel import FakeKernel

#: Seconds after which something that should have happened has not; a wait ends long before.
DEADLINE = 20.0

T = TypeVar("T")


class Kernel(FakeKernel):
    """Executes nothing; keeps what it was given. A source with ``wait`` in it runs until it is cancelled."""

    def __init__(self, executed: list[Execute], begun: threading.Event) -> None:
        self._executed = executed
        self._begun = begun
        self._cancelled = threading.Event()

    def execute(self, job: Execute, *, cold: bool = False) -> Executed:
        self._expect_wanted()
        self._executed.append(job)
        self._begun.set()
        source = next(file.data for file in job.files if file.path == job.entry)
        if b"wait" in source:
            assert self._cancelled.wait(DEADLINE)
            raise Cancelled
        if b"fail" in source:
            return Executed(ENVIRONMENT, Output(), failure=Failure("exception", "model.py:1: ValueError: fail"))
        return super().execute(job, cold=cold)

    def cancel(self) -> None:
        self._cancelled.set()

    def _expect_wanted(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled


class Watched:
    """A session over a repository, with what it told."""

    def __init__(self, repo: Path, *targets: str, make_wakes: MakeWakes | None = None, promotes: bool = False) -> None:
        self.repo = repo
        self.executed: list[Execute] = []
        self.begun = threading.Event()
        self.events: list[Event] = []
        self._told = threading.Condition()
        # A pulse would hide that nothing was heard.
        chosen = make_wakes or (lambda wake: Notified(wake, pulse=1000.0))
        with self.open_workspace(None) as ws:
            parts = [working.working_part(ws, str(repo / target)) for target in targets or ("model.py",)]
        self.session = Session(self.open_workspace, parts, make_wakes=chosen, promotes=promotes)
        self.session.subscribe(self._hear)

    def open_workspace(self, progress: Progress | None) -> Workspace:
        ws = Workspace.open(self.repo, progress)
        ws.__dict__["kernel"] = Kernel(self.executed, self.begun)
        ws.interpreter.offers = lambda environment: True  # type: ignore[method-assign]
        return ws

    def _hear(self, event: Event) -> None:
        with self._told:
            self.events.append(event)
            self._told.notify_all()

    def wait_for(self, wanted: Callable[[list[Event]], bool]) -> None:
        """Until the events are as wanted."""
        with self._told:
            assert self._told.wait_for(lambda: wanted(self.events) or self.crash, DEADLINE), self.events[-8:]
        assert self.crash is None, self.crash

    @property
    def crash(self) -> BaseException | None:
        return self.session._crash

    def ran(self, source: str, times: int = 1) -> None:
        """Until a turn of these bytes of the entry ended with a verdict, or a failed run."""
        self.wait_for(lambda _: self.sources().count(source) >= times)
        self.wait_for(lambda events: self._ended(events))

    def _ended(self, events: list[Event]) -> bool:
        last = events[-1]
        return isinstance(last, VerdictEnded) or (
            isinstance(last, RunEnded) and last.outcome.record.failure is not None
        )

    def sources(self) -> list[str]:
        """The entry's text in each execution."""
        return [next(f.data for f in job.files if f.path == job.entry).decode() for job in list(self.executed)]

    def of(self, kind: type[T]) -> list[T]:
        return [event for event in list(self.events) if isinstance(event, kind)]

    def saves(self) -> list[tuple[str, ...]]:
        return [event.files for event in self.of(SaveSeen)]

    def is_quiet(self, seconds: float = 0.5) -> bool:
        """Whether nothing more is executed for longer than `settle` waits: what does not happen has no event."""
        before = len(self.executed)
        deadline = time.monotonic() + seconds
        with self._told:
            self._told.wait_for(lambda: len(self.executed) > before, deadline - time.monotonic())
        return len(self.executed) == before


Watch = Callable[..., Watched]


@pytest.fixture
def watch(repo: Path) -> Iterator[Watch]:
    """``watch("model.py")`` watches a file of the repository, whose first run has ended by then."""
    with ExitStack() as stack:

        def begin(*targets: str, **options: object) -> Watched:
            watched = Watched(repo, *targets, **options)  # type: ignore[arg-type]
            stack.enter_context(watched.session)
            watched.wait_for(lambda events: len(watched.of(SaveSeen)) >= len(targets or ("",)))
            watched.wait_for(lambda events: bool(events) and watched._ended(events))
            return watched

        yield begin


@pytest.fixture
def model(repo: Path) -> Path:
    """``model.py`` in the repository."""
    path = repo / "model.py"
    path.write_text("first = 1\n", encoding="utf-8")
    return path
