"""A closure of what is stored is the one that the working tree had when it was stored."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cadgit.errors import SourceError
from cadgit.git.repository import Repository
from cadgit.git.snapshot import Snapshot
from cadgit.source import read_closure, read_stored_closure
from tests.conftest import Git

FILES = {
    "bracket/model.py": "from lib.plates import plate\nimport json\nsizes = json.load(open('sizes.json'))\n",
    "bracket/sizes.json": "{}",
    "bracket/data/a.csv": "1",
    "bracket/data/b.csv": "2",
    "src/lib/__init__.py": "",
    "src/lib/plates.py": "from . import screws\n",
    "src/lib/screws.py": "",
    "unused.py": "",
}


@pytest.fixture
def stored(repo: Path, git: Git) -> Path:
    """A repository in which everything is staged, and the working tree was edited since."""
    for path, text in FILES.items():
        (repo / path).parent.mkdir(parents=True, exist_ok=True)
        (repo / path).write_text(text, encoding="utf-8")
    (repo / "bracket" / "link.py").symlink_to("model.py")
    git("add", ".", cwd=repo)
    return repo


@pytest.mark.parametrize("inputs", [(), ("bracket/data/*.csv",), ("bracket/data",), ("bracket/**",)])
@pytest.mark.parametrize("entry", ["bracket/model.py", "bracket/link.py"])
def test_it_is_the_same_closure(stored: Path, entry: str, inputs: tuple[str, ...]) -> None:
    expected = read_closure(stored, entry, inputs=inputs)
    assert len(expected.files) >= 5
    for path in FILES:
        (stored / path).write_text("import nothing\n", encoding="utf-8")
    (stored / "bracket" / "sizes.json").unlink()
    (stored / "bracket" / "data" / "c.csv").write_text("not staged", encoding="utf-8")
    assert read_stored_closure(stored, Snapshot.of_index(Repository.open(stored)), entry, inputs=inputs) == expected


def test_a_name_that_is_no_utf8_is_left_out(stored: Path, git: Git) -> None:
    (stored / "data").mkdir()
    Path(os.fsdecode(os.fsencode(stored) + b"/data/\xff.csv")).write_text("1", encoding="utf-8")
    git("add", ".", cwd=stored)
    read = read_stored_closure(stored, Snapshot.of_index(Repository.open(stored)), "unused.py", inputs=["data", "src"])
    assert read == read_closure(stored, "unused.py", inputs=["data", "src"])
    assert [file.path for file in read.files if file.path.startswith("data")] == []


def test_an_entry_that_is_not_stored_is_an_error(stored: Path) -> None:
    (stored / "new.py").write_text("result = 1\n", encoding="utf-8")
    with pytest.raises(SourceError):
        read_stored_closure(stored, Snapshot.of_index(Repository.open(stored)), "new.py")
