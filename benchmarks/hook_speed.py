"""How long git's hooks take when there is nothing to do, beside the least that Python with git access takes.

python benchmarks/hook_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

from collections.abc import Callable

from bench import BASE, Bench, benchmark, promise

PASSED = "pre-commit, passed"

#: Seconds that a hook may take when there is nothing to do, and how often the base one with work for Python.
PROMISED, RATIO = 0.3, 3.0
#: What the committed models are among: nobody has one part only.
PARTS = 12


def prepare(bench: Bench) -> None:
    """Parts that passed, hooks, a branch on which no model is another, and a remote that has every version."""
    bench.edit()
    bench.cadgit("verify", "plain.py")
    bench.cadgit("promote", "plain.py")
    source = (bench.repo / "plain.py").read_text(encoding="utf-8")
    for number in range(PARTS):
        (bench.repo / f"part{number}.py").write_text(f"{source}# part {number}\n", encoding="utf-8")
        bench.cadgit("verify", f"part{number}.py")
    (bench.repo / "part1.py").write_text(f"{source}# part 1, edited\n", encoding="utf-8")
    bench.cadgit("verify", "part1.py")
    (bench.repo / "notes").mkdir()
    (bench.repo / "notes" / "README.md").write_text("beside the models\n", encoding="utf-8")
    bench.cadgit("init", "--hooks")
    bench.command("git", "add", ".")
    bench.command("git", "commit", "--quiet", "-m", "all of it")
    bench.command("git", "branch", "other")
    (bench.repo / "notes" / "README.md").write_text("beside the models, again\n", encoding="utf-8")
    bench.command("git", "commit", "--quiet", "-a", "-m", "no model")
    bench.command("git", "init", "--quiet", "--bare", "../origin.git")
    bench.command("git", "remote", "add", "origin", "../origin.git")
    bench.command("git", "push", "--quiet", "origin", "HEAD:refs/heads/main", "--tags")
    (bench.repo / "notes" / "README.md").write_text("staged\n", encoding="utf-8")
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
    prepare(bench)
    quiet = hooks(bench)
    source = (bench.repo / "plain.py").read_text(encoding="utf-8")
    for number in range(rounds + 1):
        bench.take_base()
        for name, work in quiet.items():
            bench.take(name, work)
        # A staged model that passed: Python starts, reads the closure from the index, and has nothing to say.
        (bench.repo / "part1.py").write_text(f"{source}# part 1\n", encoding="utf-8")
        bench.command("git", "add", "part1.py")
        bench.take(PASSED, quiet["pre-commit"])
        bench.command("git", "reset", "--quiet", "--", "part1.py")
        if number == 0:
            bench.seconds.clear()


def report(bench: Bench) -> None:
    """Print times, and whether the promises were met."""
    bench.print_times()
    slowest = max(bench.median(name) for name in bench.seconds if name not in (BASE, PASSED))
    promise("the slowest hook with nothing to do", slowest, PROMISED, "s")
    promise(f"{PASSED} / {BASE}", bench.ratio(PASSED, BASE), RATIO)


if __name__ == "__main__":
    benchmark(__doc__, 15, measure, report)
