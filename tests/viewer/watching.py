"""A watch for tests of the page: it runs and judges in the calling thread, when it is told to, and looks at no file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from cadgit.errors import CadgitError, RefError
from cadgit.parameters import overrides
from cadgit.watch.events import (
    Current,
    Event,
    Failed,
    Listener,
    RerunAsked,
    RunEnded,
    SaveSeen,
    VerdictEnded,
)
from cadgit.workflow import working
from cadgit.workflow.run import run
from cadgit.workflow.verify import judge
from cadgit.workflow.workspace import Workspace


class ToldWatcher:
    """A `cadgit.watch.events.Watcher` of one model; `save` is a save of it."""

    def __init__(self, folder: Path, entry: str) -> None:
        self._folder = folder
        self._listeners: list[Listener] = []
        self._now = Current(Path(entry).stem, entry)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def current(self) -> tuple[Current, ...]:
        return (self._now,)

    def rerun(self, part: str, parameters: Sequence[str] = ()) -> int:
        if part != self._now.part:
            raise RefError(f"{part} is not watched")
        source = (self._folder / self._now.entry).read_bytes()
        chosen = overrides(source, parameters)
        self._begin()
        self._now = replace(self._now, parameters=chosen)
        self.tell(RerunAsked(part, self._now.turn, chosen))
        self._turn(tuple(parameters))
        return self._now.turn

    def save(self, text: str | None = None) -> None:
        """Write the file, if a text is given, and run and judge it."""
        if text is not None:
            (self._folder / self._now.entry).write_text(text, encoding="utf-8")
        self._begin()
        self.tell(SaveSeen(self._now.part, self._now.turn, (self._now.entry,)))
        self._turn(())

    def _begin(self) -> None:
        self._now = Current(
            self._now.part, self._now.entry, self._now.turn + 1, "run", good=self._now.good, promoted=self._now.promoted
        )

    def _turn(self, parameters: tuple[str, ...]) -> None:
        part, turn = self._now.part, self._now.turn
        try:
            with Workspace.open(self._folder) as ws:
                found = working.working_part(ws, self._now.entry)
                outcome = run(ws, found.entry, parameters=parameters)
                ended = RunEnded(part, turn, outcome, (), outcome.seconds_total)
                is_good = outcome.record.failure is None
                self._now = replace(self._now, run=ended, stage="verify" if is_good else "")
                if is_good:
                    self._now = replace(self._now, good=ended)
                self.tell(ended)
                if is_good:
                    verdict = judge(ws, outcome.candidate)
                    told = VerdictEnded(part, turn, verdict, outcome.seconds_total + verdict.seconds_total)
                    self._now = replace(self._now, stage="", checks=verdict.verdict.checks, verdict=told)
                    self.tell(told)
        except CadgitError as error:
            failed = Failed(part, turn, "run", error.kind, error.message, error.hint)
            self._now = replace(self._now, stage="", failed=failed)
            self.tell(failed)

    def tell(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)
