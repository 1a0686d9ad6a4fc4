from __future__ import annotations

import numpy as np
import pytest

from cadgit.checks.watertight import unbalanced_sides
from cadgit.shape.brep import FACE, read_brep, shape_map
from cadgit.shape.measure import bounding_box, diagonal, volume_of
from cadgit.shape.mesh import Mesh, mesh_of, triangulate

from . import parts
from .parts import GOOD, handed_over


def meshed(part, fraction=1e-3) -> tuple[Mesh, object]:
    shape = read_brep(handed_over(part))
    triangulate(shape, fraction * diagonal(bounding_box(shape)))
    return mesh_of(shape, shape_map(shape, FACE)), shape


@pytest.mark.parametrize("name", [name for name in GOOD if name != "cut in two"])
def test_a_good_parts_mesh_closes_and_encloses_its_volume(name):
    mesh, shape = meshed(GOOD[name]())
    assert mesh.missing == ()
    assert unbalanced_sides(mesh) == []
    assert mesh.volume == pytest.approx(volume_of(shape).size, rel=0.02)


def test_vertices_are_welded_by_topology():
    mesh, _ = meshed(parts.box(1, 2, 3))
    assert len(mesh.points) == 8 and len(mesh.triangles) == 12
    assert sorted(set(mesh.faces.tolist())) == [1, 2, 3, 4, 5, 6]


def test_points_that_coincide_without_a_common_edge_stay_apart():
    mesh, _ = meshed(parts.shared_edge())
    # Two boxes of 8 vertices; the two ends of the edge that they share are one vertex each.
    assert len(mesh.points) == 14


def test_a_mirrored_part_is_not_inside_out():
    mesh, _ = meshed(GOOD["mirrored"]())
    assert mesh.volume > 0


def test_an_inside_out_solid_has_a_mesh_of_negative_volume():
    mesh, _ = meshed(parts.inside_out())
    assert mesh.volume == pytest.approx(-1000)


def test_a_finer_deflection_gives_a_finer_mesh_only_when_it_is_made_again():
    shape = read_brep(handed_over(GOOD["sphere"]()))
    faces = shape_map(shape, FACE)
    triangulate(shape, 0.5)
    coarse = len(mesh_of(shape, faces).triangles)
    triangulate(shape, 0.005, again=True)
    fine = len(mesh_of(shape, faces).triangles)
    triangulate(shape, 0.5)
    assert fine > 2 * coarse
    assert len(mesh_of(shape, faces).triangles) == fine


def test_a_shape_that_was_not_triangulated_misses_all_its_faces():
    shape = read_brep(handed_over(parts.box(1, 1, 1)))
    mesh = mesh_of(shape, shape_map(shape, FACE))
    assert mesh.missing == (1, 2, 3, 4, 5, 6)
    assert len(mesh.triangles) == 0 and mesh.volume == 0


def test_the_volume_of_a_mesh_far_from_the_origin_loses_no_digits():
    mesh, _ = meshed(parts.box(1, 1, 1))
    far = Mesh(mesh.points + np.array([1e7, 0, 0]), mesh.triangles, mesh.faces)
    assert far.volume == pytest.approx(1, rel=1e-6)
