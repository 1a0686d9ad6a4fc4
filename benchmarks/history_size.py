"""Whether commands stay as fast and runs as small when a part has 10,000 candidates and not 10, in one run.

python benchmarks/history_size.py [--rounds N] [--candidates N] [--environment FOLDER]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench import Bench, arguments, prepared

HERE = Path(__file__).parent
FEW = 10

#: The most that a command may take with many candidates, for each second that it takes with few.
RATIO = 1.3
#: Bytes on the disk that a run of new bytes may add before git packs them.
ADDED = 100_000


@dataclass
class Side:
    """One of the two repositories."""

    name: str
    bench: Bench
    added: int = 0


def side(bench: Bench, name: str, candidates: int) -> Side:
    """A repository whose part has so many candidates, the first of them promoted, packed as git does by itself."""
    mine = Bench(bench.bin, bench.repo.with_name(name), bench.env)
    mine.init()
    mine.cadgit("run", "plain.py")
    mine.cadgit("verify", "plain.py")
    mine.cadgit("promote", "plain.py")
    mine.cadgit("export", "plain@v1", "-o", "v1.step")
    mine.python(str(HERE / "fill_history.py"), str(candidates - 1))
    mine.command("git", "gc", "--quiet")
    return Side(name, mine)


def used(folder: Path) -> int:
    """Bytes that the files of a folder take on the disk."""
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file())


def commands(bench: Bench) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    found: dict[str, Callable[[], object]] = {
        "run, new bytes": lambda: bench.cadgit("run", "plain.py"),
        "run, same bytes": lambda: bench.cadgit("run", "plain.py"),
        "status": lambda: bench.cadgit("status"),
        "log -n 20": lambda: bench.cadgit("log", "-n", "20"),
        "show": lambda: bench.cadgit("show", "plain.py"),
        "show, by number": lambda: bench.cadgit("show", "plain#5"),
        "show, a version": lambda: bench.cadgit("show", "plain@v1"),
    }
    if "\n  trace " in bench.cadgit("--help"):
        found["trace"] = lambda: bench.cadgit("trace", "v1.step")
    return found


def measure(sides: list[Side], rounds: int) -> None:
    """Fill the benches' times, a command of one side right after that of the other; the first round only warms up."""
    for number in range(rounds + 1):
        for one in sides:
            one.bench.edit()
        for name in commands(sides[0].bench):
            # In turns, so that neither side always comes after the other.
            for one in sides if number % 2 else reversed(sides):
                before = used(one.bench.repo / ".git" / "objects") if name == "run, new bytes" else 0
                one.bench.take(name, commands(one.bench)[name])
                if before:
                    one.added = max(one.added, used(one.bench.repo / ".git" / "objects") - before)
        if number == 0:
            for one in sides:
                one.bench.seconds.clear()


def report(sides: list[Side]) -> None:
    """Print medians, fastest times, ratios and sizes."""
    few, many = sides
    print(f"{'':18}{few.name:>20}{many.name:>24}{'ratio':>10}{'promised':>10}   (milliseconds: median, fastest)")
    for name in few.bench.seconds:
        ratio = many.bench.median(name) / few.bench.median(name)
        line = f"{name:18}"
        for one in sides:
            line += f"{one.bench.median(name) * 1e3:14.0f}{min(one.bench.seconds[name]) * 1e3:8.0f}"
        print(f"{line}{ratio:12.2f}{RATIO:10} {'met' if ratio <= RATIO else 'MISSED'}")
    for one in sides:
        print(
            f"a run adds, with {one.name:18}{one.added / 1e3:10.0f} kB{ADDED / 1e3:14.0f} kB "
            f"{'met' if one.added <= ADDED else 'MISSED'}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--candidates", type=int, default=10_000, help="how many are many (default 10000)")
    options = arguments(parser, 11)
    with prepared(options.environment) as bench:
        start = time.perf_counter()
        sides = [side(bench, f"{count} candidates", count) for count in (FEW, options.candidates)]
        print(f"both repositories were made in {time.perf_counter() - start:.0f} s\n")
        measure(sides, options.rounds)
        report(sides)


if __name__ == "__main__":
    main()
