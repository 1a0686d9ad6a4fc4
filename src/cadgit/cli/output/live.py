"""A terminal while cadgit works: a spinner with the stage for whatever takes longer than a second."""

from __future__ import annotations

import threading

from rich.console import Console
from rich.status import Status
from rich.text import Text

from .blocks import Blocks
from .terminal import show
from .text import escape

#: Seconds before the spinner shows: most commands are done by then, and nothing should flash.
PATIENCE = 1.0


class Live:
    """One console, and at most one spinner on its last line."""

    def __init__(self, console: Console | None = None, patience: float = PATIENCE) -> None:
        self._console = console or Console(highlight=False, soft_wrap=False)
        self._patience = patience
        self._status: Status | None = None
        self._timer: threading.Timer | None = None
        self._text = ""
        self._lock = threading.Lock()

    def show(self, blocks: Blocks) -> None:
        """Print the blocks; a spinner stays below them."""
        show(self._console, blocks)

    def stage(self, text: str) -> None:
        """A new stage: the spinner says so, if one is there or comes up within this stage.

        An empty text takes the spinner away: somebody else may write to the terminal now, and ask for a password.
        """
        if not text:
            self.close()
            return
        with self._lock:
            self._text = escape(text)
            if self._status is not None:
                self._status.update(_label(self._text))
            elif self._timer is None:
                self._timer = threading.Timer(self._patience, self._start)
                self._timer.daemon = True
                self._timer.start()

    def _start(self) -> None:
        with self._lock:
            if self._timer is not None:  # not closed meanwhile
                self._status = self._console.status(_label(self._text), spinner="dots")
                self._status.start()

    def close(self) -> None:
        """No spinner any more, and none to come."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._status is not None:
                self._status.stop()
                self._status = None


def _label(text: str) -> Text:
    return Text(text, style="dim")
