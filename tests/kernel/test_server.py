"""The kernel's own life: when it leaves, what it preloads, and what it says when it must not fork."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cadgit.kernel import namespaces, paths, peer, server, warmup, wire
from cadgit.kernel.client import Kernel
from cadgit.kernel.jobs import Execute, Executed, KernelStatus
from cadgit.kernel.starting import Starter
from cadgit.records import SourceFile

from .conftest import SUPPORT, wait_until_gone

#: Imports nothing, so that it runs in an instant; what it reports is that it has no result.
PRINTS = "import sys, os\nprint('preloaded' in sys.modules, os.getpid())\n"

Start = Callable[..., int]


def execute(source: str) -> Execute:
    """A job with one file."""
    return Execute((SourceFile("model.py", source.encode()),), "model.py")


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    warmup.for_executor()  # once, here: the servers are forks of this process
    warmup.for_inspector()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the server takes for its own files."""
    folder = tmp_path / "cadgit"
    folder.mkdir()
    (folder / "module.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.setattr(paths, "_PACKAGE", folder)
    return folder


@pytest.fixture
def place(private: str, package: Path, monkeypatch: pytest.MonkeyPatch) -> paths.Place:
    """Where the server of this test is, and where clients of this test look for one."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", private)
    found = paths.Place(paths.private_folder(), "0" * 16)
    monkeypatch.setattr(Kernel, "_place", lambda self: found)
    return found


@pytest.fixture
def start(place: paths.Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts a server that is warm already, with its sockets bound, and ends it after the test."""
    monkeypatch.setattr(namespaces, "probe", lambda: SUPPORT)
    monkeypatch.setattr(warmup, "everything", lambda: None)
    monkeypatch.setattr(server, "_LOOK_AROUND", 0.05)
    started: list[int] = []

    def start(idle: float = 600.0, preload: tuple[str, ...] = ()) -> int:
        bound_r, bound_w = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                kernel = server.Kernel(place, idle, preload)
                os.write(bound_w, b".")
                kernel.run()
            finally:
                os._exit(0)
        started.append(pid)
        os.close(bound_w)
        assert os.read(bound_r, 1) == b"."
        os.close(bound_r)
        return pid

    yield start
    for pid in started:
        Kernel().stop()
        try:
            wait_until_gone([pid])
        except AssertionError:
            os.kill(pid, signal.SIGKILL)
            raise
        finally:
            os.waitpid(pid, 0)


def status(place: paths.Place) -> KernelStatus:
    """The server's status; that it answers is part of the test."""
    with peer.connect(place.control) as connection:
        peer.send(connection, wire.Command("status"))
        answer = peer.receive(connection)
    assert isinstance(answer, KernelStatus)
    return answer


def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Ask again until it is so; each question is answered by the server, so this does not spin."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline


def test_it_leaves_when_it_was_idle_for_long(start: Start, place: paths.Place) -> None:
    wait_until_gone([start(idle=0.1)])
    assert not any(os.path.exists(path) for path in (place.run, place.ask, place.control))


def test_it_does_not_leave_while_a_job_is_on(start: Start, place: paths.Place) -> None:
    pid = start(idle=2.0)  # long enough to connect in, on any machine
    with peer.connect(place.run):
        until(lambda: status(place).idle_seconds > 2.5)
    wait_until_gone([pid])


def test_it_leaves_when_its_own_files_change_and_not_before(start: Start, place: paths.Place, package: Path) -> None:
    pid = start()
    until(lambda: status(place).idle_seconds > 0.2)  # it has looked at them, several times
    (package / "module.py").write_text("x = 22\n", encoding="utf-8")
    wait_until_gone([pid])


def test_a_second_server_leaves_at_once(start: Start, place: paths.Place) -> None:
    start()
    life = os.open(place.life, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        import fcntl

        fcntl.flock(life, fcntl.LOCK_EX)  # as the first one's `main` does
        with pytest.raises(SystemExit) as left:
            server.main([place.folder, place.key, "60"])
        assert left.value.code == 0
    finally:
        os.close(life)
    assert status(place).running


def test_preloaded_modules_are_there_for_models_and_imported_once(
    start: Start, place: paths.Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "preloaded.py").write_text("import os\nPID = os.getpid()\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    pid = start(preload=("preloaded", "not_installed_anywhere"))
    done = [Kernel().execute(execute(PRINTS + "import preloaded\nprint(preloaded.PID)\n")) for _ in range(2)]
    loaded, own, importers = zip(*(each.output.head.split() for each in done), strict=True)
    assert loaded == ("True", "True") and len(set(importers)) == 1
    assert str(pid) not in importers and not set(own) & set(importers)
    (warning,) = done[0].warnings
    assert warning.startswith('"not_installed_anywhere" of `preload`') and "No module named" in warning
    until(lambda: status(place).jobs_done == 2)


def test_a_server_without_preloads_does_not_have_them(start: Start) -> None:
    start()
    assert Kernel().execute(execute(PRINTS)).output.head.startswith("False")


def refused(place: paths.Place) -> wire.Trouble:
    """What a server that must not fork answers to a job."""
    with peer.connect(place.run) as connection:
        peer.send(connection, execute(PRINTS))
        answer = peer.receive(connection)
    assert isinstance(answer, wire.Trouble)
    return answer


STARTS_A_THREAD = "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n"


@pytest.mark.slow
def test_a_preload_that_starts_a_thread_is_named_and_its_runs_go_cold(
    start: Start, place: paths.Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "starts_a_thread.py").write_text(STARTS_A_THREAD, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    start(preload=("starts_a_thread",))
    trouble = refused(place)
    assert trouble.kind == "unsafe"
    assert "starts_a_thread started 1 thread" in trouble.message
    notices: list[str] = []
    done = Kernel(notice=notices.append).execute(execute("from build123d import *\nresult = Box(1, 2, 3)\n"))
    assert isinstance(done, Executed) and (done.mode, done.failure) == ("cold", None)
    assert len(notices) == 1 and "starts_a_thread" in notices[0] and "new interpreter" in notices[0]


def test_a_warm_up_that_starts_a_thread_is_named_too(
    start: Start, place: paths.Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def everything() -> None:
        exec(STARTS_A_THREAD)
        warmup.expect_one_thread("build123d")

    monkeypatch.setattr(warmup, "everything", everything)
    start()
    assert "importing build123d started 1 thread" in refused(place).message


def test_starting_it_is_told_as_a_stage_and_finding_it_is_not(
    start: Start, place: paths.Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spawn(self: Starter, *arguments: Any, **more: Any) -> Any:
        start()

    monkeypatch.setattr(Starter, "spawn", spawn)
    stages: list[str] = []
    kernel = Kernel(stage=stages.append)
    assert kernel.ensure().running and kernel.ensure().running
    assert stages == ["starting the kernel (a few seconds, once)"]
