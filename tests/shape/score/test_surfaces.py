from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Pos

from cadgit.shape.score.surfaces import fits

from .. import parts


def test_a_surface_lies_on_itself(mesh):
    part = mesh(parts.plain())
    found = fits(part, part, 0.1, 2000, 0)
    assert (found.surface.f1, found.facets.f1) == (1.0, 1.0)
    assert found.deviation.distance < 1e-9


def test_a_box_moved_beyond_the_tolerance_misses_its_ends_and_a_strip(mesh):
    # Of 5200 mm², two ends of 600 mm² are 1 mm away or meet a face at a right angle. Of the strip of 1 × 100 mm² that
    # sticks out, 0.75 mm are too far away; the rest is near an edge, whose two faces differ in normal.
    there, here = mesh(Pos(1, 0, 0) * parts.box(40, 30, 20)), mesh(parts.box(40, 30, 20))
    found = fits(there, here, 0.25, 50_000, 0)
    least, most = 1 - 1300 / 5200, 1 - 1275 / 5200
    for part in (found.facets.precision, found.facets.recall, found.facets.f1):
        assert least - 0.006 <= part <= most + 0.006
    assert found.deviation.distance == pytest.approx(1)
    assert abs(found.deviation.point[0]) in (pytest.approx(21), pytest.approx(20), pytest.approx(19))


def test_a_box_moved_within_the_tolerance_loses_hardly_anything(mesh):
    found = fits(mesh(Pos(0.2, 0, 0) * parts.box(40, 30, 20)), mesh(parts.box(40, 30, 20)), 0.25, 20_000, 0)
    assert found.facets.f1 > 0.99
    assert found.deviation.distance == pytest.approx(0.2)


def test_which_way_a_normal_points_does_not_matter(mesh):
    inside_out = mesh(parts.inside_out())
    found = fits(inside_out, mesh(parts.box(10, 10, 10)), 0.1, 2000, 0)
    assert (found.surface.f1, found.facets.f1) == (1.0, 1.0)


def test_the_place_of_the_largest_deviation_is_the_corner_that_sticks_out(mesh):
    part = parts.box(10, 10, 10) + Pos(5, 5, 5) * b3d.Box(1, 1, 4)
    found = fits(mesh(part), mesh(parts.box(10, 10, 10)), 0.1, 2000, 0)
    assert found.deviation.on == "candidate"
    assert found.deviation.point[2] == pytest.approx(7)
    assert found.deviation.distance >= 2


def test_what_is_missing_lies_on_the_reference(mesh):
    found = fits(
        mesh(parts.box(10, 10, 10)), mesh(parts.box(10, 10, 10) + Pos(0, 0, 7) * b3d.Box(2, 2, 4)), 0.1, 2000, 0
    )
    assert found.deviation.on == "reference"
    assert found.deviation.distance == pytest.approx(4)
    assert found.surface.recall < found.surface.precision


def test_another_seed_gives_nearly_the_same(mesh):
    one, other = mesh(parts.plain()), mesh(Pos(0.3, 0, 0) * parts.plain())
    found = [fits(one, other, 0.25, 10_000, seed) for seed in (0, 1, 2)]
    assert max(f.surface.f1 for f in found) - min(f.surface.f1 for f in found) < 0.02
    assert [f.deviation.distance for f in found] == pytest.approx([0.3] * 3)


def test_the_same_seed_gives_the_same(mesh):
    one, other = mesh(parts.plain()), mesh(Pos(0.3, 0, 0) * parts.plain())
    assert fits(one, other, 0.25, 2000, 7) == fits(one, other, 0.25, 2000, 7)
