"""Candidates: exact bytes, one chain per line, found again by their tree."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cadgit.errors import EnvironmentFailed, NameError_, RepositoryError, SourceError
from cadgit.git.candidates import Candidates
from cadgit.git.repository import Repository
from cadgit.records import CandidateMeta, Closure, Override, SourceFile
from tests.conftest import Git

from .samples import WHEN, add, closure, meta, run_record, verdict

TIP = "refs/cadgit/candidates/bracket/main"


def candidates(repo: Path) -> Candidates:
    return Candidates(Repository.open(repo))


def test_a_candidate_says_what_it_is_and_is_read_back_the_same(repo: Path) -> None:
    what = CandidateMeta("bracket", "a b/m.py", "lid", (Override("width", "5*CM"),), ("a b", ""), "pkg.m")
    made, new = candidates(repo).add("bracket", "main", closure(entry="a b/m.py"), what, WHEN)
    assert new
    assert (made.number, made.part, made.line, made.when, made.meta) == (1, "bracket", "main", WHEN, what)
    assert candidates(repo).get(made.id) == made
    assert candidates(repo).tip("bracket") == made


def test_the_closure_comes_back_byte_for_byte(repo: Path, git: Git) -> None:
    git("config", "core.autocrlf", "true", cwd=repo)
    (repo / ".gitattributes").write_text(
        "* text=auto eol=lf\n*.py filter=lfs working-tree-encoding=UTF-16\n", encoding="utf-8"
    )
    files = (
        SourceFile("lib.py", b"one\r\ntwo\n\xff\x00"),
        SourceFile("lib/__init__.py", b""),
        SourceFile("lib/tool.sh", b"#!/bin/sh\n", executable=True),
        SourceFile("model.py", b"result = 1\r\n"),
        SourceFile("teile/müller 1.json", b"{}"),
    )
    made, _ = candidates(repo).add("bracket", "main", Closure("model.py", files), meta(), WHEN)
    assert candidates(repo).closure_of(made) == Closure("model.py", files)
    assert candidates(repo).files(made) == tuple((file.path, len(file.data)) for file in files)
    listed = git("-c", "core.quotePath=false", "ls-tree", "-r", made.tree, cwd=repo).splitlines()
    assert [line for line in listed if "100755" in line] == [line for line in listed if line.endswith("lib/tool.sh")]
    git("fsck", "--strict", cwd=repo)


def test_the_tree_id_is_known_before_anything_is_stored(repo: Path, git: Git) -> None:
    tree = candidates(repo).tree_of(closure(helper="x = 1\n"), meta())
    assert git("count-objects", cwd=repo).startswith("0 objects")
    made, _ = candidates(repo).add("bracket", "main", closure(helper="x = 1\n"), meta(), WHEN)
    assert made.tree == tree


def test_the_same_bytes_again_are_the_candidate_that_is_there(repo: Path) -> None:
    first, _ = add(repo, "a")
    second, _ = add(repo, "b")
    again, new = add(repo, "a")
    assert (again, new) == (first, False)
    assert candidates(repo).tip("bracket") == second


def test_other_parameters_make_a_candidate_of_their_own(repo: Path) -> None:
    first, _ = add(repo, "a")
    what = CandidateMeta("bracket", "model.py", parameters=(Override("width", "40"),))
    second, new = candidates(repo).add("bracket", "main", closure("a"), what, WHEN)
    assert new
    assert second.number == 2
    assert second.tree != first.tree


def test_numbers_count_along_a_line_and_each_commit_has_only_the_one_before_as_parent(repo: Path, git: Git) -> None:
    made = [add(repo, text)[0] for text in "abc"]
    other, _ = add(repo, "a", line="agent-1")
    assert [c.number for c in made] == [1, 2, 3]
    assert other.number == 1
    assert git("rev-list", "--parents", TIP, cwd=repo).splitlines() == [
        f"{made[2].id} {made[1].id}",
        f"{made[1].id} {made[0].id}",
        made[0].id,
    ]
    assert [c.number for c in candidates(repo).history("bracket", "main")] == [3, 2, 1]
    assert [c.number for c in candidates(repo).history("bracket", "main", limit=2)] == [3, 2]
    assert list(candidates(repo).history("lid")) == []
    assert candidates(repo).parts() == ("bracket",)
    assert candidates(repo).lines("bracket") == ("agent-1", "main")


def test_a_candidate_is_found_by_its_number_and_from_the_newest_backwards(repo: Path) -> None:
    made = [add(repo, text)[0] for text in "abcd"]
    known = candidates(repo)
    assert [known.numbered("bracket", "main", number) for number in (1, 3, 4)] == [made[0], made[2], made[3]]
    assert [known.back("bracket", "main", steps) for steps in (0, 1, 3)] == [made[3], made[2], made[0]]
    assert known.numbered("bracket", "main", 5) is None and known.back("bracket", "main", 4) is None
    assert known.numbered("bracket", "other", 1) is None and known.back("lid", "main", 0) is None
    assert (known.count("bracket"), known.count("bracket", "other")) == (4, 0)


def test_git_log_shows_part_and_number(repo: Path, git: Git) -> None:
    add(repo, "a")
    add(repo, "a", line="agent-1")
    assert git("log", "--format=%s", TIP, cwd=repo) == "bracket #1"
    assert git("log", "--format=%s", "refs/cadgit/candidates/bracket/agent-1", cwd=repo) == "bracket@agent-1 #1"
    trailers = git("log", "--format=%(trailers:only)", TIP, cwd=repo)
    assert trailers.strip().splitlines() == ["Cadgit-Part: bracket", "Cadgit-Line: main", "Cadgit-Number: 1"]


def test_a_record_fits_the_terminal_in_git_log(repo: Path, git: Git) -> None:
    made, _ = add(repo, "a")
    candidates(repo).add_run(made.id, run_record(made))
    candidates(repo).add_verdict(made.id, verdict(made))
    shown = git("log", "--notes=cadgit/*", TIP, cwd=repo)
    assert "Notes (cadgit/run):" in shown
    assert "Notes (cadgit/verify):" in shown
    # A SHA-256 has 64 digits and its name before it; all else fits.
    assert [line for line in shown.splitlines() if len(line) > 80 and "sha256" not in line] == []


def test_records_come_back_in_order(repo: Path) -> None:
    made, _ = add(repo, "a")
    assert candidates(repo).runs(made.id) == ()
    first, second = run_record(made), run_record(made, brep="d")
    candidates(repo).add_run(made.id, first)
    candidates(repo).add_run(made.id, second)
    candidates(repo).add_verdict(made.id, verdict(made))
    assert candidates(repo).runs(made.id) == (first, second)
    assert candidates(repo).verdicts(made.id) == (verdict(made),)


def test_a_record_that_lost_a_field_by_hand_names_note_and_field(repo: Path, git: Git) -> None:
    made, _ = add(repo, "a")
    git("notes", "--ref=cadgit/run", "add", "-m", '[[run]]\noutcome = "done"', made.id, cwd=repo)
    with pytest.raises(EnvironmentFailed, match=r"cadgit/run on .*when is missing"):
        candidates(repo).runs(made.id)


@pytest.mark.parametrize("damage", ["gone", "garbage", "cut", "other tip", "lies"])
def test_a_lost_or_damaged_cache_only_costs_time(repo: Path, damage: str) -> None:
    made = [add(repo, text)[0] for text in "abcd"]
    cache = Repository.open(repo).cache_dir
    (index,) = (cache / "candidates").iterdir()
    rows = index.read_text(encoding="utf-8").splitlines(keepends=True)
    if damage == "gone":
        shutil.rmtree(cache)
    elif damage == "garbage":
        index.write_bytes(b"\x00\xff garbage\n")
    elif damage == "cut":
        index.write_text("".join(rows)[:-20], encoding="utf-8")
    elif damage == "other tip":
        index.write_text(rows[0] + f"{'1' * 40} {'2' * 40} 0000000001\n", encoding="utf-8")
    else:
        index.write_text(rows[0] + f"{made[0].tree} {made[3].id} 0000000003\n" + "".join(rows[2:]), encoding="utf-8")
    assert [candidates(repo).find("bracket", "main", c.tree) for c in made] == made
    assert candidates(repo).find("bracket", "main", "0" * 40) is None
    assert [candidates(repo).numbered("bracket", "main", c.number) for c in made] == made
    assert add(repo, "b") == (made[1], False)


def test_a_cache_folder_that_cannot_be_made_only_costs_time(repo: Path) -> None:
    (repo / ".git" / "cadgit").mkdir()
    (repo / ".git" / "cadgit" / "cache").write_text("a file where the folder should be", encoding="utf-8")
    made = [add(repo, text)[0] for text in "ab"]
    assert add(repo, "a") == (made[0], False)


def test_a_candidate_is_found_on_whatever_line_it_is(repo: Path) -> None:
    add(repo, "a")
    there, _ = add(repo, "b", line="agent-1")
    assert candidates(repo).find("bracket", None, there.tree) == there
    assert candidates(repo).find("bracket", "main", there.tree) is None


def test_commits_of_the_user_are_no_candidates(repo: Path, git: Git) -> None:
    git("commit", "--quiet", "--allow-empty", "-m", "mine\n\nCadgit-Part: bracket\nCadgit-Line: main", cwd=repo)
    assert candidates(repo).get(git("rev-parse", "HEAD", cwd=repo)) is None
    assert candidates(repo).get("0" * 40) is None
    assert candidates(repo).get("nonsense") is None
    git("update-ref", TIP, "HEAD", cwd=repo)
    with pytest.raises(RepositoryError, match="no candidate"):
        candidates(repo).tip("bracket")


@pytest.mark.parametrize("path", [".cadgit/x.py", ".CADGIT/x.py"])
def test_a_closure_has_no_file_where_the_candidate_describes_itself(repo: Path, path: str) -> None:
    files = (SourceFile(path, b""), SourceFile("model.py", b""))
    with pytest.raises(SourceError, match="cadgit"):
        candidates(repo).add("bracket", "main", Closure("model.py", files), meta(), WHEN)


@pytest.mark.parametrize("path", ["../x.py", "/x.py", "a//b.py", ".git/hooks/x", "a/.GIT/x", "bad\udcff.py"])
def test_a_path_that_no_tree_can_hold_is_refused(repo: Path, path: str) -> None:
    files = (SourceFile("model.py", b""), SourceFile(path, b""))
    with pytest.raises(SourceError):
        candidates(repo).add("bracket", "main", Closure("model.py", files), meta(), WHEN)


def test_names_that_differ_in_case_only_are_refused_when_they_are_new(repo: Path) -> None:
    add(repo, "a")
    add(repo, "a", line="agent")
    with pytest.raises(NameError_, match="'Bracket'"):
        add(repo, "a", part="Bracket")
    with pytest.raises(NameError_, match="'Agent'"):
        add(repo, "a", line="Agent")
    with pytest.raises(NameError_):
        add(repo, "a", part="no good")


def test_the_users_branch_index_working_tree_and_stash_stay_as_they_are(repo: Path, git: Git) -> None:
    (repo / "model.py").write_text("committed\n", encoding="utf-8")
    git("add", "model.py", cwd=repo)
    git("commit", "--quiet", "-m", "mine", cwd=repo)
    (repo / "model.py").write_text("staged\n", encoding="utf-8")
    git("add", "model.py", cwd=repo)
    (repo / "model.py").write_text("edited\n", encoding="utf-8")
    (repo / ".git" / "index.lock").write_text(
        "", encoding="utf-8"
    )  # a stale lock, or an editor at work: not our business

    def seen() -> list[object]:
        refs = git("for-each-ref", "refs/heads", "refs/stash", cwd=repo)
        return [(repo / ".git" / "index").read_bytes(), (repo / "model.py").read_text(encoding="utf-8"), refs, head()]

    def head() -> str:
        return git("rev-parse", "HEAD", cwd=repo) + git("symbolic-ref", "HEAD", cwd=repo)

    before = seen()
    made, _ = add(repo, "edited\n")
    candidates(repo).add_run(made.id, run_record(made))
    assert seen() == before


def test_git_gc_keeps_every_candidate_and_record(repo: Path, git: Git) -> None:
    made = [add(repo, text)[0] for text in "abc"]
    for candidate in made:
        candidates(repo).add_run(candidate.id, run_record(candidate))
    git("reflog", "expire", "--expire=now", "--all", cwd=repo)
    git("gc", "--quiet", "--prune=now", cwd=repo)
    assert list(candidates(repo).history("bracket")) == made[::-1]
    assert [candidates(repo).runs(c.id) for c in made] == [(run_record(c),) for c in made]
    assert candidates(repo).closure_of(made[0]) == closure("a")
    assert add(repo, "d")[0].number == 4
