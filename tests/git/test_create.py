"""A new repository is one that git and cadgit can use."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.errors import RepositoryError
from cadgit.git.create import create_repository
from cadgit.git.repository import Repository
from tests.conftest import Git


def test_a_new_repository_opens_with_its_folders(tmp_path: Path, git: Git) -> None:
    place = tmp_path / "new" / "story"
    create_repository(place)
    repository = Repository.open(place)
    assert repository.root == place
    repository.close()
    assert git("status", "--porcelain", cwd=place) == ""


def test_where_a_file_is_in_the_way_there_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RepositoryError, match="no repository can be made"):
        create_repository(tmp_path / "file")
