"""restore writes a closure back and loses nothing; undo takes back what came last."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from cadgit.errors import RefError, SourceError, StorageError
from cadgit.workflow import restore, targets, undo, working

MODEL = "from build123d import *\nfrom lib.sizes import WIDTH\nresult = Box(WIDTH, 1, {})\n"


def model(made: Any, height: int, width: int) -> Any:
    made.write("clip/lib/__init__.py", "")
    made.write("clip/lib/sizes.py", f"WIDTH = {width}\n")
    return made.candidate("clip/model.py", MODEL.format(height))


def contents(made: Any) -> dict[str, str]:
    return {path: (made.repo / path).read_text(encoding="utf-8") for path in ("clip/model.py", "clip/lib/sizes.py")}


def test_a_candidate_comes_back_with_its_whole_closure(made: Any) -> None:
    first = model(made, 1, 10)
    before = contents(made)
    model(made, 2, 20)
    outcome = restore.restore(made.ws, "clip@main~1")
    assert contents(made) == before
    assert outcome.candidate == first
    assert set(outcome.written) == {"clip/model.py", "clip/lib/sizes.py"}
    assert outcome.unchanged == ("clip/lib/__init__.py",)
    assert outcome.kept is None
    part = working.working_part(made.ws, "clip")
    assert working.working_candidate(made.ws, part) == first


def test_bytes_that_are_stored_nowhere_become_a_candidate_first(made: Any, git: Any) -> None:
    model(made, 1, 10)
    made.write("clip/model.py", "precious, and not even Python (")
    made.write("clip/lib/sizes.py", "WIDTH = 31\n")
    outcome = restore.restore(made.ws, "clip@main")
    assert outcome.kept is not None
    kept = {file.path: file.data.decode() for file in made.ws.candidates.closure_of(outcome.kept).files}
    assert kept["clip/model.py"] == "precious, and not even Python ("
    assert kept["clip/lib/sizes.py"] == "WIDTH = 31\n"
    assert outcome.kept.line == "overwritten"
    git("gc", "--quiet", "--prune=now", cwd=made.repo)
    assert targets.select(made.ws, "clip@overwritten").candidate == outcome.kept


def test_bytes_that_were_only_looked_at_count_as_stored_nowhere(made: Any, git: Any) -> None:
    model(made, 1, 10)
    made.write("clip/model.py", "precious")
    git("hash-object", "-w", "clip/model.py", cwd=made.repo)
    assert restore.restore(made.ws, "clip@main").kept is not None


def test_index_branch_and_other_files_are_not_touched(made: Any, git: Any) -> None:
    model(made, 1, 10)
    git("add", ".", cwd=made.repo)
    git("commit", "--quiet", "-m", "first", cwd=made.repo)
    made.write("notes.txt", "mine")
    made.write("clip/unrelated.txt", "mine")
    model(made, 2, 20)
    before = (git("ls-files", "--stage", cwd=made.repo), git("rev-parse", "HEAD", cwd=made.repo))
    restore.restore(made.ws, "clip@main~1")
    assert (git("ls-files", "--stage", cwd=made.repo), git("rev-parse", "HEAD", cwd=made.repo)) == before
    assert (made.repo / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert (made.repo / "clip" / "unrelated.txt").read_text(encoding="utf-8") == "mine"


def test_a_folder_in_the_way_is_an_error_and_nothing_is_written(made: Any) -> None:
    model(made, 1, 10)
    model(made, 2, 20)
    (made.repo / "clip" / "lib" / "sizes.py").unlink()
    (made.repo / "clip" / "lib" / "sizes.py").mkdir()
    before = (made.repo / "clip" / "model.py").read_text(encoding="utf-8")
    with pytest.raises(SourceError, match=r"clip/lib/sizes\.py"):
        restore.restore(made.ws, "clip@main~1")
    assert (made.repo / "clip" / "model.py").read_text(encoding="utf-8") == before


def test_a_link_that_leads_outside_is_not_followed(made: Any, tmp_path: Any) -> None:
    model(made, 1, 10)
    model(made, 2, 20)
    outside = tmp_path / "outside.py"
    outside.write_text("somebody else's", encoding="utf-8")
    (made.repo / "clip" / "lib" / "sizes.py").unlink()
    (made.repo / "clip" / "lib" / "sizes.py").symlink_to(outside)
    with pytest.raises(SourceError, match="outside"):
        restore.restore(made.ws, "clip@main~1")
    assert outside.read_text(encoding="utf-8") == "somebody else's"


def test_a_part_s_name_alone_is_no_place_to_go_back_to(made: Any) -> None:
    model(made, 1, 10)
    with pytest.raises(RefError, match="working tree"):
        restore.restore(made.ws, "clip")


def test_a_restore_whose_way_back_cannot_be_noted_changes_nothing(made: Any) -> None:
    model(made, 1, 10)
    model(made, 2, 20)
    before = contents(made)
    marks = made.repo / ".git" / "cadgit" / "marks"
    shutil.rmtree(marks)
    marks.write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(StorageError, match="way back"):
        restore.restore(made.ws, "clip@main~1")
    assert contents(made) == before


def test_undo_takes_back_a_restore(made: Any) -> None:
    model(made, 1, 10)
    made.write("clip/extra.py", "")
    model(made, 2, 20)
    made.write("clip/model.py", "unsaved elsewhere")
    before = contents(made)
    restore.restore(made.ws, "clip@main~1")
    assert contents(made) != before
    outcome = undo.undo(made.ws)
    assert outcome.what == "restore"
    assert contents(made) == before
    with pytest.raises(RefError, match="nothing to undo"):
        undo.undo(made.ws)


def test_undo_removes_a_file_that_the_restore_brought_back(made: Any) -> None:
    model(made, 1, 10)
    (made.repo / "clip" / "lib" / "sizes.py").unlink()
    restore.restore(made.ws, "clip@main")
    undo.undo(made.ws)
    assert not (made.repo / "clip" / "lib" / "sizes.py").exists()


def test_undo_does_not_throw_away_an_edit_made_after_the_restore(made: Any) -> None:
    model(made, 1, 10)
    model(made, 2, 20)
    restore.restore(made.ws, "clip@main~1")
    made.write("clip/model.py", "an edit")
    with pytest.raises(SourceError, match="edited"):
        undo.undo(made.ws)
    assert (made.repo / "clip" / "model.py").read_text(encoding="utf-8") == "an edit"


def test_undo_withdraws_the_last_promotion_and_the_one_before_stands(made: Any) -> None:
    one, two = model(made, 1, 10), model(made, 2, 20)
    made.version(one)
    made.version(two)
    outcome = undo.undo(made.ws)
    assert outcome.what == "promotion"
    assert outcome.version is not None
    assert (outcome.version.number, bool(outcome.version.withdrawn)) == (2, True)
    assert outcome.standing is not None
    assert outcome.standing.number == 1
    assert made.version(two).number == 3


def test_going_back_to_an_older_candidate_is_a_new_version(made: Any) -> None:
    one, two = model(made, 1, 10), model(made, 2, 20)
    assert [made.version(c).number for c in (one, two, two, one)] == [1, 2, 2, 3]


def test_undo_of_one_part_leaves_the_others(made: Any) -> None:
    made.version(model(made, 1, 10))
    other = made.candidate("lid.py", "result = 1\n")
    made.version(other)
    outcome = undo.undo(made.ws, "clip")
    assert outcome.version is not None
    assert outcome.version.part == "clip"
    assert made.ws.versions.latest("lid") is not None
