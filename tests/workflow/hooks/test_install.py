"""`init` installs hooks on request, and says what to add to those that are there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cadgit.errors import EnvironmentFailed, UsageError
from cadgit.workflow.hooks import install
from cadgit.workflow.init import init
from tests.conftest import Git

from ..conftest import Made


def test_init_leaves_hooks_alone_unless_it_is_asked(made: Made) -> None:
    assert init(made.ws).hooks == ()
    assert not any((made.repo / ".git" / "hooks" / name).exists() for name in install.HOOKS)


def test_hooks_come_and_go_with_the_program_that_they_start(made: Made, git: Git) -> None:
    came = init(made.ws, hooks=True).hooks
    assert [(hook.name, hook.state, hook.line) for hook in came] == [(name, "installed", "") for name in install.HOOKS]
    assert all(Path(hook.path).is_file() for hook in came)
    assert git("config", "cadgit.program", cwd=made.repo) == str(install.program())
    assert {hook.state for hook in init(made.ws, hooks=True).hooks} == {"unchanged"}
    assert {hook.state for hook in init(made.ws, hooks=False).hooks} == {"removed"}
    assert init(made.ws, hooks=False).hooks == ()
    assert git("config", "--list", cwd=made.repo).count("cadgit.program") == 0


def test_the_line_for_somebody_else_s_hook_calls_cadgit_and_survives_its_end(
    made: Made, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "a b" / "cadgit"
    monkeypatch.setattr(install, "program", lambda: program)
    theirs = made.repo / ".git" / "hooks" / "pre-commit"
    theirs.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    found = {hook.name: hook for hook in init(made.ws, hooks=True).hooks}
    assert (found["pre-commit"].state, found["post-commit"].state) == ("foreign", "installed")
    assert theirs.read_text(encoding="utf-8") == "#!/bin/sh\nexit 0\n"

    def ended() -> int:
        script = f"{found['pre-commit'].line}\necho went on\n"
        return subprocess.run(["sh", "-c", script, "hook", "an argument"], stdout=subprocess.DEVNULL).returncode

    assert ended() == 0  # no cadgit any more
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n[ "$*" = "hook pre-commit an argument" ] && exit 1\n', encoding="utf-8")
    program.chmod(0o755)
    assert ended() == 1
    theirs.unlink()
    assert {hook.name: hook.state for hook in init(made.ws, hooks=True).hooks}["pre-commit"] == "installed"


def test_where_hooks_are_those_of_all_repositories_nothing_is_done(made: Made, git: Git, home: Path) -> None:
    git("config", "--global", "core.hooksPath", str(home / "hooks"), cwd=made.repo)
    with pytest.raises(UsageError):
        init(made.ws, hooks=True)
    assert not (home / "hooks").exists() and not (made.repo / "cadgit.toml").exists()


def test_an_installation_without_the_scripts_says_so(
    made: Made, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(install, "_PLACES", (tmp_path,))
    with pytest.raises(EnvironmentFailed, match="is missing from its installation"):
        init(made.ws, hooks=True)
