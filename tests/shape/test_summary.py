from __future__ import annotations

import math

import build123d as b3d
import pytest
from build123d import Circle, Location, Pos, Rectangle, Rot, Sphere, Vertex

from cadgit.records import ManifestNode
from cadgit.shape.brep import read_brep
from cadgit.shape.summary import summarise

from . import parts
from .parts import TWO, box, handed_over, moved, together


def summary(part, manifest=None):
    return summarise(read_brep(handed_over(part)), manifest)


@pytest.mark.parametrize(
    "part, manifest, kind",
    [
        (parts.plain, None, "solid"),
        (parts.cut_in_two, None, "solid"),
        (lambda: together(box(1, 1, 1), moved(box(1, 1, 1), 5)), TWO, "assembly"),
        (lambda: together(box(1, 1, 1), moved(box(1, 1, 1), 5)), None, "solid"),
        (parts.sketch, None, "sketch"),
        (lambda: Rot(30, 20, 10) * Pos(1, 2, 3) * (Rectangle(20, 10) + Pos(40, 0) * Circle(3)), None, "sketch"),
        (lambda: together(Rectangle(2, 3), Pos(0, 0, 5) * Rectangle(2, 3)), None, "surface"),
        (parts.open_shell, None, "surface"),
        (lambda: Sphere(3).split(b3d.Plane.XY).faces().filter_by(b3d.GeomType.SPHERE)[0], None, "surface"),
        (lambda: b3d.Wire.make_circle(4), None, "curve"),
        (lambda: Vertex(1, 2, 3), None, "empty"),
        (parts.empty_cut, None, "empty"),
        (lambda: together(box(1, 1, 1), Rectangle(9, 9)), None, "solid"),
    ],
)
def test_the_kind_follows_from_what_is_there(part, manifest, kind):
    assert summary(part(), manifest)[0].kind == kind


def test_measures_of_a_part_are_exact():
    geometry, warnings = summary(parts.plain())
    assert warnings == ()
    assert geometry.volume == pytest.approx(22274.690, abs=1e-3)
    assert (geometry.solids, geometry.faces) == (1, 11)
    assert geometry.box.size == pytest.approx((40, 30, 20))
    assert geometry.centre_of_mass == pytest.approx((0, 0, 0), abs=1e-9)


def test_the_box_of_a_turned_torus_is_not_enlarged():
    geometry, _ = summary(Rot(0, 45, 0) * b3d.Torus(10, 3))
    side = 2 * (10 * math.cos(math.pi / 4) + 3)
    assert geometry.box.size == pytest.approx((side, 26, side), rel=1e-4)


def test_each_solid_of_an_assembly_is_measured_with_its_label():
    geometry, _ = summary(together(box(10, 10, 10), moved(box(2, 2, 2), 20)), TWO)
    assert geometry.labels == ("base", "lid")
    assert [(part.label, part.volume) for part in geometry.parts] == [
        ("base", pytest.approx(1000)),
        ("lid", pytest.approx(8)),
    ]
    assert geometry.parts[1].centre_of_mass == pytest.approx((20, 0, 0))


def test_loose_faces_beside_a_solid_add_no_volume_and_no_area():
    geometry, _ = summary(together(box(10, 10, 10), Pos(0, 0, 50) * Rectangle(9, 9)))
    assert (geometry.volume, geometry.area) == (pytest.approx(1000), pytest.approx(600))
    assert geometry.faces == 7


def test_a_sketch_has_an_area_and_no_volume():
    geometry, _ = summary(parts.sketch())
    assert geometry.volume == 0
    assert geometry.area == pytest.approx(200 - 9 * math.pi)


def test_an_inside_out_solid_has_a_negative_volume():
    assert summary(parts.inside_out())[0].volume == pytest.approx(-1000)


def test_a_coordinate_that_is_not_a_number_is_no_crash_and_no_size():
    geometry, warnings = summary(parts.not_a_number())
    assert geometry.box is None and geometry.volume == 0
    assert "not a number" in warnings[0]


def test_a_coordinate_beyond_what_occt_calls_finite_is_no_size_either():
    far = box(1, 1, 1).moved(Location((1e101, 0, 0)))
    geometry, warnings = summary(far)
    assert geometry.box is None
    assert "infinite" in warnings[0]


def test_an_empty_result_says_so():
    geometry, warnings = summary(parts.empty_cut())
    assert geometry.box is None and geometry.centre_of_mass is None
    assert warnings == ("the result is empty",)


def test_a_manifest_that_does_not_fit_is_a_warning():
    _, warnings = summary(box(1, 1, 1), ManifestNode("x", children=(ManifestNode(), ManifestNode())))
    assert "labels and colours below it are left out" in warnings[0]


def test_far_from_the_origin_the_centre_is_still_right():
    geometry, _ = summary(box(10, 10, 10).moved(Location((1e5, 0, 0))))
    assert geometry.centre_of_mass == pytest.approx((1e5, 0, 0))


def test_a_volume_that_is_rounding_alone_puts_the_centre_nowhere_far():
    geometry, _ = summary(parts.bow_tie())
    assert abs(geometry.volume) < 1e-9
    assert all(
        low <= x <= high
        for low, x, high in zip(geometry.box.minimum, geometry.centre_of_mass, geometry.box.maximum, strict=True)
    )
