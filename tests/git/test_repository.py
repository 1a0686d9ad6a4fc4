"""Where cadgit is at home: every kind of repository that git knows, or a clear word why not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cadgit.errors import LockedError, RepositoryError
from cadgit.git.candidates import Candidates
from cadgit.git.repository import Head, Repository, epoch, iso_time, libgit2_version
from tests.conftest import IDENTITY, Git

from .samples import add, promote


def committed(repo: Path, git: Git) -> str:
    git("commit", "--quiet", "--allow-empty", "-m", "mine", cwd=repo)
    return git("rev-parse", "HEAD", cwd=repo)


def works(path: Path) -> None:
    """A candidate can be made and promoted here."""
    assert promote(path, add(path, "a")[0]).number == 1


def test_before_the_first_commit(repo: Path) -> None:
    assert Repository.open(repo).head == Head("main", "")
    works(repo)
    assert Repository.open(repo).head == Head("main", "")


def test_with_a_detached_head(repo: Path, git: Git) -> None:
    commit = committed(repo, git)
    git("checkout", "--quiet", "--detach", cwd=repo)
    works(repo)
    assert Repository.open(repo).head == Head("", commit)


def test_from_a_subfolder(repo: Path) -> None:
    folder = repo / "deep" / "folder with space"
    folder.mkdir(parents=True)
    repository = Repository.open(folder)
    assert (repository.root, repository.git_dir) == (repo, repo / ".git")
    works(folder)


def test_a_bare_repository_has_no_root_and_works(tmp_path: Path, git: Git) -> None:
    git("init", "--quiet", "--bare", "bare.git", cwd=tmp_path)
    path = tmp_path / "bare.git"
    assert Repository.open(path).root is None
    works(path)


def test_a_linked_worktree_shares_refs_cache_and_lock_with_the_main_one(repo: Path, git: Git, tmp_path: Path) -> None:
    commit = committed(repo, git)
    linked = tmp_path / "linked"
    git("worktree", "add", "--quiet", str(linked), cwd=repo)
    there, here = Repository.open(linked), Repository.open(repo)
    assert there.root == linked
    assert there.git_dir == repo / ".git" / "worktrees" / "linked"
    assert there.common_dir == here.common_dir == repo / ".git"
    assert there.cache_dir == here.cache_dir == repo / ".git" / "cadgit" / "cache"
    assert there.lock().path == here.lock().path
    assert there.head == Head("linked", commit)
    made, _ = add(linked, "a")
    assert Candidates(here).tip("bracket") == made
    works(linked)


def test_a_submodule_is_a_repository_of_its_own(repo: Path, git: Git, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git("init", "--quiet", cwd=other)
    committed(other, git)
    git("submodule", "--quiet", "add", str(other), "sub", cwd=repo)
    repository = Repository.open(repo / "sub")
    assert repository.root == repo / "sub"
    assert repository.common_dir == repo / ".git" / "modules" / "sub"
    works(repo / "sub")
    assert Candidates(Repository.open(repo)).parts() == ()


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"])
def test_what_a_hook_sets_does_not_lead_elsewhere(
    repo: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    git("init", "--quiet", "elsewhere", cwd=tmp_path)
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere" / ".git"))
    assert Repository.open(repo).git_dir == repo / ".git"
    works(repo)
    monkeypatch.delenv(variable)
    assert git("for-each-ref", cwd=tmp_path / "elsewhere") == ""


def test_in_a_real_hook_records_land_in_the_repository_of_the_working_folder(
    repo: Path, git: Git, tmp_path: Path
) -> None:
    other = tmp_path / "models"
    other.mkdir()
    git("init", "--quiet", cwd=other)
    script = f"""#!{sys.executable}
import sys
sys.path[:0] = {[str(Path(__file__).parents[2])]!r}
from pathlib import Path
from tests.git.samples import add
add(Path({str(other)!r}), "from a hook")
"""
    hook = repo / ".git" / "hooks" / "pre-commit"
    hook.write_text(script, encoding="utf-8")
    hook.chmod(0o755)
    committed(repo, git)
    assert Candidates(Repository.open(other)).parts() == ("bracket",)
    assert Candidates(Repository.open(repo)).parts() == ()


def test_no_repository_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="not in a git repository") as caught:
        Repository.open(tmp_path)
    assert "git init" in caught.value.hint
    assert caught.value.exit_code == 4


def test_a_repository_with_sha256_names_is_refused_by_name(tmp_path: Path, git: Git) -> None:
    git("init", "--quiet", "--object-format=sha256", cwd=tmp_path)
    with pytest.raises(RepositoryError, match="SHA-256") as caught:
        Repository.open(tmp_path)
    assert "--object-format=sha1" in caught.value.hint


def test_a_repository_with_reftable_is_refused_by_name(repo: Path, git: Git) -> None:
    # The installed git may be too old to make one; libgit2 refuses on this extension alone.
    git("config", "core.repositoryFormatVersion", "1", cwd=repo)
    git("config", "extensions.refStorage", "reftable", cwd=repo)
    with pytest.raises(RepositoryError, match="reftable") as caught:
        Repository.open(repo)
    assert "git refs migrate" in caught.value.hint


def test_another_unknown_extension_is_named(repo: Path, git: Git) -> None:
    git("config", "core.repositoryFormatVersion", "1", cwd=repo)
    git("config", "extensions.fromTheFuture", "yes", cwd=repo)
    with pytest.raises(RepositoryError, match=r"(?i)fromTheFuture"):
        Repository.open(repo)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder to another user")
def test_a_repository_of_another_user_says_how_to_trust_it(repo: Path) -> None:
    for path in (repo, repo / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(RepositoryError, match="another user") as caught:
        Repository.open(repo)
    assert caught.value.hint.endswith(f"git config --global --add safe.directory {repo}")


def test_the_identity_is_gits(repo: Path) -> None:
    identity = Repository.open(repo).identity
    assert ((identity.name, identity.email), identity.fallback) == (IDENTITY, False)
    assert str(identity) == f"{IDENTITY[0]} <{IDENTITY[1]}>"


@pytest.mark.parametrize("config", ["", "[user]\n\tname = Ada\n", "[user]\n\temail = ada@example.com\n"])
def test_a_missing_identity_is_replaced_by_the_login_and_said_so(repo: Path, home: Path, config: str) -> None:
    (home / ".gitconfig").write_text(config, encoding="utf-8")
    identity = Repository.open(repo).identity
    assert identity.fallback
    assert identity.name
    assert "@" in identity.email
    works(repo)


def test_a_revision_is_resolved_to_its_commit(repo: Path, git: Git) -> None:
    commit = committed(repo, git)
    git("tag", "-a", "-m", "x", "there", cwd=repo)
    repository = Repository.open(repo)
    assert {repository.resolve(name) for name in ("HEAD", "main", "there", commit, commit[:8])} == {commit}
    for name in ("nowhere", "", "HEAD~5", "main:file", "..", "0" * 40):
        assert repository.resolve(name) is None


def test_configuration_is_read_and_values_are_added_once(repo: Path, git: Git) -> None:
    git("config", "tag.gpgSign", "yes", cwd=repo)
    git("config", "notes.displayRef", "refs/notes/mine", cwd=repo)
    repository = Repository.open(repo)
    assert repository.config_bool("tag.gpgSign")
    assert not repository.config_bool("tag.nothing")
    assert repository.config_string("gpg.format", "openpgp") == "openpgp"
    for _ in range(2):
        repository.add_config_value("notes.displayRef", "refs/notes/cadgit/*")
    assert repository.config_values("notes.displayRef") == ("refs/notes/mine", "refs/notes/cadgit/*")
    assert git("config", "--get-all", "notes.displayRef", cwd=repo).splitlines() == [
        "refs/notes/mine",
        "refs/notes/cadgit/*",
    ]


def test_a_configuration_that_another_program_writes_is_said_so(repo: Path) -> None:
    (repo / ".git" / "config.lock").touch()
    with pytest.raises(LockedError, match=r"config\.lock"):
        Repository.open(repo).add_config_value("notes.displayRef", "refs/notes/cadgit/*")


def test_refs_are_listed_loose_and_packed(repo: Path, git: Git) -> None:
    commit = committed(repo, git)
    for name in ("cadgit/ü/v1", "cadgit/ü/v2", "cadgit-other", "x"):
        git("update-ref", f"refs/tags/{name}", commit, cwd=repo)
    git("pack-refs", "--all", cwd=repo)
    git("update-ref", "refs/tags/cadgit/ü/v3", commit, cwd=repo)
    git("update-ref", "-d", "refs/tags/cadgit/ü/v1", cwd=repo)
    (repo / ".git" / "refs" / "tags" / "cadgit" / "ü" / "v4.lock").write_text("", encoding="utf-8")
    repository = Repository.open(repo)
    assert repository.refs_under("refs/tags/cadgit/") == ["refs/tags/cadgit/ü/v2", "refs/tags/cadgit/ü/v3"]
    assert repository.refs_under("refs/tags/nothing/") == []
    assert repository.refs_under("refs/") == git("for-each-ref", "--format=%(refname)", cwd=repo).splitlines()


def test_bytes_are_reachable_when_a_ref_has_them(repo: Path, git: Git) -> None:
    (repo / "folder").mkdir()
    (repo / "folder" / "kept.py").write_bytes(b"kept\n")
    git("add", ".", cwd=repo)
    committed(repo, git)
    git("hash-object", "-w", "--stdin", cwd=repo, stdin="dangling\n")
    add(repo, "a candidate")
    repository = Repository.open(repo)
    assert repository.is_reachable_blob(b"kept\n")
    assert repository.is_reachable_blob(b"a candidate")
    assert not repository.is_reachable_blob(b"dangling\n")
    assert not repository.is_reachable_blob(b"nowhere\n")


def test_a_blob_id_is_gits(repo: Path, git: Git) -> None:
    assert Repository.blob_id(b"x\r\n") == git("hash-object", "--stdin", "--no-filters", cwd=repo, stdin="x\r\n")


def test_times_are_utc_whatever_offset_they_are_given_in() -> None:
    assert epoch("2026-01-31T12:00:00Z") == epoch("2026-01-31T13:00:00+01:00") == epoch("2026-01-31T12:00:00")
    assert iso_time(epoch("2026-01-31T12:00:00Z")) == "2026-01-31T12:00:00Z"
    # git takes any number for the time of a commit.
    assert (iso_time(-1e15), iso_time(1e15)) == ("1000-01-01T00:00:00Z", "9999-12-31T23:59:59Z")


def test_the_version_of_libgit2_is_known() -> None:
    assert libgit2_version().count(".") == 2


def test_importing_the_git_layer_brings_in_nothing_slow() -> None:
    # A run imports it each time; subprocess, asyncio and tomlkit would each cost more than its own work.
    script = """
import sys, pygit2
before = set(sys.modules)
import cadgit.git.versions, cadgit.git.maintenance
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""
    new = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    ).stdout.split()
    assert not {"subprocess", "asyncio", "tomlkit", "tomllib", "tempfile", "random", "build123d", "OCP"} & set(new)
