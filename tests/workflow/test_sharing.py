"""fetch, pull and push: the remote is chosen, parts are known, and what could harm is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.errors import NameError_, RefError, UsageError
from cadgit.workflow.fetch import fetch
from cadgit.workflow.outcomes import Silent
from cadgit.workflow.pull import pull
from cadgit.workflow.push import push
from cadgit.workflow.sharing import Choice, remotes
from cadgit.workflow.workspace import Workspace
from tests.conftest import Git
from tests.git.samples import add, promote


class Heard(Silent):
    """Keeps what is said."""

    def __init__(self) -> None:
        self.notices: list[str] = []
        self.stages: list[str] = []

    def notice(self, text: str) -> None:
        self.notices.append(text)

    def stage(self, text: str) -> None:
        self.stages.append(text)


@pytest.fixture
def shared(repo: Path, tmp_path: Path, git: Git) -> Path:
    """A repository with a version, and a hub that it knows as origin."""
    git("init", "--quiet", "--bare", "hub.git", cwd=tmp_path)
    git("remote", "add", "origin", str(tmp_path / "hub.git"), cwd=repo)
    promote(repo, add(repo, "a")[0])
    return repo


def test_a_version_goes_there_and_comes_back(shared: Path, tmp_path: Path, git: Git) -> None:
    heard = Heard()
    pushed = push(Workspace.open(shared, heard))
    assert (pushed.remote, pushed.url) == ("origin", str(tmp_path / "hub.git"))
    assert pushed.sent.versions == ("bracket@v1",)
    assert heard.notices == []
    assert "checking what origin has" in heard.stages and "" in heard.stages
    git("clone", "--quiet", "hub.git", "other", cwd=tmp_path)
    other = Workspace.open(tmp_path / "other")
    assert fetch(other).waiting.received.files == ("bracket@v1",)
    assert pull(other, Choice("origin", parts=("bracket",))).merged.received.files == ("bracket@v1",)
    assert remotes(other) == ("origin",)


def test_a_part_that_neither_side_has_is_an_error(shared: Path) -> None:
    with pytest.raises(RefError, match="no part 'lid', neither here nor on origin") as caught:
        push(Workspace.open(shared), Choice(parts=("lid",)))
    assert caught.value.hint == "parts: bracket"
    with pytest.raises(NameError_):
        push(Workspace.open(shared), Choice(lines=("a b",)))
    with pytest.raises(UsageError):
        push(Workspace.open(shared), Choice("nowhere"))


def test_a_refspec_by_which_git_fetch_would_drop_records_is_named(shared: Path, git: Git) -> None:
    git("config", "--add", "remote.origin.fetch", "+refs/cadgit/*:refs/cadgit/*", cwd=shared)
    heard = Heard()
    push(Workspace.open(shared, heard))
    (notice,) = heard.notices
    assert "`git fetch origin` would put the remote's records over yours" in notice
    assert notice.endswith("remote.origin.fetch is +refs/cadgit/*:refs/cadgit/*")
