"""Where a file came from is noted on its blob id, and found whatever the file is called."""

from __future__ import annotations

import hashlib
from pathlib import Path

from cadgit.git.repository import Repository
from cadgit.git.traces import Trace, Traces
from cadgit.git.versions import Versions
from cadgit.records import Version
from tests.conftest import Git

from .samples import WHEN, add, promote

STL = Repository.blob_id(b"STL")


def traces(repo: Path) -> Traces:
    repository = Repository.open(repo)
    return Traces(repository, Versions(repository))


def promoted(repo: Path, text: str = "a", step: bytes = b"STEP") -> Version:
    return promote(repo, add(repo, text)[0], step=step)


def test_an_exported_file_is_known_though_it_is_not_stored(repo: Path, git: Git) -> None:
    version = promoted(repo)
    assert traces(repo).of(STL) == ()
    traces(repo).add(version, STL, "stl", WHEN)
    assert traces(repo).of(STL) == (Trace(version, "stl"),)
    assert STL not in git("cat-file", "--batch-all-objects", "--batch-check", cwd=repo)
    assert 'format = "stl"' in git("notes", "--ref=cadgit/trace", "show", STL, cwd=repo)
    git("fsck", "--strict", cwd=repo)
    git("gc", "--quiet", "--prune=now", cwd=repo)
    assert traces(repo).of(STL) == (Trace(version, "stl"),)


def test_the_same_export_again_adds_no_note(repo: Path, git: Git) -> None:
    version = promoted(repo)
    traces(repo).add(version, STL, "stl", WHEN)
    before = git("rev-parse", "refs/notes/cadgit/trace", cwd=repo)
    traces(repo).add(version, STL, "stl", "2027-01-01T00:00:00Z")
    traces(repo).add(version, Repository.blob_id(b"STEP"), "step", WHEN)
    assert git("rev-parse", "refs/notes/cadgit/trace", cwd=repo) == before


def test_a_mesh_of_two_versions_traces_to_both(repo: Path) -> None:
    first, second = promoted(repo, "a"), promoted(repo, "b", b"STEP 2")
    for version in (first, second):
        traces(repo).add(version, STL, "stl", WHEN)
    assert [trace.version.number for trace in traces(repo).of(STL)] == [1, 2]


def test_a_withdrawn_version_is_found_as_withdrawn(repo: Path) -> None:
    version = promoted(repo)
    Versions(Repository.open(repo)).withdraw("bracket", 1, WHEN, "Ada")
    (found,) = traces(repo).of(Repository.blob_id(b"STEP"))
    assert found.version.withdrawn == WHEN and found.version.id == version.id


def test_a_file_of_a_version_that_got_another_number_is_still_found(repo: Path, git: Git) -> None:
    version = promoted(repo)
    traces(repo).add(version, STL, "stl", WHEN)
    # As sharing does it: the commit is written again, and the old one is no version any more.
    text = git("cat-file", "commit", version.id, cwd=repo).replace("Version: 1", "Version: 2").replace(" v1\n", " v2\n")
    commit = git("hash-object", "-t", "commit", "-w", "--stdin", cwd=repo, stdin=f"{text}\n")
    git("tag", "-d", "cadgit/bracket/v1", cwd=repo)
    git("tag", "-a", "-m", "bracket v2", "cadgit/bracket/v2", commit, cwd=repo)
    git("update-ref", "refs/cadgit/promoted/bracket", commit, cwd=repo)
    (found,) = traces(repo).of(STL)
    assert (found.version.number, found.version.id, found.format) == (2, commit, "stl")


def test_a_clone_without_notes_finds_versions_by_the_hashes_in_their_tags(repo: Path, git: Git) -> None:
    version = promoted(repo)
    for space in ("promote", "trace"):
        git("update-ref", "-d", f"refs/notes/cadgit/{space}", cwd=repo)
    assert traces(repo).of(Repository.blob_id(b"STEP")) == ()
    assert traces(repo).search("e" * 64) == (version,)  # the hash of the STEP file that samples state
    assert traces(repo).search("b" * 64) == (version,)
    assert traces(repo).search(hashlib.sha256(b"other").hexdigest()) == ()


def test_a_file_of_a_candidate_is_known_by_its_tree_however_the_line_is_written(repo: Path, git: Git) -> None:
    candidate = add(repo, "a")[0]
    for _ in range(2):
        traces(repo).add_candidate(candidate, "d" * 64, STL, "stl", WHEN)
    (found,) = traces(repo).of(STL)
    assert found == Trace(None, "stl", candidate.part, candidate.tree, "d" * 64)
    note = git("notes", "--ref=cadgit/trace", "show", STL, cwd=repo)
    assert note.count("[[trace]]") == 1 and f"number = {candidate.number}" in note
