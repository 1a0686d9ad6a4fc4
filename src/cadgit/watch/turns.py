"""One turn: the bytes of a look, run, judged and maybe promoted, told as it happens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ..errors import CadgitError, Cancelled, SourceError
from ..frozen import frozen
from ..kernel.client import Kernel
from ..records import CheckResult, Override
from ..workflow import promote, run, verify
from ..workflow.measures import Measure, side_by_side
from ..workflow.outcomes import Progress, RunOutcome, Silent, VerifyOutcome
from ..workflow.working import WorkingPart
from ..workflow.workspace import Workspace
from . import events, settle
from .looking import Look

#: Opens the repository; what happens there is told to the progress.
OpenWorkspace = Callable[[Progress], Workspace]
Tell = Callable[[events.Event], None]


@frozen
class Task:
    """What a turn is about.

    `since` is when its bytes were first seen, by `time.monotonic`; `files` are those that changed. A rerun, whose
    `parameters` were given as `assignments` (``name=value`` each), is judged and not promoted by itself.
    """

    number: int
    part: WorkingPart
    look: Look
    since: float
    files: tuple[str, ...] = ()
    assignments: tuple[str, ...] = ()
    parameters: tuple[Override, ...] = ()
    is_rerun: bool = False


class Turn:
    """Run, verdict and (where `promotes`) version of one look; another thread may cancel it.

    Args:
        task: what it is about.
        promotes: promote what passes.
        open_workspace, tell: see `OpenWorkspace`; told each event, in order.
    """

    def __init__(self, task: Task, promotes: bool, open_workspace: OpenWorkspace, tell: Tell) -> None:
        self.task = task
        self.part, self.number = task.part.name, task.number
        self._promotes = promotes and not task.is_rerun
        self._open = open_workspace
        self._tell = tell
        self._lock = threading.Lock()
        self._kernel: Kernel | None = None
        self._cancelled = threading.Event()
        self.stage: events.Stage = "read"

    def cancel(self) -> None:
        """End it as soon as may be: the kernel's job at once, a transaction never halfway."""
        with self._lock:
            self._cancelled.set()
            if self._kernel is not None:
                self._kernel.cancel()

    def drop(self) -> None:
        """It will never be taken."""
        self._tell(events.Cancelled(self.part, self.number))

    def take(self) -> None:
        """Do all of it, or as much as there is; how it ends, if not well, is told and is no exception."""
        task, tell = self.task, self._tell
        if task.is_rerun:
            tell(events.RerunAsked(self.part, self.number, task.parameters))
        else:
            tell(events.SaveSeen(self.part, self.number, task.files))
        try:
            with self._open(_Reporter(self, tell)) as ws:
                with self._lock:
                    self._kernel = ws.kernel
                self._expect_wanted()
                self._all(ws)
        except CadgitError as error:
            # A program that was ended along with the job says so in its own way.
            if self._cancelled.is_set() or isinstance(error, Cancelled):
                tell(events.Cancelled(self.part, self.number))
            else:
                tell(events.Failed(self.part, self.number, self.stage, error.kind, error.message, error.hint))

    def _expect_wanted(self, until: float = 0.0) -> None:
        """Go on only if nobody has cancelled it, nor does until that time (of `time.monotonic`).

        Raises:
            Cancelled: somebody has.
        """
        if self._cancelled.wait(max(0.0, until - time.monotonic())):
            raise Cancelled

    def _all(self, ws: Workspace) -> None:
        outcome = self._run(ws)
        if outcome.record.outcome == "failed":
            return
        self._expect_wanted()
        self.stage = "verify"
        judged = verify.judge(ws, outcome.candidate, on_outcome=self._tell_verdict)
        if self._promotes and judged.verdict.outcome in ("pass", "warn"):
            self._expect_wanted()
            self.stage = "promote"
            self._tell(events.Promoted(self.part, self.number, promote.promote(ws, outcome.candidate.id)))

    def _run(self, ws: Workspace) -> RunOutcome:
        task, closure = self.task, self.task.look.closure
        if closure is None:
            raise task.look.trouble or SourceError(f"{task.part.entry} is missing or empty")
        for note in closure.notes:
            self._tell(events.Noticed(self.part, self.number, note))
        self.stage = "run"
        return run.run_closure(
            ws,
            task.part,
            closure,
            parameters=task.assignments,
            on_outcome=lambda outcome: self._tell_run(ws, outcome),
        )

    def _tell_run(self, ws: Workspace, outcome: RunOutcome) -> None:
        changes = _changes(ws, outcome)
        self._expect_wanted(self.task.since + settle.STANDS)  # only what is told here is recorded
        seconds = time.monotonic() - self.task.since
        self._tell(events.RunEnded(self.part, self.number, outcome, changes, seconds))

    def _tell_verdict(self, judged: VerifyOutcome) -> None:
        self._tell(events.VerdictEnded(self.part, self.number, judged, time.monotonic() - self.task.since))


def _changes(ws: Workspace, outcome: RunOutcome) -> tuple[Measure, ...]:
    version, geometry = outcome.last_good, outcome.record.geometry
    return side_by_side(ws.versions.promotion(version).geometry, geometry) if version and geometry else ()


class _Reporter(Silent):
    """What the workflow says of a turn, as events."""

    def __init__(self, turn: Turn, tell: Tell) -> None:
        self._turn = turn
        self._tell = tell

    def stage(self, text: str) -> None:
        self._tell(events.Doing(self._turn.part, self._turn.number, text))

    def notice(self, text: str) -> None:
        self._tell(events.Noticed(self._turn.part, self._turn.number, text))

    def check(self, result: CheckResult) -> None:
        if self._turn.stage == "verify":  # a promotion repeats what the verdict said
            self._tell(events.CheckEnded(self._turn.part, self._turn.number, result))
