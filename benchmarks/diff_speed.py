"""How fast `cadgit diff` tells two versions of a small model apart, beside an import that it does not wait for.

python benchmarks/diff_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path

from run_speed import MODEL, Bench, prepared

#: Seconds that `cadgit diff` of two versions of `plain.py` may take.
PROMISED = 0.4

DIFF = "diff of two versions"
AGAIN = "diff, asked before"
IMPORT = "import build123d"


def version(bench: Bench, radius: float) -> str:
    """Promote the model with a hole of another radius; returns the version's name."""
    (bench.repo / "plain.py").write_bytes(MODEL.read_bytes().replace(b"Hole(5)", f"Hole({radius:g})".encode()))
    bench.cadgit("run", "plain.py")
    bench.cadgit("promote", "plain")
    return f"plain@v{len(bench.command('git', 'tag', '--list', 'cadgit/plain/*').split())}"


def measure(bench: Bench, rounds: int) -> None:
    """Fill `bench.seconds`; each round has a version that was never compared. The first only warms the file cache."""
    before = version(bench, 5)
    for number in range(rounds + 1):
        after = version(bench, 5.5 + number / 16)
        bench.take(DIFF, partial(bench.cadgit, "diff", before, after))
        bench.take(AGAIN, partial(bench.cadgit, "diff", before, after))
        bench.take(IMPORT, lambda: bench.python("-c", "import build123d"))
        before = after
        if number == 0:
            bench.seconds.clear()


def report(bench: Bench) -> None:
    """Print medians and spreads, and whether the promise is kept."""
    print(f"{'':24}{'median':>10}{'fastest':>10}{'slowest':>10}   (milliseconds, whole processes)")
    for name, values in bench.seconds.items():
        print(f"{name:24}{bench.median(name) * 1e3:10.0f}{min(values) * 1e3:10.0f}{max(values) * 1e3:10.0f}")
    seconds = bench.median(DIFF)
    print(f"\n{DIFF}: {seconds:.2f} s, promised {PROMISED} s: {'met' if seconds <= PROMISED else 'MISSED'}")
    print(f"beside a cold {IMPORT}: {seconds / bench.median(IMPORT):.2f} of its time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often each command is measured (default 7)")
    parser.add_argument("--environment", type=Path, help="keep the environment in this folder, to use it again")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="cadgit-bench-") as temporary,
        prepared(options.environment or Path(temporary) / "venv") as bench,
    ):
        measure(bench, options.rounds)
        report(bench)


if __name__ == "__main__":
    main()
