"""The kernel itself, and its having no answer."""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import Environment


@frozen
class InspectionFailed:
    """The inspector could not answer: it crashed, ran out of its budget, or the shape is beyond it.

    `reason` is ``missing`` where the answer needs a package that is not installed, and ``kind`` where the question is
    one about other kinds of result, and ``name`` where an entity is named that is not there, or not one thing.
    """

    message: str
    reason: Literal["crash", "time", "error", "missing", "kind", "name"] = "error"


@frozen
class KernelStatus:
    """`cadgit kernel status`."""

    running: bool
    pid: int = 0
    python: str = ""
    socket: str = ""
    memory: int = 0
    idle_seconds: float = 0.0
    jobs_done: int = 0
    environment: Environment | None = None
