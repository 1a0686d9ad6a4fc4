"""pre-commit judges what is staged; post-commit notes what was committed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from cadgit import config
from cadgit.errors import EnvironmentFailed
from cadgit.git.user_commits import models_of
from cadgit.records import Candidate, CheckResult, CommittedModel
from cadgit.workflow.hooks.commits import post_commit, pre_commit
from cadgit.workflow.outcomes import HookModel
from cadgit.workflow.workspace import Workspace
from tests.conftest import Git

from ..conftest import Made, box
from ..fake_kernel import install

GOOD = CheckResult("valid", "pass", "it is valid")
BAD = CheckResult("overlap", "fail", "base and post overlap")


def passed(made: Made, path: str, text: str, line: str | None = None) -> Candidate:
    """A candidate of these bytes that ran and passed."""
    candidate = made.candidate(path, text, line)
    made.ran(candidate, box(1, 2, 3))
    made.judged(candidate, GOOD)
    return candidate


def stage(made: Made, git: Git, path: str, text: str) -> None:
    made.write(path, text)
    git("add", path, cwd=made.repo)


def said(made: Made) -> list[tuple[str, str]]:
    return [(model.part, model.outcome) for model in pre_commit(made.ws).models]


def configured(made: Made, text: str) -> None:
    made.write("cadgit.toml", text)
    made.ws.config = config.load(made.repo)


# --- pre-commit


def test_a_staged_model_that_passed_is_no_matter(made: Made, git: Git) -> None:
    passed(made, "clip.py", "result = 1\n")
    git("add", ".", cwd=made.repo)
    assert pre_commit(made.ws).models == ()


def test_the_staged_bytes_are_judged_and_not_the_file(made: Made, git: Git) -> None:
    passed(made, "clip.py", "result = 1\n")
    stage(made, git, "clip.py", "result = 2\n")
    made.write("clip.py", "result = 1\n")
    assert pre_commit(made.ws).models == (HookModel("clip", "clip.py", "not run"),)
    stage(made, git, "clip.py", "result = 1\n")
    made.write("clip.py", "result = 3\n")
    assert pre_commit(made.ws).models == ()


def test_each_way_not_to_have_passed_is_told(made: Made, git: Git) -> None:
    made.candidate("never.py", "result = 1\n")
    made.ran(made.candidate("broken.py", "result = 2\n"), None)
    made.ran(made.candidate("unjudged.py", "result = 3\n"), box(1, 1, 1))
    rejected = made.candidate("rejected.py", "result = 4\n")
    made.ran(rejected, box(1, 1, 1))
    made.judged(rejected, BAD)
    git("add", ".", cwd=made.repo)
    assert [(model.part, model.outcome, model.reason) for model in pre_commit(made.ws).models] == [
        ("broken", "failed", "ValueError: no"),
        ("never", "not run", ""),
        ("rejected", "fail", "overlap: base and post overlap"),
        ("unjudged", "done", ""),
    ]


def test_a_model_that_is_not_part_of_the_commit_is_not_told(made: Made, git: Git) -> None:
    made.candidate("clip.py", "result = 1\n")
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "never passed", cwd=made.repo)
    stage(made, git, "README.md", "beside it\n")
    stage(made, git, "other.py", "import sys\n")
    assert pre_commit(made.ws).models == ()


def test_a_file_of_the_closure_counts_as_the_model(made: Made, git: Git) -> None:
    made.write("lib.py", "width = 1\n")
    passed(made, "clip.py", "from lib import width\nresult = width\n")
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "passed", cwd=made.repo)
    stage(made, git, "lib.py", "width = 2\n")
    assert said(made) == [("clip", "not run")]
    git("reset", "--quiet", "--hard", cwd=made.repo)
    git("rm", "--quiet", "lib.py", cwd=made.repo)
    assert said(made) == [("clip", "not run")]


def test_a_file_that_a_model_needs_since_it_ran_counts_too(made: Made, git: Git) -> None:
    passed(made, "clip.py", "result = 1\n")
    made.write("lib.py", "width = 1\n")
    made.write("clip.py", "from lib import width\nresult = width\n")
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "never ran like that", cwd=made.repo)
    stage(made, git, "lib.py", "width = 2\n")
    assert said(made) == [("clip", "not run")]


def test_a_module_that_is_added_may_be_needed_at_once(made: Made, git: Git) -> None:
    passed(made, "clip.py", "try:\n    import lib\nexcept ImportError:\n    pass\nresult = 1\n")
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "passed", cwd=made.repo)
    stage(made, git, "unrelated.py", "result = 2\n")
    assert said(made) == []
    stage(made, git, "lib/__init__.py", "")
    assert said(made) == [("clip", "not run")]


def test_a_data_file_that_only_the_configuration_names_counts_too(made: Made, git: Git) -> None:
    configured(made, '[parts.clip]\nentry = "clip.py"\ninputs = ["data/*.csv"]\n')
    made.write("data/a.csv", "1\n")
    passed(made, "clip.py", "result = 1\n")
    git("add", ".", cwd=made.repo)
    assert said(made) == []
    git("commit", "--quiet", "-m", "passed", cwd=made.repo)
    stage(made, git, "data/b.csv", "2\n")
    assert said(made) == [("clip", "not run")]


def test_a_part_of_the_configuration_that_never_ran_is_told(made: Made, git: Git) -> None:
    configured(made, '[parts.clip]\nentry = "parts/clip.py"\n')
    stage(made, git, "parts/clip.py", "result = 1\n")
    assert said(made) == [("clip", "not run")]


def test_a_pass_on_any_line_and_with_the_parameters_that_ran_last_is_one(made: Made, git: Git) -> None:
    failed = made.candidate("clip.py", "result = 1\n")
    made.ran(failed, None)
    passed(made, "clip.py", "result = 1\n", line="try")
    git("add", ".", cwd=made.repo)
    assert said(made) == []


def test_a_deleted_model_is_no_matter(made: Made, git: Git) -> None:
    made.candidate("clip.py", "result = 1\n")
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "mine", cwd=made.repo)
    git("rm", "--quiet", "clip.py", cwd=made.repo)
    assert said(made) == []


def test_a_model_with_other_bytes_in_git_than_in_the_working_tree_has_passed(made: Made, git: Git) -> None:
    made.write(".gitattributes", "*.py text eol=crlf\n")
    candidate = passed(made, "clip.py", "result = 1\r\n")
    git("add", ".", cwd=made.repo)
    assert git("cat-file", "-s", ":clip.py", cwd=made.repo) == str(len("result = 1\n"))
    assert said(made) == []
    git("commit", "--quiet", "-m", "mine", cwd=made.repo)
    assert [model.candidate for model in post_commit(made.ws).models] == [candidate]


def test_the_index_of_a_partial_commit_is_the_one_that_is_judged(made: Made, git: Git) -> None:
    passed(made, "clip.py", "result = 1\n")
    stage(made, git, "clip.py", "result = 2\n")
    other = made.repo / ".git" / "next-index"
    shutil.copy(made.repo / ".git" / "index", other)
    made.write("clip.py", "result = 1\n")
    environment = {**os.environ, "GIT_INDEX_FILE": str(other)}
    subprocess.run(["git", "add", "clip.py"], cwd=made.repo, env=environment, check=True)
    assert pre_commit(made.ws, other).models == ()
    assert said(made) == [("clip", "not run")]


def test_a_clone_that_has_nothing_but_the_tags_knows_what_was_promoted(made: Made, git: Git, tmp_path: Path) -> None:
    clip = passed(made, "clip.py", "result = 1\n")
    made.version(clip)
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "mine", cwd=made.repo)
    git("clone", "--quiet", str(made.repo), str(tmp_path / "clone"), cwd=tmp_path)
    (tmp_path / "clone" / "clip.py").write_text("result = 2\n", encoding="utf-8")
    git("commit", "--quiet", "-a", "-m", "other", cwd=tmp_path / "clone")
    with Workspace.open(tmp_path / "clone") as ws:
        (tmp_path / "clone" / "clip.py").write_text("result = 3\n", encoding="utf-8")
        git("add", ".", cwd=tmp_path / "clone")
        assert [model.outcome for model in pre_commit(ws).models] == ["not run"]
        (tmp_path / "clone" / "clip.py").write_text("result = 1\n", encoding="utf-8")
        git("add", ".", cwd=tmp_path / "clone")
        assert pre_commit(ws).models == ()
        git("commit", "--quiet", "-m", "as promoted", cwd=tmp_path / "clone")
        assert [model.version and model.version.name for model in post_commit(ws).models] == ["clip@v1"]


def test_block_refuses_and_off_does_not_look(made: Made, git: Git) -> None:
    made.candidate("clip.py", "result = 1\n")
    git("add", ".", cwd=made.repo)
    assert not pre_commit(made.ws).refused
    configured(made, '[hooks]\npre_commit = "block"\n')
    assert pre_commit(made.ws).refused
    made.ran(made.ws.candidates.history("clip").__next__(), box(1, 1, 1))
    made.judged(made.ws.candidates.history("clip").__next__(), GOOD)
    assert not pre_commit(made.ws).refused
    stage(made, git, "clip.py", "result = 2\n")
    configured(made, '[hooks]\npre_commit = "off"\n')
    assert pre_commit(made.ws).models == ()


def test_models_that_never_ran_are_run_where_that_is_asked_for(made: Made, git: Git) -> None:
    install(made.ws)
    made.candidate("clip.py", "result = 1\n")
    stage(made, git, "clip.py", "result = 2\n")
    made.write("clip.py", "result = 3\n")
    assert said(made) == [("clip", "not run")]
    configured(made, "[hooks]\nrun = true\n")
    assert said(made) == []
    tip = made.ws.candidates.tip("clip")
    assert tip is not None
    assert made.ws.candidates.closure_of(tip).source == b"result = 2\n"


def test_a_note_that_cannot_be_read_is_told_and_other_models_too(made: Made, git: Git) -> None:
    damaged = passed(made, "clip.py", "result = 1\n")
    git("notes", "--ref=cadgit/run", "add", "-f", "-m", "no TOML [", damaged.id, cwd=made.repo)
    made.candidate("lid.py", "result = 2\n")
    git("add", ".", cwd=made.repo)
    assert said(made) == [("clip", "unreadable"), ("lid", "not run")]


def test_before_the_first_commit_and_on_a_detached_head(made: Made, git: Git) -> None:
    made.candidate("clip.py", "result = 1\n")
    git("add", ".", cwd=made.repo)
    assert said(made) == [("clip", "not run")]
    git("commit", "--quiet", "-m", "first", cwd=made.repo)
    git("checkout", "--quiet", "--detach", cwd=made.repo)
    stage(made, git, "clip.py", "result = 2\n")
    assert said(made) == [("clip", "not run")]


def test_without_git_there_is_an_expected_error(made: Made, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EnvironmentFailed, match="git cannot be run"):
        pre_commit(made.ws)


# --- post-commit


def committed(made: Made, git: Git) -> str:
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "mine", cwd=made.repo)
    return git("rev-parse", "HEAD", cwd=made.repo)


def noted(made: Made, commit: str) -> list[tuple[str, str, int, str, int]]:
    found = models_of(made.ws.repository, commit)
    return [(model.part, model.candidate, model.number, model.outcome, model.version) for model in found]


def test_a_commit_gets_a_note_on_its_models(made: Made, git: Git) -> None:
    clip = passed(made, "clip.py", "result = 1\n")
    made.version(clip)
    lid = made.candidate("lid.py", "result = 2\n")
    made.ran(lid, None)
    made.write("unknown.py", "result = 3\n")
    commit = committed(made, git)
    outcome = post_commit(made.ws)
    assert [(m.part, m.candidate, m.version and m.version.name) for m in outcome.models] == [
        ("clip", clip, "clip@v1"),
        ("lid", lid, None),
    ]
    assert noted(made, commit) == [("clip", clip.id, 1, "pass", 1), ("lid", lid.id, 1, "failed", 0)]
    shown = git("notes", "--ref=cadgit/commit", "show", commit, cwd=made.repo)
    assert tomllib.loads(shown)["commit"][0]["candidate"] == clip.id


def test_a_later_commit_gets_a_note_on_what_it_changed(made: Made, git: Git) -> None:
    passed(made, "clip.py", "result = 1\n")
    passed(made, "lid.py", "result = 2\n")
    committed(made, git)
    clip = passed(made, "clip.py", "result = 3\n")
    made.write("clip.py", "result = 3\n")
    commit = committed(made, git)
    made.write("clip.py", "result = 4\n")
    post_commit(made.ws)
    assert noted(made, commit) == [("clip", clip.id, 2, "pass", 0)]


def test_a_commit_without_models_or_with_bytes_that_never_ran_gets_none(made: Made, git: Git) -> None:
    made.candidate("clip.py", "result = 1\n")
    made.write("clip.py", "result = 2\n")
    commit = committed(made, git)
    assert post_commit(made.ws).models == ()
    made.write("README.md", "mine\n")
    later = committed(made, git)
    post_commit(made.ws)
    assert noted(made, commit) == noted(made, later) == []
    assert made.ws.repository.ref("refs/notes/cadgit/commit") is None


def test_the_same_note_is_made_once(made: Made, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadgit.workflow.hooks.commits.now", lambda: "2026-01-31T12:00:00+00:00")
    clip = passed(made, "clip.py", "result = 1\n")
    commit = committed(made, git)
    post_commit(made.ws)
    tip = made.ws.repository.ref("refs/notes/cadgit/commit")
    post_commit(made.ws)
    assert made.ws.repository.ref("refs/notes/cadgit/commit") == tip
    assert models_of(made.ws.repository, commit) == (
        CommittedModel("clip", "clip.py", clip.id, "main", 1, "pass", "2026-01-31T12:00:00+00:00"),
    )


def test_a_commit_in_a_linked_worktree_is_noted_in_the_same_place(made: Made, git: Git, tmp_path: Path) -> None:
    clip = passed(made, "clip.py", "result = 1\n")
    (made.repo / "clip.py").unlink()
    git("commit", "--quiet", "--allow-empty", "-m", "start", cwd=made.repo)
    other = tmp_path / "other"
    git("worktree", "add", "--quiet", str(other), cwd=made.repo)
    (other / "clip.py").write_text("result = 1\n", encoding="utf-8")
    git("add", ".", cwd=other)
    with Workspace.open(other) as ws:
        assert pre_commit(ws).models == ()
        git("commit", "--quiet", "-m", "there", cwd=other)
        post_commit(ws)
    assert noted(made, git("rev-parse", "HEAD", cwd=other)) == [("clip", clip.id, 1, "pass", 0)]


def test_where_nothing_was_committed_yet_nothing_is_noted(made: Made) -> None:
    assert post_commit(made.ws).models == ()
