"""Facets: what a picture shows of a result."""

from __future__ import annotations

import build123d as b3d
import numpy as np
import pytest
from build123d import Pos

from cadgit.records import ManifestNode
from cadgit.shape.render.facets import Facets, NothingToSee

from .. import parts
from .conftest import facets, of


def test_normals_point_outwards_even_where_the_surface_s_own_do_not():
    hole = of(b3d.Sphere(10) - b3d.Sphere(5))
    away = np.einsum("ij,ij->i", hole.points, hole.normals)
    distance = np.linalg.norm(hole.points, axis=1)
    assert (away[distance > 9] > 0).all()
    assert (away[distance < 6] < 0).all()


def test_a_mirrored_copy_is_turned_the_right_way_round():
    corner = b3d.Solid.make_box(10, 20, 30)
    mirrored = of(corner.mirror(b3d.Plane.YZ))
    a, b, c = mirrored.corners.transpose(1, 0, 2)
    outward = np.cross(b - a, c - a)
    assert np.einsum("ij,ij->", (a + b + c) / 3, outward) / 6 == pytest.approx(6000, rel=1e-5)


def test_a_seam_is_no_line_and_an_edge_between_tangent_faces_is_a_smooth_one():
    cylinder = of(b3d.Cylinder(5, 10))
    assert len(cylinder.smooth) == 2 and not cylinder.smooth.any()  # the two circles, and not the seam
    assert facets("plain").smooth.sum() == 8  # both sides of four rounded corners


def test_lines_lie_on_the_triangles():
    plain = facets("plain")
    nodes = {tuple(point) for point in plain.points.tolist()}
    assert all(tuple(point) in nodes for point in plain.path.tolist())


def test_a_part_far_from_the_origin_keeps_its_digits():
    far = of(Pos(1e6, 0, 0) * b3d.Box(1, 2, 3))
    assert far.centre == pytest.approx([1e6, 0, 0])
    assert np.abs(far.points).max(axis=0) == pytest.approx([0.5, 1, 1.5], abs=1e-6)


def test_a_leaf_has_its_own_colour_or_that_of_the_nearest_parent():
    red, blue = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 0.5)
    tree = ManifestNode("all", red, children=(ManifestNode("base"), ManifestNode("lid", blue)))
    bodies = of(b3d.Compound(parts.together(b3d.Box(1, 1, 1), Pos(2, 0, 0) * b3d.Box(1, 1, 1))), tree).bodies
    assert [(body.label, body.color) for body in bodies] == [("base", red), ("lid", blue)]


def test_the_bytes_of_facets_are_the_same_each_time_and_read_back():
    plain = facets("plain")
    again = of(parts.plain())
    assert plain.to_bytes() == again.to_bytes() == Facets.from_bytes(plain.to_bytes()).to_bytes()
    with pytest.raises(ValueError, match="not the facets"):
        Facets.from_bytes(b"something else")


def test_a_curve_has_lines_and_no_triangles():
    line = of(b3d.Edge.make_circle(5))
    assert len(line.triangles) == 0 and len(line.path) > 10


@pytest.mark.parametrize("part", [parts.not_a_number, parts.empty_cut])
def test_nothing_to_see_is_said(part):
    with pytest.raises(NothingToSee):
        of(part())
