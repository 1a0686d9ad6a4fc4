"""What FILE, PART and REF mean."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import ConfigError, NameError_, RefError, RepositoryError, SourceError
from cadgit.workflow import targets, working
from cadgit.workflow.targets import Selected
from cadgit.workflow.working import WorkingPart
from cadgit.workflow.workspace import Workspace
from tests.conftest import Git

BOX = "from build123d import *\nresult = Box({}, 1, 1)\n"


@pytest.mark.parametrize(
    ("entry", "part"),
    [
        ("bracket.py", "bracket"),
        ("model.py", "model"),
        ("lamp/model.py", "lamp"),
        ("lamp/arm/main.py", "arm"),
        ("lamp/arm/part.py", "arm"),
        ("lamp/foot.py", "foot"),
        ("name with spaces/müller.py", "müller"),
    ],
)
def test_a_part_is_called_after_its_file_or_its_folder(made: Any, entry: str, part: str) -> None:
    made.write(entry, BOX.format(1))
    assert working.working_part(made.ws, entry) == WorkingPart(part, entry)


def test_a_folder_stands_for_the_model_in_it(made: Any) -> None:
    made.write("lamp/model.py", BOX.format(1))
    assert working.working_part(made.ws, "lamp") == WorkingPart("lamp", "lamp/model.py")
    made.write("empty/other.py", "")
    with pytest.raises(SourceError, match="empty"):
        working.working_part(made.ws, "empty")


def test_a_path_is_relative_to_the_current_directory(made: Any) -> None:
    made.write("lamp/foot.py", BOX.format(1))
    ws = Workspace(made.ws.repository, made.repo / "lamp", made.notices)
    assert working.working_part(ws, "foot.py") == WorkingPart("foot", "lamp/foot.py")
    assert working.working_part(ws, "../lamp/foot.py") == WorkingPart("foot", "lamp/foot.py")


def test_a_file_outside_the_repository_is_refused(made: Any, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text(BOX.format(1), encoding="utf-8")
    with pytest.raises(SourceError, match="outside the repository"):
        working.working_part(made.ws, str(tmp_path / "outside.py"))


@pytest.mark.parametrize("name", ["washer.stl", "washer.STEP", "washer.3mf"])
def test_a_file_that_holds_geometry_is_no_model(made: Any, name: str) -> None:
    made.write(name, "solid washer\nendsolid washer\n")
    with pytest.raises(SourceError, match=f"{name} holds geometry") as refused:
        working.working_part(made.ws, name)
    assert "cadgit trace" in refused.value.hint


def test_the_configuration_names_a_part(made: Any) -> None:
    made.write("lamp/model.py", BOX.format(1))
    made.write("cadgit.toml", '[parts.desk-lamp]\nentry = "lamp/model.py"\nline = "dev"\n')
    ws = Workspace(made.ws.repository, made.repo, made.notices)
    part = working.working_part(ws, "lamp/model.py")
    assert part == working.working_part(ws, "desk-lamp") == WorkingPart("desk-lamp", "lamp/model.py")
    assert working.line_for(ws, part, None) == "dev"
    assert working.line_for(ws, part, "other") == "other"


def test_a_configuration_that_names_an_impossible_part_is_an_error(made: Any) -> None:
    made.write("cadgit.toml", '[parts."a b"]\nentry = "a.py"\n')
    with pytest.raises((ConfigError, NameError_), match="a b"):
        Workspace(made.ws.repository, made.repo, made.notices)


def test_two_files_of_one_name_need_a_name_from_the_configuration(made: Any) -> None:
    made.candidate("left/clip.py", BOX.format(1))
    made.write("right/clip.py", BOX.format(2))
    with pytest.raises(NameError_, match=r"left/clip\.py") as info:
        working.working_part(made.ws, "right/clip.py")
    # The hint is the line to add: with it, both parts work.
    made.write("cadgit.toml", info.value.hint.partition("\n")[2])
    ws = Workspace(made.ws.repository, made.repo, made.notices)
    assert working.working_part(ws, "right/clip.py") == WorkingPart("clip-2", "right/clip.py")
    assert working.working_part(ws, "left/clip.py") == WorkingPart("clip", "left/clip.py")


def test_a_part_whose_file_moved_keeps_its_name(made: Any) -> None:
    made.candidate("old/clip.py", BOX.format(1))
    (made.repo / "old" / "clip.py").unlink()
    made.write("new/clip.py", BOX.format(1))
    assert working.working_part(made.ws, "new/clip.py") == WorkingPart("clip", "new/clip.py")


def test_without_a_target_the_part_changed_last_is_meant_and_named(made: Any) -> None:
    with pytest.raises(RefError, match="no part is known"):
        working.working_part(made.ws, None)
    made.candidate("one.py", BOX.format(1))
    assert working.working_part(made.ws, None).name == "one"
    assert not made.notices.said
    made.candidate("two.py", BOX.format(2))
    assert working.working_part(made.ws, None).name == "two"
    assert "two" in made.notices.said[-1]
    os.utime(made.repo / "one.py", (2e9 * 2, 2e9 * 2))
    assert working.working_part(made.ws, None).name == "one"


def test_parts_without_a_file_here_are_named_where_none_was(made: Any, git: Git, tmp_path: Path) -> None:
    made.candidate("one.py", BOX.format(1))
    (made.repo / "one.py").unlink()
    with pytest.raises(RefError, match="no part that is known here has its file in the working tree") as info:
        working.working_part(made.ws, None)
    assert info.value.hint == "parts here: one"
    git("clone", "--quiet", "--mirror", str(made.repo), "bare.git", cwd=tmp_path)
    with Workspace.open(tmp_path / "bare.git") as bare, pytest.raises(RepositoryError, match="bare") as refused:
        working.working_part(bare, None)
    assert "name a part" in refused.value.hint


def test_a_line_that_is_not_here_says_which_are_or_how_they_come(made: Any) -> None:
    made.candidate("one.py", BOX.format(1))
    with pytest.raises(RefError, match="one has no line 'other'") as info:
        targets.select(made.ws, "one@other")
    assert info.value.hint == "its lines are main"
    made.ws.repository.raw.references.delete("refs/cadgit/candidates/one/main")
    (made.repo / "cadgit.toml").write_text('[parts.one]\nentry = "one.py"\n', encoding="utf-8")
    ws = Workspace(made.ws.repository, made.repo, made.notices)
    with pytest.raises(RefError) as info:
        targets.select(ws, "one#1")
    assert "`cadgit pull`" in info.value.hint


def test_the_bytes_in_the_working_tree_decide_not_the_newest_candidate(made: Any) -> None:
    first = made.candidate("clip.py", BOX.format(1))
    made.candidate("clip.py", BOX.format(2))
    part = working.working_part(made.ws, "clip")
    made.write("clip.py", BOX.format(1))
    assert working.working_candidate(made.ws, part) == first
    made.write("clip.py", BOX.format(3))
    assert working.working_candidate(made.ws, part) is None


def test_of_candidates_with_the_same_bytes_the_one_that_ran_last_is_meant(made: Any) -> None:
    plain = made.candidate("clip.py", BOX.format(1))
    part = working.working_part(made.ws, "clip")
    closure = working.read_closure(made.ws, part)
    meta = replace(working.meta_for(made.ws, part, closure), object="lid")
    other, _ = made.ws.candidates.add("clip", "main", closure, meta, plain.when)
    made.ws.marks.set_ran("clip", other.id)
    assert working.working_candidate(made.ws, part) == other
    made.ws.marks.set_ran("clip", plain.id)
    assert working.working_candidate(made.ws, part) == plain


def test_a_mistyped_file_gets_a_suggestion(made: Any) -> None:
    made.write("lamp/model.py", BOX.format(1))
    for typo in ("lamp/modle.py", "lmap"):
        with pytest.raises(RefError) as info:
            working.working_part(made.ws, typo)
        assert "lamp" in info.value.hint


def test_a_link_that_leads_nowhere_is_told_from_a_file_that_is_not_there(made: Any) -> None:
    (made.repo / "link.py").symlink_to("gone.py")
    with pytest.raises(RefError, match="a link that leads nowhere") as info:
        working.working_part(made.ws, "link.py")
    assert info.value.hint == "it is to gone.py"


def test_in_a_bare_repository_the_reason_is_told(git: Git, tmp_path: Path) -> None:
    git("init", "--quiet", "--bare", "bare", cwd=tmp_path)
    with pytest.raises(RepositoryError, match="a bare repository has no working tree"):
        working.working_part(Workspace.open(tmp_path / "bare"), "model.py")


def test_every_way_to_name_a_candidate(made: Any, git: Any) -> None:
    one = made.candidate("clip.py", BOX.format(1))
    two = made.candidate("clip.py", BOX.format(2))
    side = made.candidate("clip.py", BOX.format(3), line="try-2")
    version = made.version(one)
    made.write("clip.py", BOX.format(9))
    ws = made.ws

    def named(ref: str) -> Any:
        selected = targets.select(ws, ref)
        assert isinstance(selected, Selected)
        return selected.candidate

    assert named("clip@main") == two
    assert named("clip@main~1") == one
    assert named("clip#1") == one
    assert named("clip@main#2") == two
    assert named("clip@try-2") == side
    assert named(two.id) == two
    assert named(two.id[:12]) == two
    assert named("refs/cadgit/candidates/clip/main~1") == one
    assert named("clip@v1") == one
    assert named("cadgit/clip/v1") == one
    assert named(version.id) == one
    assert targets.select(ws, "clip@v1") == Selected(one, version)
    assert targets.select(ws, "clip") == targets.select(ws, "clip.py") == WorkingPart("clip", "clip.py")


@pytest.mark.parametrize(
    ("ref", "says"),
    [
        ("clip@v7", "v7"),
        ("clip@nowhere", "line"),
        ("clip@main~5", "beyond"),
        ("clip#9", "no candidate 9"),
        ("x" * 5000, "no git revision"),
        ("nothing", "nothing"),
        ("HEAD", "neither a candidate nor a version"),
    ],
)
def test_a_ref_that_names_nothing_says_what_there_is(made: Any, git: Any, ref: str, says: str) -> None:
    made.candidate("clip.py", BOX.format(1))
    git("commit", "--quiet", "--allow-empty", "-m", "empty", cwd=made.repo)
    with pytest.raises(RefError, match=says) as info:
        targets.select(made.ws, ref)
    assert info.value.hint
