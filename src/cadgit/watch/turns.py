"""One turn: the bytes of a look, run, judged and maybe promoted, told as it happens; another thread may cancel it."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
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
from . import events
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


class Job(ABC):
    """Something that asks the kernel for work, and that another thread may cancel.

    Args:
        part, number: whose turn it is.
        open_workspace, tell: see `OpenWorkspace`; told each event, in order.
    """

    def __init__(self, part: str, number: int, open_workspace: OpenWorkspace, tell: Tell) -> None:
        self.part = part
        self.number = number
        self._open = open_workspace
        self._tell = tell
        self._lock = threading.Lock()
        self._kernel: Kernel | None = None
        self._is_cancelled = False
        self.stage: events.Stage = "read"

    def cancel(self) -> None:
        """End it as soon as may be: the kernel's job at once, a transaction never halfway."""
        with self._lock:
            self._is_cancelled = True
            if self._kernel is not None:
                self._kernel.cancel()

    @abstractmethod
    def take(self) -> None:
        """Do it."""

    def drop(self) -> None:
        """It will never be taken."""
        self._tell(events.Cancelled(self.part, self.number))

    def attempt(self, work: Callable[[Workspace], None]) -> None:
        """Do `work` in a workspace of its own; how it ends, if not well, is told and is no exception."""
        try:
            with self._open(_Reporter(self, self._tell)) as ws:
                with self._lock:
                    self._kernel = ws.kernel
                self.expect_wanted()
                work(ws)
        except CadgitError as error:
            # A program that was ended along with the job says so in its own way.
            if self._is_cancelled or isinstance(error, Cancelled):
                self._tell(events.Cancelled(self.part, self.number))
            else:
                self._tell(events.Failed(self.part, self.number, self.stage, error.kind, error.message, error.hint))

    def expect_wanted(self) -> None:
        """Go on only if nobody has cancelled it.

        Raises:
            Cancelled: somebody has.
        """
        if self._is_cancelled:
            raise Cancelled


class Turn(Job):
    """Run, verdict and (where `promotes`) version of one look."""

    def __init__(self, task: Task, promotes: bool, open_workspace: OpenWorkspace, tell: Tell) -> None:
        super().__init__(task.part.name, task.number, open_workspace, tell)
        self.task = task
        self._promotes = promotes and not task.is_rerun

    def take(self) -> None:
        """Do all of it, or as much as there is."""
        task, tell = self.task, self._tell
        if task.is_rerun:
            tell(events.RerunAsked(self.part, self.number, task.parameters))
        else:
            tell(events.SaveSeen(self.part, self.number, task.files))
        self.attempt(self._all)

    def _all(self, ws: Workspace) -> None:
        outcome = self._run(ws)
        if outcome.record.outcome == "failed":
            return
        self.expect_wanted()
        self.stage = "verify"
        judged = verify.judge(ws, outcome.candidate, on_outcome=self._tell_verdict)
        if self._promotes and judged.verdict.outcome in ("pass", "warn"):
            self.expect_wanted()
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
            on_outcome=lambda outcome: self._tell(self._ended(ws, outcome)),
        )

    def _tell_verdict(self, judged: VerifyOutcome) -> None:
        self._tell(events.VerdictEnded(self.part, self.number, judged, time.monotonic() - self.task.since))

    def _ended(self, ws: Workspace, outcome: RunOutcome) -> events.RunEnded:
        seconds = time.monotonic() - self.task.since
        return events.RunEnded(self.part, self.number, outcome, _changes(ws, outcome), seconds)


class PromotionJob(Job):
    """A promotion that a face asked for: of one candidate, whatever is saved meanwhile."""

    def __init__(
        self, part: str, number: int, candidate: str, message: str, open_workspace: OpenWorkspace, tell: Tell
    ) -> None:
        super().__init__(part, number, open_workspace, tell)
        self._candidate = candidate
        self._message = message
        self.stage = "promote"

    def take(self) -> None:
        """Promote it, or tell why not."""
        self.attempt(self._promote)

    def _promote(self, ws: Workspace) -> None:
        made = promote.promote(ws, self._candidate, message=self._message)
        self._tell(events.Promoted(self.part, self.number, made))


def _changes(ws: Workspace, outcome: RunOutcome) -> tuple[Measure, ...]:
    version, geometry = outcome.last_good, outcome.record.geometry
    return side_by_side(ws.versions.promotion(version).geometry, geometry) if version and geometry else ()


class _Reporter(Silent):
    """What the workflow says of a job, as events."""

    def __init__(self, job: Job, tell: Tell) -> None:
        self._job = job
        self._tell = tell

    def stage(self, text: str) -> None:
        self._tell(events.Doing(self._job.part, self._job.number, text))

    def notice(self, text: str) -> None:
        self._tell(events.Noticed(self._job.part, self._job.number, text))

    def check(self, result: CheckResult) -> None:
        if self._job.stage == "verify":  # a promotion repeats what the verdict said
            self._tell(events.CheckEnded(self._job.part, self._job.number, result))
