"""Drawings: what stands on them is true of the part, and nothing stands on anything else."""

from __future__ import annotations

from io import StringIO
from itertools import combinations

import ezdxf
import pytest

from cadgit.shape.render.drawing import dxf
from cadgit.shape.render.drawing.dimensions import box_of
from cadgit.shape.render.drawing.layout import BLOCK as BLOCK_HEIGHT
from cadgit.shape.render.drawing.layout import BORDER
from cadgit.shape.render.drawing.marks import Arc, Line

from .conftest import SCATTERED, Sheet, drawn

PARTS = ("plain", "drilled", "grid", "scattered", "slanted", "disc", "thin", "tiny", "huge", "sketch")


def texts_of_file(sheet: Sheet) -> list[str]:
    """What the DXF file says, as an independent reader gives it."""
    file = ezdxf.read(StringIO(dxf.write(sheet.marks, sheet.plan.paper).decode("cp1252")))
    return [entity.dxf.text for entity in file.modelspace().query("TEXT")]


def test_call_outs_of_a_file_are_the_model_s_holes_and_radii():
    texts = texts_of_file(drawn("drilled"))
    assert "4x %%c5.5 THRU" in texts and "CBORE %%c10 x 5 DEEP" in texts
    assert "%%c4 THRU" in texts and "CSK %%c8 x 82%%d" in texts
    assert "6x %%c3 THRU" in texts and "ON %%c24, EVERY 60%%d FROM 15%%d" in texts
    assert "%%c8 x 6 DEEP" in texts
    assert "%%c6 x 4 DEEP FAR SIDE" in texts
    assert "4x R5" in texts


def test_ordinates_of_a_file_are_the_places_of_the_holes():
    texts = texts_of_file(drawn("drilled"))
    # Columns: the counterbores, the blind holes, the middle of the circle; rows likewise.
    assert {"10", "20", "40", "62.345", "70"} <= set(texts)
    assert {"10", "21.5", "30", "50"} <= set(texts)
    assert sorted(texts).count("80") == 1 and texts.count("60") == 1


def test_a_grid_is_told_in_two_chains():
    words = drawn("grid").words
    assert "10 × 10 = 100" in words and "5 × 10 = 50" in words and "66× Ø4 THRU" in words
    assert words.count("20") == 0


def test_holes_that_have_no_room_for_their_places_stand_in_a_table():
    words = drawn("scattered").words
    sizes = [index for index, word in enumerate(words) if word == "Ø2 THRU"]  # the last column
    listed = {(float(words[index - 2]), float(words[index - 1])) for index in sizes}
    left_out = [word for word in words if word.endswith("more holes are not in the table")]
    assert listed <= set(SCATTERED)
    assert len(listed) + sum(int(word.split()[0]) for word in left_out) == len(SCATTERED)
    assert len(listed) > 20


def test_a_slanted_hole_is_said_to_be_left_out():
    assert "1 slanted hole is not dimensioned" in drawn("slanted").words


@pytest.mark.parametrize("name", PARTS)
def test_no_text_stands_on_another_or_on_a_view_or_leaves_the_border(name):
    sheet = drawn(name)
    width, height = sheet.plan.paper
    tags = {text for text in sheet.texts if text.size < 2 and text.text[:1] == "A" and text.text[1:].isdecimal()}
    boxes = [(text, box_of(text)) for text in sheet.texts]
    for (a, (left, low, right, high)), (b, (left_b, low_b, right_b, high_b)) in combinations(boxes, 2):
        apart = left >= right_b - 0.01 or left_b >= right - 0.01 or low >= high_b - 0.01 or low_b >= high - 0.01
        assert apart, (a, b)
    for text, (left, low, right, high) in boxes:
        assert left >= BORDER and low >= BORDER and right <= width - BORDER and high <= height - BORDER, text
        for view in sheet.plan.views:
            (x, y), (wide, tall) = view.corner, view.size
            outside = left >= x + wide or right <= x or low >= y + tall or high <= y
            assert outside or text in tags, text


@pytest.mark.parametrize("name", PARTS)
def test_views_stand_above_the_title_block_and_do_not_meet(name):
    plan = drawn(name).plan
    for view in plan.views:
        assert view.corner[1] > BORDER + BLOCK_HEIGHT and view.corner[0] > BORDER
        assert view.corner[1] + view.size[1] < plan.paper[1] - BORDER
        assert view.corner[0] + view.size[0] < plan.paper[0] - BORDER
    for a, b in combinations(plan.views, 2):
        assert a.corner[0] + a.size[0] < b.corner[0] or a.corner[1] + a.size[1] < b.corner[1]


@pytest.mark.parametrize(
    ("name", "sizes", "scale"),
    [
        ("thin", {"1000", "1"}, "1:5"),
        ("tiny", {"0.1"}, "500:1"),
        ("huge", {"100000", "50000", "3000"}, "1:500"),
    ],
)
def test_overall_sizes_are_right_at_any_scale(name, sizes, scale):
    words = drawn(name).words
    assert sizes <= set(words)
    assert scale in words


def test_a_flat_result_has_the_one_view_that_shows_it():
    (view,) = drawn("sketch").plan.views
    assert view.view.name == "top"


def test_a_circle_that_is_seen_from_its_edge_is_a_line_of_its_diameter():
    sheet = drawn("disc")
    front = next(view for view in sheet.plan.views if view.view.name == "front")
    level = {
        round(abs(mark.points[0][0] - mark.points[-1][0]), 6)
        for mark in sheet.marks
        if isinstance(mark, Line)
        and mark.style == "visible"
        and front.corner[1] - 0.1 < mark.points[0][1] < front.corner[1] + front.size[1] + 0.1
        and mark.points[0][0] < front.corner[0] + front.size[0] + 0.1
        and abs(mark.points[0][1] - mark.points[-1][1]) < 1e-6
    }
    assert level == {round(front.size[0], 6)}
    assert front.size[0] == pytest.approx(30 * front.scale)
    assert "Ø30" in sheet.words


def test_edges_between_smooth_faces_are_thin_and_a_hole_from_the_side_has_its_axis():
    sheet = drawn("plain")
    front = next(view for view in sheet.plan.views if view.view.name == "front")

    def upright(style: str) -> list[float]:
        """Where lines of a style stand in the front view, in mm from its middle."""
        inside = range(int(front.corner[1]) - 2, int(front.corner[1] + front.size[1]) + 2)
        return sorted(
            round((mark.points[0][0] - front.middle[0]) / front.scale, 3)
            for mark in sheet.marks
            if isinstance(mark, Line)
            and mark.style == style
            and len(mark.points) == 2
            and abs(mark.points[0][0] - mark.points[1][0]) < 1e-9
            and int(mark.points[0][1]) in inside
            and abs(mark.points[0][1] - mark.points[1][1]) > 10
            and abs(mark.points[0][0] - front.middle[0]) <= front.size[0] / 2 + 0.1
        )

    assert upright("visible") == [-20, 20]
    assert set(upright("thin")) == {-17, 17}
    assert upright("hidden") == [-5, 5]
    assert upright("centre") == [0]
    circles = [mark for mark in sheet.marks if isinstance(mark, Arc) and mark.is_circle and mark.style == "visible"]
    assert any(circle.radius == pytest.approx(5 * front.scale) for circle in circles)
