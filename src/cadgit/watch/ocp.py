"""A face of a watch in the user's OCP CAD Viewer: the newest result is shown there, if a viewer is listening."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from ..errors import CadgitError
from ..kernel.showing import Showing, listening_port, ports
from ..workflow.outcomes import Silent
from .events import Event, Noticed, RunEnded
from .turns import OpenWorkspace, Tell


class OcpFace:
    """Shows results in the order in which they come, and of those that wait the newest only; a context manager.

    Args:
        open_workspace: opens the repository whose cache has the results.
        tell: told why a result is not shown; the same again only after one was shown.
    """

    def __init__(self, open_workspace: OpenWorkspace, tell: Tell) -> None:
        self._tell = tell
        self._said: set[str] = set()
        self._changed = threading.Condition()
        self._newest: RunEnded | None = None
        self._is_over = False
        with open_workspace(Silent()) as ws:
            self._cache = ws.cache
            self._showing = Showing(ws.interpreter.python)
        self._thread = threading.Thread(target=self._run, name="cadgit ocp", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify()
        self._showing.close()  # whatever it is at: no viewer holds up the end
        self._thread.join()

    def hear(self, event: Event) -> None:
        """A listener of the watch."""
        if isinstance(event, RunEnded) and event.outcome.record.brep_sha256:
            with self._changed:
                self._newest = event
                self._changed.notify()

    def _run(self) -> None:
        while (event := self._next()) is not None:
            try:
                self._show(event)
            except CadgitError as error:
                self._say_once(event, error.message)

    def _next(self) -> RunEnded | None:
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._is_over)
            event, self._newest = self._newest, None
            return None if self._is_over else event

    def _show(self, event: RunEnded) -> None:
        port = listening_port()
        if port is None:
            places = " or ".join(map(str, ports()))
            self._say_once(event, f"no OCP CAD Viewer is listening at port {places}; the next save looks again")
            return
        record = event.outcome.record
        result = self._cache.get_result(record.brep_sha256, record.manifest_sha256)
        trouble = self._showing.show(*result, event.part, port) if result is not None else "its geometry is gone"
        if trouble:
            self._say_once(event, f"the OCP CAD Viewer does not show {event.part}: {trouble}")
        else:
            self._said.clear()

    def _say_once(self, event: RunEnded, text: str) -> None:
        if text not in self._said and not self._is_over:
            self._said.add(text)
            self._tell(Noticed(event.part, event.turn, text))
