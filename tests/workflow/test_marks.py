"""Marks: what happened last in one working tree."""

from __future__ import annotations

from pathlib import Path

from cadgit.workflow.marks import Marks, Restored


def test_the_last_run_of_each_part_is_known(tmp_path: Path) -> None:
    marks = Marks(tmp_path)
    assert marks.ran("bracket") is None
    marks.set_ran("bracket", "1" * 40)
    marks.set_ran("lid", "2" * 40)
    marks.set_ran("bracket", "3" * 40)
    ran = marks.ran("bracket")
    assert ran is not None
    assert ran.candidate == "3" * 40


def test_a_restore_is_remembered_until_it_is_taken_back(tmp_path: Path) -> None:
    restored = Restored("bracket", "1" * 40, "", 12.5, (("model.py", "4" * 40),), (("model.py", "5" * 40),))
    marks = Marks(tmp_path)
    marks.set_restored(restored)
    assert Marks(tmp_path).restored() == restored
    marks.set_restored(None)
    assert marks.restored() is None
    marks.set_restored(None)


def test_a_mark_that_cannot_be_read_or_written_counts_as_none(tmp_path: Path) -> None:
    marks = Marks(tmp_path)
    marks.set_ran("bracket", "1" * 40)
    next((tmp_path / "cadgit" / "marks").iterdir()).write_text("{", encoding="utf-8")
    assert marks.ran("bracket") is None
    (tmp_path / "blocked").write_text("", encoding="utf-8")
    blocked = Marks(tmp_path / "blocked")
    blocked.set_ran("bracket", "1" * 40)
    assert blocked.ran("bracket") is None
