"""One job's processes: a pid 1 of ours, and under it the process that does the job.

    supervisor ──fork──▶ launcher ──fork──▶ init (pid 1) ──fork──▶ job
                         enters namespaces,  reaps, reports how     waits for its errand, enters the sandbox,
                         then ends           the job ended          does it

A jail is opened ahead of need: the job waits for its errand on a pipe. Killing init takes everything below along;
where pid namespaces are refused, init and supervisor adopt every orphan (subreapers) and hunt them down by /proc.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import struct
import tempfile
from collections.abc import Callable
from typing import Any

from ..frozen import frozen
from . import init, linux, reaper, wire
from .namespaces import Support, enter

_PID = struct.Struct("i")
_PIPE_SIZE = 1 << 20  # bytes; the default of 64 KiB makes a printing model wait for its reader


@frozen
class Channels:
    """What the job's process holds: file descriptors, and the folder that is its scratch.

    `rehearse`: it waits ahead of need, and may use that time to warm itself up.
    """

    errand: int
    report: int
    trace: int
    scratch: str
    support: Support
    rehearse: bool

    def receive(self) -> Any:
        """Wait for the errand, a message.

        Raises:
            WireError: the supervisor has gone.
        """
        errand = wire.read(lambda view: os.readv(self.errand, [view]))
        os.close(self.errand)
        return errand


Job = Callable[[Channels], None]


class Jail:
    """A job's processes as their supervisor sees them.

    Attributes:
        errand: write end; what the job shall do.
        report, output, trace, status: read ends; frames, what is printed, tracebacks of crashes, how it ended.
    """

    def __init__(self, job: Job, support: Support, private: str, ahead: bool = False) -> None:
        """Fork the processes.

        Args:
            job: called in the job's process; its return ends it.
            support: what namespaces this machine allows.
            private: the user's private folder for sockets; scratch lies there.
            ahead: nobody waits for it yet.

        Raises:
            OSError: no process could be started, or the namespaces were refused after all.
        """
        self.support = support
        self.scratch = _scratch_folder(private, support)
        errand_r, self.errand = os.pipe()
        self.report, report_w = os.pipe()
        self.output, output_w = os.pipe()
        self.trace, trace_w = os.pipe()
        self.status, status_w = os.pipe()
        control_r, self._control = os.pipe()
        for pipe in (output_w, report_w):
            _widen(pipe)
        linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
        ends = (errand_r, report_w, output_w, trace_w, status_w, control_r)
        launcher = os.fork()
        if launcher == 0:
            channels = Channels(errand_r, report_w, trace_w, self.scratch, support, ahead)
            _launch(job, channels, init.Ends(output_w, status_w, control_r))
        for end in ends:
            os.close(end)
        self._pid = self._await_init(launcher)
        self._dead = False

    def _await_init(self, launcher: int) -> int:
        data = os.read(self.status, _PID.size)
        os.waitpid(launcher, 0)
        if len(data) != _PID.size:
            self._close()
            raise OSError("the job's first process could not be started: namespaces were refused")
        os.write(self._control, b"g")  # its parent is now this process, so it can ask to die with it
        return _PID.unpack(data)[0]  # type: ignore[no-any-return]

    def send(self, errand: bytes) -> None:
        """Tell the waiting job what to do. A job that died already is no error here: its end says more."""
        view = memoryview(errand)
        with contextlib.suppress(BrokenPipeError):
            while view:
                view = view[os.write(self.errand, view) :]

    def ask_for_traceback(self) -> None:
        """Make the job write its Python stack to `trace`; it comes soon, or never."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGUSR1)

    def doom(self) -> None:
        """Send all processes of the job to their end without waiting for it, where one signal does that."""
        if self.support.inner:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
        else:
            self.kill()

    def kill(self) -> None:
        """End all processes of the job; returns when none is left. Can be called again."""
        if self._dead:
            return
        self._dead = True
        if not self.support.inner:
            reaper.kill_below(self._pid)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)
        if not self.support.inner:
            reaper.kill_strays()

    def close(self) -> None:
        """Kill what is left, and remove the scratch folder."""
        self.kill()
        self._close()

    def _close(self) -> None:
        for pipe in (self.errand, self.report, self.output, self.trace, self.status, self._control):
            with contextlib.suppress(OSError):
                os.close(pipe)
        if not self.support.inner:
            shutil.rmtree(self.scratch, ignore_errors=True)


def open_jail(job: Job, support: Support, private: str, ahead: bool = False) -> Jail:
    """A jail with all the namespaces of `support`, or without any if they are refused after all."""
    try:
        return Jail(job, support, private, ahead)
    except OSError:
        return Jail(job, Support(refusal="refused for this job"), private, ahead)


def _scratch_folder(private: str, support: Support) -> str:
    if support.inner:
        # A mount point is enough: each job mounts its own file system there, in its own namespace.
        path = os.path.join(private, "scratch")
        os.makedirs(path, 0o700, exist_ok=True)
        return path
    return tempfile.mkdtemp(prefix="scratch-", dir=private)


def _widen(pipe: int) -> None:
    import fcntl

    with contextlib.suppress(OSError):  # an administrator can set a lower limit
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)


def _launch(job: Job, channels: Channels, ends: init.Ends) -> None:
    """The launcher's life; never returns."""
    try:
        _keep_only({channels.errand, channels.report, channels.trace, ends.output, ends.status, ends.control})
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="utf-8") as stream:
            stream.write("800")  # when memory ends, a model goes first, not the user's session
        if channels.support.inner:
            enter(channels.support)
        pid = os.fork()
        if pid == 0:
            init.main(job, channels, ends)
        os.write(ends.status, _PID.pack(pid))
    finally:
        os._exit(0)


def _keep_only(wanted: set[int]) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    last = 2
    for fd in sorted(wanted):
        os.closerange(last + 1, fd)
        last = fd
    os.closerange(last + 1, os.sysconf("SC_OPEN_MAX"))
