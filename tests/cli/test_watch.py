"""`cadgit watch` as a program: real inotify, a real kernel, real signals."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cadgit.kernel import reaper
from cadgit.kernel.client import Kernel

#: Seconds for what needs a kernel, which may have to be started first.
DEADLINE = 90.0

#: Of saves that cancel a run, and runs that end; thousands are more than somebody makes in an hour.
ROUNDS = int(os.environ.get("CADGIT_SOAK", "300"))  # before a fixture takes it away

BOX = "from build123d import Box\n\nresult = Box(1, 2, {})\n"


class Running:
    """A watch that runs in a process of its own; its output is read as it comes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._read = threading.Condition()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._read:
                self.lines.append(line.rstrip("\n"))
                self._read.notify_all()

    def wait_for(self, condition: Callable[[list[str]], bool]) -> None:
        with self._read:
            assert self._read.wait_for(lambda: condition(self.lines), DEADLINE), self.lines

    def verdicts(self, count: int) -> None:
        self.wait_for(lambda lines: sum("verdict: " in line for line in lines) >= count)

    def ended(self) -> int:
        code = self.process.wait(DEADLINE)
        self._thread.join(DEADLINE)
        return code


@contextmanager
def watching(repo: Path, *arguments: str) -> Iterator[Running]:
    command = [sys.executable, "-m", "cadgit", "watch", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=repo, stdout=pipe, stderr=subprocess.STDOUT, encoding="utf-8") as process:
        try:
            yield Running(process)
        finally:
            process.kill()


@pytest.fixture
def model(repo: Path) -> Path:
    path = repo / "model.py"
    path.write_text(BOX.format(3), encoding="utf-8")
    return path


def test_saves_are_shown_one_by_one_until_ctrl_c(repo: Path, model: Path) -> None:
    with watching(repo, "model.py") as running:
        running.verdicts(1)
        model.write_text(BOX.format(4), encoding="utf-8")
        running.verdicts(2)
        model.write_text(BOX.format("4 / 0"), encoding="utf-8")
        running.verdicts(3)
        model.write_text("while True:\n    pass\n", encoding="utf-8")
        os.kill(running.process.pid, signal.SIGINT)
        assert running.ended() == 0
    text = "\n".join(running.lines)
    assert running.lines[0] == "watching model: model.py"
    assert re.search(
        r"^\d\d:\d\d:\d\d model #1: done, .* in the model\)\n  1 × 2 × 3 mm, 6 mm³, 1 solid, 6 faces$", text, re.M
    )
    assert "  model.py:3: ZeroDivisionError: division by zero" in running.lines
    assert running.lines.count("  verdict: none; nothing is promoted yet") == 1
    assert "Traceback" not in text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_service_manager_or_a_closed_window_ends_it_while_a_model_runs(repo: Path, model: Path, number: int) -> None:
    model.write_text("while True:\n    pass\n", encoding="utf-8")
    with watching(repo, "--json", "model.py") as running:
        running.wait_for(lambda lines: any(json.loads(line)["event"] == "doing" for line in lines))
        running.process.send_signal(number)
        assert running.ended() == 0
    assert json.loads(running.lines[-1])["event"] == "cancelled"


@pytest.mark.parametrize("promotes", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_line_of_json_is_an_event(repo: Path, model: Path, promotes: bool) -> None:
    last = "promoted" if promotes else "verdict_ended"
    with watching(repo, "model.py", "--json", *(["--promote"] if promotes else [])) as running:
        running.wait_for(lambda lines: any(json.loads(line)["event"] == last for line in lines))
        running.process.send_signal(signal.SIGINT)
        assert running.ended() == 0
    events = [json.loads(line) for line in running.lines]
    kinds = [event["event"] for event in events if event["event"] not in ("doing", "noticed")]
    wanted = ["watching", "save_seen", "run_ended", "check_ended", "verdict_ended"]
    assert list(dict.fromkeys(kinds)) == wanted + ["promoted"] * promotes
    ended = next(event for event in events if event["event"] == "run_ended")
    assert ended["outcome"]["record"]["geometry"]["box"]["size"] == [1.0, 2.0, 3.0]
    assert not promotes or events[-1]["outcome"]["version"]["name"] == "model@v1"
    assert all(event["when"] for event in events)


def test_it_ends_when_nobody_reads_any_more(repo: Path, model: Path) -> None:
    command = f"{sys.executable} -m cadgit watch model.py | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"], cwd=repo, timeout=DEADLINE, check=False
    )
    assert done.returncode == 0


def test_what_cannot_be_watched_is_an_error_like_any_other(repo: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cadgit", "watch", "no.py", "--json"],
        cwd=repo,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    (line,) = done.stdout.splitlines()  # who reads events reads line by line
    assert json.loads(line)["error"]["kind"] == "ref_error"


def usage(pid: int) -> tuple[int, int, int]:
    """Descriptors, threads and resident bytes of a process."""
    threads = len(os.listdir(f"/proc/{pid}/task"))
    resident = int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGESIZE")
    return len(os.listdir(f"/proc/{pid}/fd")), threads, resident


def kernel_processes() -> int:
    """How many processes the kernel has when it has nothing to do."""
    status = Kernel().status()
    counts = [0]
    deadline = time.monotonic() + DEADLINE
    while len(counts) < 5 or len(set(counts[-5:])) > 1:
        assert time.monotonic() < deadline, counts
        time.sleep(0.1)  # it may be making a spare
        counts.append(len(reaper.below(status.pid)))
    return counts[-1]


@pytest.mark.slow
def test_hundreds_of_saves_and_cancelled_runs_leak_nothing(repo: Path, model: Path) -> None:
    with watching(repo, "model.py", "--json") as running:

        def wait_for(event: str, turn: int) -> None:
            wanted = f'"event": "{event}"', f'"turn": {turn},'
            running.wait_for(lambda lines: any(all(text in line for text in wanted) for line in lines))
            running.lines.clear()

        wait_for("verdict_ended", 1)
        watch, kernel = running.process.pid, Kernel().status().pid
        for number in range(1, ROUNDS + 1):
            model.write_text(f"import time\ntime.sleep({1000 + number})\n", encoding="utf-8")
            wait_for("doing", 2 * number)
            model.write_text(BOX.format(2 + number), encoding="utf-8")
            wait_for("verdict_ended", 2 * number + 1)
            if number == ROUNDS // 3:
                processes, before = kernel_processes(), [usage(watch), usage(kernel)]
        after = kernel_processes(), [usage(watch), usage(kernel)]
        print(f"watch and kernel: {before}, after {ROUNDS} rounds {after[1]}")
        assert abs(after[0] - processes) <= 2  # a spare more or less, with the pipes to it
        for (files, threads, memory), earlier in zip(after[1], before, strict=True):
            assert abs(files - earlier[0]) <= 4
            assert threads == earlier[1]
            assert memory - earlier[2] < 10e6
        running.process.send_signal(signal.SIGINT)
        assert running.ended() == 0
