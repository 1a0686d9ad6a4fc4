"""Keeps spare workers waiting, a few of each kind, by forking the process that it runs in."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from . import peer, warmup, wire, worker
from .namespaces import Support

#: A run asks for its summary and then for its verdict, and no fork should stand between these.
_SPARES: dict[worker.Kind, int] = {"run": 1, "ask": 2}
_REFILL_DELAY = 0.1  # seconds: let the job that just came have the processor first
_READ_TIME = 5.0  # seconds that a client gets to send its request to a kernel that will refuse it
_TAKEN = b"t"


@dataclass
class _Worker:
    pid: int
    kind: worker.Kind
    note: int
    taken: bool = False


class Zygote:
    """A warm process and its workers.

    Args:
        listeners: one socket per kind of worker that this process serves.
        support: what namespaces this machine allows.
        folder: the private folder.
        observe: called with ``"taken"`` and ``"done"`` for each job.
    """

    def __init__(
        self,
        listeners: dict[worker.Kind, socket.socket],
        support: Support,
        folder: str,
        observe: Callable[[str], None],
    ) -> None:
        self._listeners = listeners
        self._support = support
        self._folder = folder
        self._observe = observe
        self._workers: dict[int, _Worker] = {}
        self._due = dict.fromkeys(listeners, 0.0)
        self._most = 2 * (os.cpu_count() or 1)
        self.unsafe = ""

    @property
    def active(self) -> int:
        """Jobs that are being done."""
        return sum(each.taken for each in self._workers.values())

    @property
    def wanted(self) -> bool:
        """Whether a client waits that no worker has taken yet."""
        return bool(select.select([*self._listeners.values()], [], [], 0)[0])

    def turn(self, timeout: float, others: list[int]) -> list[int]:
        """Wait for something to happen, keep the spares complete; returns those of `others` that can be read."""
        now = time.monotonic()
        self._refill(now)
        waiting = [due - now for kind, due in self._due.items() if due > now and self._spares(kind) < _SPARES[kind]]
        starving = (
            [] if self.unsafe else [kind for kind in self._listeners if not self._spares(kind) and self._room(kind)]
        )
        poll = select.poll()
        for fd in [*self._workers, *others]:
            poll.register(fd, select.POLLIN)
        for kind, listener in self._listeners.items():
            if self.unsafe or kind in starving:
                poll.register(listener, select.POLLIN)
        ready = {fd for fd, _ in poll.poll(1000 * min([timeout, *waiting]))}
        for kind, listener in self._listeners.items():
            if listener.fileno() in ready:
                if self.unsafe:
                    refuse(listener, wire.Trouble("unsafe", self.unsafe))
                else:
                    self._due[kind] = 0.0  # a client waits: no more delay
        for fd in ready & self._workers.keys():
            self._hear(self._workers[fd])
        return [fd for fd in others if fd in ready]

    def stop(self) -> None:
        """End the spares and wait for the jobs."""
        self._listeners = {}
        for each in self._workers.values():
            if not each.taken:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each.pid, signal.SIGTERM)
        while self._workers:
            self.turn(60.0, [])

    def _spares(self, kind: worker.Kind) -> int:
        return sum(each.kind == kind and not each.taken for each in self._workers.values())

    def _room(self, kind: worker.Kind) -> bool:
        return sum(each.kind == kind for each in self._workers.values()) < self._most

    def _refill(self, now: float) -> None:
        for kind in self._listeners:
            if self.unsafe or self._spares(kind) >= _SPARES[kind] or not self._room(kind) or self._due[kind] > now:
                continue
            try:
                warmup.expect_one_thread("something after the warm-up")
            except warmup.ThreadsStarted as error:
                self.unsafe = str(error)
                return
            self._fork(kind)
            if self._spares(kind) < _SPARES[kind]:
                self._due[kind] = now + _REFILL_DELAY

    def _fork(self, kind: worker.Kind) -> None:
        note_r, note_w = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(note_r)
            for each in self._workers.values():
                os.close(each.note)
            for other, listener in self._listeners.items():
                if other != kind:
                    listener.close()
            worker.main(
                kind,
                self._listeners[kind],
                self._support,
                self._folder,
                lambda: _tell(note_w, _TAKEN),
            )
        os.close(note_w)
        self._workers[note_r] = _Worker(pid, kind, note_r)

    def _hear(self, each: _Worker) -> None:
        if os.read(each.note, 1) == _TAKEN:
            each.taken = True
            self._due[each.kind] = time.monotonic() + _REFILL_DELAY
            self._observe("taken")
            return
        os.close(each.note)
        os.waitpid(each.pid, 0)
        del self._workers[each.note]
        if each.taken:
            self._observe("done")
        else:
            self._due[each.kind] = time.monotonic() + 1.0  # it died by itself: do not fork in a tight loop


def refuse(listener: socket.socket, trouble: wire.Trouble) -> None:
    """Take one connection and say why its job is not done here."""
    with contextlib.suppress(OSError, wire.WireError, peer.StrangerError):
        connection, _ = listener.accept()
        with connection:
            peer.identify(connection)
            connection.settimeout(_READ_TIME)
            peer.receive(connection)  # closing a socket with unread data would lose the answer
            peer.send(connection, trouble)


def run_preloaded(
    preload: tuple[str, ...], listener: socket.socket, support: Support, folder: str, note: int
) -> NoReturn:
    """The life of the second zygote, which has third-party modules loaded and serves executors only."""

    def observe(what: str) -> None:
        _tell(note, what[:1].encode())

    try:
        zygote = Zygote({"run": listener}, support, folder, observe)
        try:
            warmup.preload(preload)
        except warmup.ThreadsStarted as error:
            zygote.unsafe = str(error)
        while True:
            zygote.turn(3600.0, [])
    finally:
        os._exit(1)


def _tell(note: int, data: bytes) -> None:
    os.write(note, data)
