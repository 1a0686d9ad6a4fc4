"""What git has staged and committed, path by path."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cadgit.errors import EnvironmentFailed
from cadgit.git.repository import Repository
from cadgit.git.snapshot import Snapshot, run_git
from cadgit.records import SourceFile
from tests.conftest import Git


@pytest.fixture
def filled(repo: Path, git: Git) -> Path:
    """A repository in which committed, staged and edited bytes are three different things."""
    (repo / "lib" / "deep").mkdir(parents=True)
    for path in ("model.py", "lib/plates.py", "lib/deep/x.csv", "müller 1.py"):
        (repo / path).write_text(f"committed {path}\n", encoding="utf-8")
    (repo / "tool.sh").write_text("#!/bin/sh\n", encoding="utf-8")
    (repo / "tool.sh").chmod(0o755)
    git("add", ".", cwd=repo)
    git("commit", "--quiet", "-m", "mine", cwd=repo)
    (repo / "model.py").write_text("staged\n", encoding="utf-8")
    (repo / "new.py").write_text("new\n", encoding="utf-8")
    git("add", ".", cwd=repo)
    git("rm", "--quiet", "--cached", "lib/deep/x.csv", cwd=repo)
    (repo / "model.py").write_text("edited\n", encoding="utf-8")
    return repo


def text(snapshot: Snapshot, path: str) -> str | None:
    file = snapshot.read(path)
    return file.data.decode() if file else None


def test_the_index_has_what_is_staged(filled: Path) -> None:
    staged = Snapshot.of_index(Repository.open(filled))
    assert text(staged, "model.py") == "staged\n"
    assert text(staged, "lib/plates.py") == "committed lib/plates.py\n"
    assert text(staged, "müller 1.py") == "committed müller 1.py\n"
    assert staged.read("tool.sh") == SourceFile("tool.sh", b"#!/bin/sh\n", executable=True)
    assert staged.names("") == {"model.py", "lib", "müller 1.py", "tool.sh", "new.py"}
    assert staged.names("lib") == {"plates.py"}
    assert staged.size("model.py") == len("staged\n")
    assert [staged.kind(path) for path in ("model.py", "lib", "", "none.py", "lib/deep")] == [
        *("file", "folder", "folder", "", ""),
    ]


def test_a_commit_has_what_was_committed(filled: Path, git: Git) -> None:
    repository = Repository.open(filled)
    committed = Snapshot.of_commit(repository, git("rev-parse", "HEAD", cwd=filled))
    assert text(committed, "model.py") == "committed model.py\n"
    assert text(committed, "lib/deep/x.csv") == "committed lib/deep/x.csv\n"
    assert committed.read("new.py") is committed.read("lib") is committed.read("lib/none/x") is None
    assert committed.names("lib") == {"plates.py", "deep"}
    assert committed.names("model.py") == frozenset()
    assert committed.blob("model.py") == repository.blob_id(b"committed model.py\n")
    nothing = Snapshot.of_commit(repository, "0" * 40)
    assert nothing.names("") == frozenset() and nothing.read("model.py") is None and nothing.size("model.py") == 0


@pytest.mark.parametrize("version", ["2", "4"])
def test_reading_the_index_does_not_write_it(filled: Path, git: Git, version: str) -> None:
    git("update-index", f"--index-version={version}", cwd=filled)
    os.utime(filled / "lib/plates.py")  # git would like to note that this file did not change
    (filled / ".git" / "index.lock").write_text("", encoding="utf-8")  # a stale lock, or an editor at work
    before = (filled / ".git" / "index").read_bytes()
    assert text(Snapshot.of_index(Repository.open(filled)), "model.py") == "staged\n"
    assert (filled / ".git" / "index").read_bytes() == before


def test_a_sparse_index_has_every_file(filled: Path, git: Git) -> None:
    git("commit", "--quiet", "-m", "all", cwd=filled)
    git("checkout", "--quiet", "--force", "HEAD", cwd=filled)
    git("sparse-checkout", "set", "--cone", "--sparse-index", "nothing", cwd=filled)
    assert not (filled / "lib" / "plates.py").exists()
    staged = Snapshot.of_index(Repository.open(filled))
    assert text(staged, "lib/plates.py") == "committed lib/plates.py\n"


def test_the_index_of_a_partial_commit_is_another_file(filled: Path) -> None:
    other = filled / ".git" / "next-index"
    shutil.copy(filled / ".git" / "index", other)
    subprocess.run(
        ["git", "rm", "--quiet", "--cached", "new.py"], cwd=filled, env={**os.environ, "GIT_INDEX_FILE": str(other)}
    )
    repository = Repository.open(filled)
    assert Snapshot.of_index(repository, other).kind("new.py") == ""
    assert Snapshot.of_index(repository).kind("new.py") == "file"


def test_links_are_followed_inside_and_lead_nowhere_else(repo: Path, git: Git) -> None:
    (repo / "parts" / "lib").mkdir(parents=True)
    (repo / "parts" / "lib" / "x.py").write_text("x\n", encoding="utf-8")
    for link, target in {
        "x.py": "parts/lib/x.py",
        "lib": "parts/lib",
        "parts/up": "../lib",
        "parts/out.py": "../../elsewhere.py",
        "absolute.py": "/etc/passwd",
        "circle": "circle",
        "gone.py": "parts/none.py",
    }.items():
        (repo / link).symlink_to(target)
    git("add", ".", cwd=repo)
    git("commit", "--quiet", "-m", "links", cwd=repo)
    repository = Repository.open(repo)
    for snapshot in (Snapshot.of_index(repository), Snapshot.of_commit(repository, git("rev-parse", "HEAD", cwd=repo))):
        assert [text(snapshot, path) for path in ("x.py", "lib/x.py", "parts/up/x.py")] == ["x\n"] * 3
        assert snapshot.read("x.py") == SourceFile("x.py", b"x\n")
        assert snapshot.names("lib") == {"x.py"} and snapshot.kind("lib") == "folder"
        assert snapshot.is_link("lib") and snapshot.is_link("parts/up") and not snapshot.is_link("parts")
        for path in ("parts/out.py", "absolute.py", "circle", "gone.py"):
            assert snapshot.read(path) is None and snapshot.kind(path) == ""


def test_what_git_checks_out_may_have_other_bytes_than_it_stores(repo: Path, git: Git) -> None:
    (repo / ".gitattributes").write_text("*.py text eol=crlf\n", encoding="utf-8")
    (repo / "model.py").write_bytes(b"a\r\nb\r\n")
    (repo / "data.csv").write_bytes(b"1\n")
    git("add", ".", cwd=repo)
    staged = Snapshot.of_index(Repository.open(repo))
    assert text(staged, "model.py") == "a\nb\n"
    assert text(staged.checked_out(), "model.py") == "a\r\nb\r\n"
    assert text(staged.checked_out(), "data.csv") == "1\n"
    assert staged.is_filtered(["data.csv", "model.py"]) and not staged.is_filtered(["data.csv"])
    git("config", "core.autocrlf", "true", cwd=repo)
    assert Snapshot.of_index(Repository.open(repo)).is_filtered(["data.csv"])


def test_a_name_that_is_no_utf8_hides_no_other(repo: Path, git: Git) -> None:
    (repo / "model.py").write_text("mine\n", encoding="utf-8")
    Path(os.fsdecode(os.fsencode(repo) + b"/\xff.csv")).write_text("1\n", encoding="utf-8")
    git("add", ".", cwd=repo)
    git("commit", "--quiet", "-m", "mine", cwd=repo)
    repository = Repository.open(repo)
    for snapshot in (Snapshot.of_index(repository), Snapshot.of_commit(repository, git("rev-parse", "HEAD", cwd=repo))):
        assert snapshot.names("") == {"model.py", "\udcff.csv"}
        assert text(snapshot, "\udcff.csv") == "1\n"


def test_a_hook_s_environment_does_not_lead_git_astray(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "nothing"))
    assert text(Snapshot.of_index(Repository.open(filled)), "model.py") == "staged\n"


def test_git_that_says_no_or_is_not_there_is_an_expected_error(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = Repository.open(filled)
    with pytest.raises(EnvironmentFailed, match="git cat-file ended with status"):
        run_git(repository, "cat-file", "blob", "0" * 40)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EnvironmentFailed, match="git cannot be run"):
        Snapshot.of_index(repository)
