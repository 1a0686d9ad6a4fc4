"""How fast `cadgit render` draws, beside a cold `import build123d`, in one run.

Measured are whole processes with a warm kernel: four views of `plain.py`, and of a plate with 225 holes the first time,
which makes its mesh, and the next time, which finds it in the cache.

    python benchmarks/render_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
from pathlib import Path

from run_speed import Bench, prepared

PLATE = """from build123d import *

with BuildPart() as part:
    Box(160, 160, 4)
    with GridLocations(10, 10, 15, 15):
        Hole(3)
result = part.part
"""
VIEWS = ("--views", "iso,top,front,right", "--size", "800x600")
#: Seconds for four views of `plain.py` on the machine where importing build123d takes `IMPORT` seconds.
PROMISED, AIM, IMPORT = 1.0, 0.6, 3.0


def measure(bench: Bench, rounds: int) -> None:
    """Fill `bench.seconds`; the first round only warms the file cache."""
    bench.command(str(bench.bin / "python"), "-m", "pip", "install", "--quiet", "embreex>=4.4")
    (bench.repo / "plate.py").write_text(PLATE)
    for part in ("plain.py", "plate.py"):
        bench.cadgit("run", part)
    for number in range(rounds + 1):
        bench.take("import build123d", lambda: bench.python("-c", "import build123d"))
        bench.take("status", lambda: bench.cadgit("status"))
        bench.take("plain.py, four views", lambda: bench.cadgit("render", "plain.py", *VIEWS))
        shutil.rmtree(bench.repo / ".git" / "cadgit" / "cache" / "facets")
        bench.take("plate.py, four views, first", lambda: bench.cadgit("render", "plate.py", *VIEWS))
        bench.take("plate.py, four views, next", lambda: bench.cadgit("render", "plate.py", *VIEWS))
        if number == 0:
            bench.seconds.clear()


def report(bench: Bench) -> None:
    """Print medians and spreads, and what was promised."""
    print(f"{'':30}{'median':>9}{'fastest':>9}{'slowest':>9}   (seconds, whole processes)")
    for name, values in bench.seconds.items():
        print(f"{name:30}{statistics.median(values):9.2f}{min(values):9.2f}{max(values):9.2f}")
    taken, imported = bench.median("plain.py, four views"), bench.median("import build123d")
    state = "met" if taken / imported <= PROMISED / IMPORT else "MISSED"
    print(f"\nplain.py, four views / import build123d: {taken / imported:.2f}")
    print(f"promised {PROMISED / IMPORT:.2f} ({PROMISED:g} s where the import takes {IMPORT:g} s): {state}")
    print(f"aim {AIM / IMPORT:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often each command is measured (default 5)")
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
