"""A job that nobody wants any more ends, and whoever waits for it hears that it was withdrawn."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from cadgit.errors import Cancelled
from cadgit.kernel.client import Kernel
from cadgit.kernel.hanging_up import Calls
from cadgit.kernel.jobs import Execute
from cadgit.records import SourceFile

from .test_server import until

FOR_EVER = Execute((SourceFile("model.py", b"while True:\n    pass\n"),), "model.py")


class Waiting:
    """A thread that waits for something which will be withdrawn."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.raised: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def _run(self, work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:
            self.raised = error

    def ended_with(self) -> BaseException | None:
        self._thread.join(20)
        assert not self._thread.is_alive()
        return self.raised


class Told(Calls):
    """Says when the first answer is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_for = threading.Event()

    @contextlib.contextmanager
    def on(self, connection: socket.socket) -> Iterator[None]:
        with super().on(connection):
            self.waited_for.set()
            yield


def test_who_waits_for_an_answer_is_told_that_it_was_withdrawn() -> None:
    calls = Calls()
    ours, theirs = socket.socketpair()
    entered = threading.Event()

    def wait() -> None:
        with calls.on(ours):
            entered.set()
            assert ours.recv(1) == b""  # the other side sees the same

    with ours, theirs:
        waiting = Waiting(wait)
        assert entered.wait(10)
        calls.hang_up()
        assert isinstance(waiting.ended_with(), Cancelled)
        assert theirs.recv(1) == b""


def test_an_answer_that_came_just_before_counts_no_more() -> None:
    calls = Calls()
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(Cancelled), calls.on(ours):
        calls.hang_up()


def test_after_hanging_up_nothing_begins() -> None:
    calls = Calls()
    calls.hang_up()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        with pytest.raises(Cancelled), calls.on(ours):
            pytest.fail("it was let through")
        theirs.sendall(b"x")
        assert ours.recv(1) == b"x"  # the connection itself was left alone


@pytest.mark.parametrize("cold", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_model_that_runs_ends_when_its_client_hangs_up(cold: bool) -> None:
    kernel = Kernel()
    kernel._calls = calls = Told()
    before = kernel.ensure().jobs_done
    waiting = Waiting(lambda: kernel.execute(FOR_EVER, cold=cold))
    assert calls.waited_for.wait(20)
    kernel.cancel()
    assert isinstance(waiting.ended_with(), Cancelled)
    if not cold:
        until(lambda: kernel.status().jobs_done > before)  # its worker has gone, and with that all of the job
    with pytest.raises(Cancelled):
        kernel.execute(FOR_EVER, cold=cold)
