"""Hooks as files: ours are put in place, replaced and removed; nobody else's is touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cadgit.errors import RepositoryError, UsageError
from cadgit.git.hook_files import hooks_folder, install, remove
from cadgit.git.repository import Repository
from tests.conftest import Git

SCRIPT = "#!/bin/sh\nexit 0\n"


def test_a_hook_is_installed_executable_and_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "hooks" / "pre-commit"
    assert install(path, SCRIPT) == "installed"
    assert path.read_text(encoding="utf-8").startswith(SCRIPT)
    assert os.access(path, os.X_OK)
    assert install(path, SCRIPT) == "unchanged"
    assert remove(path) == "removed"
    assert not path.exists()
    assert remove(path) == "absent"


def test_one_of_ours_of_another_cadgit_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pre-commit"
    install(path, "#!/bin/sh\n# as it was once\n")
    assert install(path, SCRIPT) == "updated"
    assert path.read_text(encoding="utf-8").startswith(SCRIPT)
    path.chmod(0o644)  # git would pass it by
    assert install(path, SCRIPT) == "updated"
    assert os.access(path, os.X_OK)


@pytest.mark.parametrize("kind", ["other", "edited above", "edited below", "empty", "link to nowhere", "folder"])
def test_somebody_else_s_is_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "pre-commit"
    install(path, SCRIPT)
    ours = path.read_text(encoding="utf-8")
    path.unlink()
    if kind == "link to nowhere":
        path.symlink_to(tmp_path / "nowhere")
    elif kind == "folder":
        path.mkdir()
    else:
        path.write_text(
            {
                "other": "#!/bin/sh\nmake lint\n",
                "edited above": ours.replace("exit 0", "make lint"),
                "edited below": ours + "make lint\n",
                "empty": "",
            }[kind],
            encoding="utf-8",
        )
    before = (path.is_symlink(), path.is_dir(), path.read_bytes() if path.is_file() else b"")
    assert install(path, SCRIPT) == remove(path) == "foreign"
    assert (path.is_symlink(), path.is_dir(), path.read_bytes() if path.is_file() else b"") == before


def test_the_folder_is_the_one_that_git_looks_into(repo: Path, git: Git, tmp_path: Path) -> None:
    def asked() -> Path:
        return (repo / git("rev-parse", "--git-path", "hooks", cwd=repo)).resolve()

    assert hooks_folder(Repository.open(repo)).resolve() == asked()
    for chosen in (".githooks", str(tmp_path / "elsewhere"), "~/mine"):
        git("config", "core.hooksPath", chosen, cwd=repo)
        assert hooks_folder(Repository.open(repo)).resolve() == asked()


def test_a_linked_worktree_has_the_hooks_of_its_repository(repo: Path, git: Git, tmp_path: Path) -> None:
    git("commit", "--quiet", "--allow-empty", "-m", "start", cwd=repo)
    git("worktree", "add", "--quiet", str(tmp_path / "other"), cwd=repo)
    (repo / "sub").mkdir()
    for place in (tmp_path / "other", repo / "sub"):
        assert hooks_folder(Repository.open(place)).resolve() == (repo / ".git" / "hooks").resolve()


def test_a_folder_for_all_repositories_gets_none_of_ours(repo: Path, git: Git, home: Path) -> None:
    git("config", "--global", "core.hooksPath", str(home / "hooks"), cwd=repo)
    with pytest.raises(UsageError, match="for all your repositories"):
        hooks_folder(Repository.open(repo))
    git("config", "core.hooksPath", ".githooks", cwd=repo)
    assert hooks_folder(Repository.open(repo)) == repo / ".githooks"


def test_hooks_that_were_switched_off_stay_off(repo: Path, git: Git) -> None:
    git("config", "core.hooksPath", "/dev/null", cwd=repo)
    with pytest.raises(UsageError, match="/dev/null, which is no folder") as refused:
        hooks_folder(Repository.open(repo))
    assert "--unset core.hooksPath" in refused.value.hint


def test_a_bare_repository_has_no_models_to_look_after(tmp_path: Path, git: Git) -> None:
    git("init", "--quiet", "--bare", str(tmp_path / "bare.git"), cwd=tmp_path)
    with pytest.raises(RepositoryError, match="bare"):
        hooks_folder(Repository.open(tmp_path / "bare.git"))
