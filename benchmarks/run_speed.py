"""How fast `cadgit run`, `log` and `status` answer, beside what they cannot be faster than, in one run.

Every round measures each command once, so that a machine that is busy for a while is so for all of them.

    python benchmarks/run_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

import json
from pathlib import Path

from bench import BASE, Bench, benchmark, promise

#: `log -n 20` has something to show.
CANDIDATES = 20


def measure(bench: Bench, rounds: int) -> None:
    """Fill `bench.seconds`; the first round of each command only warms the file cache."""
    for _ in range(CANDIDATES):
        bench.edit()
        bench.cadgit("run", "plain.py")
    for number in range(rounds + 1):
        bench.edit()
        bench.take_base()
        new = bench.take("run, new bytes", lambda: bench.cadgit("run", "plain.py"))
        bench.take("python plain.py", lambda: bench.python("plain.py"))
        bench.take("run, same bytes", lambda: bench.cadgit("run", "plain.py"))
        bench.take("log -n 20", lambda: bench.cadgit("log", "-n", "20"))
        bench.take("status", lambda: bench.cadgit("status"))
        record = json.loads(bench.cadgit("run", "plain.py", "--json"))["record"]
        bench.seconds.setdefault("run, beyond the model", []).append(new - record["seconds_model"])
        if number == 0:
            bench.seconds.clear()


def resident(bench: Bench) -> tuple[float, float]:
    """Megabytes of the idle kernel: the server's resident set, and the proportional share of all its processes."""
    server = int(json.loads(bench.cadgit("kernel", "status", "--json"))["pid"])
    family = [server]
    for pid in family:
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            family += [int(child) for child in children.read_text(encoding="utf-8").split()]

    def kilobytes(pid: int, file: str, key: str) -> int:
        lines = Path(f"/proc/{pid}/{file}").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(key))

    share = sum(kilobytes(pid, "smaps_rollup", "Pss:") for pid in family)
    return kilobytes(server, "status", "VmRSS:") / 1e3, share / 1e3


#: What is measured, what it is compared with, and the promised ratio.
RATIOS = (
    ("run, new bytes", "python plain.py", 0.15),
    ("run, same bytes", BASE, 3.0),
    ("log -n 20", BASE, 3.0),
    ("status", BASE, 3.0),
)
OVERHEAD = 0.2  # s
MEMORY = 480.0  # MB


def report(bench: Bench) -> None:
    """Print times, ratios and memory."""
    bench.print_times()
    for name, base, promised in RATIOS:
        promise(f"{name} / {base}", bench.ratio(name, base), promised)
    promise("run, beyond the model", bench.median("run, beyond the model"), OVERHEAD, "s")
    server, family = resident(bench)
    promise("idle kernel, resident set of the server", server, MEMORY, "MB")
    promise("idle kernel, share of all its processes", family, MEMORY, "MB")


if __name__ == "__main__":
    benchmark(__doc__, 15, measure, report)
