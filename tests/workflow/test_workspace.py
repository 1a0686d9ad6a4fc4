"""Opening a workspace: which interpreter may be started, and what may be completed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import ConfigError, RepositoryError
from cadgit.workflow.workspace import Workspace


def configured(repo: Path, python: str) -> None:
    (repo / "cadgit.toml").write_text(f"[kernel]\npython = '{python}'\n", encoding="utf-8")


def test_an_interpreter_of_an_untracked_environment_in_the_repository_may_be_named(repo: Path) -> None:
    (repo / ".venv" / "bin").mkdir(parents=True)
    python = repo / ".venv" / "bin" / "python"
    python.symlink_to(sys.executable)
    configured(repo, str(python))
    assert Workspace.open(repo).interpreter.python == str(python)


@pytest.mark.parametrize("link", [False, True])
def test_an_interpreter_that_the_repository_brings_along_is_refused(repo: Path, git: Any, link: bool) -> None:
    (repo / "tools").mkdir()
    python = repo / "tools" / "python"
    python.symlink_to("/bin/sh") if link else python.write_text("#!/bin/sh\ntouch /tmp/owned\n", encoding="utf-8")
    git("add", ".", cwd=repo)
    git("commit", "--quiet", "-m", "tools", cwd=repo)
    configured(repo, str(python))
    with pytest.raises(ConfigError, match="itself contains"):
        Workspace.open(repo)


def test_a_bare_repository_has_history_but_no_working_tree(repo: Path, tmp_path: Path, git: Any, made: Any) -> None:
    made.version(made.candidate("clip.py", "result = 1\n"))
    git("clone", "--quiet", "--mirror", str(repo), str(tmp_path / "bare.git"), cwd=tmp_path)
    ws = Workspace.open(tmp_path / "bare.git")
    assert ws.parts() == ("clip",)
    latest = ws.last_good("clip")
    assert latest is not None
    assert latest.number == 1
    with pytest.raises(RepositoryError, match="bare"):
        _ = ws.root


def test_completions_name_parts_lines_and_versions(made: Any) -> None:
    made.version(made.candidate("clip.py", "result = 1\n"))
    made.candidate("clip.py", "result = 2\n", line="try")
    assert made.ws.completions() == ("clip", "clip@main", "clip@try", "clip@v1")
