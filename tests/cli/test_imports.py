"""What a command does not need, it does not import."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

#: Packages that take long to import, and that no plain answer needs.
HEAVY = ("build123d", "OCP", "rich", "mcp", "starlette", "tomlkit", "asyncio", "numpy", "importlib.metadata")

PROGRAM = """
import sys, json
from cadgit.cli.app import main
main(sys.argv[1:])
sys.stderr.write(json.dumps(sorted(sys.modules)))
"""


def modules(*arguments: str, cwd: Path) -> set[str]:
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], cwd=cwd, capture_output=True, encoding="utf-8")
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("help",), ("run", "--help"), ("help", "refs")])
def test_help_needs_neither_git_nor_geometry(arguments: tuple[str, ...], tmp_path: Path) -> None:
    loaded = modules(*arguments, cwd=tmp_path)
    assert loaded.isdisjoint((*HEAVY, "pygit2", "cadgit.workflow.run"))


@pytest.mark.parametrize(
    "arguments",
    [
        *(("log",), ("status",), ("show", "nothing"), ("log", "--json"), ("hook", "pre-commit"), ("gc", "--dry-run")),
        *(("trace", ".git/HEAD"), ("history", "nothing", "--git"), ("attest", "x@v1"), ("verify", "--signatures")),
    ],
)
def test_looking_at_history_needs_no_geometry(arguments: tuple[str, ...], repo: Path) -> None:
    loaded = modules(*arguments, cwd=repo)
    assert loaded.isdisjoint(HEAVY)


def test_a_verb_imports_no_other_verb(tmp_path: Path) -> None:
    loaded = modules("log", "--help", cwd=tmp_path)
    assert "cadgit.cli.log" in loaded
    assert loaded.isdisjoint({"cadgit.cli.run", "cadgit.cli.show", "cadgit.cli.doctor"})
