"""What the benchmarks share: an installed cadgit, a repository to use it in, and tables of times.

The project is built as a wheel and installed, with its .pyc files, into an environment of its own, as a user has it.
"""

from __future__ import annotations

import argparse
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

#: The least that a Python program with git access takes.
BASE = "import click, pygit2"
#: The least that a script with geometry waits for before it does anything.
IMPORT = "import build123d"
#: How long that takes, in seconds, on the machine for which times are promised: elsewhere the ratio counts.
BESIDE = 3.0


@dataclass
class Bench:
    """An installed cadgit, and a repository to use it in.

    Attributes:
        bin: the environment's folder of programs.
        repo: a repository with `plain.py`.
        env: the environment variables of every command.
        edits: how often the model was changed; each change makes new bytes.
        seconds: how long each thing took, by name, once a round.
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

    def init(self) -> None:
        """Make `repo` a repository, with the model in it."""
        self.repo.mkdir()
        self.command("git", "init", "--quiet")
        self.command("git", "config", "user.name", "Bench")
        self.command("git", "config", "user.email", "bench@localhost")
        self.edit()

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

    def take_base(self) -> None:
        """Take `BASE`."""
        self.take(BASE, lambda: self.python("-c", BASE))

    def take_import(self) -> None:
        """Take `IMPORT`, in an interpreter of its own."""
        self.take(IMPORT, lambda: self.python("-c", IMPORT))

    def median(self, name: str) -> float:
        return statistics.median(self.seconds[name])

    def ratio(self, name: str, base: str) -> float:
        """The median of one in those of another."""
        return self.median(name) / self.median(base)

    def print_times(self) -> None:
        """Print median, fastest and slowest of everything, in milliseconds."""
        print(f"{'':30}{'median':>10}{'fastest':>10}{'slowest':>10}   (milliseconds, whole processes)")
        for name, values in self.seconds.items():
            print(f"{name:30}{self.median(name) * 1e3:10.0f}{min(values) * 1e3:10.0f}{max(values) * 1e3:10.0f}")
        print(f"\n{'':50}{'':>10}{'promised':>10}")


def promise(name: str, value: float, promised: float, unit: str = "") -> None:
    """Print a value beside what it may be at the most."""
    print(f"{name:50}{value:10.3g}{promised:10.3g} {unit:3} {'met' if value <= promised else 'MISSED'}")


def benchmark(
    doc: str | None, rounds: int, measure: Callable[[Bench, int], None], report: Callable[[Bench], None]
) -> None:
    """A benchmark as a program.

    Args:
        doc: what it is; the module's docstring.
        rounds: how many, unless the command line says so.
        measure: fills `Bench.seconds` in so many rounds, and one before them that only warms up.
        report: prints what was found.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    options = arguments(parser, rounds)
    with prepared(options.environment) as bench:
        measure(bench, options.rounds)
        report(bench)


def arguments(parser: argparse.ArgumentParser, rounds: int) -> argparse.Namespace:
    """What every benchmark can be told: `rounds` and `environment`."""
    parser.add_argument("--rounds", type=int, default=rounds, help=f"how often each is measured (default {rounds})")
    parser.add_argument("--environment", type=Path, help="keep the environment in this folder, to use it again")
    return parser.parse_args()


@contextmanager
def prepared(environment: Path | None) -> Iterator[Bench]:
    """A repository and a kernel for one benchmark; both are gone afterwards.

    Args:
        environment: where cadgit is installed, to stay there; None for a folder that goes too.
    """
    with (
        tempfile.TemporaryDirectory(prefix="cadgit-bench-") as temporary,
        tempfile.TemporaryDirectory(prefix="cg-") as home,  # short: it is part of a socket's path
    ):
        programs = _install(environment or Path(temporary) / "venv")
        env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GIT_", "CADGIT_"))}
        env |= {"HOME": home, "XDG_RUNTIME_DIR": home, "PATH": f"{programs}:{env['PATH']}"}
        bench = Bench(programs, Path(home) / "repo", env)
        bench.init()
        bench.cadgit("kernel", "start")
        try:
            yield bench
        finally:
            bench.cadgit("kernel", "stop")


def _install(folder: Path) -> Path:
    """Make an environment in `folder` with the project as a wheel, unless there is one; its folder of programs."""
    programs = folder / "bin"
    if not (programs / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip: list[str | Path] = [programs / "python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory() as wheels:
        subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", wheels, ROOT], check=True)
        (wheel,) = Path(wheels).glob("cadgit-*.whl")
        subprocess.run([*pip, "install", wheel], check=True)
        # The version number may be the same as that of older code in a reused environment.
        subprocess.run([*pip, "install", "--no-deps", "--force-reinstall", wheel], check=True)
    return programs
