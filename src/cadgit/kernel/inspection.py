"""The inspector's process, sandboxed like a model's, and one question to it. `judging` gives verdicts with it."""

from __future__ import annotations

import faulthandler
import re
import socket
import time
from typing import Any, cast

from ..records import (
    CheckResult,
    Compared,
    Diagnosed,
    Differences,
    EntityMeasure,
    PairMeasure,
    Repair,
    Score,
    SharedVolume,
    WallMeasure,
)
from ..records.features import Features
from . import frames, init, jobs, sandbox, wire
from .execution import how
from .jail import Channels, Jail
from .output import Capture
from .watch import End, Watch

_SCRATCH = 2 << 30  # bytes: exports go through files
_MEMORY = 8 << 30  # bytes: a mesh takes more than the model that it shows
TIME_TO_START = 120.0  # seconds, for a cold interpreter's imports
_ANSWER_TIME = 120.0  # seconds for a summary or a comparison
KEPT_OUTPUT = 4096

_ANSWERS: dict[type, type] = {
    jobs.Summarise: jobs.Summary,
    jobs.Survey: jobs.Surveyed,
    jobs.Compare: Compared,
    jobs.CompareSteps: jobs.ComparedSteps,
    jobs.Import: jobs.Imported,
    jobs.ScoreAgainst: Score,
    jobs.Subtract: Differences,
    jobs.PaintChange: jobs.Painted,
    jobs.Export: jobs.Exported,
    jobs.Render: jobs.Rendered,
    jobs.Draw: jobs.Exported,
    jobs.Tessellate: jobs.Tessellated,
    jobs.Haunt: jobs.Tessellated,
    jobs.Diagnose: Diagnosed,
    jobs.TryRepair: Repair,
    jobs.NameEdges: jobs.NamedEdges,
    jobs.TryBlend: jobs.TriedBlend,
    jobs.FindOrigins: jobs.Origins,
    jobs.FindFeatures: Features,
    jobs.FindFeaturesOfTwo: jobs.FeaturesOfTwo,
    jobs.MeasureBodies: jobs.BodiesMeasured,
    jobs.FitBoxes: jobs.BoxesFitted,
    jobs.MeasureEntity: EntityMeasure,
    jobs.MeasureBetween: PairMeasure,
    jobs.MeasureShared: SharedVolume,
    jobs.MeasureWall: WallMeasure,
    jobs.ListPairs: jobs.Pairs,
    jobs.MeasureClearances: jobs.ClearancesMeasured,
}


# --- in the job's process ---------------------------------------------------------------------------------


def job(channels: Channels) -> None:
    """Wait for the errand, shut yourself in, answer."""
    from . import warmup

    warmup.for_inspector()
    if channels.rehearse:
        warmup.rehearse()
    from .inspector import answer, judge_child
    from .questions import InspectionError

    errand: wire.Errand = channels.receive()
    request = wire.decode(errand.request)
    walls = sandbox.Walls(channels.scratch, _SCRATCH, _MEMORY, (), channels.support)
    layers = sandbox.enter_mounts(walls)
    sandbox.enter(walls, channels.scratch)
    faulthandler.enable(channels.trace)
    faulthandler.register(init.TRACEBACK_SIGNAL, channels.trace, all_threads=False)
    frames.send(channels.report, frames.START, ",".join(layers).encode())
    if isinstance(request, jobs.Judge):
        judge_child(request, errand.names, errand.step, _Frames(channels.report))
    else:
        try:
            reply: jobs.Answer | jobs.InspectionFailed = answer(request)
        except InspectionError as error:
            reply = jobs.InspectionFailed(str(error), error.reason)
        frames.send(channels.report, frames.REPORT, wire.encode(reply))


class _Frames:
    """An `inspector.Report` over the pipe to the supervisor."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def subject(self, found: wire.Subject) -> None:
        frames.send(self._pipe, frames.SUBJECT, wire.encode(found))

    def begin(self, name: str) -> None:
        frames.send(self._pipe, frames.BEGIN, name.encode())

    def reading(self, now: bool) -> None:
        frames.send(self._pipe, frames.READING, b"1" if now else b"")

    def step(self, data: bytes) -> None:
        frames.send(self._pipe, frames.STEP, data)

    def check(self, result: CheckResult) -> None:
        frames.send(self._pipe, frames.CHECK, wire.encode(result))


# --- in the supervisor ------------------------------------------------------------------------------------


def ask(request: jobs.Question, jail: Jail, client: socket.socket) -> jobs.Answer | jobs.InspectionFailed:
    """One question, one process, one answer within the budget.

    Raises:
        ClientGone: the client hung up.
    """
    budget: float = getattr(request, "budget", _ANSWER_TIME)
    capture = Capture(KEPT_OUTPUT)
    watch = Watch(jail, capture, client, wire.MAX_BLOBS)
    watch.deadline = time.monotonic() + TIME_TO_START
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
        return jobs.InspectionFailed(crash(end, capture), "crash")
    try:
        answer: Any = wire.decode(reports[0])
    except wire.WireError as error:
        return jobs.InspectionFailed(str(error), "crash")
    if type(answer) not in (_ANSWERS[type(request)], jobs.InspectionFailed):
        return jobs.InspectionFailed(f"the inspector answered with a {type(answer).__name__}", "crash")
    return cast(jobs.Answer | jobs.InspectionFailed, answer)


def crash(end: End, capture: Capture) -> str:
    """How an inspector's process ended without the answer, in one line, with the last that it printed."""
    output = capture.result()
    last = re.sub(r"\s+", " ", (output.tail or output.head).strip())[-300:]
    what = "sent what is no message" if end.invalid else f"ended with {how(end)}"
    return f"the inspector's process {what}" + (f": {last}" if last else "")
