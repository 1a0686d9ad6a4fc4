"""Asks the inspector, always in fresh processes: one for a question, as many as it takes for a verdict."""

from __future__ import annotations

import faulthandler
import re
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from ..records import CheckResult, Compared
from . import frames, init, jobs, sandbox, wire
from .execution import how
from .jail import Channels, Jail
from .output import Capture
from .watch import Watch

_SCRATCH = 2 << 30  # bytes: exports go through files
_MEMORY = 8 << 30  # bytes: a mesh takes more than the model that it shows
_TIME_TO_START = 120.0  # seconds, for a cold interpreter's imports
_TIME_TO_READ = 60.0  # seconds for reading the BREP before the first check begins
_ANSWER_TIME = 120.0  # seconds for a summary or a comparison
_KEPT_OUTPUT = 4096

Question = jobs.Summarise | jobs.Compare | jobs.Export
Answer = jobs.Summary | Compared | jobs.Exported | jobs.InspectionFailed

_ANSWERS: dict[type, type] = {
    jobs.Summarise: jobs.Summary,
    jobs.Compare: Compared,
    jobs.Export: jobs.Exported,
}


# --- in the job's process ---------------------------------------------------------------------------------


def job(channels: Channels) -> None:
    """Wait for the errand, shut yourself in, answer."""
    from . import warmup

    warmup.for_inspector()
    if channels.rehearse:
        warmup.rehearse()
    from .inspector import InspectionError, answer, judge_child

    errand: wire.Errand = channels.receive()
    request = wire.decode(errand.request)
    walls = sandbox.Walls(channels.scratch, _SCRATCH, _MEMORY, (), channels.support)
    layers = sandbox.enter_mounts(walls)
    sandbox.enter(walls, channels.scratch)
    faulthandler.enable(channels.trace)
    faulthandler.register(init.TRACEBACK_SIGNAL, channels.trace, all_threads=False)
    frames.send(channels.report, frames.START, ",".join(layers).encode())
    if isinstance(request, jobs.Judge):
        judge_child(
            request,
            errand.names,
            begin=lambda name: frames.send(channels.report, frames.BEGIN, name.encode()),
            emit=lambda result: frames.send(channels.report, frames.CHECK, wire.encode(result)),
            put_step=lambda data: frames.send(channels.report, frames.STEP, data),
            step=errand.step,
        )
    else:
        try:
            reply: Answer = answer(request)
        except InspectionError as error:
            reply = jobs.InspectionFailed(str(error), "error")
        frames.send(channels.report, frames.REPORT, wire.encode(reply))


# --- in the supervisor ------------------------------------------------------------------------------------


def ask(request: Question, jail: Jail, client: socket.socket) -> Answer:
    """One question, one process, one answer within the budget.

    Raises:
        ClientGone: the client hung up.
    """
    budget = request.budget if isinstance(request, jobs.Export) else _ANSWER_TIME
    capture = Capture(_KEPT_OUTPUT)
    watch = Watch(jail, capture, client, wire.MAX_BLOBS)
    watch.deadline = time.monotonic() + _TIME_TO_START
    reports: list[bytes] = []

    def on_frame(kind: bytes, payload: bytes) -> None:
        if kind == frames.START:
            watch.deadline = time.monotonic() + budget
        elif kind == frames.REPORT:
            reports.append(payload)
            watch.satisfied = True

    jail.send(wire.encode(wire.Errand(wire.encode(request))))
    end = watch.run(on_frame)
    if end.late:
        return jobs.InspectionFailed(f"no answer within {budget:g} s", "time")
    if not reports:
        return jobs.InspectionFailed(_crash(how(end), capture), "crash")
    try:
        answer: Any = wire.decode(reports[0])
    except wire.WireError as error:
        return jobs.InspectionFailed(str(error), "crash")
    if type(answer) not in (_ANSWERS[type(request)], jobs.InspectionFailed):
        return jobs.InspectionFailed(f"the inspector answered with a {type(answer).__name__}", "crash")
    return cast(Answer, answer)


@dataclass(frozen=True, slots=True)
class _Plan:
    name: str
    budget: float
    alone: bool


class Judging:
    """A verdict, check by check: a check over its budget or that crashed costs its process, not the others.

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
        self._done: list[CheckResult] = []
        self._step = b""

    def run(self) -> jobs.Judged:
        """Do all checks that the inspector plans, in its order.

        Raises:
            ClientGone: the client hung up.
        """
        from .inspector import plan

        planned = [_Plan(check.name, check.budget, check.alone) for check in plan(self._request)]
        for batch in _batches(planned):
            while batch:
                done = self._one_process(batch)
                batch = batch[done:]
        return jobs.Judged(tuple(self._done), self._step)

    def _one_process(self, batch: list[_Plan]) -> int:
        """Run the checks in one process until it ends; returns how many of them have a result now."""
        jail = self._new_jail()
        try:
            return self._watch(batch, jail)
        finally:
            jail.close()

    def _watch(self, batch: list[_Plan], jail: Jail) -> int:
        capture = Capture(_KEPT_OUTPUT)
        watch = Watch(jail, capture, self._client, wire.MAX_BLOBS)
        watch.deadline = time.monotonic() + _TIME_TO_START
        budgets = {check.name: check.budget for check in batch}
        results: dict[str, CheckResult] = {}
        current, since = "", time.monotonic()

        def on_frame(kind: bytes, payload: bytes) -> None:
            nonlocal current, since
            if kind == frames.START:
                watch.deadline = time.monotonic() + _TIME_TO_READ
            elif kind == frames.BEGIN:
                current, since = payload.decode(), time.monotonic()
                watch.deadline = since + budgets.get(current, 0.0)
            elif kind == frames.CHECK:
                result: CheckResult = wire.decode(payload)
                if result.name in budgets and result.name not in results:
                    results[result.name] = result
                    self._add(result)
                    watch.deadline = time.monotonic() + _TIME_TO_READ
                    watch.satisfied = len(results) == len(batch)
                    current = ""
            elif kind == frames.STEP:
                self._step = payload

        jail.send(wire.encode(wire.Errand(self._encoded, tuple(check.name for check in batch), self._step)))
        end = watch.run(on_frame)
        if len(results) == len(batch):
            return len(batch)
        # The process ended early: by its budget, or in a crash. The check that it was at gets that as its result.
        check = next(check for check in batch if check.name not in results)
        check = next((c for c in batch if c.name == current), check)
        seconds = time.monotonic() - since
        if end.late:
            limit = f"{check.budget:g} s"
            result = CheckResult(
                check.name, "not checked", f"no answer within its budget of {limit}", f"{seconds:.1f} s", limit
            )
        else:
            result = CheckResult(check.name, "fail", f"the check crashed: {_crash(how(end), capture)}")
        self._add(replace(result, seconds=seconds))
        return len(results) + 1

    def _add(self, result: CheckResult) -> None:
        self._done.append(result)
        self._on_check(result)


def _batches(planned: list[_Plan]) -> Iterator[list[_Plan]]:
    """Runs of checks that may share a process; a check that wants to be alone is."""
    batch: list[_Plan] = []
    for check in planned:
        if check.alone:
            if batch:
                yield batch
            yield [check]
            batch = []
        else:
            batch.append(check)
    if batch:
        yield batch


def _crash(how_it_ended: str, capture: Capture) -> str:
    output = capture.result()
    last = re.sub(r"\s+", " ", (output.tail or output.head).strip())[-300:]
    return f"the inspector's process ended with {how_it_ended}" + (f": {last}" if last else "")
