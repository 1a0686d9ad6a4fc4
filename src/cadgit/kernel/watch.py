"""Watches one jail: moves its frames, its output and its tracebacks, keeps time, and notices when it ends."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable

from ..frozen import frozen
from . import frames, init
from .jail import Jail
from .output import Capture

_CHUNK = 1 << 20
_TRACE_LIMIT = 64 << 10  # bytes of tracebacks that are looked at
_TRACEBACK_TIME = 0.2  # seconds that a process gets to write its stack before it is killed
_LONGEST_WAIT = 3.6e6  # milliseconds; poll(2) takes no more than a C int of them
_DRAIN_TIME = 2.0  # seconds for what is still in the pipes after the end


class ClientGone(Exception):
    """The client hung up, so nobody wants the result any more."""


@frozen
class End:
    """How a job's process ended.

    Attributes:
        status: as from `os.wait`; None when it was killed or its init vanished.
        resident: its largest resident size in bytes.
        late: it was killed at its deadline.
        full: it was killed because its scratch folder was over the limit.
        invalid: what it sent was no frame.
    """

    status: int | None = None
    resident: int = 0
    late: bool = False
    full: bool = False
    invalid: bool = False

    @property
    def signal(self) -> int:
        """The signal that ended it, or 0."""
        if self.status is None or not os.WIFSIGNALED(self.status):
            return 0
        return os.WTERMSIG(self.status)


class Watch:
    """The supervisor's loop around one jail.

    `deadline` (monotonic seconds) may be moved by the frame handler, and `satisfied` set when it has all it wanted:
    then the job is sent to its end and not waited for, as taking down a large process takes a while.
    `scratch_limit` is looked after here only where no file system does it.
    """

    def __init__(
        self, jail: Jail, capture: Capture, client: socket.socket, frame_limit: int, scratch_limit: int = 0
    ) -> None:
        self._jail = jail
        self._capture = capture
        self._client = client
        self._reader = frames.Reader(frame_limit)
        self._scratch_limit = 0 if jail.support.inner else scratch_limit
        self._buffer = memoryview(bytearray(_CHUNK))
        self._status = b""
        self.trace = b""
        self.deadline = time.monotonic()
        self.satisfied = False

    def run(self, on_frame: Callable[[bytes, bytes], None]) -> End:
        """Serve the jail until its process ends or the frame handler is satisfied.

        The job is dead then, or (where one SIGKILL takes all of it) about to be; `Jail.kill` waits for the rest.

        Args:
            on_frame: called with kind and payload of each frame.

        Raises:
            ClientGone: the client hung up; the job is dead.
        """
        try:
            return self._serve(on_frame)
        finally:
            self._jail.doom()

    def _serve(self, on_frame: Callable[[bytes, bytes], None]) -> End:
        poll = select.poll()
        open_pipes = {self._jail.report, self._jail.output, self._jail.trace, self._jail.status}
        for pipe in open_pipes:
            poll.register(pipe, select.POLLIN)
        poll.register(self._client, select.POLLIN | select.POLLRDHUP)
        ended: End | None = None
        asked_for_traceback = False
        while open_pipes:
            now = time.monotonic()
            if now >= self.deadline:
                if ended is not None:
                    return ended
                if not asked_for_traceback:
                    asked_for_traceback = True
                    self._jail.ask_for_traceback()
                    self.deadline = now + _TRACEBACK_TIME
                else:
                    ended = End(late=True)
                    self._jail.kill()
                    self.deadline = now + _DRAIN_TIME
            elif ended is None and self._scratch_limit and _size_of(self._jail.scratch) > self._scratch_limit:
                ended = End(full=True)
                self._jail.kill()
                self.deadline = now + _DRAIN_TIME
            if asked_for_traceback and ended is None and self.trace.endswith(b"\n"):
                self.deadline = time.monotonic()  # the stack has come
            for pipe, _ in poll.poll(self._wait(ended is not None)):
                if pipe == self._client.fileno():
                    raise ClientGone
                count = self._take(pipe)
                if not count:
                    poll.unregister(pipe)
                    open_pipes.discard(pipe)
                    if pipe == self._jail.status and ended is None:
                        ended = self._ended()
                        self._jail.kill()
                        self.deadline = time.monotonic() + _DRAIN_TIME
                elif pipe == self._jail.report and not (ended and ended.invalid):
                    try:
                        for kind, payload in self._reader.feed(self._buffer[:count]):
                            on_frame(kind, payload)
                            if self.satisfied:
                                return self._leave()
                    except frames.FrameError:
                        ended = End(invalid=True)
                        self._jail.kill()
                        self.deadline = time.monotonic() + _DRAIN_TIME
        return ended or End()

    def _leave(self) -> End:
        self._jail.doom()
        poll = select.poll()
        poll.register(self._jail.output, select.POLLIN)
        deadline = time.monotonic() + _DRAIN_TIME
        while poll.poll(0) and time.monotonic() < deadline and self._take(self._jail.output):
            pass  # what was printed before the report is in the pipe already
        return End(status=0)

    def _wait(self, ending: bool) -> float:
        milliseconds = min(max(0.0, self.deadline - time.monotonic()) * 1000 + 1, _LONGEST_WAIT)
        return min(milliseconds, 200.0) if self._scratch_limit and not ending else milliseconds

    def _take(self, pipe: int) -> int:
        count = os.readv(pipe, [self._buffer])
        data = self._buffer[:count]
        if pipe == self._jail.output:
            self._capture.feed(data)
        elif pipe == self._jail.trace:
            self.trace = (self.trace + bytes(data))[:_TRACE_LIMIT]
        elif pipe == self._jail.status:
            self._status += data
        return count

    def _ended(self) -> End:
        if len(self._status) != init.ENDED.size:
            return End()
        status, resident = init.ENDED.unpack(self._status)
        return End(status=status, resident=resident * 1024)


def _size_of(folder: str) -> int:
    total = 0
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue  # the model removes files while they are counted
    return total
