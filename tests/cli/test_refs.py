"""What is offered where a REF, or a file to compare with, is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.cli.refs import files

from .test_completion import complete


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("_CADGIT_COMPLETE", "bash_complete")
    for name in ("bolt.py", "bolt.step", "bolt.brep", "bolt.stl", "bolts/x.step", ".bolt.step"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.usefixtures("answering", "folder")
def test_geometry_files_are_offered_where_something_is_compared() -> None:
    offered = ["bolt.brep", "bolt.py", "bolt.step", "bolts/"]
    assert complete("score", "--reference", "bol") == offered
    assert complete("diff", "bol") == offered
    assert complete("diff", "bracket@v1", "bolts/") == ["bolts/x.step"]
    assert complete("rank", "--reference", "bracket@v") == ["bracket@v1", "bracket@v2"]
    assert complete("show", "bol") == ["bolt.py", "bolts/"]


@pytest.mark.usefixtures("folder")
def test_hidden_files_are_offered_only_when_asked_for() -> None:
    assert files("", (".step",)) == ["bolt.step", "bolts/"]
    assert files(".", (".step",)) == [".bolt.step"]
    assert files("nowhere/", (".step",)) == []
