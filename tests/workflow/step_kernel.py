"""The fake kernel with STEP files that have cadgit's header, and a body that only says how large a box is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from cadgit.kernel.jobs import (
    ComparedSteps,
    CompareSteps,
    Export,
    Exported,
    InspectionFailed,
    Judge,
    Judged,
)
from cadgit.records import CheckResult, Compared, Geometry, StepHeader
from cadgit.shape import part21
from cadgit.workflow.workspace import Workspace

from .conftest import box
from .fake_kernel import FakeKernel, install


def step_file(header: StepHeader, x: float, author: str = "") -> bytes:
    """A STEP file of a box that is `x` mm long."""
    strings = ",\n".join(f"'{line}'" for line in part21.description(header))
    return (
        f"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((\n{strings}),'2;1');\n"
        f"FILE_NAME('{header.part}','1970-01-01T00:00:00',('{author}'),(''),'cadgit','','');\nENDSEC;\n"
        f"DATA;\n#1 = BLOCK({x});\nENDSEC;\nEND-ISO-10303-21;\n"
    ).encode()


def length(brep: bytes) -> float:
    """The fake geometry: a box whose length follows from the bytes of the model."""
    return 1.0 + int.from_bytes(hashlib.sha256(brep).digest()[:1]) / 16


class StepKernel(FakeKernel):
    """Boxes whose STEP files can be read again."""

    def judge(self, job: Judge, on_check: Callable[[CheckResult], None]) -> Judged:
        check = CheckResult("valid", "pass", "valid")
        on_check(check)
        return Judged((check,), step_file(job.header, length(job.brep)))

    def export(self, job: Export) -> Exported:
        if job.format == "step":
            return Exported(step_file(job.header, length(job.brep)))
        return Exported(job.format.encode() + job.brep)

    def compare_steps(self, job: CompareSteps) -> ComparedSteps | InspectionFailed:
        try:
            first, second = _measured(job.first), _measured(job.second)
        except (IndexError, ValueError):
            return InspectionFailed("the second file: OCCT cannot read the STEP file")
        same = first == second
        return ComparedSteps(first, second, Compared(same, "properties", () if same else ("volume of solid 1",)))


def _measured(step: bytes) -> Geometry:
    return box(float(step.split(b"BLOCK(")[1].split(b")")[0]), 2, 3)


def with_steps(ws: Workspace) -> Workspace:
    """Put the kernel in place of the real one's client."""
    install(ws)
    ws.__dict__["kernel"] = StepKernel()
    return ws
