"""The kernel itself, and its having no answer."""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import Environment


@frozen
class InspectionFailed:
    """The inspector could not answer: it crashed, ran out of its budget, or the shape is beyond it.

    `reason` is ``missing`` where the answer needs a package that is not installed.
    """

    message: str
    reason: Literal["crash", "time", "error", "missing"] = "error"


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
