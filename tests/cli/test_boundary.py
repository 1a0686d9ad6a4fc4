"""Whatever happens ends as an exit code and a few lines, never as a traceback."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cadgit import __version__
from cadgit.errors import ConfigError

from . import samples
from .conftest import Cadgit

Answering = Callable[..., list[dict[str, Any]]]


def test_an_expected_failure_prints_message_and_hint(cadgit: Cadgit, answering: Answering) -> None:
    answering("status", ConfigError("cadgit.toml:3: limits.modle is no key\x1b[2J", "did you mean model?"))
    ended = cadgit("status")
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err == "cadgit: cadgit.toml:3: limits.modle is no key\\x1b[2J\n  hint: did you mean model?\n"


def test_an_expected_failure_is_one_object_with_json(cadgit: Cadgit, answering: Answering) -> None:
    answering("status", ConfigError("wrong", "mend it"))
    ended = cadgit("status", "--json")
    assert ended.code == 2
    assert ended.err == ""
    assert ended.json == {
        "command": "status",
        "ok": False,
        "exit_code": 2,
        "notices": [],
        "error": {"kind": "config_error", "message": "wrong", "hint": "mend it", "exit_code": 2},
    }


def test_an_unexpected_error_is_one_line_and_a_log(
    cadgit: Cadgit, answering: Answering, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    answering("status", ZeroDivisionError("division\nby zero"))
    ended = cadgit("status")
    assert ended.code == 4
    assert "Traceback" not in ended.err
    assert ended.err.startswith("cadgit: this is a bug in cadgit: ZeroDivisionError: division by zero\n")
    (log,) = (tmp_path / "cadgit").iterdir()
    assert str(log) in ended.err
    assert log.stat().st_mode & 0o777 == 0o600
    text = log.read_text(encoding="utf-8")
    assert f"cadgit {__version__}" in text
    assert "command: cadgit status" in text
    assert "ZeroDivisionError" in text.splitlines()[-2]


def test_without_a_state_directory_the_log_goes_to_the_temporary_one(
    cadgit: Cadgit, answering: Answering, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(in_the_way))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    answering("status", ZeroDivisionError())
    assert cadgit("status", "--json").json["error"]["kind"] == "internal_error"
    assert [path.name for path in tmp_path.glob("cadgit-crash-*.log")]


def test_something_odd_in_the_file_system_is_named_and_no_bug(cadgit: Cadgit, answering: Answering) -> None:
    answering("status", NotADirectoryError(errno.ENOTDIR, "Not a directory", ".git/cadgit"))
    ended = cadgit("status")
    assert ended.code == 4
    assert ended.err.startswith("cadgit: .git/cadgit: not a directory\n")


def test_a_current_folder_that_was_removed_is_said_so(
    cadgit: Cadgit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    for command in (["status"], ["run", "x.py"], ["kernel", "status"], ["doctor"]):
        ended = cadgit(*command)
        assert "bug" not in ended.err
    assert cadgit("status").code == 4
    assert "the current folder was removed" in cadgit("status").err


def test_a_model_called_like_a_module_does_not_become_part_of_cadgit(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise SystemExit(99)\n", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run([sys.executable, "-m", "cadgit", "--version"], cwd=tmp_path, env=environment)
    assert done.returncode == 0


def test_an_interrupt_ends_with_130(cadgit: Cadgit, answering: Answering) -> None:
    answering("status", KeyboardInterrupt())
    ended = cadgit("status")
    assert ended.code == 130
    assert "cadgit: interrupted" in ended.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("rnu",), "did you mean `cadgit run`?"),
        (("frobnicate",), "`cadgit --help` lists the commands"),
        (("run", "--fource"), "--force"),
        (("run", "--timeout", "0"), "0.0 is not in the range x>0"),
        (("export",), "Missing option '-o'"),
        (("restore",), "Missing argument 'REF'"),
        (("measure", "--between", "X"), "`cadgit measure --help` tells more"),
        (("kernel", "sotp"), "No such command 'sotp'"),
        (("-C", "nowhere", "status"), "-C nowhere: No such file or directory"),
        (("help", "refz"), "did you mean `cadgit help refs`?"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_would_be_right(
    cadgit: Cadgit, arguments: tuple[str, ...], says: str
) -> None:
    ended = cadgit(*arguments)
    assert ended.code == 2
    assert says in ended.err
    assert cadgit(*arguments, "--json").json["error"]["exit_code"] == 2


def test_without_a_command_the_help_is_shown(cadgit: Cadgit) -> None:
    ended = cadgit()
    assert ended.code == 2
    assert "Usage: cadgit" in ended.err


def test_the_version_is_printed(cadgit: Cadgit) -> None:
    assert cadgit("--version").out == f"cadgit {__version__}\n"


def test_c_changes_the_directory_like_git(cadgit: Cadgit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    seen: list[Path] = []

    def doctor(cwd: Path, progress: object) -> Any:
        seen.append(cwd)
        return samples.doctor

    monkeypatch.setattr("cadgit.workflow.doctor.doctor", doctor)
    cadgit("-C", "a", "-C", "b", "doctor")
    assert seen == [tmp_path / "a" / "b"]


def test_an_ascii_stream_is_no_crash(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cadgit", "help", "refs"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"a tag, \\u2026", done.stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("help",), ("help", "--json")])
def test_a_full_disk_below_the_output_is_said_on_the_other_stream(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "cadgit", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, encoding="utf-8")
    assert done.returncode == 4
    assert done.stderr == "cadgit: the output could not be written: No space left on device\n"


def test_a_closed_output_is_no_crash() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m cadgit help refs >&-', sys.executable], stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
