"""The scripts of `hooks/`, started by git itself; models ran beforehand, so that no kernel is needed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from cadgit.records import CheckResult
from cadgit.workflow.hooks.install import HOOKS
from cadgit.workflow.init import init
from tests.conftest import Git
from tests.workflow.conftest import Made, box

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Ended:
    code: int
    said: str


class Hooked:
    """A repository with cadgit's hooks, and a program in the place of cadgit that notes that it was started."""

    def __init__(self, repo: Path, log: Path) -> None:
        self.repo = repo
        self._log = log
        self.made = Made(repo)

    def git(self, *arguments: str, cwd: Path | None = None) -> Ended:
        done = subprocess.run(
            ["git", *arguments], cwd=cwd or self.repo, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL
        )
        return Ended(done.returncode, done.stdout + done.stderr)

    def started(self) -> list[str]:
        """What cadgit was started with since this was last asked."""
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        self._log.unlink(missing_ok=True)
        return lines

    def passed(self, path: str, text: str) -> None:
        candidate = self.made.candidate(path, text)
        self.made.ran(candidate, box(1, 2, 3))
        self.made.judged(candidate, CheckResult("valid", "pass", "it is valid"))

    def promoted(self, path: str, text: str) -> None:
        self.passed(path, text)
        candidate = self.made.ws.candidates.tip(Path(path).stem)
        assert candidate is not None
        self.made.version(candidate)


@pytest.fixture
def hooked(repo: Path, git: Git, tmp_path: Path) -> Hooked:
    log = tmp_path / "started"
    program = tmp_path / "cadgit"
    program.write_text(f'#!/bin/sh\necho "$*" >> "{log}"\nexec "{sys.executable}" -m cadgit "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    found = Hooked(repo, log)
    init(found.made.ws, hooks=True)
    git("config", "cadgit.program", str(program), cwd=repo)
    return found


def test_a_commit_of_a_model_is_warned_about_and_noted(hooked: Hooked) -> None:
    hooked.passed("clip.py", "result = 1\n")
    hooked.made.write("clip.py", "result = 2\n")
    hooked.git("add", ".")
    ended = hooked.git("commit", "-m", "never ran")
    assert ended.code == 0
    assert "clip (clip.py): the staged bytes never ran" in ended.said
    hooked.made.write("clip.py", "result = 1\n")
    ended = hooked.git("commit", "-a", "-m", "passed")
    assert ended.code == 0
    assert "not passed" not in ended.said
    assert "clip.py is candidate clip #1 (pass)" in ended.said
    assert 'part = "clip"' in hooked.git("log", "-1").said
    assert hooked.started() == ["hook pre-commit", "hook post-commit"] * 2


def test_block_stops_the_commit_and_no_verify_does_not(hooked: Hooked) -> None:
    hooked.made.candidate("clip.py", "result = 1\n")
    hooked.made.write("cadgit.toml", '[hooks]\npre_commit = "block"\n')
    hooked.git("add", ".")
    ended = hooked.git("commit", "-m", "mine")
    assert ended.code == 1
    assert "git commit --no-verify" in ended.said
    assert hooked.git("rev-parse", "HEAD").code != 0
    assert hooked.git("commit", "--no-verify", "-m", "mine").code == 0


def test_a_commit_of_some_files_is_judged_by_what_it_commits(hooked: Hooked) -> None:
    hooked.passed("clip.py", "result = 1\n")
    hooked.passed("lid.py", "result = 2\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "both passed")
    hooked.made.write("clip.py", "result = 3\n")
    hooked.git("add", "clip.py")
    hooked.passed("lid.py", "result = 4\n")
    assert "not passed" not in hooked.git("commit", "-m", "lid", "lid.py").said
    assert "clip (clip.py)" in hooked.git("commit", "-m", "clip").said


def test_python_does_not_start_where_no_model_is_concerned(hooked: Hooked) -> None:
    hooked.made.write("notes/README.md", "mine\n")
    hooked.git("add", "notes")
    hooked.git("commit", "-m", "no model is known")
    hooked.promoted("parts/clip.py", "result = 1\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "a model")
    hooked.started()
    hooked.made.write("notes/README.md", "mine, again\n")
    hooked.made.write("notes/naïve file", "with a name that git quotes unless it is told not to\n")
    hooked.git("add", ".")
    assert hooked.git("commit", "-m", "no model").code == 0
    hooked.git("commit", "--allow-empty", "-m", "nothing")
    hooked.git("checkout", "-q", "-b", "other", "HEAD~1")
    hooked.git("checkout", "-q", "main")
    hooked.git("checkout", "HEAD~2", "--", "notes/README.md")
    hooked.git("commit", "-m", "back")
    hooked.git("merge", "--no-ff", "-m", "merge", "other")
    assert hooked.started() == []
    hooked.made.write("parts/sizes.csv", "beside the model, so it may be one of its files\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "beside")
    assert hooked.started() == ["hook pre-commit", "hook post-commit"]


def test_a_data_file_that_the_configuration_names_is_looked_at(hooked: Hooked) -> None:
    hooked.made.write("data/a.csv", "1\n")
    hooked.made.write("cadgit.toml", '[parts.clip]\nentry = "clip.py"\ninputs = ["data/*.csv"]\n')
    hooked.made.write("clip.py", "result = 1\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "all")
    hooked.started()
    hooked.made.write("data/b.csv", "2\n")
    hooked.git("add", ".")
    assert "clip (clip.py)" in hooked.git("commit", "-m", "data").said


@pytest.mark.slow
def test_a_checkout_and_a_merge_away_from_what_is_promoted_are_told(hooked: Hooked) -> None:
    hooked.promoted("clip.py", "result = 1\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "promoted")
    hooked.git("checkout", "-q", "-b", "edited")
    hooked.made.write("clip.py", "result = 2\n")
    hooked.git("commit", "-a", "-m", "edited")
    assert "no longer" not in hooked.git("checkout", "-q", "main").said
    for move in (("checkout", "-q", "edited"), ("checkout", "-q", "edited", "--", "clip.py"), ("merge", "edited")):
        hooked.git("checkout", "-q", "--force", "main")
        assert "clip.py is no longer clip@v1" in hooked.git(*move).said, move
    hooked.git("reset", "-q", "--hard", "HEAD~1")
    assert "clip.py is no longer clip@v1" in hooked.git("merge", "--squash", "edited").said


def test_a_clone_that_has_nothing_but_the_tags_is_told_too(hooked: Hooked, tmp_path: Path) -> None:
    hooked.promoted("clip.py", "result = 1\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "promoted")
    hooked.made.write("clip.py", "result = 2\n")
    hooked.git("commit", "-a", "-m", "edited")
    clone = tmp_path / "clone"
    hooked.git("clone", "-q", str(hooked.repo), str(clone))
    hooked.git("checkout", "-q", "HEAD~1", cwd=clone)
    for name in HOOKS:
        shutil.copy(hooked.repo / ".git" / "hooks" / name, clone / ".git" / "hooks" / name)
    hooked.git("config", "cadgit.program", str(tmp_path / "cadgit"), cwd=clone)
    assert "clip.py is no longer clip@v1" in hooked.git("checkout", "-q", "main", cwd=clone).said


def test_a_push_names_what_stays_behind(hooked: Hooked, tmp_path: Path) -> None:
    hooked.git("init", "-q", "--bare", str(tmp_path / "origin.git"))
    hooked.git("remote", "add", "origin", str(tmp_path / "origin.git"))
    hooked.promoted("clip.py", "result = 1\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "promoted")
    ended = hooked.git("push", "origin", "main")
    assert ended.code == 0
    assert "clip@v1 stays behind" in ended.said and "cadgit push origin" in ended.said
    assert "stays behind" not in hooked.git("push", "origin", "main:other", "refs/tags/cadgit/clip/v1").said
    hooked.started()
    assert "stays behind" not in hooked.git("push", "origin", "main:third").said
    assert hooked.started() == []  # the script knows by itself that the remote has all there is
    hooked.promoted("lid.py", "result = 2\n")
    assert "lid@v1 stays behind" in hooked.git("push", "origin", "main:fourth").said


def test_the_framework_tells_in_variables_what_git_says(hooked: Hooked, monkeypatch: pytest.MonkeyPatch) -> None:
    hooked.promoted("clip.py", "result = 1\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "promoted")
    hooked.made.write("clip.py", "result = 2\n")
    hooked.git("commit", "-a", "-m", "edited")
    after, before = hooked.git("rev-list", "HEAD").said.split()
    commits = {"PRE_COMMIT_FROM_REF": before, "PRE_COMMIT_TO_REF": after}
    pushed = {f"PRE_COMMIT_{name}_BRANCH": "refs/heads/main" for name in ("LOCAL", "REMOTE")}

    def said(name: str, variables: dict[str, str]) -> str:
        command = ["sh", hooked.repo / ".git" / "hooks" / name]
        done = subprocess.run(command, cwd=hooked.repo, env=os.environ | variables, capture_output=True, text=True)
        return done.stdout + done.stderr

    assert "clip@v1 stays behind" in said("pre-push", {"PRE_COMMIT_REMOTE_NAME": "origin", **pushed})
    assert "no longer clip@v1" in said("post-checkout", {**commits, "PRE_COMMIT_CHECKOUT_TYPE": "1"})


def test_hooks_work_in_a_linked_worktree_and_a_subfolder(hooked: Hooked, tmp_path: Path) -> None:
    hooked.made.candidate("clip.py", "result = 1\n")
    hooked.git("commit", "--allow-empty", "-m", "start")
    hooked.git("worktree", "add", "-q", str(tmp_path / "there"))
    (tmp_path / "there" / "sub").mkdir()
    (tmp_path / "there" / "clip.py").write_text("result = 1\n", encoding="utf-8")
    hooked.git("add", ".", cwd=tmp_path / "there")
    ended = hooked.git("commit", "-m", "there", cwd=tmp_path / "there" / "sub")
    assert (ended.code, "clip (clip.py)" in ended.said) == (0, True)


def test_cadgit_that_is_gone_or_broken_stops_nothing(hooked: Hooked, git: Git, tmp_path: Path) -> None:
    hooked.made.candidate("clip.py", "result = 1\n")
    hooked.made.write("cadgit.toml", '[hooks]\npre_commit = "block"\n')
    hooked.git("add", ".")
    git("config", "cadgit.program", str(tmp_path / "nowhere"), cwd=hooked.repo)
    ended = hooked.git("commit", "-m", "gone")
    assert ended.code == 0
    assert "is not there, so staged models were not looked at" in ended.said
    for number, program in enumerate(("exit 1", "exit 4", "kill -9 $$")):
        broken = tmp_path / f"broken-{number}"
        broken.write_text(f"#!/bin/sh\n{program}\n", encoding="utf-8")
        broken.chmod(0o755)
        git("config", "cadgit.program", str(broken), cwd=hooked.repo)
        hooked.made.write("clip.py", f"result = 1{number}\n")
        ended = hooked.git("commit", "-a", "-m", program)
        assert ended.code == 0, ended.said
        assert "the commit goes on" in ended.said


def test_the_program_on_the_path_is_taken_where_none_is_configured(
    hooked: Hooked, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("config", "--unset", "cadgit.program", cwd=hooked.repo)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    hooked.made.candidate("clip.py", "result = 1\n")
    hooked.git("add", ".")
    hooked.git("commit", "-m", "mine")
    assert hooked.started() == ["hook pre-commit", "hook post-commit"]


@pytest.mark.parametrize("shell", ["sh", "dash", "bash"])
@pytest.mark.parametrize("name", HOOKS)
def test_a_script_is_plain_shell(name: str, shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    command = [shell, "--posix"] if shell == "bash" else [shell]
    done = subprocess.run([*command, "-n", ROOT / "hooks" / name], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert os.access(ROOT / "hooks" / name, os.X_OK)


def test_the_framework_is_offered_each_hook(git: Git) -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^- id: cadgit-(\S+)$.*?^  entry: hooks/(\S+)$.*?^  stages: \[(\S+)\]$", text, re.M | re.S)
    assert sorted(entries) == sorted((name, name, name) for name in HOOKS)
