"""The texts of `cadgit help`: one Markdown-free text file per topic, its first line the title."""

from __future__ import annotations

from pathlib import Path

from ..commands import COMMANDS

_FOLDER = Path(__file__).parent

#: In the order in which somebody new would read them.
ORDER = (
    "start",
    "watch",
    "refs",
    "parameters",
    "closure",
    "result",
    "gate",
    "spec",
    "diagnose",
    "measure",
    "features",
    "compare",
    "pictures",
    "promote",
    "provenance",
    "undo",
    "line",
    "sharing",
    "hooks",
    "kernel",
    "sandbox",
    "configuration",
    "exit-codes",
    "json",
    "agents",
)


def names() -> tuple[str, ...]:
    """All topics. Where a command has the same name (``promote``), the topic says more than ``--help``."""
    return ORDER


def read(topic: str) -> str:
    """The text of a topic, with its title."""
    return (_FOLDER / f"{topic}.txt").read_text(encoding="utf-8")


def title(topic: str) -> str:
    """The first line of a topic."""
    return read(topic).partition("\n")[0]


def overview() -> str:
    """The topics and the commands, a line each."""
    topics = "".join(f"  {topic:<14}{title(topic)}\n" for topic in ORDER)
    commands = "".join(f"  {name:<12}{text}\n" for name, text in COMMANDS.items())
    return f"Topics: cadgit help TOPIC\n{topics}\nCommands: cadgit COMMAND --help\n{commands}"
