"""Trees: ids without storing, as git counts them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygit2.enums import ObjectType

from cadgit.errors import SourceError
from cadgit.git import trees
from cadgit.git.repository import Repository
from cadgit.records import SourceFile
from tests.conftest import Git


@pytest.fixture(scope="module")
def repository(git: Git) -> Iterator[Repository]:
    with tempfile.TemporaryDirectory() as folder:
        git("init", "--quiet", cwd=Path(folder))
        yield Repository.open(folder)


# Few letters, so that files and folders with a common beginning, which git sorts in a way of its own, come often.
parts = st.text("ab.-/ü", min_size=1, max_size=6)
paths = st.lists(parts, min_size=1, max_size=3).map("/".join)


def storable(path: str) -> bool:
    return all(part not in ("", ".", "..") for part in path.split("/"))


def files_of(drawn: dict[str, tuple[bytes, bool]]) -> list[SourceFile]:
    folders = {path[:at] for path in drawn for at in range(len(path)) if path[at] == "/"}
    return [SourceFile(path, data, bit) for path, (data, bit) in drawn.items() if path not in folders]


closures = st.dictionaries(paths.filter(storable), st.tuples(st.binary(max_size=20), st.booleans()), max_size=12).map(
    files_of
)


@given(closures)
@settings(max_examples=50)
def test_the_tree_id_that_is_computed_is_the_one_that_git_gives(
    repository: Repository, files: list[SourceFile]
) -> None:
    assert trees.tree_id(files) == repository.write_tree(files)


@given(closures)
@settings(max_examples=50)
def test_files_come_back_from_a_tree_as_they_went_in(repository: Repository, files: list[SourceFile]) -> None:
    assert repository.read_tree(repository.write_tree(files)) == tuple(sorted(files, key=lambda f: f.path))


@pytest.mark.parametrize("name", ["..", ".git", "../evil", ".GIT"])
def test_a_tree_with_a_path_that_leads_elsewhere_is_not_read(repository: Repository, name: str) -> None:
    blob = bytes.fromhex(repository.write_blob(b"x"))
    tree = str(repository.raw.write(ObjectType.TREE, b"100644 " + name.encode() + b"\0" + blob))
    with pytest.raises(SourceError, match="cannot be stored"):
        repository.read_tree(tree)
