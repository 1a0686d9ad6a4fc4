"""How long git's hooks take when there is nothing to do, beside the least that Python with git access takes.

python benchmarks/hook_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from run_speed import Bench, prepared

BASE, PASSED = "import click, pygit2", "pre-commit, passed"

#: Seconds that a hook may take when there is nothing to do, and how often the base one with work for Python.
PROMISED, RATIO = 0.3, 3.0
#: What the committed models are among: nobody has one part only.
PARTS = 12


def prepare(bench: Bench) -> None:
    """Parts that passed, hooks, a branch on which no model is another, and a remote that has every version."""
    bench.edit()
    bench.cadgit("verify", "plain.py")
    bench.cadgit("promote", "plain.py")
    source = (bench.repo / "plain.py").read_text()
    for number in range(PARTS):
        (bench.repo / f"part{number}.py").write_text(f"{source}# part {number}\n")
        bench.cadgit("verify", f"part{number}.py")
    (bench.repo / "part1.py").write_text(f"{source}# part 1, edited\n")
    bench.cadgit("verify", "part1.py")
    (bench.repo / "notes").mkdir()
    (bench.repo / "notes" / "README.md").write_text("beside the models\n")
    bench.cadgit("init", "--hooks")
    bench.command("git", "add", ".")
    bench.command("git", "commit", "--quiet", "-m", "all of it")
    bench.command("git", "branch", "other")
    (bench.repo / "notes" / "README.md").write_text("beside the models, again\n")
    bench.command("git", "commit", "--quiet", "-a", "-m", "no model")
    bench.command("git", "init", "--quiet", "--bare", "../origin.git")
    bench.command("git", "remote", "add", "origin", "../origin.git")
    bench.command("git", "push", "--quiet", "origin", "HEAD:refs/heads/main", "--tags")
    (bench.repo / "notes" / "README.md").write_text("staged\n")
    bench.command("git", "add", ".")


def hooks(bench: Bench) -> dict[str, Callable[[], object]]:
    """The scripts as git starts them, where no model is concerned and no version left behind."""

    def run(name: str, *arguments: str, stdin: str = "") -> Callable[[], object]:
        script = f'printf "%s" "$0" | .git/hooks/{name} "$@"'
        return lambda: bench.command("sh", "-c", script, stdin, *arguments)

    main, other = (bench.command("git", "rev-parse", branch).strip() for branch in ("HEAD", "other"))
    pushed = f"refs/heads/main {main} refs/heads/main {other}\n"
    return {
        "pre-commit": run("pre-commit"),
        "post-commit": run("post-commit"),
        "post-checkout": run("post-checkout", other, main, "1"),
        "post-merge": run("post-merge", "0"),
        "pre-push, all pushed": run("pre-push", "origin", "../origin.git", stdin=pushed),
    }


def measure(bench: Bench, rounds: int) -> None:
    """Fill `bench.seconds`; the first round only warms up."""
    quiet = hooks(bench)
    source = (bench.repo / "plain.py").read_text()
    for number in range(rounds + 1):
        bench.take(BASE, lambda: bench.python("-c", "import click, pygit2"))
        for name, work in quiet.items():
            bench.take(name, work)
        # A staged model that passed: Python starts, reads the closure from the index, and has nothing to say.
        (bench.repo / "part1.py").write_text(f"{source}# part 1\n")
        bench.command("git", "add", "part1.py")
        bench.take(PASSED, quiet["pre-commit"])
        bench.command("git", "reset", "--quiet", "--", "part1.py")
        if number == 0:
            bench.seconds.clear()


def report(bench: Bench) -> None:
    """Print medians and spreads, and whether the promises were met."""
    print(f"{'':24}{'median':>10}{'fastest':>10}{'slowest':>10}   (milliseconds, whole processes)")
    for name, values in bench.seconds.items():
        print(f"{name:24}{bench.median(name) * 1e3:10.0f}{min(values) * 1e3:10.0f}{max(values) * 1e3:10.0f}")
    slowest = max(bench.median(name) for name in bench.seconds if name not in (BASE, PASSED))
    ratio = bench.median(PASSED) / bench.median(BASE)
    print(f"\n{'':46}{'':>10}{'promised':>10}")
    for what, value, promised, unit in (
        ("the slowest hook with nothing to do", slowest, PROMISED, "s"),
        (f"{PASSED} / {BASE}", ratio, RATIO, ""),
    ):
        print(f"{what:46}{value:10.3g}{promised:10.3g} {unit:3} {'met' if value <= promised else 'MISSED'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="how often each hook is measured (default 15)")
    parser.add_argument("--environment", type=Path, help="keep the environment in this folder, to use it again")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="cadgit-bench-") as temporary,
        prepared(options.environment or Path(temporary) / "venv") as bench,
    ):
        prepare(bench)
        measure(bench, options.rounds)
        report(bench)


if __name__ == "__main__":
    main()
