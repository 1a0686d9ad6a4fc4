"""The session that README.md shows is what happens, and its commands are ones that CI runs too.

`python tests/test_readme.py FOLDER` plays the session in an empty folder and writes README.md anew with its output.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: Printed after each command, to tell the outputs apart.
MARK = "\x1e"

#: What differs from one time to the next: hashes, dates, durations and the sizes of files that hold such.
VARIABLE = (
    (re.compile(r"\b[0-9a-f]{7,64}\b"), "HASH"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?( UTC|Z|\+00:00)?"), "WHEN"),
    (re.compile(r"\b\d+(\.\d+)? m?s\b"), "TIME"),
    (re.compile(r" +"), " "),
)


@dataclass(frozen=True)
class Step:
    """A command as it is typed, and what it prints."""

    command: str
    output: str


def steps(block: str) -> list[Step]:
    """The steps of a block: ``$`` begins a command, ``>`` goes on with it, all else is output."""
    found: list[Step] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Step(line[2:], ""))
        elif line.rstrip() == ">" or line.startswith("> "):
            found[-1] = Step(f"{found[-1].command}\n{line[2:]}", "")
        else:
            found[-1] = Step(found[-1].command, f"{found[-1].output}{line}\n")
    return found


def session() -> list[Step]:
    return [step for block in BLOCK.findall(README.read_text(encoding="utf-8")) for step in steps(block)]


def play(commands: list[str], folder: Path) -> list[str]:
    """What the commands print, typed one after the other into a shell whose home and start is `folder`."""
    (folder / ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.com\n", encoding="utf-8")
    script = "".join(f"{command}\nprintf '{MARK}'\n" for command in commands)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "HOME": str(folder), "COLUMNS": "80"}
    done = subprocess.run(
        ["bash"],
        cwd=folder,
        env=environment,
        input=script,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.stdout.split(MARK)[: len(commands)]


def normal(text: str) -> str:
    for pattern, word in VARIABLE:
        text = pattern.sub(word, text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def test_the_session_prints_what_the_readme_shows(tmp_path: Path) -> None:
    shown = session()
    assert any(step.command.startswith("cadgit promote") for step in shown)
    printed = play([step.command for step in shown], tmp_path)
    for step, output in zip_longest(shown, printed, fillvalue=""):
        assert isinstance(step, Step)
        assert normal(output) == normal(step.output), step.command


def test_an_output_that_differs_is_noticed() -> None:
    assert normal("volume 1,234 mm³ in 0.12 s") == normal("volume  1,234 mm³ in 3 ms")
    assert normal("volume 1,234 mm³") != normal("volume 1,235 mm³")


def test_one_command_installs_and_shows_and_one_installs_and_tests() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert [command.rpartition(" && ")[2].split()[0] for command in commands] == [
        ".venv/bin/cadgit",
        ".venv/bin/pytest",
    ]


def written_anew(text: str, folder: Path) -> str:
    """The text of README.md with the outputs that the session has now."""
    outputs = iter(play([step.command for step in session()], folder))

    def renew(block: re.Match[str]) -> str:
        lines = ["```console"]
        for step in steps(block[1]):
            first, *more = step.command.split("\n")
            lines += [f"$ {first}", *(f"> {line}".rstrip() for line in more)]
            lines += [line.rstrip() for line in next(outputs).rstrip().splitlines()]
        return "\n".join([*lines, "```"])

    return BLOCK.sub(renew, text)


if __name__ == "__main__":
    README.write_text(written_anew(README.read_text(encoding="utf-8"), Path(sys.argv[1])), encoding="utf-8")
