"""Trees: ids without storing, as git counts them."""

from __future__ import annotations

import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygit2.enums import ObjectType

from cadgit.errors import SourceError
from cadgit.git import note_trees, trees
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


@given(closures, parts)
@settings(max_examples=100)
def test_an_entry_is_found_as_pygit2_finds_it(repository: Repository, files: list[SourceFile], another: str) -> None:
    tree = repository.raw[repository.write_tree(files)]
    names = {item.name for item in tree} | {another.replace("/", "")}
    for name in names - {""}:
        found = trees.entry(tree, name)
        assert found is not None if name in tree else found is None
        assert found is None or (found.id, found.filemode) == (tree[name].id, tree[name].filemode)


def test_what_is_looked_up_by_name_is_let_go(repository: Repository) -> None:
    top = repository.write_tree([SourceFile(f"{number:040x}", b"x", False) for number in range(300)])
    commit = repository.write_commit(top, [], "x", "2026-01-01T00:00:00+00:00")

    def look() -> None:
        for number in range(300):
            assert list(note_trees.spellings(repository.raw[top], f"{number:040x}"))
            assert repository.ref("/".join(["refs", "heads", "m" * 50])) is None  # another object each time
            assert not repository.missing([commit])

    look()
    tracemalloc.start()
    try:
        look()
        before = tracemalloc.get_traced_memory()[0]
        look()
        assert tracemalloc.get_traced_memory()[0] - before < 10_000  # 300 names of 40 letters alone take more
    finally:
        tracemalloc.stop()
