"""Runs one model: the job's side (untrusted from `run_model` on) and the supervisor's side, which believes nothing."""

from __future__ import annotations

import contextlib
import faulthandler
import io
import os
import random
import re
import signal
import socket
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from ..records import Environment, Failure, Frame, Output
from . import frames, init, jobs, sandbox, wire
from .jail import Channels, Jail
from .output import Capture
from .watch import End, Watch

_TIME_TO_START = 120.0  # seconds for what comes before the model's own code: a cold interpreter imports build123d
_REPORT_LIMIT = 1 << 30  # bytes of one report, BREP included
_TREE = "tree"
_NEAR = 0.8  # of the memory limit: a death from here on counts as one for memory


# --- in the job's process ---------------------------------------------------------------------------------


def job(channels: Channels) -> None:
    """Wait for the errand, shut yourself in, run the model."""
    from . import warmup

    environment = warmup.for_executor()
    if channels.rehearse:
        warmup.rehearse()
    request: jobs.Execute = channels.receive()
    walls = sandbox.Walls(
        scratch=channels.scratch,
        scratch_size=request.limits.scratch,
        memory=request.limits.memory,
        hidden=request.hidden,
        support=channels.support,
    )
    layers = sandbox.enter_mounts(walls)
    tree = _write_tree(request, channels.scratch)
    layers += sandbox.enter(walls, os.path.dirname(os.path.join(tree, request.entry)))
    missing = sandbox.missing(layers)
    ready = wire.Ready(environment, tuple(layers), missing)
    frames.send(channels.report, frames.READY, wire.encode(ready))
    if request.strict and missing:
        return
    _prepare_process(channels.trace)
    _run(request, Path(tree), channels)


def _run(request: jobs.Execute, tree: Path, channels: Channels) -> None:
    from . import executor

    def say(report: bytes) -> None:
        if report == b"start":
            frames.send(channels.report, frames.START)
            return
        _flush()  # the supervisor does not wait for more once it has the report
        if _is_full(channels.scratch):
            frames.send(channels.report, frames.SCRATCH_FULL)
        frames.send(channels.report, frames.REPORT, report)

    try:
        executor.run_model(request, tree, Path(channels.scratch), say)
    except MemoryError:
        frames.send(channels.report, frames.NO_MEMORY)
    finally:
        _flush()


def _write_tree(request: jobs.Execute, scratch: str) -> str:
    tree = os.path.join(scratch, _TREE)
    os.makedirs(os.path.dirname(os.path.join(tree, request.entry)), exist_ok=True)
    for file in request.files:
        path = os.path.join(tree, file.path)
        if os.path.commonpath([tree, os.path.normpath(path)]) != tree:
            raise ValueError(f"{file.path} leads out of the tree")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as stream:
            stream.write(file.data)
        if file.executable:
            os.chmod(path, 0o755)
    return tree


def _prepare_process(trace: int) -> None:
    faulthandler.enable(trace)
    faulthandler.register(init.TRACEBACK_SIGNAL, trace, all_threads=False)
    # Line by line, so that a crash loses nothing and stdout and stderr keep their order.
    for name, fd in (("stdout", 1), ("stderr", 2)):
        stream = io.TextIOWrapper(
            io.FileIO(fd, "w", closefd=False), "utf-8", errors="backslashreplace", write_through=True
        )
        setattr(sys, name, stream if name == "stderr" else _line_buffered(fd))
        setattr(sys, f"__{name}__", getattr(sys, name))
    random.seed()
    if (numpy_random := sys.modules.get("numpy.random")) is not None:
        numpy_random.seed()  # forks of one parent share its state


def _line_buffered(fd: int) -> io.TextIOWrapper:
    buffer = io.BufferedWriter(io.FileIO(fd, "w", closefd=False))
    return io.TextIOWrapper(buffer, "utf-8", errors="backslashreplace", line_buffering=True)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # the model may have put anything there
            stream.flush()


def _is_full(scratch: str) -> bool:
    with contextlib.suppress(OSError):
        usage = os.statvfs(scratch)
        return usage.f_bavail * 100 < usage.f_blocks
    return False


# --- in the supervisor ------------------------------------------------------------------------------------


@dataclass
class _Story:
    """What was heard of a run so far."""

    ready: wire.Ready | None = None
    started: float = 0.0
    reported: float = 0.0
    report: bytes | None = None
    no_memory: bool = False
    scratch_full: bool = False
    errors: list[str] = field(default_factory=list)


def supervise(
    request: jobs.Execute, jail: Jail, client: socket.socket, mode: Literal["warm", "cold"]
) -> jobs.Executed | wire.Trouble:
    """Give a waiting jail its errand and tell how the run ended.

    Raises:
        ClientGone: the client hung up; nothing of the run is left.
    """
    capture = Capture(request.limits.output)
    watch = Watch(jail, capture, client, _REPORT_LIMIT, request.limits.scratch)
    watch.deadline = time.monotonic() + _TIME_TO_START
    story = _Story()

    def on_frame(kind: bytes, payload: bytes) -> None:
        if kind == frames.READY and story.ready is None:
            story.ready = wire.decode(payload)
        elif kind == frames.START and not story.started:
            story.started = time.monotonic()
            watch.deadline = story.started + request.limits.seconds
        elif kind == frames.REPORT and story.report is None:
            story.report, story.reported = payload, time.monotonic()
            watch.satisfied = True
        elif kind == frames.NO_MEMORY:
            story.no_memory = True
        elif kind == frames.SCRATCH_FULL:
            story.scratch_full = True

    jail.send(wire.encode(request))
    end = watch.run(on_frame)
    return _conclude(request, story, end, capture.result(), watch.trace, mode)


def _conclude(
    request: jobs.Execute, story: _Story, end: End, output: Output, trace: bytes, mode: Literal["warm", "cold"]
) -> jobs.Executed | wire.Trouble:
    ready = story.ready
    if ready is None:
        detail = output.tail or output.head or how(end)
        return wire.Trouble("kernel", f"the model's process did not get ready: {detail.strip()[-2000:]}")
    if request.strict and ready.missing:
        return wire.Trouble(
            "environment",
            f'the sandbox lacks {", ".join(ready.missing)} here, and sandbox = "strict" asks for all of it',
            "`cadgit doctor` says what is missing; without `strict` the run goes on with the layers that stand",
        )
    seconds = (story.reported or time.monotonic()) - story.started if story.started else 0.0
    done = _reported(story, end)
    if done is None:
        failure = _cause(request, story, end, output, trace)
        done = jobs.Executed(environment=ready.environment, output=output, failure=failure)
    elif done.failure is not None and done.failure.reason == "exception" and story.scratch_full:
        hint = f"a run may write {request.limits.scratch} bytes (`scratch` under [limits] in cadgit.toml)"
        done = replace(done, failure=replace(done.failure, reason="scratch", hint=hint))
    return replace(
        done,
        output=output,
        mode=mode,
        sandbox=ready.layers,
        # The model's own word counts as long as it is possible: hand-over is not part of its time.
        seconds_model=done.seconds_model if 0 < done.seconds_model <= seconds else seconds,
    )


def _reported(story: _Story, end: End) -> jobs.Executed | None:
    """The report, if there is one and it holds together."""
    if story.report is None or end.late or end.full or end.invalid:
        return None
    try:
        done: Any = wire.decode(story.report, _REPORT_LIMIT)
    except wire.WireError as error:
        story.errors.append(str(error))
        return None
    if not isinstance(done, jobs.Executed):
        story.errors.append(f"a {type(done).__name__} where the result was expected")
        return None
    if done.failure is None and not (done.brep and done.manifest is not None):
        story.errors.append("neither geometry nor a failure")
        return None
    return replace(done, brep=b"", manifest=None) if done.failure is not None else done


def _cause(request: jobs.Execute, story: _Story, end: End, output: Output, trace: bytes) -> Failure:
    """Why there is no report, from the outside."""
    limits = request.limits
    stack = frames_of(trace.decode("utf-8", "replace"), request)
    where = f" at {stack[0].file}:{stack[0].line}" if stack else ""
    if end.late:
        return Failure(
            "time",
            f"the model was still running{where} after its time limit of {limits.seconds:g} s, and was ended",
            "`--timeout`, or `model` under [limits] in cadgit.toml, allows more",
            stack,
        )
    if end.full:
        return Failure("scratch", f"the model wrote more than {limits.scratch} bytes", "", stack)
    said = (output.tail or output.head)[-4000:]
    out_of_memory = "std::bad_alloc" in said or "Standard_OutOfMemory" in said or "MemoryError" in said
    killed_by_system = end.signal == signal.SIGKILL  # we did not do it: the kernel's out-of-memory killer did
    if (
        story.no_memory
        or killed_by_system
        or end.resident > limits.memory * _NEAR
        or (end.signal == signal.SIGABRT and out_of_memory)
    ):
        return Failure(
            "memory",
            f"the model ran out of memory{where}: it may take {limits.memory / 2**20:.0f} MiB",
            "`memory` under [limits] in cadgit.toml allows more",
            stack,
        )
    if end.signal:
        return Failure("signal", f"the model's process died of {how(end)}{where}", "", stack)
    if story.errors or end.invalid:
        problem = "; ".join(story.errors) or "what it sent was no message"
        return Failure("hand-over", f"the model's process reported nothing that can be used: {problem}", "", stack)
    return Failure("exit", f"the model's process ended by itself ({how(end)}) before there was a result", "", stack)


def how(end: End) -> str:
    if end.signal:
        try:
            return signal.Signals(end.signal).name
        except ValueError:
            return f"signal {end.signal}"
    if end.status is None:
        return "killed"
    return f"exit status {os.waitstatus_to_exitcode(end.status)}"


_STACK_LINE = re.compile(r'File "(?P<path>[^"]+)", line (?P<line>\d+) in (?P<function>.+)')


def frames_of(trace: str, request: jobs.Execute) -> tuple[Frame, ...]:
    """The model's own lines in what faulthandler wrote, innermost first."""
    files = {file.path: file.data for file in request.files}
    found: list[Frame] = []
    for match in _STACK_LINE.finditer(trace):
        path = match["path"].rpartition(f"/{_TREE}/")[2]
        if path not in files:
            continue
        number = int(match["line"])
        lines = files[path].decode("utf-8", "replace").splitlines()
        source = lines[number - 1].strip() if 0 < number <= len(lines) else ""
        found.append(Frame(path, number, match["function"].strip(), source))
    return tuple(found)


def base_environment() -> Environment:
    """What every run depends on here: versions, without what a model adds."""
    from .model import environment

    return environment.describe((), (), Path("/nonexistent"))
