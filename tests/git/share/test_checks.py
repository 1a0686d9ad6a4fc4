"""What is not what it says is named and left; all else of the same remote is merged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest
from pygit2.enums import FileMode

from cadgit.git.candidates import Candidates
from cadgit.git.repository import Repository
from cadgit.git.share.checks import Checker, Wrong
from cadgit.git.version_commits import version_message
from cadgit.git.versions import Versions
from tests.conftest import Git

from ..samples import WHEN, add, promote
from .samples import lines, made, promoted, pull, push, refs, shown, versions


def candidate(
    repository: Repository,
    parents: list[str],
    number: int,
    files: dict[str, bytes] | None = None,
    part: str = "bracket",
    tree: str | None = None,
) -> str:
    """A commit that says it is a candidate, whatever its tree holds."""
    good = {"model.py": b"result = 1\n", ".cadgit/candidate.toml": f'part = "{part}"\nentry = "model.py"\n'.encode()}
    blobs = {path: (repository.write_blob(data), False) for path, data in (good | (files or {})).items()}
    message = f"{part} #{number}\n\nCadgit-Part: {part}\nCadgit-Line: main\nCadgit-Number: {number}\n"
    return repository.write_commit(tree or repository.write_tree_of_blobs(blobs), parents, message, WHEN)


def named(repository: Repository, name: str, mode: FileMode = FileMode.BLOB) -> str:
    """A tree with a good candidate's files and one more entry that no working tree should get."""
    blob = repository.write_blob(b"x")
    good = repository.raw[candidate(repository, [], 1)].tree
    builder = repository.raw.TreeBuilder(good)
    builder.insert("zz", blob, mode)
    data = bytes(repository.raw[str(builder.write())].read_raw()).replace(b" zz\0", f" {name}\0".encode())
    return str(repository.raw.write(pygit2.enums.ObjectType.TREE, data))


def nested(repository: Repository, levels: int, each: int) -> str:
    """A tree with a good candidate's files beside folders of folders; all on one level are the same object."""
    inner = repository.write_tree_of_blobs({"file": (repository.write_blob(b"x"), False)})
    for _ in range(levels):
        builder = repository.raw.TreeBuilder()
        for number in range(each):
            builder.insert(f"folder{number}", inner, FileMode.TREE)
        inner = str(builder.write())
    builder = repository.raw.TreeBuilder(repository.raw[candidate(repository, [], 1)].tree)
    builder.insert("zz", inner, FileMode.TREE)
    return str(builder.write())


WRONG: dict[str, Callable[[Repository], str]] = {
    "no commit": lambda r: r.write_blob(b"x"),
    "is no candidate of bracket": lambda r: candidate(r, [], int("9" * 4000)),
    "no candidate of bracket": lambda r: r.write_commit(str(r.raw.TreeBuilder().write()), [], "mine", WHEN),
    "is no candidate of": lambda r: candidate(r, [], 1, part="lid"),
    "several parents": lambda r: candidate(r, [candidate(r, [], 1), candidate(r, [], 2)], 3),
    "out of order": lambda r: candidate(r, [candidate(r, [], 2)], 2),
    "the number 0": lambda r: candidate(r, [], 0),
    "a link or a submodule, 'link'": lambda r: candidate(r, [], 1, tree=named(r, "link", FileMode.LINK)),
    "'..' cannot be stored": lambda r: candidate(r, [], 1, tree=named(r, "..")),
    "'.git' cannot be stored": lambda r: candidate(r, [], 1, tree=named(r, ".git")),
    "'../evil' cannot be stored": lambda r: candidate(r, [], 1, tree=named(r, "../evil")),
    "the name 'zz/evil'": lambda r: candidate(r, [], 1, tree=named(r, "zz/evil")),
    "'../out.py' cannot be stored": lambda r: candidate(
        r, [], 1, {".cadgit/candidate.toml": b'part = "bracket"\nentry = "../out.py"\n'}
    ),
    "over 100 folders in each other": lambda r: candidate(r, [], 1, tree=nested(r, 2000, 1)),
    "over 100000 files": lambda r: candidate(r, [], 1, tree=nested(r, 12, 10)),
    "does not hold its entry file": lambda r: candidate(
        r, [], 1, {".cadgit/candidate.toml": b'part = "bracket"\nentry = "gone.py"\n'}
    ),
}


@pytest.mark.parametrize("why", WRONG)
def test_a_line_that_is_none_is_told_apart(repo: Path, why: str) -> None:
    repository = Repository.open(repo)
    tip = WRONG[why](repository)
    with pytest.raises(Wrong) as caught:
        Checker(repository).chain("bracket", tip, [])
    assert why in str(caught.value)


def test_a_line_is_followed_to_what_is_known(repo: Path) -> None:
    repository = Repository.open(repo)
    known = candidate(repository, [], 3)
    tip = candidate(repository, [known], 5)
    checker = Checker(repository)
    assert checker.chain("bracket", tip, [known]) == (tip,)
    assert checker.chain("bracket", tip, []) == (tip, known)
    assert checker.chain("bracket", known, [tip]) == ()
    with pytest.raises(Wrong, match="does not follow"):
        checker.chain("bracket", candidate(repository, [known], 2), [known])


def test_a_history_that_is_cut_off_is_told_apart(ada: Path, git: Git) -> None:
    first, second = (add(ada, text)[0] for text in "ab")
    file = ada / ".git" / "objects" / first.id[:2] / first.id[2:]
    file.unlink()
    with pytest.raises(Wrong, match="cannot be read"):
        Checker(Repository.open(ada)).chain("bracket", second.id, [])


def test_what_is_not_sound_is_left_in_the_namespace_and_all_else_is_merged(
    ada: Path, bob: Path, hub: Path, git: Git
) -> None:
    promoted(ada, "a")
    made(ada, "b", line="good")
    push(ada)
    there = Repository.open(hub)
    bad = {
        "refs/cadgit/candidates/bracket/bad": candidate(there, [], 1, tree=named(there, "../evil")),
        "refs/cadgit/artifacts/bracket/v9": there.write_blob(b"x"),
        "refs/tags/cadgit/bracket/v7": candidate(there, [], 1),
    }
    for name, target in bad.items():
        git("update-ref", name, target, cwd=hub)
    git("update-ref", "refs/cadgit/candidates/bracket/v2", bad["refs/tags/cadgit/bracket/v7"], cwd=hub)
    merged = pull(bob)
    assert {left.ref: left.reason for left in merged.left} == {
        "refs/cadgit/candidates/bracket/bad": "the path '../evil' cannot be stored in a git tree",
        "refs/tags/cadgit/bracket/v7": "it is no annotated tag",
        "refs/cadgit/candidates/bracket/v2": "its name is none that cadgit gives",
    }
    assert lines(bob) == {"main": ["a"], "good": ["b"]}
    assert versions(bob) == {1: "a"}
    assert refs(bob, "refs/cadgit-remotes/origin/candidates").keys() == {
        f"refs/cadgit-remotes/origin/candidates/bracket/{line}" for line in ("bad", "good", "main")
    }
    assert shown(bob) == shown(ada)


@pytest.mark.parametrize("what", ["another STEP file", "no STEP file", "no tree"])
def test_files_that_are_not_those_of_the_tag_are_left(ada: Path, bob: Path, hub: Path, git: Git, what: str) -> None:
    promoted(ada, "a")
    push(ada)
    there = Repository.open(hub)
    trees = {
        "another STEP file": there.write_tree_of_blobs({"bracket.step": (there.write_blob(b"other"), False)}),
        "no STEP file": there.write_tree_of_blobs({"bracket.brep": (there.write_blob(b"other"), False)}),
        "no tree": there.write_blob(b"x"),
    }
    git("update-ref", "refs/cadgit/artifacts/bracket/v1", trees[what], cwd=hub)
    (left,) = pull(bob).left
    assert left.ref == "refs/cadgit/artifacts/bracket/v1"
    known = Versions(Repository.open(bob))
    version = known.get("bracket", 1)
    assert version is not None and known.artifacts(version) == {}


def test_a_version_whose_tag_is_bad_is_still_there_below_the_next(ada: Path, bob: Path, hub: Path, git: Git) -> None:
    for text in "abc":
        promoted(ada, text)
    push(ada)
    git("tag", "-f", "-m", "no more", "cadgit/bracket/v2", "cadgit/bracket/v1^{tree}", cwd=hub)
    merged = pull(bob)
    assert [left.ref for left in merged.left] == ["refs/tags/cadgit/bracket/v2"]
    assert merged.received.versions == ("bracket@v1", "bracket@v3")
    assert [version.number for version in Versions(Repository.open(bob)).history("bracket")] == [3, 2, 1]


@pytest.mark.parametrize("why", ["'../evil' cannot be stored", "is no version before it"])
def test_a_version_that_stands_on_a_bad_one_is_left(ada: Path, bob: Path, hub: Path, git: Git, why: str) -> None:
    promoted(ada, "a")
    push(ada)
    there = Repository.open(hub)
    tree = str(there.raw[candidate(there, [], 1)].tree.id)
    trees = {"'../evil' cannot be stored": named(there, "../evil"), "is no version before it": tree}
    numbers = {"'../evil' cannot be stored": 2, "is no version before it": 5}
    below = version(there, trees[why], numbers[why], [there.resolve("cadgit/bracket/v1") or ""])
    above = version(there, tree, 3, [below])
    git("tag", "-m", "v3", "cadgit/bracket/v3", above, cwd=hub)
    (left,) = pull(bob).left
    assert left.ref == "refs/tags/cadgit/bracket/v3" and why in left.reason
    assert versions(bob) == {1: "a"}


def version(repository: Repository, tree: str, number: int, parents: list[str]) -> str:
    """A commit that says it is a version, whatever its tree holds."""
    return repository.write_commit(tree, parents, version_message("bracket", number, "1a" * 20, ""), WHEN)


def test_what_was_public_once_is_not_replaced(ada: Path, bob: Path, hub: Path, git: Git) -> None:
    first = promoted(ada, "a")
    push(ada)
    pull(bob)
    before = shown(bob)
    # Somebody with access rewrites the version on the remote.
    forged = promote(hub, add(hub, "forged", line="x")[0], step=b"STEP forged")
    git("update-ref", "refs/cadgit/artifacts/bracket/v1", "refs/cadgit/artifacts/bracket/v2", cwd=hub)
    text = git("cat-file", "tag", "cadgit/bracket/v2", cwd=hub).replace(forged.id, first.id)
    tag = git("hash-object", "-t", "tag", "-w", "--stdin", cwd=hub, stdin=f"{text.replace('/v2', '/v1')}\n")
    git("update-ref", "refs/tags/cadgit/bracket/v1", tag, cwd=hub)
    for _ in range(2):
        merged = pull(bob)
        assert {left.ref for left in merged.left} == {
            "refs/tags/cadgit/bracket/v1",
            "refs/cadgit/artifacts/bracket/v1",
        }
        now = shown(bob)
        before.pop("bracket stands", None)
        assert {key: now[key] for key in before} == before


def test_a_part_that_differs_in_case_only_is_left(ada: Path, bob: Path) -> None:
    made(ada, "a", part="Bracket")
    promoted(ada, "b", part="Lid")
    push(ada)
    made(bob, "b")
    made(bob, "c", part="lid")
    left = pull(bob).left
    assert {item.ref for item in left} >= {"refs/cadgit/candidates/Bracket/main"}
    assert all("upper and lower case" in item.reason for item in left)
    assert Candidates(Repository.open(bob)).parts() == ("bracket", "lid")
    assert Versions(Repository.open(bob)).parts() == ()


def test_a_remote_with_refs_of_a_newer_cadgit_is_no_error(ada: Path, bob: Path, hub: Path, git: Git) -> None:
    made(ada, "a")
    push(ada)
    target = refs(hub)["refs/cadgit/candidates/bracket/main"]
    for name in ("refs/cadgit/future/bracket", "refs/notes/cadgit/future", "refs/cadgit/renumbered/bracket/1a"):
        git("update-ref", name, target, cwd=hub)
    assert pull(bob).left == ()


def test_notes_that_are_no_commit_are_left(ada: Path, bob: Path, hub: Path, git: Git) -> None:
    made(ada, "a")
    push(ada)
    blob = git("hash-object", "-w", "--stdin", cwd=hub, stdin="x")
    git("update-ref", "refs/notes/cadgit/run", blob, cwd=hub)
    (left,) = pull(bob).left
    assert (left.ref, left.reason) == ("refs/notes/cadgit/run", "it holds no commit")
    assert [item.ref for item in push(ada).left] == ["refs/notes/cadgit/run"]
