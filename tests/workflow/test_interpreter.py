"""The interpreter that models run in, judged from outside."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cadgit.errors import ConfigError
from cadgit.records import Environment, Font
from cadgit.workflow.interpreter import Interpreter

HERE = Environment(
    python=platform.python_version(),
    build123d="0",
    ocp="0",
    occt="0",
    platform="",
    distributions=(
        f"click=={importlib.metadata.version('click')}",
        f"Build123d=={importlib.metadata.version('build123d')}",
    ),
)


@pytest.fixture
def here(tmp_path: Path) -> Interpreter:
    return Interpreter(sys.executable, tmp_path)


def test_an_environment_like_today_s_is_offered(here: Interpreter) -> None:
    assert here.offers(HERE)


@pytest.mark.parametrize(
    "other",
    [
        replace(HERE, python="3.1.4"),
        replace(HERE, distributions=("click==0.0.1",)),
        replace(HERE, distributions=("no-such-distribution==1.0",)),
        replace(HERE, fonts=(Font("Arial", "Arial", "/no/such/font.ttf", "0" * 64),)),
    ],
    ids=["other Python", "other version", "distribution gone", "font gone"],
)
def test_a_changed_environment_is_not_offered(here: Interpreter, other: Environment) -> None:
    assert not here.offers(other)


def test_a_font_counts_by_its_bytes(here: Interpreter, tmp_path: Path) -> None:
    file = tmp_path / "font.ttf"
    file.write_bytes(b"glyphs")
    font = Font("Any", "Any", str(file), hashlib.sha256(b"glyphs").hexdigest())
    assert here.offers(replace(HERE, fonts=(font,)))
    file.write_bytes(b"other glyphs")
    assert not here.offers(replace(HERE, fonts=(font,)))


def test_another_interpreter_is_asked_once_and_the_answer_kept(tmp_path: Path) -> None:
    link = tmp_path / "python"
    link.symlink_to(sys.executable)
    asked = Interpreter(str(link), tmp_path / "cache")
    assert asked.search_path
    kept = list((tmp_path / "cache" / "interpreters").iterdir())
    assert len(kept) == 1
    assert Interpreter(str(link), tmp_path / "cache").search_path == asked.search_path


@pytest.mark.parametrize("python", ["/no/such/python", "/bin/false"])
def test_an_interpreter_that_does_not_answer_is_a_configuration_error(tmp_path: Path, python: str) -> None:
    with pytest.raises(ConfigError, match="kernel"):
        _ = Interpreter(python, tmp_path).search_path
