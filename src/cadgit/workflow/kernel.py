"""kernel: look at the warm kernel, start it, stop it."""

from __future__ import annotations

from ..kernel.jobs import KernelStatus
from .workspace import Workspace


def status(ws: Workspace) -> KernelStatus:
    """Whether a kernel for this interpreter and configuration runs. Never starts one."""
    return ws.kernel.status()


def start(ws: Workspace) -> KernelStatus:
    """Start the kernel unless it runs, and wait until it is warm.

    Raises:
        KernelError: it does not start.
    """
    ws.progress.stage("starting the kernel")
    return ws.kernel.ensure()


def stop(ws: Workspace) -> bool:
    """Stop the kernel; jobs that are running end first. Returns whether there was one."""
    return ws.kernel.stop()
