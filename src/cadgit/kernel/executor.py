"""Run a model in this process, find its result, and hand it over. This is the untrusted side: it judges nothing.

The kernel calls `prepare` once before it forks, and `run_model` in the child, behind the sandbox's walls; a cold
interpreter does both in a row. What is said at the end may have been made up by the model, and is read as such.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..records import Environment, Failure, ManifestNode, Output, WrittenFile
from . import jobs, warmup, wire
from .model import environment, failure, handover, importers, result, running, tracing, viewer, written
from .model.exports import Exports, recording

#: Seconds of third-party imports in one run from which on it is worth saying that they can be paid once.
_SLOW_IMPORTS = 1.0


def prepare() -> None:
    """Import build123d and look up what is installed, once; runs in processes forked later find it done."""
    environment.prepare()
    running.prepare()


def run_model(job: jobs.Execute, tree: Path, scratch: Path, say: Callable[[bytes], None]) -> None:
    """Execute a candidate's closure and say what came of it.

    Args:
        job: what to run; its files are not read, they lie in `tree`.
        tree: the closure's files under their paths in the repository, in a folder of their own.
        scratch: the folder that the run may write to.
        say: takes ``b"start"`` right before the model's own code, and at the end one `wire` message with a
            `jobs.Executed`.

    Raises:
        MemoryError: not even the hand-over had enough memory.
    """
    prepare()
    tree = tree.resolve()
    run = _Run(job, tree, failure.Place(tree, job.entry, job.hidden, job.part, str(scratch.resolve())))
    try:
        run.execute(scratch, say)
        run.hand_over()
    except MemoryError:
        raise
    except BaseException as error:
        run.failure = run.failure or Failure("hand-over", f"the result could not be handed over: {error!r}"[:2000])
    say(wire.encode(run.executed(scratch)))


@dataclass(slots=True)
class _Run:
    """One run as it goes on, from nothing to what is handed over."""

    job: jobs.Execute
    tree: Path
    place: failure.Place
    viewer: viewer.Viewer = field(default_factory=viewer.Viewer)
    exports: Exports = field(default_factory=Exports)
    namespace: dict[str, object] = field(default_factory=dict)
    environment: Environment | None = None
    failure: Failure | None = None
    brep: bytes = b""
    manifest: ManifestNode | None = None
    chosen_by: str = ""
    left_out: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)
    seconds_model: float = 0.0
    seconds_import: float = 0.0
    traced: tracing.Tracing | None = None
    trace: jobs.Trace | None = None

    def execute(self, scratch: Path, say: Callable[[bytes], None]) -> None:
        """Compile and run the model; leaves its top-level names or a failure."""
        clock = running.ImportClock(str(self.tree))
        fonts = environment.FontLog(self.tree)
        module = running.main_module(self.job, self.tree)
        module.__dict__.update(viewer.cq_editor_names(self.viewer))
        with contextlib.ExitStack() as stack:
            # Before the model's folder comes first: a file of it may be named build123d.py.
            stack.enter_context(recording(self.exports))
            stack.enter_context(importers.checking())
            if self.job.trace:
                self.traced = tracing.Tracing(self.place)
                stack.enter_context(self.traced.watching())
            stack.enter_context(environment.watch_fonts(fonts))
            stack.enter_context(running.as_main(self.job, self.tree, scratch, module, clock))
            stack.enter_context(viewer.standing_in(self.viewer))
            start = time.perf_counter()
            try:
                code = running.compiled(self.job, self.tree)
                say(b"start")
                start = time.perf_counter()
                running.execute(code, module)
            except SystemExit as error:
                if not failure.end_of(error):
                    self.failure = failure.describe(error, self.place)
            except BaseException as error:
                self.failure = failure.describe(error, self.place)
            self.seconds_model = time.perf_counter() - start
            _stop_timers()
            self.environment = environment.describe(clock.requested, fonts.fonts.values(), self.tree)
        self.namespace = module.__dict__
        self.seconds_import = clock.total
        self.warnings += [*fonts.warnings, *_slow(clock), *warmup.not_preloaded]

    def hand_over(self) -> None:
        """Choose the result and turn it into bytes; leaves a failure if there is none or it cannot be done."""
        if self.failure is not None:
            if self.traced is not None:
                self.trace = self.traced.report(None, self.failure)
            return
        try:
            chosen = result.choose(self.namespace, self.job.object, self.viewer, self.exports)
        except result.NoResult as error:
            self.failure = error.failure
            return
        try:
            self.brep, self.manifest = handover.brep(chosen.node), handover.manifest(chosen.node)
        except Exception as error:
            message = f"the geometry of {chosen.by} could not be written: {type(error).__name__}: {error}"
            self.failure = Failure("hand-over", message[:2000])
            return
        if self.traced is not None:
            self.trace = self.traced.report(handover.shape_of(chosen.node), None)
        self.chosen_by, self.left_out = chosen.by, chosen.left_out
        self.warnings += chosen.warnings

    def executed(self, scratch: Path) -> jobs.Executed:
        """The report. Output and sandbox layers are filled in by the kernel, which saw them."""
        done = self.failure is None
        files: tuple[WrittenFile, ...] = ()
        with contextlib.suppress(OSError):
            files = written.files(self.tree, scratch.resolve(), self.job.files)
        return jobs.Executed(
            environment=self.environment or environment.describe((), (), self.tree),
            output=Output(),
            failure=self.failure,
            brep=self.brep if done else b"",
            manifest=self.manifest if done else None,
            chosen_by=self.chosen_by if done else "",
            left_out=self.left_out if done else (),
            files_written=files,
            warnings=tuple(self.warnings),
            seconds_model=self.seconds_model,
            seconds_import=self.seconds_import,
            trace=self.trace,
        )


def _slow(clock: running.ImportClock) -> list[str]:
    if clock.total < _SLOW_IMPORTS:
        return []
    slowest = sorted(clock.seconds, key=lambda name: -clock.seconds[name])
    names = [name for name in slowest if clock.seconds[name] > 0.1 * clock.total]
    listed = ", ".join(f'"{name}"' for name in names)
    return [
        f"importing {', '.join(names)} took {clock.total:.1f} s; with `preload = [{listed}]` under [kernel] in"
        " cadgit.toml the kernel pays that once"
    ]


def _stop_timers() -> None:
    """A model's alarm must not go off in the hand-over; what it printed must not wait for the end of the process."""
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        with contextlib.suppress(OSError, ValueError):
            signal.setitimer(timer, 0)
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with contextlib.suppress(Exception):
            if stream is not None:
                stream.flush()
