"""The trusted side of a kernel: answers questions about a BREP, and judges it.

No user code runs here. Whoever calls these functions gives each call a process of its own, with one thread, that may
be killed: OCCT can crash or loop for ever on a bad shape, and an assembly's STEP bytes depend on a counter of the
process that counts exports. The module holds no state, so that a warm server can import it and fork.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property
from typing import Any, Protocol

from ..checks import gate
from ..checks import spec as spec_checks
from ..checks.inspected import Inspected
from ..checks.survey import survey
from ..frozen import frozen
from ..records import CheckResult, Compared
from ..shape.brep import BrepError, read_brep, walk
from ..shape.compare import compare
from ..shape.measure import has_finite_vertices
from ..shape.step import StepError, read_step, write_step
from ..shape.summary import summarise
from ..spec import Spec, from_text
from . import comparing, diagnosing, exporting, jobs, measuring, picturing, recognising, viewing, wire
from .questions import InspectionError, read


@frozen
class PlannedCheck:
    """A check to come: its name, and its budget in seconds."""

    name: str
    budget: float


def answer(request: jobs.Question) -> jobs.Answer:
    """Answer a question.

    Raises:
        InspectionError: it cannot be answered; the message says why.
    """
    if isinstance(request, jobs.Compare):
        if request.first == request.second:
            return Compared(True, "hash")
        return compare(read(request.first), read(request.second))
    if isinstance(request, jobs.CompareSteps):
        first, second = _read_step(request.first, "first"), _read_step(request.second, "second")
        return jobs.ComparedSteps(summarise(first, None)[0], summarise(second, None)[0], compare(first, second))
    if isinstance(request, jobs.Import | jobs.ScoreAgainst | jobs.Subtract | jobs.PaintChange):
        return comparing.answer(request)
    if isinstance(request, jobs.Render):
        return picturing.render(request)
    if isinstance(request, jobs.Draw):
        return picturing.draw(request)
    if isinstance(request, jobs.Tessellate | jobs.Haunt):
        return viewing.answer(request)
    if isinstance(request, diagnosing.Question):
        return diagnosing.answer(request)
    if isinstance(request, recognising.Question):
        return recognising.answer(request)
    if isinstance(request, measuring.Question):
        return measuring.answer(request)
    shape = read(request.brep)
    if isinstance(request, jobs.Summarise):
        geometry, warnings = summarise(shape, request.manifest)
        return jobs.Summary(geometry, warnings)
    if isinstance(request, jobs.Survey):
        return jobs.Surveyed(survey(Inspected(shape, request.manifest)).text())
    return exporting.export(request, shape)


def plan(job: jobs.Judge, subject: wire.Subject) -> tuple[PlannedCheck, ...]:
    """The checks of a verdict, in order: those that apply to a result of this kind. It reads no geometry.

    What the spec asks of the result comes after what the gate asks of it: there is no use in counting the holes of a
    shape that is broken, but a STEP file may take minutes to be read.

    `job.only` keeps the checks that it names; what looks at the STEP file needs the file to be written first.
    """
    deep = gate.DEEP.get(subject.kind, ())
    names = [name for name in gate.names_for(subject.kind) if job.deep or name not in deep or name in job.only]
    asked = from_text(job.spec).requirements
    position = len(gate.GATE[subject.kind])
    names[position:position] = [named.name for named in asked]
    if not subject.finite:
        # OCCT crashes on a STEP file of it, and the check of the size refuses it anyway.
        names = [name for name in names if not looks_at_step(name)]
    if job.only:
        needs_file = any(map(looks_at_step, job.only))
        names = [name for name in names if name in job.only or (needs_file and name == gate.STEP_WRITE)]
    slow = {*deep, *(named.name for named in asked if spec_checks.is_slow(named))}
    return tuple(PlannedCheck(name, job.deep_budget if name in slow else job.budget) for name in names)


def looks_at_step(name: str) -> bool:
    """Whether a check is about the STEP file."""
    return name.startswith(gate.STEP) or name == gate.ROUND_TRIP


class Report(Protocol):
    """Who hears how a verdict goes on."""

    def subject(self, found: wire.Subject) -> None:
        """What is judged, before any check of a verdict's first process."""

    def begin(self, name: str) -> None:
        """A check begins."""

    def reading(self, now: bool) -> None:
        """The check that has begun reads the STEP file, or has read it."""

    def step(self, data: bytes) -> None:
        """The STEP file that was written."""

    def check(self, result: CheckResult) -> None:
        """A check has ended. One that does not apply (no STEP file was written) is ``not checked``."""


def judge_child(job: jobs.Judge, names: tuple[str, ...], step: bytes, report: Report) -> None:
    """Run checks in order, in this process.

    Args:
        names: the checks; empty in a verdict's first process, which says what is judged and does its whole plan.
        step: the STEP file, if it was written by an earlier process.
        report: told of everything as it happens.
    """
    judge = _Judge(job, step, report)
    subject = judge.subject()
    if not names:
        report.subject(subject)
        names = tuple(check.name for check in plan(job, subject))
    for name in names:
        judge.run(name)


class _Judge:
    """The checks of one process, and what they share."""

    def __init__(self, job: jobs.Judge, step: bytes, report: Report) -> None:
        self._job = job
        self._step = step
        self._report = report
        self._again: Inspected | None = None
        self._unreadable = ""  # the check that found the STEP file so

    def subject(self) -> wire.Subject:
        """What is judged; reads the geometry, so that no check's budget pays for that."""
        try:
            return wire.Subject(self._result.kind, has_finite_vertices(self._result.shape))
        except BrepError:  # the check of the result says that it cannot be read
            return wire.Subject("empty", False)

    def run(self, name: str) -> None:
        """Run one check and report its result, whatever happens in it."""
        self._report.begin(name)
        started = time.perf_counter()
        try:
            found = self._run(name)
        except (BrepError, StepError) as error:
            found = CheckResult(name, "fail", str(error))
        except Exception as error:  # whatever OCCT throws: a check that crashed has failed
            found = CheckResult(name, "fail", f"the check crashed: {gate.first_line(error)}")
        self._report.check(replace(found, seconds=round(time.perf_counter() - started, 4)))

    def _run(self, name: str) -> CheckResult:
        if name == gate.STEP_WRITE:
            return self._write_step()
        again = None
        if looks_at_step(name):
            if not self._step:
                return CheckResult(name, "not checked", "not checked: there is no STEP file to look at")
            if self._unreadable:
                return unread(name, self._unreadable)
            again = self._read_again(name)
        for named in self._spec.requirements:
            if named.name == name:
                return spec_checks.run_requirement(named, self._result)
        found = gate.run_check(name, self._result, again, self._spec.interference)
        return found or CheckResult(name, "not checked", f"not checked: it does not apply to a {self._result.kind}")

    @cached_property
    def _result(self) -> Inspected:
        attached = {file.name: file.data for file in self._job.attached}
        return Inspected(read_brep(self._job.brep), self._job.manifest, attached=attached)

    @cached_property
    def _spec(self) -> Spec:
        return from_text(self._job.spec)

    def _read_again(self, name: str) -> Inspected:
        # Inside the check: reading has taken a minute, and must count against a budget.
        if self._again is None:
            self._report.reading(True)
            try:
                self._again = Inspected(read_step(self._step), copy_of=self._result)
            except Exception:
                self._unreadable = name  # reading it again for each of its checks would end no better
                raise
            self._report.reading(False)
        return self._again

    def _write_step(self) -> CheckResult:
        if self._result.box is None:
            return CheckResult(gate.STEP_WRITE, "not checked", "not checked: the size is not finite")
        # From a fresh reading: what the checks did to their shape (meshes, boxes) must not show in the file. The
        # process writes no other, so that its bytes are those of an export by itself.
        tree, _ = walk(read_brep(self._job.brep), self._job.manifest)
        self._step = write_step(tree, self._job.header)
        self._report.step(self._step)
        measured = f"{len(self._step)} bytes"
        return CheckResult(gate.STEP_WRITE, "pass", f"written, {measured}", measured)


def unread(name: str, reader: str) -> CheckResult:
    """The result of a check that cannot look at the STEP file, because reading it failed in another check."""
    return CheckResult(name, "not checked", f"not checked: the STEP file could not be read (see {reader})")


def _read_step(data: bytes, which: str) -> Any:
    try:
        return read_step(data)
    except StepError as error:
        raise InspectionError(f"the {which} file: {error}") from error
