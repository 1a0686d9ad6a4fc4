"""Helpers for tests of processes: work in a fork, jails around small jobs, and waiting for a process to end."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import select
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cadgit.kernel import frames, namespaces, sandbox
from cadgit.kernel.jail import Channels, Jail
from cadgit.kernel.output import Capture
from cadgit.kernel.watch import End, Watch

#: What this machine allows; found once.
SUPPORT = namespaces.probe()
NOTHING = namespaces.Support()

needs_namespaces = pytest.mark.skipif(not SUPPORT.inner, reason=f"no namespaces here: {SUPPORT.refusal}")
both_ways = pytest.mark.parametrize(
    "support",
    [pytest.param(SUPPORT, marks=needs_namespaces, id="namespaces"), pytest.param(NOTHING, id="no-namespaces")],
)


def in_fork(work: Callable[[], Any]) -> Any:
    """What `work` returns (plain data) in a process of its own, or a string that names its exception.

    Sandboxes cannot be left again, and a supervisor adopts and kills what is below it: neither is for pytest's process.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        try:
            result = work()
        except BaseException as error:
            result = outcome_of(error)
        with contextlib.suppress(BaseException):
            os.write(writer, json.dumps(result).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        data = stream.read()
    os.waitpid(pid, 0)
    return json.loads(data) if data else "died"


def outcome_of(error: BaseException) -> str:
    """An errno's name, or the exception as text."""
    if isinstance(error, OSError) and error.errno:
        return errno.errorcode[error.errno]
    return f"{type(error).__name__}: {error}"


def attempt(action: Callable[[], Any]) -> str:
    """``done``, or how the action was refused (an errno's name)."""
    try:
        action()
    except BaseException as error:
        return outcome_of(error)
    return "done"


@pytest.fixture
def private() -> Iterator[str]:
    """A private folder like the one for sockets, with a short path."""
    with tempfile.TemporaryDirectory(prefix="cgk-", dir="/tmp") as folder:
        yield folder


def jailed(
    job: Callable[[Channels], None],
    private: str,
    support: namespaces.Support = SUPPORT,
    *,
    seconds: float = 20.0,
    scratch_limit: int = 0,
) -> tuple[End, list[tuple[bytes, bytes]], Capture]:
    """Run `job` in a jail, in this process as its supervisor; returns its end, its frames and its output."""
    ours, theirs = socket.socketpair()
    heard: list[tuple[bytes, bytes]] = []
    capture = Capture(1000)
    with ours, theirs:
        jail = Jail(job, support, private)
        watch = Watch(jail, capture, theirs, 1 << 20, scratch_limit)
        watch.deadline = time.monotonic() + seconds
        try:
            end = watch.run(lambda kind, payload: heard.append((kind, payload)))
        finally:
            jail.close()
    return end, heard, capture


def behind_walls(
    attack: Callable[[], Any],
    private: str,
    support: namespaces.Support = SUPPORT,
    *,
    hidden: tuple[str, ...] = (),
    scratch_size: int = 16 << 20,
) -> Any:
    """What `attack` returns (plain data) when it runs behind all walls that `support` and this machine allow."""

    def job(channels: Channels) -> None:
        walls = sandbox.Walls(channels.scratch, scratch_size, 1 << 30, hidden, channels.support)
        layers = sandbox.enter_mounts(walls)
        layers += sandbox.enter(walls, channels.scratch)
        frames.send(channels.report, frames.READY, json.dumps(layers).encode())
        frames.send(channels.report, frames.REPORT, json.dumps(attack()).encode())

    def supervise() -> Any:
        end, heard, capture = jailed(job, private, support)
        reports = [json.loads(payload) for kind, payload in heard if kind == frames.REPORT]
        return reports[0] if reports else f"no report: {end} {capture.result()}"

    return in_fork(supervise)


def children_of(pid: int) -> list[int]:
    """Living processes below `pid`, at any depth."""
    from cadgit.kernel import reaper

    return reaper.below(pid)


def wait_until_gone(pids: list[int], seconds: float = 10.0) -> None:
    """Wait for processes to end, by an event and not by looking again and again.

    Raises:
        AssertionError: one of them is still there.
    """
    deadline = time.monotonic() + seconds
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            left = max(0.0, deadline - time.monotonic())
            assert select.select([handle], [], [], left)[0], f"process {pid} is still there: {_command(pid)}"
        finally:
            os.close(handle)


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return "?"
