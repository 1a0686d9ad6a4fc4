"""The documents lead somewhere: links resolve, every page is listed, and commands that they show exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cadgit.cli.app import cadgit

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").glob("*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
        *(ROOT / "hooks").glob("*.md"),
    )
)
#: What `cadgit help TOPIC` prints; examples are indented there too.
TOPICS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "src/cadgit/cli/topics").glob("*.txt"))


def code_and_prose(page: str) -> tuple[str, str]:
    """A page's code (fenced, indented, or between backticks), and the rest."""
    code, prose, fenced = [], [], False
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            code.append(line.strip())
        else:
            code += re.findall(r"`([^`]+)`", line)
            prose.append(re.sub(r"`[^`]+`", "code", line))
    return "\n".join(code), "\n".join(prose)


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings get: lower case, words joined by hyphens, no other signs."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    _, prose = code_and_prose(page)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(target)
    assert broken == []


def test_the_index_lists_every_page_of_docs() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"\]\(([^)#\s]+\.md)\)", index))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")} - {"index.md"}
    assert pages - listed == set()


def test_the_gate_s_page_tells_of_every_check() -> None:
    from cadgit.checks import gate  # imports OCP

    page = (ROOT / "docs" / "gate.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([^`]+)`", page))
    applied = {name for kind in gate.GATE for name in gate.names_for(kind)} - {gate.STEP_WRITE}
    names = {name.removeprefix(gate.STEP) for name in applied} | {gate.STEP_WRITE}
    assert sorted(names - told) == []


def shown_commands() -> Iterator[tuple[str, str]]:
    for page in (*PAGES, *TOPICS):
        code, _ = code_and_prose(page)
        for line in re.split(r"\n|&&|\|", code):
            if match := re.match(r"(?:\$ )?(?:\S*/)?cadgit ((?:[a-z]|-).*)$", line.strip()):
                yield page, re.split(r"\s{3,}", match[1])[0]  # what follows is an explanation


@pytest.mark.parametrize(("page", "line"), sorted(set(shown_commands())))
def test_a_command_that_a_page_shows_exists_with_its_options(page: str, line: str) -> None:
    words = shlex.split(line.replace("[", " ").replace("]", " ").replace("…", " "), comments=True)
    command: click.Command = cadgit
    options = {name for parameter in cadgit.params for name in parameter.opts}
    while words and isinstance(command, click.Group) and not words[0].startswith("-"):
        name = words.pop(0)
        context = click.Context(command)
        found = command.get_command(context, name)
        assert found, f"{page} shows `cadgit {line}`, but there is no {name!r}"
        command = found
        options |= {
            name for parameter in command.get_params(context) for name in (*parameter.opts, *parameter.secondary_opts)
        }
    options |= {"-h", "--help"}
    unknown = [word for word in words if re.match(r"--?[a-z]", word) and word.split("=")[0] not in options]
    assert unknown == [], f"{page} shows `cadgit {line}`"
