"""How fast `cadgit run`, `log` and `status` answer, beside what they cannot be faster than, in one run.

The project is built as a wheel and installed, with its .pyc files, into an environment of its own, as a user has it.
Every round measures each command once, so that a machine that is busy for a while is so for all of them.

    python benchmarks/run_speed.py [--rounds N] [--environment FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODEL = ROOT / "tests" / "cases" / "plain.py"

#: `log -n 20` has something to show.
CANDIDATES = 20


@dataclass
class Bench:
    """An installed cadgit, and a repository to use it in.

    Attributes:
        bin: the environment's folder of programs.
        repo: a repository with `plain.py`.
        env: the environment variables of every command.
        edits: how often the model was changed; each change makes new bytes.
    """

    bin: Path
    repo: Path
    env: dict[str, str]
    edits: int = 0
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def command(self, *arguments: str) -> str:
        done = subprocess.run(arguments, cwd=self.repo, env=self.env, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def python(self, *arguments: str) -> str:
        return self.command(str(self.bin / "python"), *arguments)

    def cadgit(self, *arguments: str) -> str:
        return self.command(str(self.bin / "cadgit"), *arguments)

    def edit(self) -> None:
        """Give the model bytes that it never had; its geometry stays."""
        self.edits += 1
        (self.repo / "plain.py").write_bytes(MODEL.read_bytes() + f"# edit {self.edits}\n".encode())

    def take(self, name: str, work: Callable[[], object]) -> float:
        """Do `work`, and note under `name` how long it took."""
        start = time.perf_counter()
        work()
        seconds = time.perf_counter() - start
        self.seconds.setdefault(name, []).append(seconds)
        return seconds

    def median(self, name: str) -> float:
        return statistics.median(self.seconds[name])


def install(folder: Path) -> Path:
    """Make an environment in `folder` with the project as a wheel, unless there is one; its folder of programs."""
    programs = folder / "bin"
    if not (programs / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [programs / "python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory() as wheels:
        subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", wheels, ROOT], check=True)
        (wheel,) = Path(wheels).glob("cadgit-*.whl")
        subprocess.run([*pip, "install", wheel], check=True)
        # The version number may be the same as that of older code in a reused environment.
        subprocess.run([*pip, "install", "--no-deps", "--force-reinstall", wheel], check=True)
    return programs


@contextmanager
def prepared(environment: Path) -> Iterator[Bench]:
    """A repository and a kernel for one benchmark; both are gone afterwards."""
    programs = install(environment)
    with tempfile.TemporaryDirectory(prefix="cg-") as name:
        folder = Path(name)
        repo = folder / "repo"
        repo.mkdir()
        env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GIT_", "CADGIT_"))}
        env |= {"HOME": name, "XDG_RUNTIME_DIR": name, "PATH": f"{programs}:{env['PATH']}"}
        bench = Bench(programs, repo, env)
        bench.command("git", "init", "--quiet")
        bench.command("git", "config", "user.name", "Bench")
        bench.command("git", "config", "user.email", "bench@localhost")
        bench.edit()
        bench.cadgit("kernel", "start")
        try:
            yield bench
        finally:
            bench.cadgit("kernel", "stop")


def measure(bench: Bench, rounds: int) -> None:
    """Fill `bench.seconds`; the first round of each command only warms the file cache."""
    for _ in range(CANDIDATES):
        bench.edit()
        bench.cadgit("run", "plain.py")
    for number in range(rounds + 1):
        bench.edit()
        bench.take("import click, pygit2", lambda: bench.python("-c", "import click, pygit2"))
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
            family += [int(child) for child in children.read_text().split()]

    def kilobytes(pid: int, file: str, key: str) -> int:
        lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(key))

    share = sum(kilobytes(pid, "smaps_rollup", "Pss:") for pid in family)
    return kilobytes(server, "status", "VmRSS:") / 1e3, share / 1e3


#: What is measured, what it is compared with, and the promised ratio.
RATIOS = (
    ("run, new bytes", "python plain.py", 0.15),
    ("run, same bytes", "import click, pygit2", 3.0),
    ("log -n 20", "import click, pygit2", 3.0),
    ("status", "import click, pygit2", 3.0),
)
OVERHEAD = 0.2  # s
MEMORY = 480.0  # MB


def report(bench: Bench) -> None:
    """Print medians, spreads and ratios."""
    print(f"{'':24}{'median':>10}{'fastest':>10}{'slowest':>10}   (milliseconds, whole processes)")
    for name, values in bench.seconds.items():
        print(f"{name:24}{bench.median(name) * 1e3:10.0f}{min(values) * 1e3:10.0f}{max(values) * 1e3:10.0f}")
    print(f"\n{'':46}{'ratio':>10}{'promised':>10}")

    def line(name: str, value: float, promised: float, unit: str = "") -> None:
        print(f"{name:46}{value:10.3g}{promised:10.3g} {unit:3} {'met' if value <= promised else 'MISSED'}")

    for name, base, promised in RATIOS:
        line(f"{name} / {base}", bench.median(name) / bench.median(base), promised)
    line("run, beyond the model", bench.median("run, beyond the model"), OVERHEAD, "s")
    server, family = resident(bench)
    line("idle kernel, resident set of the server", server, MEMORY, "MB")
    line("idle kernel, share of all its processes", family, MEMORY, "MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="how often each command is measured (default 15)")
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
