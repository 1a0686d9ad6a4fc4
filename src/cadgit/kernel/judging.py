"""A verdict, check by check, in as many of the inspector's processes as it takes.

Nothing here reads geometry: the first process says what the result is, which decides the list of checks, and from
then on every check of the list gets a result. A process that ends early, however it ends, leaves none out: the
check that it was at gets the blame, and another process goes on with the rest.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from ..records import CheckResult
from . import frames, jobs, wire
from .inspection import KEPT_OUTPUT, TIME_TO_START, crash
from .jail import Jail
from .output import Capture
from .watch import End, Watch

if TYPE_CHECKING:
    from .inspector import PlannedCheck

_TIME_TO_READ = 60.0  # seconds for reading the BREP before the first check begins
_STEP_WRITE = "step.write"  # as in `checks.gate`, whose import loads OCP
_FIRST = "result"  # the check that answers for a result that cannot even be looked at

M = TypeVar("M")


class Judging:
    """One verdict: a check over its budget or that crashed costs its process, not the others. Has to be closed.

    Args:
        request: what to judge.
        new_jail: opens a jail with a waiting inspector; the jail before it is gone by then.
        client: its hanging up ends the work.
        on_check: called with each result as it comes.
    """

    def __init__(
        self,
        request: jobs.Judge,
        new_jail: Callable[[], Jail],
        client: socket.socket,
        on_check: Callable[[CheckResult], None],
    ) -> None:
        self._request = request
        self._encoded = wire.encode(request)
        self._new_jail = new_jail
        self._client = client
        self._on_check = on_check
        self._results: dict[str, CheckResult] = {}
        self._step = b""
        self._jail: Jail | None = None

    def run(self) -> jobs.Judged:
        """Do all checks that apply, in the inspector's order.

        Raises:
            ClientGone: the client hung up.
        """
        first = self._one_process(())
        if first.subject is not None:
            while left := tuple(check for check in first.planned if check.name not in self._results):
                self._one_process(left)
            for name in self._request.only:
                if name not in self._results:
                    self._add(CheckResult(name, "not checked", f"not checked: no check of a {first.subject.kind}"))
        return jobs.Judged(tuple(self._results.values()), self._step)

    def close(self) -> None:
        """Take down the last process, which takes a while: whoever waits for the verdict need not wait for that."""
        if self._jail is not None:
            self._jail.close()
            self._jail = None

    def _one_process(self, batch: tuple[PlannedCheck, ...]) -> _Hearing:
        """Run checks in one process until it ends, and at least one of them has a result."""
        self.close()
        jail = self._jail = self._new_jail()
        capture = Capture(KEPT_OUTPUT)
        watch = Watch(jail, capture, self._client, wire.MAX_BLOBS)
        hearing = _Hearing(self._request, watch, batch, self._add, self._put_step)
        errand = wire.Errand(self._encoded, tuple(check.name for check in batch), self._step)
        jail.send(wire.encode(errand))
        end = watch.run(hearing.on_frame)
        if hearing.left:
            self._blame(hearing, end, capture)
        return hearing

    def _blame(self, hearing: _Hearing, end: End, capture: Capture) -> None:
        """The process ended early: the check that it was at gets that as its result."""
        limit, seconds = f"{hearing.limit:g} s", time.monotonic() - hearing.since
        name = hearing.current or hearing.left[0]
        what = "the STEP file was not read" if hearing.reading else "no answer"
        if not end.late:
            doing = "reading the STEP file" if hearing.reading else "the check"
            result = CheckResult(name, "fail", f"{doing} crashed: {crash(end, capture)}")
        elif hearing.subject is None and not hearing.batch:
            # Not a check that may be accepted as unchecked: nothing at all is known of the result.
            result = CheckResult(name, "fail", f"the geometry was not read within {limit}", f"{seconds:.1f} s", limit)
        else:
            result = CheckResult(name, "not checked", f"{what} within its budget of {limit}", f"{seconds:.1f} s", limit)
        self._add(replace(result, seconds=seconds))
        if hearing.reading:
            from .inspector import looks_at_step, unread

            for other in hearing.left:
                if other != name and looks_at_step(other):
                    self._add(unread(other, name))

    def _add(self, result: CheckResult) -> None:
        self._results[result.name] = result
        self._on_check(result)

    def _put_step(self, data: bytes) -> None:
        self._step = data


class _Hearing:
    """What is heard from one process. Attributes tell how far it has come.

    Attributes:
        batch: the checks that it shall do; none at first in a verdict's first process.
        planned: all checks of the verdict, told by the first process.
        current: the check that it is at.
        reading: that check reads the STEP file.
        limit, since: seconds that it has for what it does now, and since when (monotonic).
    """

    def __init__(
        self,
        request: jobs.Judge,
        watch: Watch,
        batch: tuple[PlannedCheck, ...],
        add: Callable[[CheckResult], None],
        put_step: Callable[[bytes], None],
    ) -> None:
        self._request = request
        self._watch = watch
        self._add = add
        self._put_step = put_step
        self._done: set[str] = set()
        self.batch = batch
        self.planned: tuple[PlannedCheck, ...] = ()
        self.subject: wire.Subject | None = None
        self.current = ""
        self.reading = False
        self._allow(TIME_TO_START)

    @property
    def left(self) -> tuple[str, ...]:
        """Names of the checks that have no result yet."""
        if self.subject is None and not self.batch:
            return (_FIRST,)
        return tuple(check.name for check in self.batch if check.name not in self._done)

    def on_frame(self, kind: bytes, payload: bytes) -> None:
        """Take one frame.

        Raises:
            FrameError: it does not hold what its kind says.
        """
        if kind == frames.START:
            self._allow(_TIME_TO_READ)
        elif kind == frames.SUBJECT and not self.batch and self.subject is None:
            self._take_subject(_message(payload, wire.Subject))
        elif kind == frames.BEGIN:
            self._begin(payload.decode("utf-8", "replace"))
        elif kind == frames.READING:
            self.reading = bool(payload)
        elif kind == frames.STEP and self.current == _STEP_WRITE:
            self._put_step(payload)
        elif kind == frames.CHECK:
            self._take_result(_message(payload, CheckResult))
        self._watch.satisfied = not self.left

    def _take_subject(self, subject: wire.Subject) -> None:
        from .inspector import plan  # OCP

        self.subject = subject
        self.planned = plan(self._request, subject)
        self.batch = self.planned

    def _begin(self, name: str) -> None:
        budget = next((check.budget for check in self.batch if check.name == name), None)
        if budget is None or name in self._done:
            raise frames.FrameError(f"a check {name!r} that nobody asked for")
        self.current = name
        self._allow(budget)

    def _take_result(self, result: CheckResult) -> None:
        if not self.current or result.name != self.current:
            raise frames.FrameError(f"a result of {result.name!r}, which has not begun")
        self._done.add(result.name)
        self.current, self.reading = "", False
        self._add(result)
        self._allow(_TIME_TO_READ)

    def _allow(self, seconds: float) -> None:
        self.limit, self.since = seconds, time.monotonic()
        self._watch.deadline = self.since + seconds


def _message(payload: bytes, cls: type[M]) -> M:
    try:
        message: Any = wire.decode(payload)
    except wire.WireError as error:
        raise frames.FrameError(str(error)) from None
    if not isinstance(message, cls):
        raise frames.FrameError(f"a {type(message).__name__} where a {cls.__name__} was expected")
    return message
