"""Where events go: to every listener, one event at a time, and into the picture of where each part stands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from ..errors import RefError
from ..workflow.working import WorkingPart
from . import board
from .events import Current, Event, Listener


class Stream:
    """The events of one watch, told from any thread.

    Args:
        parts: what is watched.
    """

    def __init__(self, parts: Sequence[WorkingPart]) -> None:
        self._lock = threading.RLock()  # a listener may ask where things stand
        self._listeners: list[Listener] = []
        self._current = {part.name: Current(part.name, part.entry) for part in parts}

    def tell(self, event: Event) -> None:
        """Note an event and tell it to everybody."""
        with self._lock:
            self._current = {name: board.after(current, event) for name, current in self._current.items()}
            for listener in tuple(self._listeners):
                listener(event)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """See `events.Watcher`."""

        def leave() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        with self._lock:
            self._listeners.append(listener)
        return leave

    def current(self) -> tuple[Current, ...]:
        """See `events.Watcher`."""
        with self._lock:
            return tuple(self._current.values())

    def of(self, part: str) -> Current:
        """Where one part stands.

        Raises:
            RefError: it is not watched.
        """
        with self._lock:
            if part not in self._current:
                raise RefError(f"part {part} is not watched", f"these are: {', '.join(self._current)}")
            return self._current[part]
