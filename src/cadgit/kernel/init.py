"""The job's pid 1: starts the job's process, adopts and reaps orphans, says how the job ended, takes all along.

It exists because the kernel ignores SIGTERM, SIGALRM and RLIMIT_CPU for a pid 1 without handlers, and because an
abort in a pid 1 looks like a SIGSEGV: the model must not be one.
"""

from __future__ import annotations

import os
import select
import signal
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from ..frozen import frozen
from . import linux, namespaces, reaper

if TYPE_CHECKING:
    from .jail import Channels

#: Wait status and largest resident size in KiB, as `os.wait4` gives them.
ENDED = struct.Struct("iQ")
TRACEBACK_SIGNAL = signal.SIGUSR2


@frozen
class Ends:
    """Pipe ends that init holds: the job's output (handed on), its own report and the supervisor's voice."""

    output: int
    status: int
    control: int


def main(job: Callable[[Channels], None], channels: Channels, ends: Ends) -> NoReturn:
    """The life of pid 1, from right after the fork."""
    try:
        _live(job, channels, ends)
    finally:
        os._exit(1)


def _live(job: Callable[[Channels], None], channels: Channels, ends: Ends) -> None:
    own_world = channels.support.inner
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    if not os.read(ends.control, 1):
        return  # the supervisor died before it could adopt this process
    if own_world:
        linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
        namespaces.read_only_world(channels.support)
    else:
        # A SIGKILL would leave the job's orphans to the system: take them along first.
        signal.signal(signal.SIGTERM, _end_everything)
        linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGTERM)
        linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
    if select.select([ends.control], [], [], 0)[0]:
        return  # the supervisor died meanwhile
    child = os.fork()
    if child == 0:
        _be_the_job(job, channels, ends)
    # Who may not be dumped may not be opened through /proc either: its pipes are not for the job.
    linux.prctl(linux.PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGUSR1, lambda *_: os.kill(child, TRACEBACK_SIGNAL))
    for pipe in (channels.errand, channels.report, channels.trace, ends.output):
        os.close(pipe)
    while True:
        pid, status, usage = os.wait4(-1, 0)
        if pid == child:
            break
    if not own_world:
        reaper.kill_below(os.getpid())
    os.write(ends.status, ENDED.pack(status, usage.ru_maxrss))
    os._exit(0)


def _be_the_job(job: Callable[[Channels], None], channels: Channels, ends: Ends) -> NoReturn:
    code = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
        os.setsid()
        os.dup2(ends.output, 1)
        os.dup2(ends.output, 2)
        for pipe in (ends.output, ends.status, ends.control):
            os.close(pipe)
        job(channels)
        code = 0
    finally:
        os._exit(code)


def _end_everything(*_: object) -> NoReturn:
    reaper.kill_below(os.getpid())
    os._exit(1)
