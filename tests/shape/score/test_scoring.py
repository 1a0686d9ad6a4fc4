from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Axis, Cylinder, Pos, Rot

from cadgit.shape.brep import read_brep
from cadgit.shape.mesh import triangulate
from cadgit.shape.score import meshed
from cadgit.shape.score.scoring import ScoreError, score

from .. import parts


def scored(candidate, reference, before=None, **options):
    shapes = [read_brep(parts.handed_over(part)) for part in (candidate, reference)]
    third = None if before is None else read_brep(parts.handed_over(before))
    return score(*shapes, third, **{"samples": 2000} | options)


def drilled(radius: float = 5, width: float = 40, holes: int = 1, rounded: float = 3) -> b3d.Part:
    with b3d.BuildPart() as p:
        b3d.Box(width, 30, 20)
        with b3d.GridLocations(14, 0, holes, 1):
            b3d.Hole(radius)
        b3d.fillet(p.edges().filter_by(Axis.Z), rounded)
    return p.part


def touching() -> object:
    """A pin that stands on a box: two solids whose faces lie on each other without being one."""
    return parts.together(b3d.Box(20, 20, 20), Pos(0, 0, 15) * Cylinder(4, 10))


@pytest.mark.parametrize(
    "name", ["plain", "sphere", "hollow", "all edges rounded", "cut in two", "touching", "plate with holes"]
)
def test_a_part_scores_1_against_itself(name):
    make = touching if name == "touching" else parts.GOOD[name]
    found = scored(make(), make())
    assert found.shape == pytest.approx(1, abs=1e-6)
    assert found.facets.f1 == pytest.approx(1, abs=1e-3)
    assert (found.volume_iou, found.topology) == (pytest.approx(1), 1)
    assert found.deviation.distance < 1e-6


NEAR_MISSES = {
    "a wider hole": lambda: drilled(radius=5.5),
    "longer": lambda: drilled(width=41),
    "rounder": lambda: drilled(rounded=4),
    "moved": lambda: Pos(0.5, 0, 0) * drilled(),
    "a hole more": lambda: drilled(holes=2),
    "no hole": lambda: b3d.fillet(b3d.Box(40, 30, 20).edges().filter_by(Axis.Z), 3),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_a_near_miss_scores_less_on_an_axis_and_shows_its_deviation(name):
    found = scored(NEAR_MISSES[name](), drilled())
    assert found.shape < 0.998
    assert found.volume_iou < 1 - 1e-4
    assert found.deviation.distance > 0.4


def test_further_away_scores_less():
    shapes = [scored(drilled(radius=radius), drilled()).shape for radius in (5, 5.5, 6.5, 8)]
    assert shapes == sorted(shapes, reverse=True) and len(set(shapes)) == 4


def test_two_boxes_apart_share_what_they_share():
    found = scored(Pos(10, 0, 0) * parts.box(40, 30, 20), parts.box(40, 30, 20))
    assert found.volume_iou == pytest.approx(30 / 50)
    assert found.shape == pytest.approx((found.surface.f1 + found.volume_iou) / 2)


def test_a_hole_more_is_another_topology():
    found = scored(drilled(holes=2), drilled())
    assert found.betti.tunnels == 2 and found.reference_betti.tunnels == 1
    assert found.topology == pytest.approx(4 / 9)


def test_meshes_follow_the_reference_s_diagonal_within_bounds():
    small, middle, large = (parts.box(size, size, size) for size in (1, 100, 1000))
    assert scored(middle, small).deflection == 0.005
    assert scored(small, middle).deflection == pytest.approx(100 * 3**0.5 / 1000)
    assert scored(small, large).deflection == 0.5
    assert scored(small, middle).tolerance == pytest.approx(0.005 * 100 * 3**0.5)


def test_doing_nothing_gains_nothing_and_doing_all_gains_all():
    unedited, target = drilled(), drilled(holes=2)
    assert scored(unedited, target, unedited).edit.gain == pytest.approx(0)
    assert scored(target, target, unedited).edit.gain == pytest.approx(1, abs=1e-6)
    half = scored(drilled(holes=2, radius=5.5), target, unedited).edit
    assert 0 < half.gain < 1 and half.before < 1
    assert scored(parts.box(5, 5, 5), target, unedited).edit.gain == 0


def test_where_the_input_is_the_target_there_is_nothing_to_gain():
    exact = parts.box(40, 30, 20)
    assert scored(exact, exact, exact).edit.gain is None


@pytest.mark.slow
def test_an_aligned_part_scores_as_if_it_had_not_been_turned():
    part = b3d.Box(40, 30, 20) - Pos(15, 10, 5) * b3d.Box(10, 10, 10)
    turned = Pos(5, 6, 7) * Rot(30, 50, 70) * part
    assert scored(turned, part).shape < 0.8
    found = scored(turned, part, aligned=True)
    assert found.facets.f1 > 0.999 and found.volume_iou == pytest.approx(1, abs=1e-6)
    assert found.alignment.angle > 1


def test_an_aligned_part_never_scores_lower_than_as_it_lies():
    """On the whole it is closer when it is tilted towards the place in which it differs."""
    part = drilled()
    other = part + Pos(9, 9, 12) * b3d.Box(6, 6, 20)
    found = scored(other, part, aligned=True)
    assert found.alignment.angle == 0 and found.alignment.translation == (0, 0, 0)
    assert found.shape == scored(other, part).shape


def test_without_alignment_nothing_is_moved():
    assert scored(drilled(), drilled()).alignment is None


def test_loose_faces_beside_a_solid_are_left_out():
    beside = parts.together(parts.box(10, 10, 10), Pos(50, 0, 0) * parts.sketch())
    assert scored(beside, parts.box(10, 10, 10)).shape == pytest.approx(1)


def test_a_mesh_that_does_not_close_leaves_the_volume_open(monkeypatch):
    monkeypatch.setattr(meshed.Meshed, "body", None)
    found = scored(drilled(radius=6), drilled())
    assert found.surface.f1 > 0
    assert found.volume_iou is None and found.shape is None
    assert found.notes == ("the mesh of the candidate does not close, so volumes were not compared",)


def test_a_solid_that_is_inside_out_has_no_volume_to_compare():
    # Its volume is negative, and so was the shape.
    found = scored(parts.inside_out(), parts.box(10, 10, 10))
    assert found.volume_iou is None and found.shape is None
    assert found.surface.f1 == pytest.approx(1) and "inside out" in found.notes[0]


@pytest.mark.parametrize("which", ["candidate", "reference"])
def test_what_has_no_solid_is_not_scored(which):
    solid, flat = parts.box(1, 1, 1), parts.sketch()
    with pytest.raises(ScoreError, match=f"the {which} has no solid"):
        scored(*((flat, solid) if which == "candidate" else (solid, flat)))


@pytest.mark.slow
def test_another_seed_gives_nearly_the_same_score():
    found = [scored(drilled(radius=5.5), drilled(), samples=10_000, seed=seed) for seed in (0, 1)]
    assert found[0].shape == pytest.approx(found[1].shape, abs=0.008)
    assert found[0].volume_iou == found[1].volume_iou


def test_cylinders_of_unlike_radius_have_the_iou_of_their_sections():
    found = scored(Cylinder(9, 20), Cylinder(10, 20))
    assert found.volume_iou == pytest.approx(0.81, abs=0.002)


def test_how_a_shape_was_meshed_before_does_not_matter():
    candidate, reference = (read_brep(parts.handed_over(drilled(radius=radius))) for radius in (5, 5.5))
    fresh = score(candidate, reference, samples=2000)
    triangulate(candidate, 1e-3)
    triangulate(reference, 1.0, again=True)
    assert score(candidate, reference, samples=2000) == fresh
