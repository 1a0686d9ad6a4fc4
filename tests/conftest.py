"""What every test gets: a home, a git configuration and a kernel of its own, and nothing of the machine's.

Fixtures: `repo` (a fresh repository), `git` (runs git there), `home` (the test's HOME).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import hypothesis
import pygit2
import pytest
from pygit2.enums import ConfigLevel

# How long an example takes says more about the machine than about the code.
hypothesis.settings.register_profile("cadgit", deadline=None)
hypothesis.settings.load_profile("cadgit")

IDENTITY = ("Ada Tester", "ada@example.com")
GITCONFIG = f"""\
[user]
\tname = {IDENTITY[0]}
\temail = {IDENTITY[1]}
[init]
\tdefaultBranch = main
[protocol "file"]
\tallow = always
"""


class Git(Protocol):
    """Runs git and returns what it printed, without the last newline; fails the test when git fails."""

    def __call__(self, *args: str, cwd: Path, stdin: str | None = None) -> str: ...


def run_git(*args: str, cwd: Path, stdin: str | None = None) -> str:
    done = subprocess.run(["git", *args], cwd=cwd, input=stdin, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"git {' '.join(args)} failed:\n{done.stdout}{done.stderr}"
    return done.stdout.removesuffix("\n")


@pytest.fixture(scope="session")
def git() -> Git:
    """``git("log", "--oneline", cwd=repo)`` gives its output."""
    return run_git


@pytest.fixture(scope="session", autouse=True)
def _one_kernel_for_the_session() -> Iterator[None]:
    # Starting a kernel takes seconds, so all tests of a session share one; a private runtime directory keeps it apart
    # from the user's. The path must be short: a Unix socket's has at most 107 bytes, and pytest's own are longer.
    runtime = Path(tempfile.mkdtemp(prefix="cg-", dir="/tmp"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        yield
        if any(runtime.iterdir()):
            from cadgit.kernel import client

            client.stop()
    shutil.rmtree(runtime, ignore_errors=True)


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The test's HOME, with a git configuration that holds an identity."""
    path = tmp_path_factory.mktemp("home")
    (path / ".gitconfig").write_text(GITCONFIG, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _isolated(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No GIT_*, XDG_* or configuration of the user or the system reaches a test."""
    for name in os.environ:
        # A git hook that runs the tests sets GIT_DIR and more, which would point them at the wrong repository.
        if (name.startswith(("GIT_", "XDG_")) and name != "XDG_RUNTIME_DIR") or name.startswith("CADGIT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_TERMINAL_PROMPT", "0")
    # libgit2 looks for HOME only once, when it is loaded.
    levels = (ConfigLevel.SYSTEM, ConfigLevel.XDG, ConfigLevel.GLOBAL)
    search_path = pygit2.settings.search_path
    before = {level: search_path[level] for level in levels}
    for level in levels:
        search_path[level] = str(home) if level is ConfigLevel.GLOBAL else ""
    yield
    for level in levels:
        search_path[level] = before[level]


@pytest.fixture
def repo(tmp_path: Path, git: Git) -> Path:
    """A fresh repository on branch main, without a commit."""
    path = tmp_path / "repo"
    path.mkdir()
    git("init", "--quiet", cwd=path)
    return path
