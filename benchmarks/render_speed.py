"""How fast `cadgit render` draws, beside a cold `import build123d`, in one run.

Measured are whole processes with a warm kernel: four views of `plain.py`, and of a plate with 225 holes the first time,
which makes its mesh, and the next time, which finds it in the cache.

    python benchmarks/render_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

import shutil

from bench import BESIDE, IMPORT, Bench, benchmark, promise

PLATE = """from build123d import *

with BuildPart() as part:
    Box(160, 160, 4)
    with GridLocations(10, 10, 15, 15):
        Hole(3)
result = part.part
"""
VIEWS = ("--views", "iso,top,front,right", "--size", "800x600")
#: Seconds for four views of `plain.py`, where a cold import of build123d takes `BESIDE` seconds.
PROMISED, AIM = 1.0, 0.6


def measure(bench: Bench, rounds: int) -> None:
    """Fill `bench.seconds`; the first round only warms the file cache."""
    bench.command(str(bench.bin / "python"), "-m", "pip", "install", "--quiet", "embreex>=4.4")
    (bench.repo / "plate.py").write_text(PLATE, encoding="utf-8")
    for part in ("plain.py", "plate.py"):
        bench.cadgit("run", part)
    for number in range(rounds + 1):
        bench.take_import()
        bench.take("status", lambda: bench.cadgit("status"))
        bench.take("plain.py, four views", lambda: bench.cadgit("render", "plain.py", *VIEWS))
        shutil.rmtree(bench.repo / ".git" / "cadgit" / "cache" / "facets")
        bench.take("plate.py, four views, first", lambda: bench.cadgit("render", "plate.py", *VIEWS))
        bench.take("plate.py, four views, next", lambda: bench.cadgit("render", "plate.py", *VIEWS))
        if number == 0:
            bench.seconds.clear()


def report(bench: Bench) -> None:
    """Print times, and what was promised."""
    bench.print_times()
    ratio = bench.ratio("plain.py, four views", IMPORT)
    promise(f"plain.py, four views / {IMPORT}", ratio, PROMISED / BESIDE)
    print(f"promised are {PROMISED:g} s where the import takes {BESIDE:g} s; the aim is {AIM / BESIDE:.2f}")


if __name__ == "__main__":
    benchmark(__doc__, 5, measure, report)
