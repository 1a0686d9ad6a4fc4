"""A bare repository in the middle, and clones of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Git

Clone = Callable[[str], Path]


@pytest.fixture
def hub(tmp_path: Path, git: Git) -> Path:
    """A bare repository that clones share through."""
    path = tmp_path / "hub.git"
    git("init", "--quiet", "--bare", str(path), cwd=tmp_path)
    return path


@pytest.fixture
def clone(hub: Path, tmp_path: Path, git: Git) -> Clone:
    """``clone("ada")`` makes a clone of the hub."""

    def make(name: str) -> Path:
        git("clone", "--quiet", str(hub), name, cwd=tmp_path)
        return tmp_path / name

    return make


@pytest.fixture
def ada(clone: Clone) -> Path:
    return clone("ada")


@pytest.fixture
def bob(clone: Clone) -> Path:
    return clone("bob")
