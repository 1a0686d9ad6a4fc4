"""Landlock by itself, without any other layer."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from cadgit.kernel import landlock, linux

from .conftest import attempt, in_fork

ABI = landlock.abi()
pytestmark = pytest.mark.skipif(ABI == 0, reason="this Linux has no Landlock")


def _restricted(scratch: Path, action: Any, readable: tuple[str, ...] = ("/usr", "/proc")) -> str:
    def work() -> str:
        linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
        landlock.restrict(readable, [str(scratch)])
        return attempt(action)

    return str(in_fork(work))


def test_files_that_are_not_listed_cannot_be_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x", encoding="utf-8")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    assert _restricted(scratch, secret.read_text) == "EACCES"
    assert _restricted(scratch, lambda: os.listdir(tmp_path)) == "EACCES"


def test_nothing_outside_scratch_can_be_written_or_removed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("x", encoding="utf-8")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    listed = ("/usr", str(tmp_path))
    assert _restricted(scratch, lambda: victim.write_text("y", encoding="utf-8"), listed) == "EACCES"
    assert _restricted(scratch, victim.unlink, listed) == "EACCES"
    assert _restricted(scratch, lambda: os.truncate(victim, 0), listed) == ("EACCES" if ABI >= 3 else "done")
    assert _restricted(scratch, lambda: (tmp_path / "new").mkdir(), listed) == "EACCES"


def test_scratch_can_be_used_as_any_folder(tmp_path: Path) -> None:
    def work() -> None:
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "b").write_text("x", encoding="utf-8")
        (tmp_path / "a" / "b").rename(tmp_path / "c")
        (tmp_path / "link").symlink_to("c")
        assert (tmp_path / "link").read_text(encoding="utf-8") == "x"
        (tmp_path / "c").unlink()

    assert _restricted(tmp_path, work) == "done"


@pytest.mark.skipif(ABI < 4, reason="needs Landlock ABI 4")
def test_tcp_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        assert _restricted(tmp_path, lambda: socket.create_connection(address)) == "EACCES"


@pytest.mark.skipif(ABI < 6, reason="needs Landlock ABI 6")
def test_processes_outside_get_no_signals(tmp_path: Path) -> None:
    assert _restricted(tmp_path, lambda: os.kill(os.getppid(), signal.SIGCONT)) == "EPERM"


@pytest.mark.skipif(ABI < 6, reason="needs Landlock ABI 6")
def test_abstract_sockets_outside_cannot_be_reached(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0cadgit-test-{os.getpid()}")
        server.listen()
        name = server.getsockname()
        assert _restricted(tmp_path, lambda: socket.socket(socket.AF_UNIX).connect(name)) == "EPERM"


def test_a_path_that_does_not_exist_is_skipped(tmp_path: Path) -> None:
    assert _restricted(tmp_path, lambda: None, ("/no/such/folder",)) == "done"
