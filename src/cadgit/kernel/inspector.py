"""The trusted side of a kernel: answers questions about a BREP, and judges it.

No user code runs here. Whoever calls these functions gives each call a process of its own, with one thread, that may
be killed: OCCT can crash or loop for ever on a bad shape, and an assembly's STEP bytes depend on a counter of the
process that counts exports. The module holds no state, so that a warm server can import it and fork.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..checks import gate
from ..checks.inspected import Inspected
from ..records import CheckResult, Compared, Kind
from ..shape.brep import BrepError, read_brep, walk
from ..shape.compare import compare
from ..shape.export import ExportError, export
from ..shape.measure import has_finite_vertices
from ..shape.step import StepError, read_step, write_step
from ..shape.summary import summarise
from . import jobs


class InspectionError(Exception):
    """The question has no answer: the bytes are no BREP, or the format cannot hold the shape."""


@dataclass(frozen=True, slots=True)
class PlannedCheck:
    """A check to come: its name, its budget in seconds, and whether it wants a fresh process for itself."""

    name: str
    budget: float
    alone: bool = False


def answer(request: jobs.Summarise | jobs.Compare | jobs.Export) -> jobs.Summary | Compared | jobs.Exported:
    """Answer a question.

    Raises:
        InspectionError: it cannot be answered; the message says why.
    """
    if isinstance(request, jobs.Compare):
        if request.first == request.second:
            return Compared(True, "hash")
        return compare(_read(request.first), _read(request.second))
    shape = _read(request.brep)
    if isinstance(request, jobs.Summarise):
        geometry, warnings = summarise(shape, request.manifest)
        return jobs.Summary(geometry, warnings)
    tree, _ = walk(shape, request.manifest)
    try:
        if request.format == "brep":
            return jobs.Exported(request.brep)
        return jobs.Exported(export(tree, request.format, request.header))
    except ExportError as error:
        raise InspectionError(str(error)) from error


def plan(job: jobs.Judge) -> tuple[PlannedCheck, ...]:
    """The checks of a verdict, in order: those that apply to a result of this kind.

    `job.only` keeps the checks that it names; what looks at the STEP file needs the file to be written first.
    """
    kind: Kind = "empty"
    is_finite = False
    with contextlib.suppress(BrepError):  # the check of the result says that it cannot be read
        shape = read_brep(job.brep)
        kind = Inspected(shape, job.manifest).kind
        is_finite = has_finite_vertices(shape)
    deep = gate.DEEP.get(kind, ())
    names = [name for name in gate.names_for(kind) if job.deep or name not in deep]
    if not is_finite:
        # OCCT crashes on a STEP file of it, and the check of the size refuses it anyway.
        names = [name for name in names if not _looks_at_step(name)]
    if job.only:
        needs_file = any(map(_looks_at_step, job.only))
        names = [name for name in names if name in job.only or (needs_file and name == gate.STEP_WRITE)]
    return tuple(
        PlannedCheck(name, job.deep_budget if name in deep else job.budget, name == gate.STEP_WRITE) for name in names
    )


def judge_child(
    job: jobs.Judge,
    names: tuple[str, ...],
    begin: Callable[[str], None],
    emit: Callable[[CheckResult], None],
    put_step: Callable[[bytes], None],
    step: bytes,
) -> None:
    """Run checks in order, in this process.

    Args:
        names: from `plan`; `step.write` is alone among its names.
        begin: called with the name before each check.
        emit: called with each result. A check that does not apply (no STEP file was written) gives a `not checked`.
        put_step: called with the STEP file when it was written.
        step: the STEP file, if it was written by an earlier process.
    """
    result: Inspected | None = None
    again: Inspected | None = None
    for name in names:
        begin(name)
        started = time.perf_counter()
        try:
            if result is None:
                result = Inspected(read_brep(job.brep), job.manifest)
            if name == gate.STEP_WRITE:
                found: CheckResult | None = _write_step(job, result, put_step)
            else:
                if _looks_at_step(name) and again is None and step:
                    # Inside the check: reading has taken a minute, and must count against a budget.
                    again = Inspected(read_step(step))
                found = gate.run_check(name, result, again)
        except (BrepError, StepError) as error:
            found = CheckResult(name, "fail", str(error))
        except Exception as error:  # whatever OCCT throws: a check that crashed has failed
            found = CheckResult(name, "fail", f"the check crashed: {gate.first_line(error)}")
        if found is None:
            found = CheckResult(name, "not checked", "not checked: there is no STEP file to look at")
        emit(replace(found, seconds=round(time.perf_counter() - started, 4)))


def _looks_at_step(name: str) -> bool:
    return name.startswith(gate.STEP) or name == gate.ROUND_TRIP


def _write_step(job: jobs.Judge, result: Inspected, put_step: Callable[[bytes], None]) -> CheckResult:
    if result.box is None:
        return CheckResult(gate.STEP_WRITE, "not checked", "not checked: the size is not finite")
    data = write_step(result.tree, job.header)
    put_step(data)
    measured = f"{len(data)} bytes"
    return CheckResult(gate.STEP_WRITE, "pass", f"written, {measured}", measured)


def _read(brep: bytes) -> Any:
    try:
        return read_brep(brep)
    except BrepError as error:
        raise InspectionError(str(error)) from error
