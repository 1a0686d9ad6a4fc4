"""How long `cadgit watch` takes from a save to the summary on a terminal, and to the whole verdict.

Beside it stand the same model as a plain script, and a bare `exec` in a process that has imported build123d already.

python benchmarks/watch_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Iterator

from bench import MODEL, Bench, benchmark, promise

#: Seconds beyond the model's own time, from the save: until the summary is on screen, and until the verdict is.
SUMMARY, VERDICT = 0.15, 0.4
#: Seconds between a verdict and the next save: the kernel has forked its next workers by then, and nobody saves faster.
PAUSE = 1.0

TO_SUMMARY = "save to summary"
TO_VERDICT = "save to verdict"
SUMMARY_BEYOND = "save to summary, beyond the model"
VERDICT_BEYOND = "save to verdict, beyond the model"
SCRIPT = "python plain.py"
EXEC = "exec in a warm process"

_BARE = """
import json, sys, time, build123d
source = open(sys.argv[1]).read()
seconds = []
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    exec(compile(source, "plain.py", "exec"), {"__name__": "__main__"})
    seconds.append(time.perf_counter() - start)
print(json.dumps(seconds))
"""


class Terminal:
    """A watch on a pseudo-terminal."""

    def __init__(self, bench: Bench, terminal: int) -> None:
        self._bench = bench
        self._terminal = terminal

    def save(self) -> tuple[float, float, float]:
        """Save other bytes; seconds until the summary, until the verdict, and in the model."""
        start = time.perf_counter()
        self._bench.edit()
        shown = self._until(r"\((\d+|<1) ms in the model\)")
        summary = time.perf_counter() - start
        self._until(r"verdict:.*pass \(")
        verdict = time.perf_counter() - start
        return summary, verdict, float(shown.replace("<", "")) / 1e3

    def first(self) -> None:
        """Wait for what is shown of the bytes that are there from the start."""
        self._until(r"verdict:.*pass \(")

    def _until(self, pattern: str) -> str:
        text = ""
        while (found := re.search(pattern, text)) is None:
            text += os.read(self._terminal, 65536).decode("utf-8", "replace")
        return found[1] if found.re.groups else ""


@contextlib.contextmanager
def watch(bench: Bench) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    env = bench.env | {"TERM": "xterm-256color", "COLUMNS": "100"}
    command = [str(bench.bin / "cadgit"), "watch", "plain.py"]
    with subprocess.Popen(command, cwd=bench.repo, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        try:
            yield Terminal(bench, ours)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
            os.close(ours)


def measure(bench: Bench, rounds: int) -> None:
    """Fill `bench.seconds`; the first round only warms up."""
    with watch(bench) as terminal:
        terminal.first()
        for number in range(rounds + 1):
            time.sleep(PAUSE)
            summary, verdict, model = terminal.save()
            taken = {
                TO_SUMMARY: summary,
                TO_VERDICT: verdict,
                SUMMARY_BEYOND: summary - model,
                VERDICT_BEYOND: verdict - model,
            }
            for name, seconds in taken.items():
                bench.seconds.setdefault(name, []).append(seconds)
            bench.take(SCRIPT, lambda: bench.python("plain.py"))
            if number == 0:
                bench.seconds.clear()
    bench.seconds[EXEC] = json.loads(bench.python("-c", _BARE, str(MODEL), str(rounds + 1)))[1:]


def report(bench: Bench) -> None:
    """Print times, and whether the promises are kept."""
    bench.print_times()
    promise(SUMMARY_BEYOND, bench.median(SUMMARY_BEYOND), SUMMARY, "s")
    promise(VERDICT_BEYOND, bench.median(VERDICT_BEYOND), VERDICT, "s")
    for name in (TO_SUMMARY, TO_VERDICT):
        for base in (SCRIPT, EXEC):
            print(f"{f'{name} / {base}':50}{bench.ratio(name, base):10.3g}")


if __name__ == "__main__":
    benchmark(__doc__, 15, measure, report)
