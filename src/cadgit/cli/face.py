"""The face of one command: it reports progress while `workflow` works, and shows the outcome in the end.

Three faces share this protocol, chosen once per command: JSON (``--json``), a terminal (rich), or plain text.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import RepositoryError
from .output.blocks import Blocks, Check, Line
from .output.stream import emit

if TYPE_CHECKING:
    from ..records import CheckResult
    from ..workflow.outcomes import RunOutcome
    from ..workflow.workspace import Workspace
    from .output.live import Live


class Writer(Protocol):
    """Where blocks go."""

    def write(self, blocks: Blocks) -> None:
        """Show the blocks now."""

    def stage(self, text: str) -> None:
        """Say what is going on, if it takes long."""

    def close(self) -> None:
        """The command is done: leave the screen tidy."""


class Plain:
    """Plain text on standard output; stages are not shown."""

    def write(self, blocks: Blocks) -> None:
        from .output.plain import render

        emit(render(blocks))

    def stage(self, text: str) -> None: ...

    def close(self) -> None: ...


class Terminal:
    """rich on a terminal, imported when there is a stage or something to show."""

    def __init__(self) -> None:
        self._live: Live | None = None

    def live(self) -> Live:
        if self._live is None:
            from .output.live import Live

            self._live = Live()
        return self._live

    def write(self, blocks: Blocks) -> None:
        self.live().show(blocks)

    def stage(self, text: str) -> None:
        self.live().stage(text)

    def close(self) -> None:
        if self._live is not None:
            self._live.close()


class Face:
    """What a command sees of the outside: the workspace, progress (`outcomes.Progress`), and `answer`."""

    def __init__(self, command: str, as_json: bool, writer: Writer | None = None) -> None:
        self.command = command
        self.as_json = as_json
        self.notices: list[str] = []
        #: Checks that were shown as they ended; a view does not show them again.
        self.streamed: set[str] = set()
        #: Whether checks that pass are shown too; off where a verdict is not what was asked for.
        self.shows_passes = True
        #: Whether what is run and judged on the way is left to the answer, which tells it in its own words.
        self.answers_only = False
        self._writer = writer or (Terminal() if _at_a_terminal() and not as_json else Plain())

    def workspace(self) -> Workspace:
        """The repository around the current directory, as a context manager."""
        from ..workflow.workspace import Workspace

        return Workspace.open(current_folder(), self)

    def workspace_or_none(self) -> Workspace | None:
        """The repository around the current directory, for commands that can do without."""
        try:
            return self.workspace()
        except RepositoryError:
            return None

    # --- Progress

    def stage(self, text: str) -> None:
        if not self.as_json:
            self._writer.stage(text)

    def check(self, result: CheckResult) -> None:
        if not self.as_json and not self.answers_only and (self.shows_passes or result.status != "pass"):
            self.streamed.add(result.name)
            self._writer.write([Check(result)])

    def notice(self, text: str) -> None:
        self.notices.append(text)
        if not self.as_json:
            self._writer.write([Line(text, label="note")])

    def summary(self, outcome: RunOutcome) -> None:
        if not self.as_json and not self.answers_only:
            from .views.run import run

            self._writer.write(run(outcome))

    # --- asking

    @property
    def can_ask(self) -> bool:
        """Whether somebody sits at a terminal who can be asked something."""
        return not self.as_json and sys.stdin is not None and sys.stdin.isatty() and _at_a_terminal()

    def ask(self, question: str) -> bool:
        """A question that is answered by y or n; n where nothing else is typed."""
        import click  # the other faces ask nothing

        self._writer.close()
        return click.confirm(question)

    # --- the end

    def show(self, blocks: Blocks) -> None:
        """Show blocks before the answer is complete; nothing with ``--json``."""
        if not self.as_json:
            self._writer.write(blocks)

    def answer(self, outcome: Any, blocks: Blocks, exit_code: int = 0) -> int:
        """Show the outcome: `blocks` to people, its fields to programs. Returns the exit code."""
        if self.as_json:
            from .output.as_json import answer

            emit(answer(self.command, exit_code, self.notices, outcome))
        else:
            self._writer.close()  # no spinner any more: what comes now is the answer
            self._writer.write(blocks)
        return exit_code

    def close(self) -> None:
        """Leave the screen tidy, whatever happened."""
        self._writer.close()


def current_folder() -> Path:
    """The current directory.

    Raises:
        RepositoryError: somebody removed it.
    """
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise RepositoryError("the current folder was removed", "change to one that is there") from None


def _at_a_terminal() -> bool:
    return sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
