"""A kernel that answers at once, for tests about history: the geometry is made up, everything around it is real."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from cadgit.kernel.jobs import (
    Compare,
    Execute,
    Executed,
    Export,
    Exported,
    Judge,
    Judged,
    Summarise,
    Summary,
    Survey,
    Surveyed,
)
from cadgit.records import CheckResult, Compared, ManifestNode, Output
from cadgit.workflow.workspace import Workspace

from .conftest import ENVIRONMENT, box


class FakeKernel:
    """Every model is a box; its BREP is made of the bytes to be executed, so other bytes are other geometry."""

    def execute(self, job: Execute, *, cold: bool = False) -> Executed:
        digest = hashlib.sha256(b"".join(file.data for file in job.files)).digest()
        return Executed(
            ENVIRONMENT,
            Output("hello\n", "", 6),
            brep=b"BREP" + digest,
            manifest=ManifestNode("box"),
            chosen_by="result",
            mode="cold" if cold else "warm",
        )

    def summarise(self, job: Summarise) -> Summary:
        return Summary(box(1, 2, 3))

    def survey(self, job: Survey) -> Surveyed:
        return Surveyed("")

    def judge(self, job: Judge, on_check: Callable[[CheckResult], None]) -> Judged:
        check = CheckResult("valid", "pass", "valid")
        on_check(check)
        return Judged((check,), b"ISO-10303-21;" + job.brep)

    def compare(self, job: Compare) -> Compared:
        return Compared(job.first == job.second, "hash")

    def export(self, job: Export) -> Exported:
        return Exported(b"ISO-10303-21;" + job.brep)


def install(ws: Workspace) -> Workspace:
    """Put the fake kernel in place of the real one's client."""
    ws.__dict__["kernel"] = FakeKernel()
    ws.interpreter.offers = lambda environment: True  # type: ignore[method-assign]
    return ws
