"""Small edges and faces, and none where things are large enough."""

from __future__ import annotations

import build123d as b3d
import pytest

from cadgit.shape.diagnosis.details import details

from .. import parts


def test_a_step_of_a_hundredth_is_four_short_edges_and_a_narrow_face():
    step = b3d.Box(40, 30, 10) + b3d.Pos(-10, 0, 5.005) * b3d.Box(20, 30, 0.01)
    found = details(step.wrapped, 0.02)
    # The riser is 30 mm long and 0.01 mm high, and so are the sides of the step where they were not joined.
    narrow = [detail for detail in found if detail.kind == "narrow face"]
    assert narrow and all(detail.size == pytest.approx(0.01, rel=1e-2) for detail in narrow)
    assert max(detail.around for detail in narrow) == pytest.approx(60.02, abs=1e-6)
    short = [detail for detail in found if detail.kind == "short edge"]
    assert short and all(detail.size == pytest.approx(0.01, abs=1e-6) for detail in short)


def test_a_small_square_is_small_and_not_narrow():
    found = details(b3d.Box(0.01, 0.01, 10).wrapped, 0.1)
    assert {detail.kind for detail in found} == {"short edge", "small face", "narrow face"}
    small = [detail for detail in found if detail.kind == "small face"]
    assert len(small) == 2, "the ends; the sides are long"
    # Of a square of side a, twice the area over the circumference is a/2.
    assert small[0].size == pytest.approx(0.005)


@pytest.mark.parametrize("name", ["plain", "sphere", "cone with an apex", "torus", "all edges rounded", "letters"])
def test_good_parts_have_no_small_details(name):
    assert details(parts.GOOD[name]().wrapped, 1e-3) == ()
