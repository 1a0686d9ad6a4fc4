"""Small closures, records and promotions for the tests of `cadgit.git`; no geometry is involved."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from cadgit.git import steps
from cadgit.git.candidates import Candidates
from cadgit.git.repository import Repository
from cadgit.git.traces import Traces
from cadgit.git.versions import Versions
from cadgit.records import (
    Box,
    Candidate,
    CandidateMeta,
    CheckResult,
    Closure,
    Environment,
    Geometry,
    Promotion,
    RunRecord,
    SourceFile,
    StepHeader,
    Verdict,
    Version,
)

WHEN = "2026-01-31T12:00:00Z"
ENVIRONMENT = Environment("3.11.9", "0.13.0", "8.0.1", "8.0.0", "linux", ("build123d==0.13.0", "numpy==2.3.0"))
GEOMETRY = Geometry("solid", Box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)), 6.0, 22.0, (0.5, 1.0, 1.5), 1, 6, 12, 8)


def closure(text: str | bytes = "result = 1\n", entry: str = "model.py", **others: str) -> Closure:
    """A closure of one entry file and others (name without suffix to text)."""
    data = text if isinstance(text, bytes) else text.encode()
    more = (SourceFile(f"{name}.py", other.encode()) for name, other in others.items())
    return Closure(entry, tuple(sorted((SourceFile(entry, data), *more), key=lambda f: f.path)))


def meta(part: str = "bracket", entry: str = "model.py") -> CandidateMeta:
    return CandidateMeta(part, entry)


def add(path: Path, text: str | bytes, part: str = "bracket", line: str = "main") -> tuple[Candidate, bool]:
    """Add a candidate through a repository opened for it, as a process of its own would."""
    return Candidates(Repository.open(path)).add(part, line, closure(text), meta(part), WHEN)


def run_record(candidate: Candidate, brep: str = "b") -> RunRecord:
    return RunRecord(
        "done", WHEN, "warm", candidate.tree, "5" * 64, "c" * 64, ENVIRONMENT, brep_sha256=brep * 64, geometry=GEOMETRY
    )


def verdict(candidate: Candidate) -> Verdict:
    return Verdict(WHEN, candidate.tree, "b" * 64, False, (CheckResult("valid", "pass", "every face is valid"),))


def promotion(candidate: Candidate, number: int, previous: str, step_blob: str) -> Promotion:
    return Promotion(
        part=candidate.part,
        version=number,
        candidate=candidate.id,
        number=candidate.number,
        line=candidate.line,
        when=WHEN,
        who="Ada Tester <ada@example.com>",
        header=StepHeader(candidate.part, candidate.meta.entry, "5" * 64, "c" * 64, candidate.tree, "0.13.0", "8.0.0"),
        environment=ENVIRONMENT,
        sandbox=("namespaces",),
        cadgit="0.1.0",
        geometry=GEOMETRY,
        brep_sha256="b" * 64,
        brep_bytes=4,
        step_sha256="e" * 64,
        step_bytes=4,
        step_blob=step_blob,
        checks=("valid: pass",),
        deterministic="a second, cold run made the same bytes",
        previous=previous,
    )


def promote(path: Path, candidate: Candidate, step: bytes = b"STEP", **options: object) -> Version:
    """Promote through a repository opened for it, as a process of its own would."""
    return Versions(Repository.open(path)).promote(
        candidate,
        {f"{candidate.part}.step": step, f"{candidate.part}.brep": b"BREP"},
        lambda number, previous, blob: promotion(candidate, number, previous, blob),
        **options,  # type: ignore[arg-type]
    )


def traced(path: Path, step: bytes) -> list[Version]:
    """The versions that a STEP file with these bytes is traced to."""
    repository = Repository.open(path)
    return [trace.version for trace in Traces(repository, Versions(repository)).of(Repository.blob_id(step))]


def in_child(work: Callable[[], object]) -> int:
    """Run `work` in a forked process; gives the signal that ended it, 0 if it finished, -1 if it raised."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(pid, 0)
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else -1 if os.WEXITSTATUS(status) else 0


def killed_at(step_number: int, work: Callable[[], object]) -> bool:
    """Run `work` in a process that kills itself at its n-th step; False when it finished before that."""

    def doomed() -> None:
        taken = 0

        def die(name: str) -> None:
            nonlocal taken
            taken += 1
            if taken == step_number:
                os.kill(os.getpid(), signal.SIGKILL)

        steps.on_step = die
        work()

    ended = in_child(doomed)
    assert ended in (0, signal.SIGKILL), "the work failed before it could be killed"
    return ended == signal.SIGKILL


def killed_at_named(name: str, work: Callable[[], object]) -> None:
    """Run `work` in a process that kills itself just before the step called `name`."""

    def doomed() -> None:
        def die(step: str) -> None:
            if step == name:
                os.kill(os.getpid(), signal.SIGKILL)

        steps.on_step = die
        work()

    assert in_child(doomed) == signal.SIGKILL, f"there was no step {name!r}"
