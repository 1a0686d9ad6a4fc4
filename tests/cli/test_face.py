"""Which face is shown: a terminal gets rich, everything else plain text."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys

import pytest

from cadgit.cli.face import Face

from . import samples


def in_a_terminal(*arguments: str, **environment: str) -> str:
    """What a command prints when its standard output is a terminal of 80 columns."""
    leader, follower = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "CI")}
    env |= {"TERM": "xterm-256color", "COLUMNS": "80"} | environment
    with subprocess.Popen([sys.executable, *arguments], stdout=follower, stdin=follower, env=env) as process:
        os.close(follower)
        output = b""
        while True:
            try:
                chunk = os.read(leader, 65536)
            except OSError:  # Linux says so when the other side is closed
                break
            if not chunk:
                break
            output += chunk
    os.close(leader)
    assert process.returncode == 0
    return output.decode()


PROGRAM = (
    "from cadgit.cli.face import Face; from cadgit.cli.output.blocks import Title;"
    "face = Face('x', False); face.answer({}, [Title('all good', 'good')]); face.close()"
)


def test_a_terminal_gets_marks_and_colours() -> None:
    text = in_a_terminal("-c", PROGRAM)
    assert "✓" in text
    assert "\x1b[" in text


def test_no_color_is_honoured() -> None:
    text = in_a_terminal("-c", PROGRAM, NO_COLOR="1")
    assert "✓" in text
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", text)


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_simple_terminal_gets_plain_text(term: str) -> None:
    assert in_a_terminal("-c", PROGRAM, TERM=term) == "all good\r\n"


def test_json_says_nothing_on_the_way(capfd: pytest.CaptureFixture[str]) -> None:
    face = Face("verify", as_json=True)
    face.stage("running")
    face.check(samples.checks[0])
    face.summary(samples.done)
    face.notice("noticed")
    assert capfd.readouterr().out == ""
    face.answer(samples.verified, [], 0)
    assert '"noticed"' in capfd.readouterr().out
    assert face.streamed == set()
