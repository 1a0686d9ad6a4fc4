from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Pos, Rot
from OCP.Bnd import Bnd_Box
from OCP.BRepBndLib import BRepBndLib

from cadgit.shape import measure
from cadgit.shape.brep import compound, direct, read_brep
from cadgit.shape.measure import Masses, area_of, bounding_box, volume_of

from . import parts
from .parts import GOOD, box, handed_over, together


def corners(part) -> tuple[float, ...]:
    found = bounding_box(read_brep(handed_over(part)))
    return (*found.minimum, *found.maximum)


def corners_by_occt(part) -> tuple[float, ...]:
    exact = Bnd_Box()
    BRepBndLib.AddOptimal_s(read_brep(handed_over(part)), exact, False, False)
    exact.SetGap(0.0)
    return (*exact.CornerMin().Coord(), *exact.CornerMax().Coord())


@pytest.mark.parametrize("name", list(GOOD))
def test_the_box_of_the_faces_that_reach_out_is_the_box_of_the_whole(name):
    turned = Rot(10, 20, 30) * GOOD[name]()
    assert corners(turned) == pytest.approx(corners_by_occt(turned), abs=1e-6)


def test_lines_and_points_beside_faces_count_for_the_box():
    line = b3d.Edge.make_line((0, 0, 0), (0, 0, 90))
    assert corners(together(box(2, 2, 2), line, b3d.Vertex(0, -70, 0))) == pytest.approx((-1, -70, -1, 1, 1, 90))


def test_only_the_faces_that_reach_out_are_looked_at_closely(monkeypatch):
    looked_at = []
    exact = measure._exact_bounds
    monkeypatch.setattr(measure, "_exact_bounds", lambda piece: looked_at.append(piece) or exact(piece))
    part = read_brep(handed_over(parts.plate(10)))
    assert bounding_box(part).size == pytest.approx((110, 110, 4))
    assert len(looked_at) <= 6


@pytest.mark.parametrize("shape", [compound([]), compound([compound([])])])
def test_nothing_has_no_box(shape):
    assert bounding_box(shape) is None


def test_a_shape_in_many_places_is_measured_once(monkeypatch):
    measured = []
    monkeypatch.setattr(measure, "volume_of", lambda shape: measured.append(shape) or volume_of(shape))
    screw = b3d.Cone(2, 1, 5).solid()
    places = [Pos(10 * i, 3, 0) * Rot(0, 7 * i, 0) * screw for i in range(5)]
    masses = Masses()
    found = [masses.volume(solid) for solid in direct(together(*places))]
    assert len(measured) == 1
    for mass, solid in zip(found, places, strict=True):
        expected = volume_of(solid.wrapped)
        assert (mass.size, mass.centre) == (pytest.approx(expected.size), pytest.approx(expected.centre, abs=1e-9))


def test_a_shape_and_the_same_inside_out_are_measured_apart():
    solid = box(1, 2, 3).wrapped
    masses = Masses()
    assert masses.volume(solid).size == pytest.approx(6)
    assert masses.volume(solid.Reversed()).size == pytest.approx(-6)
    assert masses.area(solid).size == pytest.approx(area_of(solid).size)
