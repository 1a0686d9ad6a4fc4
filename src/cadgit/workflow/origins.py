"""The model's lines that last made the faces of findings, by running the model again with a trace."""

from __future__ import annotations

from dataclasses import replace

from ..kernel.jobs import FindOrigins, Origins, Trace
from ..records import Candidate, Closure, Frame, GeometryFinding
from . import run
from .workspace import Workspace

#: So many faces are looked up; the first findings have the first of them.
FACES = 400


def with_lines(
    ws: Workspace, candidate: Candidate, brep: bytes, findings: tuple[GeometryFinding, ...]
) -> tuple[tuple[GeometryFinding, ...], str]:
    """The findings with the line that last made one of their faces, where it is known; and why none is, if so.

    The model's own process says which line made a face, so that is taken as a hint: a line has to be in the candidate,
    and its text comes from there.
    """
    wanted = tuple(dict.fromkeys(face for finding in findings for face in finding.faces))[:FACES]
    ws.progress.stage(f"running {candidate.part} again to see which line makes what")
    job, closure = run.job_for(ws, candidate, trace=True)
    done = ws.kernel.execute(job)
    trace = done.trace
    if done.failure is not None or trace is None or not done.brep:
        return findings, "run again, the model made no geometry"
    asked = FindOrigins(brep, wanted, done.brep, trace.faces, ws.config.limits.check)
    origins = ws.kernel.ask(asked, Origins)
    if not isinstance(origins, Origins):
        return findings, origins.message
    line_of = dict(zip(wanted, origins.lines, strict=False))
    return tuple(replace(finding, line=_last(closure, trace, finding, line_of)) for finding in findings), ""


def _last(closure: Closure, trace: Trace, finding: GeometryFinding, line_of: dict[int, int]) -> Frame | None:
    # The trace has its lines in the order in which they last made a face.
    positions = [line_of.get(face, -1) for face in finding.faces]
    last = max(positions, default=-1)
    return _checked(closure, trace.lines[last]) if 0 <= last < len(trace.lines) else None


def _checked(closure: Closure, line: Frame) -> Frame | None:
    """The line as it stands in the candidate; None for one that is not there."""
    data = next((file.data for file in closure.files if file.path == line.file), b"")
    lines = data.decode("utf-8", "replace").splitlines()
    return replace(line, source=lines[line.line - 1].strip()) if 0 < line.line <= len(lines) else None
