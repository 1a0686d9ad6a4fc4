"""Every command has help, is in the documents with all of its options, and takes --json."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cadgit.cli import topics
from cadgit.cli.app import cadgit as group
from cadgit.cli.commands import COMMANDS, HIDDEN, SECTIONS
from cadgit.config import HooksConfig, KernelConfig, LimitsConfig, PartConfig

from .conftest import Cadgit

ROOT = Path(__file__).parent.parent.parent
DOCS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def command(name: str) -> click.Command:
    found = group.get_command(click.Context(group), name)
    assert found is not None
    return found


def leaves() -> Iterator[tuple[str, click.Command]]:
    for name in COMMANDS:
        top = command(name)
        if isinstance(top, click.Group):
            yield from ((f"{name} {sub}", leaf) for sub, leaf in top.commands.items())
        else:
            yield name, top


LEAVES = dict(leaves())


def section(name: str) -> str:
    match = re.search(rf"^## cadgit {name}\n(.*?)(?=^## |\Z)", DOCS, re.MULTILINE | re.DOTALL)
    assert match, f"docs/commands.md has no section about {name}"
    return match[1]


def test_every_module_of_a_verb_is_a_command_and_in_one_section_of_the_help() -> None:
    listed = [name for names in SECTIONS.values() for name in names]
    assert sorted(listed) == sorted(COMMANDS)
    modules = {
        path.stem
        for path in (ROOT / "src/cadgit/cli").glob("*.py")
        if "\ndef command(" in path.read_text(encoding="utf-8")
    }
    assert modules == set(COMMANDS) | set(HIDDEN)


def test_a_hidden_command_has_help_and_json_and_is_in_no_list(cadgit: Cadgit) -> None:
    listed = cadgit("--help").out + cadgit("help").out
    for name in HIDDEN:
        assert name not in COMMANDS and f"  {name} " not in listed
        hidden = command(name)
        assert hidden.help and any("--json" in option.opts for option in hidden.params)
        assert cadgit(name, "--help").code == 0


@pytest.mark.parametrize("name", LEAVES)
def test_a_command_has_help_and_every_option_of_it_too(name: str) -> None:
    leaf = LEAVES[name]
    assert leaf.help
    assert [option.name for option in leaf.params if isinstance(option, click.Option) and not option.help] == []


@pytest.mark.parametrize("name", LEAVES)
def test_a_command_takes_json(name: str) -> None:
    assert any("--json" in option.opts for option in LEAVES[name].params)


@pytest.mark.parametrize("name", LEAVES)
def test_a_command_is_in_the_documents_with_every_option(name: str) -> None:
    top = name.split()[0]
    text = section(top)
    assert f"    cadgit {name}" in text
    for option in LEAVES[name].params:
        for spelling in option.opts:
            if isinstance(option, click.Option) and spelling != "--json":
                assert f"`{spelling}" in text, f"docs/commands.md does not tell about {spelling} of {name}"


def test_the_documents_tell_about_every_exit_code() -> None:
    for code in ("0", "1", "2", "3", "4", "130"):
        assert f"| {code} |" in DOCS
    for name, leaf in LEAVES.items():
        for code in re.findall(r"Exit code (\d)", leaf.help or ""):
            assert re.search(rf"Exit code (\d.*)?{code}", section(name.split()[0]), re.DOTALL), (name, code)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_fits_80_columns(cadgit: Cadgit, name: str) -> None:
    ended = cadgit(name, "--help")
    assert ended.code == 0
    assert max(map(len, ended.out.splitlines())) <= 80


def test_the_help_lists_every_command(cadgit: Cadgit) -> None:
    ended = cadgit("--help")
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", ended.out, re.MULTILINE)


@pytest.mark.parametrize("topic", topics.ORDER)
def test_a_topic_teaches_with_something_to_type(cadgit: Cadgit, topic: str) -> None:
    text = cadgit("help", topic).out
    title, blank, *rest = text.splitlines()
    assert title and not title.endswith(".") and blank == ""
    assert max(map(len, text.splitlines())) <= 84
    if topic not in ("sandbox", "exit-codes", "result", "configuration"):
        assert sum("cadgit " in line for line in rest) >= 2
    assert any(line.startswith("    cadgit ") for line in rest)


@pytest.mark.parametrize("topic", ["", *topics.ORDER])
def test_a_help_text_does_not_wrap_at_80_columns(topic: str) -> None:
    text = topics.read(topic) if topic else topics.overview()
    assert [line for line in text.splitlines() if len(line) > 78] == []


def test_there_is_a_file_for_each_topic_and_no_other() -> None:
    files = {path.stem for path in Path(topics.__file__).parent.glob("*.txt")}
    assert files == set(topics.ORDER)


def test_help_lists_topics_and_commands_and_explains_both(cadgit: Cadgit) -> None:
    overview = cadgit("help").out
    assert max(map(len, overview.splitlines())) <= 80
    for name in (*topics.ORDER, *COMMANDS):
        assert re.search(rf"^  {name} ", overview, re.MULTILINE)
    assert cadgit("help", "verify").out.startswith("Usage: cadgit verify")
    answer = cadgit("help", "refs", "--json").json
    assert answer["topic"] == "refs" and "bracket@v2" in answer["text"] and "refs" in answer["topics"]


def test_the_gate_s_topic_names_every_check() -> None:
    registered: set[str] = set()
    for path in (ROOT / "src/cadgit/checks").glob("*.py"):
        registered |= set(re.findall(r'^@register\("([\w-]+)"', path.read_text(encoding="utf-8"), re.MULTILINE))
    assert registered
    assert {name for name in registered if not re.search(rf"\b{name}\b", topics.read("gate"))} == set()


def test_the_configuration_s_topic_names_every_setting() -> None:
    tables = (PartConfig, KernelConfig, HooksConfig)
    settings = {field.name for table in tables for field in dataclasses.fields(table)} - {"name", "read_spec"}
    settings |= {field.name for field in dataclasses.fields(LimitsConfig)} - {"seconds"} | {"model", "max_size"}
    text = topics.read("configuration")
    assert {name for name in settings if f"    {name} = " not in text} == set()
    assert "sandbox = " in text and "    [parts.bracket.spec]" in text
