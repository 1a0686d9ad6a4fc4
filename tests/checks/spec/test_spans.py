"""Walls and gaps: the intended part passes, and one that is 0.1 mm too thin or too narrow fails with the place."""

from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos

from cadgit.checks.spec.spans import judge_span
from cadgit.shape.spans import Span
from cadgit.spec import Gap, Wall

from ...shape import parts
from ...shape.parts import TWO, box, moved, together
from .samples import judged_part


def tray(web: float) -> Any:
    """A tray with a web across, at x = 10."""
    return b3d.Box(60, 40, 30) - Pos(0, 0, 3) * b3d.Box(50, 30, 30) + Pos(10, 0, 0) * b3d.Box(web, 30, 30)


def bushing(eccentric: float = 0) -> Any:
    return Cylinder(10, 20) - Pos(eccentric, 0, 0) * Cylinder(8.8, 20)


@pytest.mark.parametrize(
    ("good", "thin", "x"),
    [
        (lambda: tray(1.2), lambda: tray(1.1), 10),
        (bushing, lambda: bushing(0.1), 9.45),
    ],
    ids=["a web", "a bore out of its centre"],
)
def test_a_wall_that_is_a_tenth_too_thin_fails_and_its_place_is_told(good: Any, thin: Any, x: float) -> None:
    assert judged_part("wall", Wall(1.2), good()).status == "pass"
    bad = judged_part("wall", Wall(1.2), thin())
    assert bad.status == "fail"
    assert float(bad.measured.removesuffix(" mm")) == pytest.approx(1.1, abs=1e-3)
    assert f"the smallest wall is {bad.measured}, between face" in bad.message and "not at least 1.2" in bad.message
    (place,) = bad.places
    assert place.point is not None and place.point[0] == pytest.approx(x, abs=0.6)


@pytest.mark.parametrize("gap", [0.2, 0.1])
def test_a_gap_that_is_a_tenth_too_narrow_fails_and_its_place_is_told(gap: float) -> None:
    slotted = b3d.Box(20, 20, 20) - Pos(5, 0, 5) * b3d.Box(gap, 20, 10)
    stacked = together(box(20, 20, 5), moved(box(10, 10, 5), 0, 0, 5 + gap))
    for part, manifest in ((slotted, None), (stacked, TWO)):
        found = judged_part("gap", Gap(0.2), part, manifest)
        assert (found.status, found.measured) == ("pass" if gap == 0.2 else "fail", f"{gap} mm")
        assert len(found.places) == (gap != 0.2)


def test_faces_that_touch_and_parts_without_opposite_faces_have_no_gap() -> None:
    touching = judged_part("gap", Gap(0.2), together(box(20, 20, 5), moved(box(10, 10, 5), 0, 0, 5)), TWO)
    assert (touching.status, touching.message) == ("pass", "no gap: no two faces are opposite")


def test_a_distance_that_its_error_leaves_open_is_not_checked() -> None:
    faces = (1, 2)
    assert judge_span("wall", Span(1.2, (0, 0, 0), (1.2, 0, 0), faces), 1.2).status == "pass"
    open_ = judge_span("wall", Span(1.21, (0, 0, 0), (1.21, 0, 0), faces, 0.02), 1.2)
    assert open_.status == "not checked" and "1.21 mm ± 0.02 mm" in open_.message
    assert judge_span("wall", Span(1.17, (0, 0, 0), (1.17, 0, 0), faces, 0.02), 1.2).status == "fail"


def test_what_has_no_solid_or_no_mesh_is_no_pass() -> None:
    assert judged_part("wall", Wall(1), parts.sketch()).message == "there is no solid to measure"
    assert judged_part("gap", Gap(1), parts.sketch()).status == "fail"
    assert judged_part("wall", Wall(1), parts.not_a_number()).status == "not checked"
