"""Fillets are told by radius, and whether they round an outer edge or a corner."""

from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Axis, Circle, Pos, SlotOverall

from cadgit.records.features import Fillet
from cadgit.shape.features.finding import find

from . import parts


def fillets(part: b3d.Part) -> tuple[Fillet, ...]:
    return find(part.wrapped, ("fillet",)).fillets


def told(part: b3d.Part) -> list[tuple[float, str, int, int]]:
    return [(round(one.radius, 6), one.sense, len(one.faces), len(one.corners)) for one in fillets(part)]


@pytest.fixture(scope="module")
def stepped() -> b3d.Part:
    """A block with a round boss: R3 upright, R2 at the boss' foot, R1 around its top."""
    block = b3d.fillet(b3d.Box(60, 40, 20).edges().filter_by(Axis.Z), 3)
    block += Pos(0, 0, 15) * b3d.Cylinder(12, 10)
    rims = block.edges().filter_by(lambda edge: edge.geom_type == b3d.GeomType.CIRCLE and edge.radius > 10)
    block = b3d.fillet(rims.sort_by(Axis.Z)[0], 2)
    return b3d.fillet(block.edges().sort_by(Axis.Z)[-1], 1)


def test_fillets_are_grouped_by_radius_and_sense(stepped: b3d.Part) -> None:
    assert told(stepped) == [(1.0, "convex", 1, 0), (2.0, "concave", 1, 0), (3.0, "convex", 4, 0)]


def test_fillets_stay_when_the_part_is_turned_or_mirrored(stepped: b3d.Part) -> None:
    assert [one.faces for one in fillets(parts.placed(stepped))] == [one.faces for one in fillets(stepped)]
    assert told(parts.placed(stepped)) == told(parts.mirrored(stepped)) == told(stepped)


def test_a_block_rounded_all_around_has_twelve_edges_and_eight_corners() -> None:
    assert told(b3d.fillet(b3d.Box(20, 30, 40).edges(), 2)) == [(2.0, "convex", 12, 8)]


def test_the_corners_of_a_pocket_are_concave() -> None:
    pocket = b3d.fillet(b3d.Box(20, 12, 10).edges().filter_by(Axis.Z), 4)
    assert told(b3d.Box(60, 40, 20) - Pos(0, 0, 6) * pocket) == [(4.0, "concave", 4, 0)]


def test_round_ends_holes_and_sharp_arcs_are_no_fillets() -> None:
    plate = b3d.extrude(SlotOverall(60, 20) - Circle(4), 5)  # two half circles
    assert fillets(plate) == ()
    # An arc that meets its neighbours in an edge.
    assert fillets(b3d.Cylinder(10, 5) - Pos(10, 0, 0) * b3d.Box(6, 30, 5)) == ()


def test_a_radius_that_changes_along_the_edge_has_none_to_be_told_by() -> None:
    tapered = b3d.loft(
        [b3d.RectangleRounded(20, 20, 2).face(), (Pos(0, 0, 20) * b3d.RectangleRounded(20, 20, 5)).face()]
    )
    assert fillets(tapered) == ()
