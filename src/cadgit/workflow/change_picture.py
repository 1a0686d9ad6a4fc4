"""A picture of what changed: added green, removed red, kept grey."""

from __future__ import annotations

from typing import Literal

from .. import __version__
from ..errors import EnvironmentFailed
from ..kernel.jobs import InspectionFailed, PaintChange, Painted, Pictured, Render, Rendered
from ..records import Differences
from ..viewpoints import viewpoint
from .operands import Subject
from .workspace import Workspace


def change_picture(ws: Workspace, before: Subject, after: Subject, differences: Differences | None) -> bytes:
    """The picture as PNG, by the same kind of Boolean as the differences.

    Raises:
        EnvironmentFailed: it cannot be drawn.
    """
    if differences is None:
        raise EnvironmentFailed("the change cannot be drawn: the geometries were not compared")
    names = f"{before.operand.name} to {after.operand.name}"  # the font of pictures knows no arrow
    ws.progress.stage(f"drawing {names}")
    method: Literal["exact", "mesh"] = "mesh" if differences.by == "mesh Boolean" else "exact"
    painted = ws.kernel.paint_change(PaintChange(before.brep, after.brep, method))
    if not isinstance(painted, Painted):
        raise _failed(ws, painted)
    job = Render(
        Pictured(b"", facets=painted.facets),
        (viewpoint("iso"),),
        title=names,
        about=(("Software", f"cadgit {__version__}"), ("Title", names)),
    )
    rendered = ws.kernel.render(job)
    if not isinstance(rendered, Rendered):
        raise _failed(ws, rendered)
    return rendered.data


def _failed(ws: Workspace, failure: InspectionFailed) -> EnvironmentFailed:
    if failure.reason == "missing":
        return EnvironmentFailed(failure.message, f"{ws.interpreter.python} -m pip install 'cadgit[render]'")
    return EnvironmentFailed(f"the change cannot be drawn: {failure.message}")
