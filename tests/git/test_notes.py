"""Our notes writer, beside git's own."""

from __future__ import annotations

import hashlib
import itertools
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cadgit import codec
from cadgit.errors import EnvironmentFailed
from cadgit.git.notes import Notes
from cadgit.git.repository import Repository
from cadgit.git.transaction import Change, change
from tests.conftest import Git

from .samples import WHEN

REF = "--ref=cadgit/run"


def append(path: Path, target: str, record: codec.Plain, key: str = "") -> None:
    repository = Repository.open(path)
    notes = Notes(repository)

    def write() -> tuple[None, Change]:
        update, objects = notes.appended("run", target, record, WHEN, key)
        return None, Change((update,), objects)

    change(repository, write)


def records(path: Path, target: str) -> list[codec.Plain]:
    return Notes(Repository.open(path)).records("run", target)


def objects(path: Path, count: int) -> list[str]:
    raw = Repository.open(path)
    return [raw.write_blob(b"object %d" % i) for i in range(count)]


def entries(git: Git, path: Path) -> list[str]:
    return git("ls-tree", "-r", "--name-only", "refs/notes/cadgit/run", cwd=path).splitlines()


def test_git_shows_what_was_appended(repo: Path, git: Git) -> None:
    (target,) = objects(repo, 1)
    append(repo, target, {"outcome": "done"})
    append(repo, target, {"outcome": "failed", "why": "line 3"})
    assert records(repo, target) == [{"outcome": "done"}, {"outcome": "failed", "why": "line 3"}]
    assert tomllib.loads(git("notes", REF, "show", target, cwd=repo)) == {
        "run": [{"outcome": "done"}, {"outcome": "failed", "why": "line 3"}]
    }


def test_entries_are_written_with_two_hex_digits_of_fan_out(repo: Path, git: Git) -> None:
    (target,) = objects(repo, 1)
    append(repo, target, {"n": 1})
    assert entries(git, repo) == [f"{target[:2]}/{target[2:]}"]


@pytest.mark.parametrize("cuts", [(), (2,), (2, 4), (2, 4, 6)])
def test_an_entry_of_any_fan_out_is_read_and_one_spelling_is_left(repo: Path, git: Git, cuts: tuple[int, ...]) -> None:
    target, other = objects(repo, 2)
    note = git("hash-object", "-w", "--stdin", cwd=repo, stdin="[[run]]\nn = 1\n")
    stored(repo, git, {spelled(target, cuts): note, spelled(other, cuts): note, "README": note})
    assert records(repo, target) == [{"n": 1}]
    append(repo, target, {"n": 2})
    assert records(repo, target) == [{"n": 1}, {"n": 2}]
    assert records(repo, other) == [{"n": 1}]
    names = entries(git, repo)
    assert [name for name in names if name.replace("/", "") == target] == [f"{target[:2]}/{target[2:]}"]
    assert spelled(other, cuts) in names
    assert "README" in names
    assert tomllib.loads(git("notes", REF, "show", target, cwd=repo)) == {"run": [{"n": 1}, {"n": 2}]}


def test_two_spellings_of_one_entry_become_one_with_both_records(repo: Path, git: Git) -> None:
    (target,) = objects(repo, 1)
    blobs = [git("hash-object", "-w", "--stdin", cwd=repo, stdin=f"[[run]]\nn = {n}\n") for n in (1, 2)]
    stored(repo, git, {target: blobs[0], spelled(target, (2,)): blobs[1]})
    append(repo, target, {"n": 3})
    assert [record["n"] for record in records(repo, target)] == [1, 2, 3]
    assert entries(git, repo) == [spelled(target, (2,))]


def test_a_file_that_has_the_name_of_the_fan_out_folder_stays(repo: Path, git: Git) -> None:
    (target,) = objects(repo, 1)
    note = git("hash-object", "-w", "--stdin", cwd=repo, stdin="mine\n")
    stored(repo, git, {target[:2]: note})
    append(repo, target, {"n": 1})
    assert records(repo, target) == [{"n": 1}]
    assert git("cat-file", "blob", f"refs/notes/cadgit/run:{target[:2]}", cwd=repo) == "mine"


def test_a_note_that_is_no_toml_any_more_is_reported_and_left_alone(repo: Path, git: Git) -> None:
    (target,) = objects(repo, 1)
    git("notes", REF, "add", "-m", "looks good to me", target, cwd=repo)
    for attempt in (lambda: append(repo, target, {"n": 1}), lambda: records(repo, target)):
        with pytest.raises(EnvironmentFailed, match=f"cadgit/run on {target}") as caught:
            attempt()
        assert f"git notes --ref=cadgit/run edit {target}" in caught.value.hint
    assert git("notes", REF, "show", target, cwd=repo) == "looks good to me"


def test_a_comment_added_by_hand_survives_the_next_record(repo: Path, git: Git) -> None:
    (target,) = objects(repo, 1)
    append(repo, target, {"n": 1})
    git("notes", REF, "append", "-m", "# checked on the printer", target, cwd=repo)
    append(repo, target, {"n": 2})
    assert records(repo, target) == [{"n": 1}, {"n": 2}]
    assert "# checked on the printer" in git("notes", REF, "show", target, cwd=repo)


def test_kinds_of_records_in_one_note_are_kept_apart(repo: Path) -> None:
    (target,) = objects(repo, 1)
    append(repo, target, {"n": 1})
    append(repo, target, {"who": "me"}, key="withdraw")
    notes = Notes(Repository.open(repo))
    assert notes.records("run", target) == [{"n": 1}]
    assert notes.records("run", target, key="withdraw") == [{"who": "me"}]


def test_a_note_among_thousands_writes_a_few_small_objects(repo: Path, git: Git) -> None:
    note = git("hash-object", "-w", "--stdin", cwd=repo, stdin="[[run]]\nn = 1\n")
    targets = [hashlib.sha1(b"%d" % i).hexdigest() for i in range(5000)]
    stored(repo, git, {spelled(target, (2,)): note for target in targets})
    before = set(git("cat-file", "--batch-check", "--batch-all-objects", cwd=repo).splitlines())
    append(repo, hashlib.sha1(b"new").hexdigest(), {"n": 2})
    after = set(git("cat-file", "--batch-check", "--batch-all-objects", cwd=repo).splitlines())
    written = [line.split() for line in after - before]
    assert len(written) == 4  # the note, its folder, the top tree, the commit
    # libgit2's own writer puts all 5,000 entries in one new tree of more than 300 kB.
    assert sum(int(size) for _, _, size in written) < 12_000
    assert sum(1 for _ in Notes(Repository.open(repo)).noted("run")) == 5001


def test_every_entry_of_every_fan_out_is_listed(repo: Path, git: Git) -> None:
    targets = objects(repo, 3)
    note = git("hash-object", "-w", "--stdin", cwd=repo, stdin="[[run]]\nn = 1\n")
    cuts: list[tuple[int, ...]] = [(), (2,), (2, 4)]
    stored(repo, git, {spelled(target, cut): note for target, cut in zip(targets, cuts, strict=True)} | {"x": note})
    assert dict(Notes(Repository.open(repo)).noted("run")) == dict.fromkeys(targets, note)


@pytest.fixture(scope="module")
def shared(git: Git) -> Iterator[Path]:
    """One repository for all examples of a property; each example uses objects of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        git("init", "--quiet", cwd=path)
        yield path


actions = st.lists(
    st.tuples(st.sampled_from(["ours", "git append", "git add"]), st.integers(0, 4), st.text(max_size=20)), max_size=12
)


@given(actions)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
def test_ours_and_gits_notes_agree_whoever_writes(shared: Path, git: Git, history: list[tuple[str, int, str]]) -> None:
    subprocess.run(["git", "update-ref", "-d", "refs/notes/cadgit/run"], cwd=shared, check=True)
    targets = objects(shared, 5)
    expected: dict[str, list[codec.Plain]] = {}
    for action, which, text in history:
        target, record = targets[which], {"text": text.encode("utf-8", "replace").decode()}
        block = codec.dumps({"run": [record]})
        if action == "ours":
            append(shared, target, record)
            expected.setdefault(target, []).append(record)
        elif action == "git append":
            git("notes", REF, "append", "-F", "-", target, cwd=shared, stdin=block)
            expected.setdefault(target, []).append(record)
        else:
            git("notes", REF, "add", "-f", "-F", "-", target, cwd=shared, stdin=block)
            expected[target] = [record]
    listed = git("notes", REF, "list", cwd=shared) if expected else ""
    assert sorted(line.split()[1] for line in listed.splitlines()) == sorted(expected)
    for target, wanted in expected.items():
        assert records(shared, target) == wanted
        assert tomllib.loads(git("notes", REF, "show", target, cwd=shared))["run"] == wanted


def spelled(target: str, cuts: tuple[int, ...]) -> str:
    ends = (0, *cuts, len(target))
    return "/".join(target[a:b] for a, b in itertools.pairwise(ends))


def stored(path: Path, git: Git, files: dict[str, str]) -> None:
    """Point the notes ref at a tree with these blobs."""
    repository = Repository.open(path)
    tree = repository.write_tree_of_blobs({name: (blob, False) for name, blob in files.items()})
    commit = repository.write_commit(tree, [], "notes\n", WHEN)
    git("update-ref", "refs/notes/cadgit/run", commit, cwd=path)


def test_moved_notes_are_found_where_they_went_and_others_stay(repo: Path, git: Git) -> None:
    first, second, third, dropped, other, new1, new2, new3 = objects(repo, 8)
    for number, target in enumerate((first, second, third, dropped, other)):
        append(repo, target, {"n": number})
    before = Repository.open(repo).ref("refs/notes/cadgit/run")
    move(repo, {first: new1, second: new2, third: new3, dropped: None, "f" * 40: None}, stays=(second,))
    assert [records(repo, target) for target in (new1, new2, new3)] == [[{"n": 0}], [{"n": 1}], [{"n": 2}]]
    assert [records(repo, target) for target in (first, third, dropped)] == [[], [], []]
    assert [records(repo, target) for target in (second, other)] == [[{"n": 1}], [{"n": 4}]]
    assert git("rev-parse", "refs/notes/cadgit/run^", cwd=repo) == before
    git("fsck", "--strict", cwd=repo)


@pytest.mark.parametrize("cuts", [(), (2,), (2, 4), (2, 4, 6)])
def test_a_note_of_any_fan_out_is_moved(repo: Path, git: Git, cuts: tuple[int, ...]) -> None:
    first, second, new = (f"{start}{'0' * 35}" for start in ("aabb1", "aabb2", "aacc1"))
    note = git("hash-object", "-w", "--stdin", cwd=repo, stdin="[[run]]\nn = 1\n")
    stored(repo, git, {spelled(first, cuts): note, spelled(second, cuts): note, "README": note})
    move(repo, {first: new, second: None})
    assert entries(git, repo) == ["README", f"{new[:2]}/{new[2:]}"]
    assert records(repo, new) == [{"n": 1}]


def test_where_no_note_is_concerned_nothing_is_written(repo: Path) -> None:
    (target,) = objects(repo, 1)
    append(repo, target, {"n": 1})
    assert Notes(Repository.open(repo)).moved("run", {"e" * 40: "f" * 40, "d" * 40: None}, (), WHEN) == (None, ())


def move(path: Path, moves: dict[str, str | None], stays: tuple[str, ...] = ()) -> None:
    repository = Repository.open(path)

    def write() -> tuple[None, Change]:
        update, made = Notes(repository).moved("run", moves, stays, WHEN)
        assert update is not None
        return None, Change((update,), made)

    change(repository, write)
