"""`cadgit kernel` and `doctor`: how the machinery is."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.jobs import KernelStatus
from ...workflow.outcomes import DoctorOutcome, Finding
from ..output import numbers
from ..output.blocks import Block, Cell, Line, Style, Title, fields

_STYLES: dict[str, Style] = {"ok": "good", "warn": "warn", "fail": "bad"}


def kernel(status: KernelStatus) -> Iterator[Block]:
    """Whether a kernel runs, and what it has done."""
    if not status.running:
        yield Title("no kernel runs; the next `cadgit run` starts one")
        return
    yield Title(f"the kernel runs, pid {status.pid}", "good")
    environment = status.environment
    yield fields(
        ("python", status.python),
        ("build123d", f"{environment.build123d}, OCCT {environment.occt}" if environment else "being imported"),
        ("socket", status.socket),
        ("memory", numbers.data_size(status.memory) if status.memory else None),
        ("jobs done", str(status.jobs_done)),
        ("idle", numbers.duration(status.idle_seconds)),
    )


def stopped(there_was_one: bool) -> Iterator[Block]:
    """Whether there was a kernel to stop."""
    yield Title("the kernel was stopped" if there_was_one else "no kernel ran", "good")


def doctor(outcome: DoctorOutcome) -> Iterator[Block]:
    """A line for each finding, the fix below what needs one."""
    column = max((len(finding.name) for finding in outcome.findings), default=0)
    for finding in outcome.findings:
        yield fields((finding.name.ljust(column), _detail(finding)))
        if finding.fix:
            yield Line(finding.fix, label="fix", indent=2)
    wrong = [finding.name for finding in outcome.findings if finding.status == "fail"]
    yield Title(f"in the way: {', '.join(wrong)}" if wrong else "nothing is in the way", "bad" if wrong else "good")


def _detail(finding: Finding) -> Cell:
    said = finding.detail if finding.status == "ok" else f"{finding.status}: {finding.detail}"
    return Cell(said, _STYLES.get(finding.status, ""))
