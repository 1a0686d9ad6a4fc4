"""A fake kernel whose models say in comments how they compare.

``# shape 0.8``, ``# fails overlap spec.size``, ``# warns tolerance``, ``# no spec``, ``# does not run``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from cadgit.kernel.jobs import (
    Execute,
    Executed,
    FeaturesOfTwo,
    FindFeatures,
    FindFeaturesOfTwo,
    Import,
    Imported,
    InspectionFailed,
    Judge,
    Judged,
    PaintChange,
    Painted,
    Render,
    Rendered,
    ScoreAgainst,
    Subtract,
)
from cadgit.records import (
    Betti,
    Box,
    ChangedVolume,
    CheckResult,
    Deviation,
    Differences,
    Edit,
    Failure,
    Score,
    Status,
    SurfaceFit,
)
from cadgit.records.features import Features
from cadgit.workflow.workspace import Workspace

from .conftest import box
from .fake_kernel import FakeKernel, install

ADDED = ChangedVolume("added", 6.0, Box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)))
DIFFERENT = Differences(False, "exact Boolean", 6.0, 0.0, (ADDED,), iou=0.5)


def score_of(shape: float) -> Score:
    """A score whose axes are all as good as its shape."""
    fit = SurfaceFit(shape, shape, shape)
    one = Betti(1, 0, 0)
    deviation = Deviation(1 - shape, (1.0, 2.0, 3.0), "candidate")
    return Score(fit, fit, shape, shape, 1.0, one, one, deviation, 0.01, 0.1, 50_000)


class ComparingKernel(FakeKernel):
    """Keeps what it was asked in `asked`, and which features in `looked_for`; `subtracts` and `finds` answer."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.looked_for: list[FindFeatures] = []
        self.renders = True
        self.subtracts: Callable[[Subtract], Differences | InspectionFailed] = lambda job: DIFFERENT
        self.finds: Callable[[FindFeatures], Features | InspectionFailed] = lambda job: Features()

    def execute(self, job: Execute, *, cold: bool = False) -> Executed:
        text = b"".join(file.data for file in job.files)
        done = replace(super().execute(job, cold=cold), brep=text)
        if b"# does not run" in text:
            return replace(done, brep=b"", manifest=None, failure=Failure("exception", "ValueError: no"))
        return done

    def judge(self, job: Judge, on_check: Callable[[CheckResult], None]) -> Judged:
        checks = [CheckResult("valid", "pass", "valid")]
        if b"# no spec" not in job.brep:
            checks.append(CheckResult("spec.volume", "pass", "as wanted"))
        statuses: tuple[tuple[bytes, Status], ...] = ((b"fails", "fail"), (b"warns", "warn"))
        for word, status in statuses:
            for names in re.findall(rb"# " + word + rb" ([\w. ]+)", job.brep):
                checks += [CheckResult(name, status, f"{name} is off") for name in names.decode().split()]
        for check in checks:
            on_check(check)
        return Judged(tuple(checks), b"ISO-10303-21;" + job.brep)

    def read_file(self, job: Import) -> Imported | InspectionFailed:
        self.asked.append(job)
        if not job.data.startswith(b"ISO-10303-21"):
            return InspectionFailed("it is neither a STEP file nor a BREP file")
        return Imported(job.data, box(1, 2, 3))

    def score(self, job: ScoreAgainst) -> Score | InspectionFailed:
        self.asked.append(job)
        found = re.search(rb"# shape ([\d.]+)", job.brep)
        if found is None:
            return InspectionFailed("no answer within 240 s", "time")
        score = score_of(float(found[1]))
        return replace(score, edit=Edit(0.5, 0.25)) if job.before else score

    def subtract(self, job: Subtract) -> Differences | InspectionFailed:
        self.asked.append(job)
        return self.subtracts(job)

    def features(self, job: FindFeatures) -> Features | InspectionFailed:
        self.looked_for.append(job)
        return self.finds(job)

    def features_of_two(self, job: FindFeaturesOfTwo) -> FeaturesOfTwo | InspectionFailed:
        both = [self.features(FindFeatures(brep, job.kinds)) for brep in (job.first, job.second)]
        for found in both:
            if isinstance(found, InspectionFailed):
                return found
        return FeaturesOfTwo(*both)  # type: ignore[arg-type]

    def paint_change(self, job: PaintChange) -> Painted:
        self.asked.append(job)
        return Painted(b"green and red")

    def render(self, job: Render) -> Rendered | InspectionFailed:
        if not self.renders:
            return InspectionFailed("pictures need embreex, which is not installed", "missing")
        return Rendered(b"PNG of " + job.subject.facets)


def comparing(ws: Workspace) -> ComparingKernel:
    """Put the kernel in place of the real one's client."""
    kernel = ComparingKernel()
    install(ws).__dict__["kernel"] = kernel
    return kernel
