"""Repositories that git made in unusual ways, and what git does to any of them at any time: nothing of ours is lost."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cadgit.cli.app import main
from cadgit.git.repository import Repository
from tests.conftest import Git

from .samples import add, promote
from .share.samples import made, promoted, pull, push, shown, versions


@pytest.fixture
def kept(repo: Path, git: Git) -> Path:
    """A repository with a commit of the user's in two folders, two lines and two versions."""
    for folder in ("parts", "docs"):
        (repo / folder).mkdir()
        (repo / folder / "model.py").write_text(f"# {folder}\nresult = 1\n", encoding="utf-8")
    git("add", ".", cwd=repo)
    git("commit", "--quiet", "-m", "mine", cwd=repo)
    promoted(repo, "a")
    promoted(repo, "b")
    made(repo, "c", line="thin")
    return repo


def log(path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> str:
    """What `cadgit log` prints of the part."""
    monkeypatch.chdir(path)
    assert main(["log", "bracket@main"]) == 0
    assert main(["log", "bracket@thin"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    return out


def gc(path: Path, git: Git) -> Path:
    git("reflog", "expire", "--expire=now", "--all", cwd=path)
    git("gc", "--quiet", "--prune=now", cwd=path)
    return path


def repack(path: Path, git: Git) -> Path:
    git("repack", "-ad", "--quiet", cwd=path)
    git("prune-packed", "--quiet", cwd=path)
    git("pack-refs", "--all", "--prune", cwd=path)
    return path


def worktree(path: Path, git: Git) -> Path:
    git("worktree", "add", "--quiet", str(path.parent / "linked"), cwd=path)
    return path.parent / "linked"


def mirror(path: Path, git: Git) -> Path:
    git("clone", "--quiet", "--mirror", str(path), str(path.parent / "mirror.git"), cwd=path.parent)
    return path.parent / "mirror.git"


def without_the_original(path: Path, git: Git) -> Path:
    copied = mirror(path, git)
    shutil.rmtree(path)
    return gc(copied, git)


def sparse(path: Path, git: Git) -> Path:
    git("sparse-checkout", "set", "--cone", "--sparse-index", "parts", cwd=path)
    assert not (path / "docs" / "model.py").exists()
    return path


def index_lock(path: Path, git: Git) -> Path:
    (path / ".git" / "index.lock").touch()
    return path


def damaged_index(path: Path, git: Git) -> Path:
    (path / ".git" / "index").write_bytes(b"no index")
    return path


def detached(path: Path, git: Git) -> Path:
    git("checkout", "--quiet", "--detach", cwd=path)
    return path


def unborn(path: Path, git: Git) -> Path:
    git("checkout", "--quiet", "--orphan", "nothing", cwd=path)
    return path


def subfolder(path: Path, git: Git) -> Path:
    return path / "parts"


def alternates(path: Path, git: Git) -> Path:
    copied = path.parent / "shared"
    git("clone", "--quiet", "--shared", str(path), str(copied), cwd=path.parent)
    git("fetch", "--quiet", "origin", "refs/cadgit/*:refs/cadgit/*", "refs/notes/*:refs/notes/*", cwd=copied)
    return copied


ODD: dict[str, Callable[[Path, Git], Path]] = {
    "gc --prune=now": gc,
    "repack -ad": repack,
    "worktree add": worktree,
    "clone --mirror": mirror,
    "only the mirror is left": without_the_original,
    "sparse index": sparse,
    "stale index.lock": index_lock,
    "damaged index": damaged_index,
    "detached HEAD": detached,
    "unborn HEAD": unborn,
    "subfolder": subfolder,
    "alternates": alternates,
}


@pytest.mark.parametrize("odd", ODD)
def test_everything_is_shown_and_the_next_version_can_be_made(
    kept: Path, git: Git, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], odd: str
) -> None:
    before, told = shown(kept), log(kept, monkeypatch, capfd)
    path = ODD[odd](kept, git)
    assert shown(path) == before
    assert log(path, monkeypatch, capfd) == told
    assert promote(path, add(path, "next")[0]).number == 3
    now = shown(path)
    del before["bracket stands"]
    assert {key: now[key] for key in before} == before


def test_a_worktree_that_is_removed_takes_nothing_along(kept: Path, git: Git) -> None:
    linked = worktree(kept, git)
    promoted(linked, "from there")
    git("worktree", "remove", "--force", str(linked), cwd=kept)
    assert versions(gc(kept, git)) == {1: "a", 2: "b", 3: "from there"}


@pytest.mark.parametrize("filtered", ["blob:none", "tree:0"])
def test_a_partial_clone_gets_whole_candidates_and_versions(
    kept: Path, git: Git, tmp_path: Path, filtered: str
) -> None:
    # The same bytes in the user's commits, which the clone has by name only: git would not send them again.
    source = (kept / "parts" / "model.py").read_bytes()
    promote(kept, add(kept, source)[0])
    git("config", "uploadpack.allowFilter", "true", cwd=kept)
    git("config", "uploadpack.allowAnySHA1InWant", "true", cwd=kept)
    options = [f"--filter={filtered}", "--no-checkout"]
    git("clone", "--quiet", *options, f"file://{kept}", "partial", cwd=tmp_path)
    path = tmp_path / "partial"
    pull(path)
    there = shown(kept)
    partial = Repository.open(path)
    assert partial.resolve("HEAD") == git("rev-parse", "HEAD", cwd=kept)
    # Reading went without git's help, which would have fetched what is missing.
    assert shown(path) == there
    assert not partial.is_reachable_blob(b"nowhere")
    assert not partial.tracks("nowhere/model.py")
    promoted(path, "from the partial clone")
    assert push(path).left == ()
    assert versions(kept) == versions(path)


def test_a_shallow_clone_shows_versions_and_gets_the_rest_by_a_pull(kept: Path, git: Git, tmp_path: Path) -> None:
    git("clone", "--quiet", "--depth=1", f"file://{kept}", "shallow", cwd=tmp_path)
    path = tmp_path / "shallow"
    pull(path)
    assert shown(path) == shown(kept)


def test_a_hook_of_git_s_that_moves_refs_hears_nothing_odd(kept: Path, git: Git) -> None:
    hook = kept / ".git" / "hooks" / "reference-transaction"
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    # libgit2 runs no hooks: what git's own hooks forbid to git does not stop a promotion.
    assert promote(kept, add(kept, "next")[0]).number == 3
    assert subprocess.run(["git", "update-ref", "refs/x", "HEAD"], cwd=kept, capture_output=True).returncode != 0
