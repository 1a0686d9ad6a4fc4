"""Completion knows commands, options, parts and versions; it is silent where it knows nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete

from cadgit.cli.app import cadgit as group
from cadgit.cli.commands import COMMANDS
from cadgit.workflow import workspace

from .conftest import Cadgit


def complete(*words: str) -> list[str]:
    """What is offered for the last word."""
    completion = ShellComplete(group, {}, "cadgit", "_CADGIT_COMPLETE")
    return [item.value for item in completion.get_completions(list(words[:-1]), words[-1]) if item.type == "plain"]


@pytest.mark.usefixtures("answering")
def test_parts_lines_and_versions_are_offered() -> None:
    assert complete("show", "bracket@") == ["bracket@main", "bracket@v1", "bracket@v2"]
    assert complete("log", "") == ["bracket", "lid"]
    assert complete("undo", "l") == ["lid"]


@pytest.mark.usefixtures("answering")
def test_run_takes_parts_and_models_but_no_candidates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("_CADGIT_COMPLETE", "bash_complete")
    for name in ("box.py", "bracket.step", "brackets/left.py", ".boxes/x.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert complete("run", "b") == ["bracket", "box.py", "brackets/"]
    assert complete("run", "bracket@") == []
    assert complete("run", "brackets/") == ["brackets/left.py"]
    assert complete("run", "") == ["bracket", "lid", "box.py", "brackets/"]
    assert complete("run", "nowhere/") == []
    assert complete("show", "bra") == ["bracket", "bracket@main", "bracket@v1", "bracket@v2", "brackets/"]
    assert complete("restore", "bra") == ["bracket", "bracket@main", "bracket@v1", "bracket@v2"]
    monkeypatch.setenv("_CADGIT_COMPLETE", "zsh_complete")  # it completes files by itself
    assert complete("run", "b") == ["bracket"]


def test_the_names_that_can_be_replaced_are_offered(monkeypatch: pytest.MonkeyPatch, repo: Path) -> None:
    (repo / "box.py").write_text("width, wall = 40, 2\ntwice = 2 * len('x')\n", encoding="utf-8")
    monkeypatch.chdir(repo)
    assert complete("run", "box.py", "-P", "w") == ["width=", "wall="]
    assert complete("run", "box.py", "-P", "width=40", "-P", "") == ["width=", "wall="]
    assert complete("run", "nothing.py", "-P", "w") == []


def test_a_topic_that_is_a_command_too_is_offered_once() -> None:
    offered = complete("help", "")
    assert len(offered) == len(set(offered))


def test_commands_options_and_topics_are_offered() -> None:
    assert set(complete("re")) == {name for name in COMMANDS if name.startswith("re")}
    assert "--accept-unchecked" in complete("promote", "--")
    assert complete("kernel", "st") == ["start", "status", "stop"]
    assert complete("completion", "f") == ["fish"]
    assert "refs" in complete("help", "re") and "restore" in complete("help", "re")


def test_where_nothing_is_known_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(cwd: Path, progress: Any) -> Any:
        raise RuntimeError("no repository, no permission, anything")

    monkeypatch.setattr(workspace.Workspace, "open", broken)
    assert complete("show", "bracket@") == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_what_the_shell_can_read(cadgit: Cadgit, shell: str) -> None:
    script = cadgit("completion", shell).out
    assert "_CADGIT_COMPLETE" in script
    assert cadgit("completion", shell, "--json").json["script"] == script
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=script, encoding="utf-8", capture_output=True)
        assert (done.returncode, done.stderr) == (0, "")


ANSWERS = """#!/bin/sh
printf 'file,%s\\nplain,bracket@v1\\nplain,bracket@v2\\n' "$COMP_WORDS" > "$SEEN"
cat "$SEEN"
"""


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_does_not_paste_a_part_s_name_twice(cadgit: Cadgit, tmp_path: Path) -> None:
    """Bash breaks words at "@", so an answer must begin where bash's own word begins."""
    (tmp_path / "cadgit").write_text(ANSWERS, encoding="utf-8")
    (tmp_path / "cadgit").chmod(0o755)
    program = (
        cadgit("completion", "bash").out
        + "compopt() { :; }\n"
        + 'COMP_LINE="cadgit show bracket@v" COMP_POINT=21\n'
        + '_cadgit_completion\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "-c", program],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "SEEN": str(tmp_path / "seen")},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stdout.split() == ["v1", "v2"], done.stderr
    assert (tmp_path / "seen").read_text(encoding="utf-8").startswith("file,cadgit show bracket@v\n")


def test_the_whole_way_from_the_shell_s_question_to_the_answer(repo: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from cadgit.cli.app import main; main([])"],
        env={**os.environ, "_CADGIT_COMPLETE": "bash_complete", "COMP_WORDS": "cadgit sta", "COMP_CWORD": "1"},
        cwd=repo,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stdout == "plain,status\n"
    assert done.stderr == ""


def test_completing_names_imports_no_command() -> None:
    program = (
        "import sys; from click.shell_completion import ShellComplete as S; from cadgit.cli.app import cadgit as c;"
        "S(c, {}, 'cadgit', 'X').get_completions([], 're');"
        "print([m for m in sys.modules if m.startswith('cadgit.workflow') or m == 'cadgit.cli.run'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert done.stdout == "[]\n", done.stderr


def test_the_group_s_commands_are_those_that_can_be_loaded() -> None:
    context = click.Context(group)
    assert all(group.get_command(context, name) for name in group.list_commands(context))
    assert group.get_command(context, "nonsense") is None


@pytest.mark.usefixtures("answering")
def test_the_last_of_several_views_is_completed() -> None:
    assert complete("render", "--views", "iso,b") == ["iso,back", "iso,bottom"]
    assert complete("render", "--label", "h") == ["holes"]
