"""How fast `cadgit diff` tells two versions of a small model apart, beside an import that it does not wait for.

python benchmarks/diff_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

from functools import partial

from bench import BASE, BESIDE, IMPORT, MODEL, Bench, benchmark, promise

#: Seconds for `cadgit diff` of two versions of `plain.py`, where a cold import of build123d takes `BESIDE` seconds.
PROMISED = 0.4

DIFF = "diff of two versions"
AGAIN = "diff, asked before"


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
        bench.take_base()
        bench.take_import()
        before = after
        if number == 0:
            bench.seconds.clear()


def report(bench: Bench) -> None:
    """Print times, whether the promise is kept, and what the times are beside the least that they could be."""
    bench.print_times()
    promise(f"{DIFF} / {IMPORT}", bench.ratio(DIFF, IMPORT), PROMISED / BESIDE)
    print(f"promised are {PROMISED:g} s where the import takes {BESIDE:g} s")
    for name, base in ((AGAIN, IMPORT), (DIFF, BASE), (AGAIN, BASE)):
        print(f"{f'{name} / {base}':50}{bench.ratio(name, base):10.3g}")


if __name__ == "__main__":
    benchmark(__doc__, 7, measure, report)
