"""A worker's end, where its process is not looked at from outside."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from cadgit.kernel import peer, worker
from cadgit.kernel.watch import ClientGone

from .conftest import NOTHING, wait_until_gone


class _Jail:
    """Leaves a file when it is closed."""

    def __init__(self, trace: Path) -> None:
        self._trace = trace

    def close(self) -> None:
        self._trace.touch()


def test_a_worker_that_is_told_to_end_while_it_forks_ends(
    private: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What a signal's handler raises inside of a hook of `os.fork` is lost: the worker went on to wait for a client.
    closed = tmp_path / "closed"

    def open_jail(*_: Any) -> _Jail:
        with contextlib.suppress(ClientGone):
            worker._stop()
        return _Jail(closed)

    monkeypatch.setattr(worker, "open_jail", open_jail)
    listener = peer.listen(f"{private}/run")
    pid = os.fork()
    if pid == 0:
        worker.main("run", listener, NOTHING, private, lambda: None)
    try:
        wait_until_gone([pid], 20)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        listener.close()
    assert closed.exists()
