"""A fake kernel that answers what a diagnosis asks; a test says how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cadgit.kernel.jobs import (
    Aspect,
    Diagnose,
    Execute,
    Executed,
    FindOrigins,
    Import,
    Imported,
    InspectionFailed,
    Judge,
    Judged,
    NamedEdges,
    NameEdges,
    Origins,
    Question,
    Trace,
    TriedBlend,
    TryBlend,
    TryRepair,
)
from cadgit.records import BlendedEdge, CheckResult, Diagnosed, Failure, GeometryFinding, Repair
from cadgit.workflow.workspace import Workspace

from .conftest import box
from .fake_kernel import FakeKernel, install

EDGES = tuple(BlendedEdge(f"edge:{number}", (float(number), 0.0, 0.0), 10.0) for number in (3, 7))
REPAIR = Repair(False, ("valid",), ("valid",), box(1, 2, 3), box(1, 2, 3), 1e-7, 1e-7, 0.0)


def finding(kind: str, *entities: str, severity: Any = "fault", faces: tuple[int, ...] = (1,)) -> GeometryFinding:
    return GeometryFinding(kind, severity, entities, f"{kind} here", (1.0, 2.0, 3.0), "4 mm", "mend it", None, faces)


class DiagnosingKernel(FakeKernel):
    """Attributes say how it answers; `asked` has the questions, `runs` the jobs."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.runs: list[Execute] = []
        self.found: dict[Aspect, Diagnosed | InspectionFailed] = {}
        self.checks: tuple[CheckResult, ...] = (CheckResult("valid", "pass", "valid"),)
        self.failure: Failure | None = None
        self.trace: Trace | None = Trace()
        self.origins: Origins | InspectionFailed = Origins((0,))
        #: Which sizes can be made at which edges.
        self.takes: Callable[[TryBlend], bool] = lambda job: True

    def execute(self, job: Execute, *, cold: bool = False) -> Executed:
        self.runs.append(job)
        done = super().execute(job, cold=cold)
        if job.trace:
            done = replace(done, trace=self.trace)
        if self.failure is not None:
            done = replace(done, failure=self.failure, brep=b"", manifest=None)
        return done

    def judge(self, job: Judge, on_check: Callable[[CheckResult], None]) -> Judged:
        return Judged(self.checks, b"ISO-10303-21;")

    def read_file(self, job: Import) -> Imported:
        return Imported(job.data, box(1, 2, 3))

    def ask(self, job: Question, expected: type) -> Any:
        self.asked.append(job)
        if isinstance(job, Diagnose):
            return self.found.get(job.aspect, Diagnosed())
        if isinstance(job, TryRepair):
            return REPAIR
        if isinstance(job, NameEdges):
            return NamedEdges(EDGES, (3, 7), 50.0)
        if isinstance(job, TryBlend):
            return TriedBlend(self.takes(job))
        assert isinstance(job, FindOrigins)
        return self.origins

    @property
    def aspects(self) -> list[Aspect]:
        """Which aspects were asked about."""
        return [job.aspect for job in self.asked if isinstance(job, Diagnose)]


def diagnosing(ws: Workspace) -> DiagnosingKernel:
    """Put the kernel in place of the real one's client."""
    kernel = DiagnosingKernel()
    install(ws).__dict__["kernel"] = kernel
    return kernel
