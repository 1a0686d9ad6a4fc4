"""Clients and the one kernel that they share: starting, sharing, dying, stopping, and going cold instead."""

from __future__ import annotations

import fcntl
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import EnvironmentFailed, KernelError
from cadgit.kernel import paths, peer, wire
from cadgit.kernel.client import Kernel
from cadgit.kernel.jobs import Compare, Execute, Executed, Limits, Summarise, Summary
from cadgit.records import Compared, SourceFile

from .conftest import SUPPORT, children_of, needs_namespaces, wait_until_gone

BOX = "from build123d import *\nresult = Box(2, 3, 4)\n"


def execute(source: str = BOX, **more: Any) -> Execute:
    """A job with one file."""
    return Execute((SourceFile("model.py", source.encode()),), "model.py", **more)


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    """A client of the session's kernel, which is warm."""
    kernel = Kernel()
    kernel.ensure()
    return kernel


def test_a_model_gives_geometry_and_says_behind_which_walls(kernel: Kernel) -> None:
    done = kernel.execute(execute(BOX + "print('hello')\n"))
    assert done.failure is None and done.brep and done.manifest is not None
    assert (done.mode, done.output.head) == ("warm", "hello\n")
    assert {"session", "environment", "rlimits", "seccomp"} <= set(done.sandbox)
    assert 0 < done.seconds_model < 30


def test_a_result_is_measured(kernel: Kernel) -> None:
    done = kernel.execute(execute())
    summary = kernel.summarise(Summarise(done.brep, done.manifest))
    assert isinstance(summary, Summary)
    assert summary.geometry.volume == pytest.approx(24)


def test_warm_and_cold_give_the_same_geometry(kernel: Kernel) -> None:
    warm = kernel.execute(execute())
    cold = kernel.execute(execute(hash_seed=7), cold=True)
    assert (cold.mode, cold.failure) == ("cold", None)
    compared = kernel.compare(Compare(warm.brep, cold.brep))
    assert isinstance(compared, Compared) and compared.same


@pytest.mark.slow
def test_a_cold_interpreter_has_the_jobs_hash_seed(kernel: Kernel) -> None:
    done = kernel.execute(execute(BOX + "import sys, os\nprint(hash('cadgit'))\n", hash_seed=7), cold=True)
    again = kernel.execute(execute(BOX + "import sys, os\nprint(hash('cadgit'))\n", hash_seed=8), cold=True)
    assert done.output.head != again.output.head


def test_two_forks_do_not_share_numpys_random_state(kernel: Kernel) -> None:
    source = BOX + "import numpy, random\nprint(numpy.random.random(), random.random())\n"
    first, second = (kernel.execute(execute(source)).output.head.split() for _ in range(2))
    assert first[0] != second[0] and first[1] != second[1]


def test_a_model_that_swallows_everything_ends_at_its_limit_with_its_line(kernel: Kernel) -> None:
    source = "import time\nwhile True:\n    try:\n        time.sleep(0.01)\n    except BaseException:\n        pass\n"
    done = kernel.execute(execute(source, limits=Limits(seconds=0.5)))
    assert done.failure is not None and done.failure.reason == "time"
    assert done.failure.frames[0].file == "model.py"
    assert done.seconds_model < 4


def test_a_crash_names_its_signal_and_line(kernel: Kernel) -> None:
    done = kernel.execute(execute("print('before')\nimport ctypes\nctypes.string_at(0)\n"))
    assert done.failure is not None and done.failure.reason == "signal"
    assert "SIGSEGV" in done.failure.message
    assert done.failure.frames[0].line == 3
    assert done.output.head == "before\n"


def test_memory_is_the_reason_when_it_ends(kernel: Kernel) -> None:
    source = "blocks = []\nwhile True:\n    blocks.append(bytearray(16 << 20))\n"
    done = kernel.execute(execute(source, limits=Limits(memory=128 << 20)))
    assert done.failure is not None and done.failure.reason == "memory"


def test_scratch_is_the_reason_when_it_is_full(kernel: Kernel) -> None:
    source = "for i in range(99):\n    open(f'f{i}', 'wb').write(bytes(1 << 20))\n"
    done = kernel.execute(execute(source, limits=Limits(scratch=4 << 20)))
    assert done.failure is not None and done.failure.reason == "scratch"


def test_a_flood_of_lines_costs_little_and_keeps_head_and_tail(kernel: Kernel) -> None:
    source = BOX + "for i in range(100_000):\n    print(str(i) + 'x' * 100)\n"
    done = kernel.execute(execute(source, limits=Limits(output=1000)))
    assert done.failure is None
    assert done.output.head.startswith("0xxx") and done.output.tail.endswith("x\n")
    assert done.output.total_bytes == done.output.dropped_bytes + 2000


@needs_namespaces
def test_nothing_of_a_run_stays_behind(kernel: Kernel) -> None:
    source = BOX + (
        "import subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'], start_new_session=True)\n"
    )
    before = set(children_of(kernel.status().pid))
    kernel.execute(execute(source))
    left = [pid for pid in children_of(kernel.status().pid) if pid not in before and _runs(pid, b"time.sleep(300)")]
    wait_until_gone(left)


def _runs(pid: int, text: bytes) -> bool:
    try:
        return text in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_model_cannot_make_up_its_report(kernel: Kernel) -> None:
    # Descriptors of the job's pipes are open in the model's process: what it writes there is cut off as garbage.
    source = (
        'import os\nfor fd in range(3, 64):\n    try:\n        os.write(fd, b"garbage" * 4)\n    except OSError: pass\n'
    )
    done = kernel.execute(execute(source))
    assert done.failure is not None and done.failure.reason == "hand-over"
    assert done.brep == b""


@pytest.mark.skipif(SUPPORT.inner, reason="every layer stands here")
def test_strict_refuses_where_a_layer_is_missing(kernel: Kernel) -> None:
    with pytest.raises(EnvironmentFailed, match="sandbox"):
        kernel.execute(execute(strict=True))


@needs_namespaces
def test_strict_runs_where_every_layer_stands(kernel: Kernel) -> None:
    assert kernel.execute(execute(strict=True)).failure is None


@pytest.mark.slow
def test_clients_share_one_kernel_also_when_they_start_at_once(monkeypatch: pytest.MonkeyPatch, private: str) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", private)
    monkeypatch.setattr(paths, "key_of", lambda python, preload: "0" * 16)  # editing cadgit meanwhile does no harm
    pids: list[int] = []
    clients = [threading.Thread(target=lambda: pids.append(Kernel().ensure().pid)) for _ in range(2)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    try:
        assert len(pids) == 2 and len(set(pids)) == 1
        _killed_in_mid_job()
    finally:
        Kernel().stop()


def _killed_in_mid_job() -> None:
    """Kill the kernel while it works: the client says so, and does the job in a new interpreter."""
    notices: list[str] = []
    kernel = Kernel(notice=notices.append)
    pid = kernel.status().pid
    place = kernel._place()
    with peer.connect(place.run) as connection:
        peer.send(connection, execute("import time\ntime.sleep(60)\n"))
        below = children_of(pid)
        # The client's own job waits in the queue of the same socket, and loses its kernel there.
        answers: list[Executed] = []
        client = threading.Thread(target=lambda: answers.append(kernel.execute(execute())))
        client.start()
        os.kill(pid, signal.SIGKILL)
        client.join(120)
        with pytest.raises((OSError, wire.WireError)):
            peer.receive(connection)
    wait_until_gone([pid, *below])
    assert answers and answers[0].failure is None
    if answers[0].mode == "cold":
        assert any("trying once more" in notice for notice in notices)


def test_an_interpreter_without_build123d_is_said_so(monkeypatch: pytest.MonkeyPatch, private: str) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", private)
    bare = Path(os.path.realpath(os.sys.executable))  # type: ignore[attr-defined]
    kernel = Kernel(python=str(bare))
    with pytest.raises(EnvironmentFailed, match="cannot import"):
        kernel.ensure()


def test_an_interpreter_that_does_not_exist_is_said_so(monkeypatch: pytest.MonkeyPatch, private: str) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", private)
    with pytest.raises(KernelError, match="cannot be started"):
        Kernel(python="/no/such/python").execute(execute())


def test_an_interpreter_that_ends_at_once_is_said_so() -> None:
    with pytest.raises(KernelError, match="ended before it answered"):
        Kernel(python="/bin/true").execute(execute(), cold=True)


def test_a_limit_of_years_is_no_trouble(kernel: Kernel) -> None:
    assert kernel.execute(execute(limits=Limits(seconds=1e9))).mode == "warm"


@pytest.mark.slow
def test_a_kernel_that_stops_and_still_works_is_not_waited_for_long(
    monkeypatch: pytest.MonkeyPatch, private: str
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", private)
    monkeypatch.setattr("cadgit.kernel.starting._LEAVING_TIME", 0.1)
    said: list[str] = []
    kernel = Kernel(notice=said.append)
    place = kernel._place()
    with open(place.life, "a", encoding="utf-8") as life:
        fcntl.flock(life, fcntl.LOCK_EX)  # as one does whose sockets are gone and whose jobs are not
        assert kernel.execute(execute()).mode == "cold"
    assert "the kernel is stopping" in said[0]


def test_status_and_stop_start_nothing(monkeypatch: pytest.MonkeyPatch, private: str) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", private)
    assert not Kernel().status().running
    assert not Kernel().stop()


def _key_with(change: Callable[[], None]) -> tuple[str, str]:
    before = paths.key_of("/usr/bin/python3", ())
    change()
    return before, paths.key_of("/usr/bin/python3", ())


def test_the_key_changes_with_what_the_kernel_is_made_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "cadgit"
    package.mkdir()
    (package / "module.py").write_text("x = 1", encoding="utf-8")
    monkeypatch.setattr(paths, "_PACKAGE", package)
    before, after = _key_with(lambda: None)
    assert before == after
    before, after = _key_with(lambda: (package / "module.py").write_text("x = 22", encoding="utf-8") and None)
    assert before != after
    before, after = _key_with(lambda: monkeypatch.setenv("PYTHONPATH", "/elsewhere"))
    assert before != after
    assert paths.key_of("/usr/bin/python3", ("scipy",)) != after


def test_the_socket_path_is_short_enough_whatever_the_runtime_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deep = tmp_path / ("d" * 100)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    place = paths.Place(paths.private_folder(), "0" * 16)
    assert len(os.fsencode(place.control)) < 108


def test_a_folder_that_others_can_enter_is_refused(monkeypatch: pytest.MonkeyPatch, private: str) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", private)
    (Path(private) / "cadgit").mkdir(mode=0o755)
    (Path(private) / "cadgit").chmod(0o755)
    with pytest.raises(KernelError, match="private"):
        paths.private_folder()
