"""A job's processes end together, however they try not to; with and without namespaces."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from cadgit.kernel import frames, namespaces
from cadgit.kernel.jail import Channels, Jail
from cadgit.kernel.output import Capture
from cadgit.kernel.watch import ClientGone, Watch

from .conftest import both_ways, children_of, in_fork, jailed, wait_until_gone


def _hide_children(channels: Channels) -> None:
    """Five grandchildren in sessions of their own, whose parents are gone."""
    for _ in range(5):
        parent = os.fork()
        if parent == 0:
            os.setsid()
            if os.fork() == 0:
                signal.pause()
            os._exit(0)
        os.waitpid(parent, 0)
    frames.send(channels.report, frames.START)


@both_ways
def test_orphans_in_sessions_of_their_own_end_with_the_job(support: namespaces.Support, private: str) -> None:
    def work() -> Any:
        end, heard, _ = jailed(_hide_children, private, support)
        return [end.status, [kind.decode() for kind, _ in heard], children_of(os.getpid())]

    assert in_fork(work) == [0, ["S"], []]


@both_ways
def test_a_job_that_ignores_everything_ends_at_its_deadline(support: namespaces.Support, private: str) -> None:
    def job(channels: Channels) -> None:
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            signal.pause()

    def work() -> Any:
        began = time.monotonic()
        end, _, _ = jailed(job, private, support, seconds=0.3)
        return [end.late, time.monotonic() - began < 3, children_of(os.getpid())]

    assert in_fork(work) == [True, True, []]


@both_ways
@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGTERM, signal.SIGALRM, signal.SIGXCPU])
def test_the_signal_that_ended_a_job_is_known(support: namespaces.Support, private: str, number: int) -> None:
    def job(channels: Channels) -> None:
        if number == signal.SIGABRT:
            ctypes.CDLL(None).abort()
        os.kill(os.getpid(), number)

    def work() -> int:
        return jailed(job, private, support)[0].signal

    assert in_fork(work) == number


@both_ways
def test_a_flood_of_output_neither_blocks_nor_fills_memory(support: namespaces.Support, private: str) -> None:
    def job(channels: Channels) -> None:
        for _ in range(300):
            os.write(1, b"x" * 100_000)
        os.write(2, b"end")

    def work() -> Any:
        end, _, capture = jailed(job, private, support)
        result = capture.result()
        return [end.status, result.total_bytes, len(result.head), result.tail[-4:]]

    assert in_fork(work) == [0, 30_000_003, 1000, "xend"]


@both_ways
def test_everything_ends_when_the_client_hangs_up(support: namespaces.Support, private: str) -> None:
    def job(channels: Channels) -> None:
        if os.fork() == 0:
            os.setsid()
        signal.pause()

    def work() -> Any:
        ours, theirs = socket.socketpair()
        jail = Jail(job, support, private)
        watch = Watch(jail, Capture(10), theirs, 100)
        watch.deadline = time.monotonic() + 20
        ours.close()
        try:
            watch.run(lambda kind, payload: None)
        except ClientGone:
            jail.close()
            return children_of(os.getpid())

    assert in_fork(work) == []


@both_ways
def test_everything_ends_when_the_supervisor_is_killed(support: namespaces.Support, private: str) -> None:
    reader, writer = os.pipe()

    def job(channels: Channels) -> None:
        _hide_children(channels)
        signal.pause()

    supervisor = os.fork()
    if supervisor == 0:
        try:
            jail = Jail(job, support, private)
            select.select([jail.report], [], [])  # its orphans are there
            os.write(writer, b"x")
            signal.pause()
        finally:
            os._exit(0)
    os.close(writer)
    assert os.read(reader, 1) == b"x"
    os.close(reader)
    below = children_of(supervisor)
    os.kill(supervisor, signal.SIGKILL)
    os.waitpid(supervisor, 0)
    assert len(below) == 7  # init, the job and its five orphans
    wait_until_gone(below)


@both_ways
def test_a_job_that_sends_no_frames_is_cut_off(support: namespaces.Support, private: str) -> None:
    def job(channels: Channels) -> None:
        os.write(channels.report, b"garbage" * 10)
        signal.pause()

    def work() -> bool:
        return jailed(job, private, support)[0].invalid

    assert in_fork(work) is True


def test_without_a_file_system_of_its_own_scratch_is_measured(private: str) -> None:
    def job(channels: Channels) -> None:
        (Path(channels.scratch) / "big").write_bytes(bytes(3 << 20))
        signal.pause()

    def work() -> Any:
        end, _, _ = jailed(job, private, namespaces.Support(), scratch_limit=1 << 20)
        return [end.full, os.listdir(private)]

    assert in_fork(work) == [True, []]
