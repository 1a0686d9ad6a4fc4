"""kernel: look at the warm kernel, start it, stop it."""

from __future__ import annotations

from ..kernel.client import Kernel
from ..kernel.jobs import KernelStatus
from .outcomes import Progress
from .workspace import Workspace


def status(ws: Workspace | None) -> KernelStatus:
    """Whether a kernel for this interpreter and configuration runs. Never starts one.

    Outside a repository (None) the kernel of this interpreter without preloads is meant, here and below.
    """
    return _kernel(ws).status()


def start(ws: Workspace | None, progress: Progress) -> KernelStatus:
    """Start the kernel unless it runs, and wait until it is warm.

    Raises:
        KernelError: it does not start.
    """
    progress.stage("starting the kernel")
    return _kernel(ws).ensure()


def stop(ws: Workspace | None) -> bool:
    """Stop the kernel; jobs that are running end first. Returns whether there was one."""
    return _kernel(ws).stop()


def _kernel(ws: Workspace | None) -> Kernel:
    return ws.kernel if ws is not None else Kernel()
