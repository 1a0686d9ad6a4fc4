"""A face of a watch in the terminal: blocks for people, or a line of JSON for each event."""

from __future__ import annotations

import contextlib
import datetime
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

from ..watch.events import Doing, Event
from ..watch.session import Session
from ..watch.turns import OpenWorkspace
from .face import Face
from .output.as_json import event_line
from .output.stream import emit, is_lost
from .views.watch import Blocks, ends_turn

_BELL = "\a"
#: What a terminal, a service manager or a closed window ends a watch with.
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Screen:
    """Shows events as they come.

    Args:
        face: where to.
        session: stopped when nobody reads what is shown any more.
        bell: ring when a turn has ended.
    """

    def __init__(self, face: Face, session: Session, bell: bool) -> None:
        self._face = face
        self._session = session
        self._blocks = Blocks()
        self._rings = bell and sys.stdout.isatty() and not face.as_json

    def show(self, event: Event) -> None:
        """A listener of the session."""
        now = datetime.datetime.now()
        if self._face.as_json:
            emit(event_line(event, now.astimezone()))
        else:
            if isinstance(event, Doing):
                self._face.stage(event.text)
            if ends_turn(event):
                self._face.stage("")
            self._face.show(self._blocks.of(event, f"{now:%H:%M:%S}"))
            if self._rings and ends_turn(event):
                emit(_BELL)
        if is_lost():
            self._session.stop()


@contextlib.contextmanager
def shown_in(viewer: str | None, session: Session, open_workspace: OpenWorkspace) -> Iterator[None]:
    """While in here, results are shown in the user's own viewer, if one was asked for."""
    if viewer is None:
        yield
        return
    from ..watch.ocp import OcpFace

    with OcpFace(open_workspace, session.tell) as face:
        session.subscribe(face.hear)
        yield


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Every way to end a program from outside ends what is in here, and is no error."""
    before = {number: signal.signal(number, _interrupt) for number in _ENDING}
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
