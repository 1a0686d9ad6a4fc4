"""What all open pages show: kept on the server, so that several tabs show the same, and told to them as it changes."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .. import __version__
from ..codec import to_plain
from ..errors import CadgitError, EnvironmentFailed
from ..frozen import frozen
from ..records import Candidate
from ..watch.events import (
    Current,
    Event,
    Noticed,
    Promoted,
    RunEnded,
    SaveSeen,
    VerdictEnded,
    Watcher,
)
from ..workflow.page import CandidatePage, candidate_named, page_of
from ..workflow.workspace import Workspace

#: After these, records and history say something new.
_NEW_RECORDS = (RunEnded, VerdictEnded, Promoted)
#: Seconds between looks for a record that was told of and that git does not have yet, and how often to look.
_AGAIN, _TIMES = 0.05, 100
#: How many remarks of a turn are shown.
_NOTICES = 5


@frozen
class Shown:
    """One state of the board: `revision` grows with each, `text` is the state as JSON."""

    revision: int
    text: str


class Board:
    """Follows a watch and keeps what its pages show.

    Args:
        watcher: the watch.
        folder: a folder inside of the repository.
    """

    def __init__(self, watcher: Watcher, folder: Path) -> None:
        self.watcher = watcher
        self._folder = folder
        self._wake = threading.Condition()
        self._dirty, self._stale, self.closed = True, True, False
        self._focus = ""
        self._pinned = ""
        self._notices: list[str] = []
        self._page: CandidatePage | None = None
        self._trouble: CadgitError | None = None
        self._shown = Shown(0, "{}")
        self._listeners: set[Callable[[], None]] = set()
        self._end = watcher.subscribe(self._hear)
        self._thread = threading.Thread(target=self._work, name="page", daemon=True)
        self._thread.start()

    def workspace(self) -> Workspace:
        """The repository, opened for one request."""
        return Workspace.open(self._folder)

    @property
    def shown(self) -> Shown:
        """The newest state."""
        with self._wake:
            return self._shown

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after each change, from a thread of the board; returns a function that ends it."""
        with self._wake:
            self._listeners.add(listener)

        def end() -> None:
            with self._wake:
                self._listeners.discard(listener)

        return end

    def focus(self, part: str) -> None:
        """Show a part, as it is now.

        Raises:
            KeyError: it is not watched.
        """
        if part not in {current.part for current in self.watcher.current()}:
            raise KeyError(part)
        with self._wake:
            self._focus, self._pinned = part, ""
        self.refresh()

    def pin(self, candidate: Candidate | None) -> None:
        """Show a candidate of the time line, until the next save; None: show again what is saved."""
        with self._wake:
            self._pinned = candidate.id if candidate is not None else ""
        self.refresh()

    def refresh(self) -> None:
        """Records or history have changed, or what is to be shown has."""
        with self._wake:
            self._dirty = self._stale = True
            self._wake.notify()

    def close(self) -> None:
        """Stop following the watch, and let every page go."""
        self._end()
        with self._wake:
            self.closed = True
            self._wake.notify()
        self._thread.join()
        self._tell()

    # --- in a thread of the watch

    def _hear(self, event: Event) -> None:
        with self._wake:
            if isinstance(event, SaveSeen):
                self._focus, self._pinned = event.part, ""
                self._notices.clear()
            elif isinstance(event, Noticed):
                self._notices = [*self._notices, event.text][-_NOTICES:]
            self._stale = self._stale or isinstance(event, _NEW_RECORDS)
            self._dirty = True
            self._wake.notify()

    # --- in the board's own thread

    def _work(self) -> None:
        looks = 0
        while True:
            with self._wake:
                while not (self._dirty or self.closed):
                    if not self._wake.wait(_AGAIN if looks else None):
                        looks -= 1
                        self._dirty = self._stale = True
                if self.closed:
                    return
                stale, self._dirty, self._stale = self._stale, False, False
                focus, pinned, notices = self._focus, self._pinned, tuple(self._notices)
            currents = self.watcher.current()
            current = next((c for c in currents if c.part == focus), currents[0] if currents else None)
            if stale:
                was_waiting = looks > 0
                self._gather(current, pinned)
                is_kept = self._page is None or self._page.kept
                looks = 0 if is_kept else looks if was_waiting else _TIMES
            text = _as_json(
                {
                    "cadgit": __version__,
                    "parts": [c.part for c in currents],
                    "live": _live(current, notices) if current is not None else None,
                    "pinned": bool(pinned),
                    "page": to_plain(self._page) if self._page is not None else None,
                    "trouble": _error(self._trouble) if self._trouble is not None else None,
                }
            )
            with self._wake:
                self._shown = Shown(self._shown.revision + 1, text)
            self._tell()

    def _gather(self, current: Current | None, pinned: str) -> None:
        self._trouble = None
        try:
            with self.workspace() as ws:
                if pinned:
                    self._page = page_of(ws, candidate_named(ws, pinned))
                elif current is not None and current.run is not None:
                    ran = current.run.outcome
                    # What was told of is on its way into git.
                    verdict = current.verdict.outcome.verdict if current.verdict is not None else None
                    good = current.good.outcome if current.good is not None else None
                    self._page = page_of(ws, ran.candidate, ran.record, verdict, good)
                elif self._page is not None and (current is None or self._page.candidate.part != current.part):
                    self._page = None
        except CadgitError as error:
            # What was shown stays, with the reason why it is not what it should be.
            self._trouble = error
        except Exception as error:  # a page that stands still without a word would be worse than one that says so
            self._trouble = EnvironmentFailed(f"a fault of cadgit: {type(error).__name__}: {error}")

    def _tell(self) -> None:
        with self._wake:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener()


def _live(current: Current, notices: tuple[str, ...]) -> dict[str, Any]:
    """What is going on with a part, without what the page of its candidate says anyway."""
    failed = current.failed
    return {
        "part": current.part,
        "entry": current.entry,
        "turn": current.turn,
        "stage": current.stage,
        "waiting": list(current.waiting),
        "parameters": [to_plain(item) for item in current.parameters],
        "checks": [to_plain(check) for check in current.checks],
        "ran": current.run.outcome.candidate.id if current.run is not None else "",
        "seconds": current.verdict.seconds if current.verdict else current.run.seconds if current.run else None,
        "judged": current.verdict is not None,
        "failed": {"stage": failed.stage, "message": failed.message, "hint": failed.hint} if failed else None,
        "notices": list(notices),
    }


def _error(error: CadgitError) -> dict[str, str]:
    return {"kind": error.kind, "message": error.message, "hint": error.hint}


def _as_json(state: Any) -> str:
    return json.dumps(finite(state), separators=(",", ":"), allow_nan=False)


def finite(value: Any) -> Any:
    """The same with null for what JSON has no number for."""
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
