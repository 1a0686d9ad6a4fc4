"""A workspace with candidates and versions that were made without a kernel: history needs no geometry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cadgit.records import (
    Box,
    Candidate,
    CheckResult,
    Environment,
    Failure,
    Geometry,
    Promotion,
    RunRecord,
    StepHeader,
    Verdict,
    Version,
)
from cadgit.workflow import working
from cadgit.workflow.outcomes import Silent
from cadgit.workflow.workspace import Workspace, now

ENVIRONMENT = Environment("3.11", "0.13.0", "8.0.1", "8.0.0", "linux")


class Notices(Silent):
    """Progress that keeps what it was told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def notice(self, text: str) -> None:
        self.said.append(text)


def box(x: float, y: float, z: float) -> Geometry:
    bounds = Box((0.0, 0.0, 0.0), (x, y, z))
    return Geometry("solid", bounds, x * y * z, 2 * (x * y + y * z + z * x), (x / 2, y / 2, z / 2), 1, 6, 12, 8)


class Made:
    """Makes what commands would make, in one repository."""

    def __init__(self, repo: Path) -> None:
        self.repo = repo
        self.notices = Notices()
        self.ws = Workspace.open(repo, self.notices)

    def write(self, path: str, text: str) -> Path:
        file = self.repo / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def candidate(self, path: str, text: str, line: str | None = None) -> Candidate:
        self.write(path, text)
        part = working.working_part(self.ws, str(self.repo / path))
        closure = working.read_closure(self.ws, part)
        meta = working.meta_for(self.ws, part, closure)
        chosen = working.line_for(self.ws, part, line)
        candidate, _ = self.ws.candidates.add(part.name, chosen, closure, meta, now())
        self.ws.marks.set_ran(part.name, candidate.id)
        return candidate

    def ran(self, candidate: Candidate, geometry: Geometry | None) -> RunRecord:
        failure = None if geometry else Failure("exception", "ValueError: no")
        record = RunRecord(
            "done" if geometry else "failed",
            now(),
            "warm",
            candidate.tree,
            "5" * 64,
            "6" * 64,
            ENVIRONMENT,
            brep_sha256=candidate.tree * 2 if geometry else "",
            geometry=geometry,
            failure=failure,
        )
        self.ws.candidates.add_run(candidate.id, record)
        return record

    def judged(self, candidate: Candidate, *checks: CheckResult) -> Verdict:
        verdict = Verdict(now(), candidate.tree, candidate.tree * 2, False, checks)
        self.ws.candidates.add_verdict(candidate.id, verdict)
        return verdict

    def version(self, candidate: Candidate, message: str = "") -> Version:
        header = StepHeader(candidate.part, candidate.meta.entry, "5" * 64, "6" * 64, candidate.tree, "0.13.0", "8.0.0")

        def promotion(number: int, previous: str, blob: str) -> Promotion:
            return Promotion(
                candidate.part,
                number,
                candidate.id,
                candidate.number,
                candidate.line,
                now(),
                "Ada",
                header,
                ENVIRONMENT,
                (),
                "0.1.0",
                box(1, 2, 3),
                "7" * 64,
                4,
                "8" * 64,
                4,
                blob,
                ("result: pass",),
                "a second, cold run made the same bytes",
                previous=previous,
            )

        return self.ws.versions.promote(candidate, {f"{candidate.part}.step": b"STEP"}, promotion, message)


@pytest.fixture
def made(repo: Path) -> Made:
    return Made(repo)


@pytest.fixture
def raises_hint() -> Callable[[pytest.ExceptionInfo[BaseException]], str]:
    return lambda info: str(getattr(info.value, "hint", ""))
