"""Results in the user's own viewer: finding it, and handing them over by a process that can be killed."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cadgit.errors import KernelError
from cadgit.kernel import showing
from cadgit.kernel.showing import Showing, listening_port

from ..shape import parts
from ..shape.parts import handed_over
from .conftest import wait_until_gone


@pytest.fixture
def listener() -> Iterator[int]:
    """The port of something that listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def free() -> int:
    """A port where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture(autouse=True)
def _nothing_by_default(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr(showing, "DEFAULT_PORT", free)
    monkeypatch.delenv("OCP_PORT", raising=False)


def test_a_viewer_is_found_by_the_environment_its_note_or_the_usual_port(
    monkeypatch: pytest.MonkeyPatch, home: Path, listener: int, free: int
) -> None:
    assert listening_port() is None
    monkeypatch.setattr(showing, "DEFAULT_PORT", listener)
    assert listening_port() == listener
    monkeypatch.setattr(showing, "DEFAULT_PORT", free)
    (home / ".ocpvscode").write_text(
        json.dumps({"version": 2, "services": {str(free): "", str(listener): ""}}), encoding="utf-8"
    )
    assert listening_port() == listener
    monkeypatch.setenv("OCP_PORT", str(free))
    assert listening_port() is None  # it names one, and none other is meant


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"services": 3}', '{"services": {"x": "", "99999999": ""}}'])
def test_a_note_that_makes_no_sense_is_none(home: Path, text: str) -> None:
    (home / ".ocpvscode").write_text(text, encoding="utf-8")
    assert listening_port() is None


def test_an_interpreter_that_is_not_there_is_an_error(free: int) -> None:
    with pytest.raises(KernelError):
        Showing("/no/such/python").show(b"", "x", free)


def test_a_process_that_ends_is_said_so_and_another_is_started(free: int) -> None:
    shown = Showing("/bin/false")
    assert shown.show(b"x", "x", free)
    assert shown._process is None
    assert shown.show(b"x", "x", free)


def test_a_process_that_does_not_answer_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int) -> None:
    monkeypatch.setattr(showing, "_SHOW_TIME", 0.2)
    stuck = tmp_path / "python"
    stuck.write_text("#!/bin/sh\nexec sleep 1000\n", encoding="utf-8")
    stuck.chmod(0o755)
    shown = Showing(str(stuck))
    shown._start()
    assert shown._process is not None
    pid = shown._process.pid
    assert shown.show(b"x", "x", free) == "no answer within 0.2 s"
    wait_until_gone([pid])


@pytest.mark.slow
def test_a_real_viewer_gets_the_model_and_the_next_one(home: Path, free: int) -> None:
    pytest.importorskip("ocp_viewer")
    from websockets.sync.client import connect

    command = [sys.executable, "-m", "ocp_viewer", "--port", str(free)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as viewer:
        try:
            assert viewer.stdout is not None
            while f":{free}" not in viewer.stdout.readline():
                assert viewer.poll() is None
            assert listening_port() == free  # by its own note
            shown = Showing(sys.executable)
            with connect(f"ws://127.0.0.1:{free}", max_size=None) as browser:
                browser.send("L:register")
                for name in ("first", "second"):
                    assert shown.show(handed_over(parts.plain()), name, free) == ""
                    model = json.loads(browser.recv(30))
                    assert model["type"] == "data" and name in json.dumps(model["data"]["shapes"])
                assert shown.show(b"not a BREP", "third", free) != ""
            shown.close()
        finally:
            viewer.kill()
