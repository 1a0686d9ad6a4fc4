"""Ends process trees by looking through /proc, where no pid namespace does it."""

from __future__ import annotations

import contextlib
import os
import signal
import time

_PATIENCE = 5.0  # seconds: a fork bomb can outrun one pass, not this many


def kill_below(root: int) -> None:
    """Kill every process below `root`, but not `root` itself, until none is left.

    `root` must adopt orphans (a subreaper), or it is this process itself.
    """
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        living = below(root)
        if not living:
            return
        for number in (signal.SIGSTOP, signal.SIGKILL):  # stopped first, so that none forks while others die
            for pid in living:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        if root == os.getpid():
            _reap()
        time.sleep(0.001)


def kill_strays() -> None:
    """Kill the children of this process that came to it as orphans when a job's init was killed."""
    kill_below(os.getpid())


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def below(root: int) -> list[int]:
    """Living descendants of `root`; zombies do not count, somebody will reap them."""
    parents: dict[int, int] = {}
    living: set[int] = set()
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{name}/stat", "rb") as stream:
                # The command's name is in parentheses and may hold anything, so count from the last one.
                fields = stream.read().rpartition(b")")[2].split()
            parents[int(name)] = int(fields[1])
            if fields[0] not in (b"Z", b"X"):
                living.add(int(name))
    found: list[int] = []
    wave = {root}
    while wave:
        wave = {pid for pid, parent in parents.items() if parent in wave}
        found += wave
    return [pid for pid in found if pid in living]
