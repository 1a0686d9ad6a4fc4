"""A watch at work: one thread looks and decides, another one takes the turns."""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from .. import parameters as overrides
from ..errors import RefError
from ..workflow.outcomes import Silent
from ..workflow.working import WorkingPart
from . import events
from .looking import Look, Looker
from .queues import Queue
from .settle import Settling, Sight
from .stream import Stream
from .turns import OpenWorkspace, Task, Turn
from .wakes import LimitReached, Notified, Polling, Wakes

#: An index.lock of git that is older, in seconds, was left behind and says nothing.
_STALE = 10.0
#: Seconds that each thread gets to end in; one that waits for a kernel to start cannot be hurried, and ends with us.
_END_TIME = 3.0

#: Makes what wakes the watch, from what it is to call.
MakeWakes = Callable[[Callable[[], None]], Wakes]


class _Watched:
    """A part, the eyes that look at it, and what was made of that; for the looking thread alone."""

    def __init__(self, looker: Looker) -> None:
        self.looker = looker
        self.part = looker.part
        self.settling = Settling()


class Session:
    """A `Watcher`, as a context manager: it watches from entering to leaving.

    Args:
        open_workspace: opens the repository; called in several threads, which share nothing of it.
        parts: what to watch.
        promotes: promote what passes.
        make_wakes: what makes it look; inotify unless given.
    """

    def __init__(
        self,
        open_workspace: OpenWorkspace,
        parts: Sequence[WorkingPart],
        *,
        promotes: bool = False,
        make_wakes: MakeWakes = Notified,
    ) -> None:
        with open_workspace(Silent()) as ws:
            self._index_lock = ws.repository.git_dir / "index.lock"
            root = ws.root
        self._open = open_workspace
        self._promotes = promotes
        self._make_wakes = make_wakes
        self._why_polling = ""
        self._watched = [_Watched(Looker(root, part, lambda: open_workspace(Silent()))) for part in parts]
        self._looks: dict[str, Look] = {}
        self._files: dict[str, tuple[str, ...]] = {}
        self._numbers = itertools.count(1)
        self._stream = Stream(parts)
        self._wake = threading.Event()
        self._over = threading.Event()
        self._crash: BaseException | None = None

    def __enter__(self) -> Self:
        self._turns = Queue("cadgit turns", self._crashed)
        self._looking = threading.Thread(target=self._look_on, name="cadgit looks", daemon=True)
        self._looking.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._turns.close()
        for thread in (self._looking, self._turns):
            thread.join(_END_TIME)

    # --- what faces may ask (`events.Watcher`)

    def subscribe(self, listener: events.Listener) -> Callable[[], None]:
        return self._stream.subscribe(listener)

    def current(self) -> tuple[events.Current, ...]:
        return self._stream.current()

    def rerun(self, part: str, parameters: Sequence[str] = ()) -> int:
        entry = self._stream.of(part).entry
        look = self._looks.get(part)
        if look is None or look.closure is None:
            raise RefError(f"there is nothing of {part} that could run again", f"save {entry} first")
        chosen = overrides.overrides(look.closure.source, parameters)
        working = WorkingPart(part, entry)
        now = time.monotonic()
        task = Task(
            next(self._numbers), working, look, now, assignments=tuple(parameters), parameters=chosen, is_rerun=True
        )
        self._begin(task)
        return task.number

    def tell(self, event: events.Event) -> None:
        self._stream.tell(event)

    # --- its life

    def wait(self) -> None:
        """Until somebody calls `stop`.

        Raises:
            Exception: whatever ended one of the threads.
        """
        self._over.wait()
        if self._crash is not None:
            raise self._crash

    def stop(self) -> None:
        """Make `wait` return. Not for a signal handler: `wait` may hold the lock when one comes."""
        self._over.set()
        self._wake.set()

    def _crashed(self, error: BaseException) -> None:
        self._crash = self._crash or error
        self.stop()

    # --- the looking thread

    def _look_on(self) -> None:
        wakes: Wakes | None = None
        try:
            wakes = self._first_wakes()
            told: events.Watching | None = None
            while not self._over.is_set():
                self._wake.clear()
                wait = min(self._look_at(each, wakes) for each in self._watched)
                try:
                    if wakes.follow(frozenset().union(*(look.folders for look in self._looks.values()))):
                        wait = 0.0  # nobody told what happened there before
                except LimitReached as error:
                    wakes = self._polling(error)
                watching = self._watching(wakes)
                if watching != told:
                    self._stream.tell(watching)
                    told = watching
                self._wake.wait(min(wait, wakes.pulse))
        except BaseException as error:
            self._crashed(error)
        finally:
            if wakes is not None:
                wakes.close()

    def _look_at(self, each: _Watched, wakes: Wakes) -> float:
        """Look at a part and do what follows; returns the seconds until the next look."""
        part, look = each.part, each.looker.look()
        self._looks[part.name] = look
        hollow = each.looker.hollow()
        sight = Sight(look.content, hollow, part.entry in hollow, wakes.are_closed(look.files), self._git_is_writing())
        decision = each.settling.see(sight, time.monotonic())
        if decision.waiting:
            self._stream.tell(events.Waiting(part.name, decision.waiting))
        if decision.cancel:
            self._turns.cancel(part.name)
        if decision.begin:
            wakes.forgive(look.files)
            files = look.changed_from(each.looker.begun)
            each.looker.begun = look
            self._begin(Task(next(self._numbers), part, look, each.settling.since, files))
        return math.inf if decision.again is None else decision.again

    def _begin(self, task: Task) -> None:
        self._turns.cancel(task.part.name)
        self._turns.add(Turn(task, self._promotes, self._open, self._stream.tell))

    def _git_is_writing(self) -> bool:
        """Whether git holds the index, as it does for as long as it switches branches."""
        try:
            return time.time() - self._index_lock.stat().st_mtime < _STALE
        except OSError:
            return False

    def _first_wakes(self) -> Wakes:
        try:
            return self._make_wakes(self._wake.set)
        except LimitReached as error:
            return self._polling(error)

    def _polling(self, why: LimitReached) -> Wakes:
        self._why_polling = str(why)
        return Polling()

    def _watching(self, wakes: Wakes) -> events.Watching:
        parts = []
        for each in self._watched:
            part, closure = each.part, self._looks[each.part.name].closure
            if closure is not None:  # else it is missing for an instant, and what it needs has not changed
                self._files[part.name] = tuple(file.path for file in closure.files)
            parts.append(events.WatchedPart(part.name, part.entry, self._files.get(part.name, ())))
        return events.Watching(tuple(parts), wakes.pulse if wakes.polls else 0.0, self._why_polling)
