"""diff: which two sides are compared, what their sources say, and how the geometries are subtracted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import EnvironmentFailed, RefError, SourceError, UsageError
from cadgit.kernel.jobs import InspectionFailed, PaintChange, Subtract
from cadgit.records import Box, ChangedVolume, Differences, Means
from cadgit.workflow.diff import diff
from cadgit.workflow.promote import promote
from cadgit.workflow.run import run

from .comparing_kernel import ADDED, DIFFERENT, ComparingKernel, comparing
from .conftest import Made


@pytest.fixture
def kernel(made: Made) -> ComparingKernel:
    return comparing(made.ws)


def ran(made: Made, text: str, path: str = "plate.py", **options: object) -> None:
    made.write(path, text)
    run(made.ws, str(made.repo / path), **options)  # type: ignore[arg-type]


@pytest.fixture
def promoted(made: Made, kernel: ComparingKernel) -> ComparingKernel:
    """Version 1 of `plate`, and newer bytes in the working tree that never ran."""
    ran(made, "width = 40\n")
    promote(made.ws, "plate")
    made.write("plate.py", "width = 50\n")
    return kernel


def test_the_last_version_is_compared_with_the_files_as_they_are(made: Made, promoted: ComparingKernel) -> None:
    outcome = diff(made.ws, None, None)
    assert (outcome.first.name, outcome.second.name) == ("plate@v1", "plate #2")
    assert outcome.differences == DIFFERENT
    (change,) = outcome.source
    assert (change.path, change.change) == ("plate.py", "changed")
    assert change.diff.splitlines()[2:] == ["@@ -1 +1 @@", "-width = 40", "+width = 50"]


def test_a_part_alone_means_its_last_version_too(made: Made, promoted: ComparingKernel) -> None:
    for ref in ("plate", "plate.py"):
        made.ws.cwd = made.repo
        assert diff(made.ws, ref, None).first.name == "plate@v1"


def test_an_empty_file_that_was_added_has_no_lines_to_show(made: Made, promoted: ComparingKernel) -> None:
    made.write("lib/__init__.py", "")
    made.write("lib/plates.py", "width = 1\n")
    made.write("plate.py", "import lib.plates\n")
    outcome = diff(made.ws, None, None)
    diffs = {change.path: change.diff for change in outcome.source}
    assert diffs["lib/__init__.py"] == "" and diffs["lib/plates.py"].endswith("+width = 1")


def test_a_candidate_alone_is_compared_with_the_files_of_its_part(made: Made, promoted: ComparingKernel) -> None:
    ran(made, "other = 1\n", "other.py")  # changed last, and not meant
    (made.repo / "plate").mkdir()  # has the part's name, and is not meant either
    made.ws.cwd = made.repo
    outcome = diff(made.ws, "plate@main~0", None)
    assert (outcome.first.name, outcome.second.name) == ("plate #1", "plate #2")


def test_two_refs_are_compared_in_that_order(made: Made, promoted: ComparingKernel) -> None:
    run(made.ws, str(made.repo / "plate.py"))
    outcome = diff(made.ws, "plate#2", "plate@v1")
    assert (outcome.first.name, outcome.second.name) == ("plate #2", "plate@v1")
    (job,) = promoted.asked
    assert isinstance(job, Subtract) and (job.first, job.second) == (b"width = 50\n", b"width = 40\n")


def test_without_a_version_it_says_what_to_name(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "width = 40\n")
    with pytest.raises(RefError, match="no version yet") as raised:
        diff(made.ws, None, None)
    assert "plate@main~1" in raised.value.hint


def test_a_file_has_no_source_and_is_read_once(made: Made, promoted: ComparingKernel) -> None:
    made.ws.cwd = made.repo
    (made.repo / "target.step").write_bytes(b"ISO-10303-21; a target")
    outcome = diff(made.ws, "target.step", "plate@v1")
    assert outcome.first.name == "target.step" and outcome.first.candidate is None and outcome.first.file_sha256
    assert outcome.source == () and outcome.differences == DIFFERENT
    diff(made.ws, "target.step", "plate@v1")
    assert [type(job).__name__ for job in promoted.asked] == ["Import", "Subtract"]


@pytest.mark.parametrize("option", ["png", "html"])
def test_a_model_is_not_overwritten_by_a_picture_or_page(made: Made, promoted: ComparingKernel, option: str) -> None:
    where: dict[str, Any] = {option: made.repo / "plate.py"}
    with pytest.raises(UsageError, match=f"is no .{option} file"):
        diff(made.ws, None, None, **where)


def test_a_file_that_is_no_geometry_is_an_error(made: Made, promoted: ComparingKernel) -> None:
    made.ws.cwd = made.repo
    (made.repo / "target.step").write_bytes(b"junk")
    with pytest.raises(SourceError, match=r"target\.step: it is neither"):
        diff(made.ws, "target.step", "plate@v1")


def test_an_answer_is_kept_and_not_asked_for_again(made: Made, promoted: ComparingKernel) -> None:
    assert diff(made.ws, None, None).differences == diff(made.ws, None, None).differences
    assert len(promoted.asked) == 1


def test_equal_bytes_need_no_kernel(made: Made, promoted: ComparingKernel) -> None:
    made.write("plate.py", "width = 40\n")
    outcome = diff(made.ws, None, None)
    assert outcome.differences == Differences(True, "hash", iou=1.0)
    assert outcome.source == () and promoted.asked == []


def test_where_the_exact_boolean_fails_meshes_are_asked(made: Made, promoted: ComparingKernel) -> None:
    by_mesh = Differences(False, "mesh Boolean", 6.0, 0.0, (ADDED,), iou=0.5)

    def answer(job: Subtract) -> Differences | InspectionFailed:
        return by_mesh if job.method == "mesh" else InspectionFailed("no answer within 15 s", "time")

    promoted.subtracts = answer
    assert diff(made.ws, None, None).differences == by_mesh
    assert [job.method for job in promoted.asked if isinstance(job, Subtract)] == ["exact", "mesh"]


def test_where_nothing_helps_it_says_what_was_tried(made: Made, promoted: ComparingKernel) -> None:
    promoted.subtracts = lambda job: InspectionFailed(f"the {job.method} one crashed", "crash")
    outcome = diff(made.ws, None, None)
    assert outcome.differences is None
    assert outcome.not_checked == (
        "by an exact Boolean: the exact one crashed; by a mesh Boolean: the mesh one crashed"
    )
    assert outcome.source  # what is known is told all the same


def test_a_model_that_does_not_run_is_compared_by_its_source(made: Made, promoted: ComparingKernel) -> None:
    made.write("plate.py", "width = 40  # does not run\n")
    outcome = diff(made.ws, None, None)
    assert outcome.second.outcome == "failed" and outcome.second.geometry is None
    assert outcome.differences is None and "plate #2 does not run: ValueError: no" in outcome.not_checked
    assert "+width = 40  # does not run" in outcome.source[0].diff


@pytest.mark.parametrize(
    ("box", "inside"),
    [
        (Box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)), True),
        (Box((-9.0, -9.0, -9.0), (9.0, 9.0, 9.0)), True),
        (Box((0.1, 0.0, 0.0), (1.0, 2.0, 3.0)), False),
        (Box((0.0, 0.0, 0.0), (1.0, 2.0, 2.9)), False),
    ],
)
def test_whether_every_change_lies_in_a_box(made: Made, promoted: ComparingKernel, box: Box, inside: bool) -> None:
    outcome = diff(made.ws, None, None, within=box)
    assert outcome.inside is inside
    assert outcome.outside == (() if inside else (ADDED,))


def test_of_what_could_not_be_compared_nobody_says_that_it_lies_in_a_box(made: Made, promoted: ComparingKernel) -> None:
    promoted.subtracts = lambda job: InspectionFailed("it crashed", "crash")
    outcome = diff(made.ws, None, None, within=Box((-9.0, -9.0, -9.0), (9.0, 9.0, 9.0)))
    assert outcome.inside is None and outcome.outside == ()


def test_without_a_change_every_box_will_do(made: Made, promoted: ComparingKernel) -> None:
    made.write("plate.py", "width = 40\n")
    assert diff(made.ws, None, None, within=Box((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))).inside is True


def test_files_that_came_went_or_are_no_text_and_options_are_told(made: Made, kernel: ComparingKernel) -> None:
    made.write("old.txt", "gone\n")
    made.write("data.bin", "")
    (made.repo / "data.bin").write_bytes(b"\0\1")
    ran(made, 'width = 40\nopen("old.txt"), open("data.bin", "rb")\n')
    (made.repo / "data.bin").write_bytes(b"\0\2")
    made.write("new.txt", "here\nwithout an end")
    ran(made, 'width = 40\nopen("new.txt"), open("data.bin", "rb")\n', parameters=("width=41",))
    changes = {change.path: change for change in diff(made.ws, "plate#1", "plate#2").source}
    assert {path: change.change for path, change in changes.items()} == {
        "old.txt": "removed",
        "new.txt": "added",
        "data.bin": "changed",
        "plate.py": "changed",
        "-P width": "added",
    }
    assert changes["data.bin"].diff == ""
    assert changes["new.txt"].diff.endswith("+without an end\n\\ No newline at end of file")
    assert changes["-P width"].diff.endswith("+41")


def test_a_page_is_written_with_the_picture(made: Made, promoted: ComparingKernel) -> None:
    made.ws.cwd = made.repo
    outcome = diff(
        made.ws,
        None,
        None,
        png=Path("change.png"),
        html=Path("change.html"),
        page=lambda outcome, picture: f"{outcome.second.name} {picture!r}",
    )
    assert (outcome.picture, outcome.page) == ("change.png", "change.html")
    assert (made.repo / "change.png").read_bytes() == b"PNG of green and red"
    assert (made.repo / "change.html").read_text(encoding="utf-8") == "plate #2 b'PNG of green and red'"


def test_a_picture_is_made_as_the_volumes_were_found(made: Made, promoted: ComparingKernel) -> None:
    made.ws.cwd = made.repo
    promoted.subtracts = lambda job: Differences(False, "mesh Boolean", 6.0, iou=0.5)
    diff(made.ws, None, None, png=Path("change.png"))
    assert [job.method for job in promoted.asked if isinstance(job, PaintChange)] == ["mesh"]


def test_without_a_renderer_there_is_a_page_without_a_picture(made: Made, promoted: ComparingKernel) -> None:
    made.ws.cwd = made.repo
    promoted.renders = False
    outcome = diff(made.ws, None, None, html=Path("change.html"), page=lambda outcome, picture: repr(picture))
    assert outcome.page and (made.repo / "change.html").read_text(encoding="utf-8") == "b''"
    assert any("no picture: pictures need embreex" in said for said in made.notices.said)
    with pytest.raises(EnvironmentFailed) as raised:
        diff(made.ws, None, None, png=Path("change.png"))
    assert "cadgit[render]" in raised.value.hint
    assert not (made.repo / "change.png").exists()


def test_pieces_are_kept_as_they_came(made: Made, promoted: ComparingKernel) -> None:
    pieces = (ADDED, ChangedVolume("removed", 1.0, Box((5.0, 5.0, 5.0), (6.0, 6.0, 6.0))))
    promoted.subtracts = lambda job: Differences(False, "exact Boolean", 6.0, 1.0, pieces, iou=0.5)
    outcome = diff(made.ws, None, None, within=Box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)))
    assert outcome.differences is not None and outcome.differences.pieces == pieces
    assert outcome.outside == pieces[1:]


@pytest.mark.parametrize(("by", "inside"), [("exact Boolean", False), ("mesh Boolean", True)])
def test_a_mesh_may_reach_out_of_the_box_by_what_it_is_off(
    made: Made, promoted: ComparingKernel, by: Means, inside: bool
) -> None:
    piece = ChangedVolume("added", 6.0, Box((0.0, 0.0, 0.0), (1.0, 2.0, 3.005)))
    promoted.subtracts = lambda job: Differences(False, by, 6.0, 0.0, (piece,), thinnest=0.01, iou=0.5)
    assert diff(made.ws, None, None, within=Box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0))).inside is inside
