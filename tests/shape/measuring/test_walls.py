from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos, Rot, Sphere

from cadgit.records import WallMeasure
from cadgit.shape.brep import compound
from cadgit.shape.entities.finding import find
from cadgit.shape.entities.numbering import Entities
from cadgit.shape.measuring.walls import WallError, at_point, smallest

from ..parts import open_shell


@pytest.fixture(scope="module")
def tray() -> Entities:
    """40 × 30 × 20, hollowed from above: a floor of 3 mm, walls of 2 mm, one of them of 1.5 mm."""
    return Entities((b3d.Box(40, 30, 20) - Pos(0.25, 0, 3) * b3d.Box(36.5, 26, 20)).wrapped)


def at(entities: Entities, name: str) -> WallMeasure:
    return at_point(entities, find(entities, name))


def test_the_smallest_wall_is_the_thinnest_of_all(tray: Entities) -> None:
    found = smallest(tray)
    assert (found.thickness, found.error, found.at) == (pytest.approx(1.5, abs=1e-6), 0, "")
    assert sorted(abs(x) for x in (found.start[0], found.end[0])) == pytest.approx([18.5, 20])


def test_the_smallest_wall_of_a_face_begins_there(tray: Entities) -> None:
    found = smallest(tray, find(tray, "bottom face"))
    assert (found.thickness, found.faces[0], found.at) == (pytest.approx(3), "face:5", "face:5")
    assert found.start[2] == pytest.approx(-10)


@pytest.mark.parametrize(
    ("point", "thickness"),
    [("(0, 0, -10)", 3), ("(-20, 0, 5)", 2), ("(20, 0, 5)", 1.5), ("(0, 15, 5)", 2), ("(18.5, 0, 0)", 1.5)],
)
def test_a_wall_at_a_point_is_the_way_through_the_material(tray: Entities, point: str, thickness: float) -> None:
    found = at(tray, point)
    assert (found.thickness, found.notes) == (pytest.approx(thickness, abs=1e-9), ())


def test_a_point_beside_the_faces_says_how_far_it_is(tray: Entities) -> None:
    found = at(tray, "(19, 0, 5)")
    assert found.thickness == pytest.approx(1.5)
    assert "is 0.5 mm from the point" in found.notes[0]


def test_at_an_edge_the_thinnest_wall_counts(tray: Entities) -> None:
    assert at(tray, "(20, 0, 10)").thickness == pytest.approx(1.5)


def test_a_wall_to_a_face_that_leans_too_far_is_none() -> None:
    def wedge(degrees: float) -> Entities:
        cut = Pos(0, 0, 5) * Rot(0, degrees, 0) * Pos(0, 0, 50) * b3d.Box(200, 200, 100)
        return Entities((b3d.Box(20, 20, 20) - cut).wrapped)

    assert at(wedge(25), "(0, 0, -10)").thickness == pytest.approx(15)
    with pytest.raises(WallError, match=r"leans by 35\.0°, more than 30°"):
        at(wedge(35), "(0, 0, -10)")


def test_round_bodies_have_walls_too() -> None:
    tube = Entities((Cylinder(10, 30) - Cylinder(8.5, 30)).wrapped)
    assert at(tube, "(0, 10, 3)").thickness == pytest.approx(1.5)
    ball = Entities(Sphere(5).wrapped)
    assert at(ball, "(3, 0, 4)").thickness == pytest.approx(10)


@pytest.mark.parametrize("part", [open_shell(), b3d.Rectangle(3, 4)], ids=["shell", "sketch"])
def test_without_a_solid_there_is_no_wall(part: Any) -> None:
    entities = Entities(part.wrapped)
    with pytest.raises(WallError, match="no solid"):
        smallest(entities)
    with pytest.raises(WallError, match="no solid"):
        at(entities, "(0, 0, 0)")


def test_a_wall_does_not_lead_through_the_next_solid() -> None:
    stacked = Entities(compound([b3d.Box(10, 10, 4).wrapped, (Pos(0, 0, 4) * b3d.Box(10, 10, 4)).wrapped]))
    assert at(stacked, "(0, 0, -2)").thickness == pytest.approx(4)
