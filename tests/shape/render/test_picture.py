"""Pictures: what is seen where, cut open, through glass and beside a ghost."""

from __future__ import annotations

import build123d as b3d
import numpy as np
import pytest
from build123d import Pos

from cadgit.records import ManifestNode
from cadgit.shape.render.camera import Camera
from cadgit.shape.render.picture import Image, Studio
from cadgit.viewpoints import section, viewpoint

from .. import parts
from .conftest import facets, of

SIZE = (240, 180)


def seen(name: str, view: str, **more) -> Image:
    return Studio(facets(name)).view(viewpoint(view), SIZE, **more)


def at(image: Image, *point: float) -> tuple[int, int]:
    """Row and column of the pixel that shows a point of the facets."""
    x, y, _ = image.sight.camera.project(np.array([point], dtype=np.float32))
    return int(y[0]), int(x[0])


def test_one_looks_through_a_hole_from_above_and_into_it_from_a_corner():
    from_above, from_corner = seen("plain", "top"), seen("plain", "iso")
    assert from_above.ids[at(from_above, 0, 0, 10)] == -1
    assert from_corner.ids[at(from_corner, 0, 0, 10)] > 0
    face = from_above.ids[at(from_above, 12, 0, 10)]
    assert face == from_corner.ids[at(from_corner, 12, 0, 10)] > 0


def test_the_top_is_brighter_than_the_sides():
    image = seen("plain", "iso")
    top, side = (image.pixels[at(image, *point)].mean() for point in ((12, 0, 10), (10, -15, 0)))
    assert top > side + 0.1


def test_edges_are_dark_where_they_are_seen_and_not_where_they_are_hidden():
    image = seen("plain", "front")
    assert image.pixels[at(image, 10, -15, 10)].mean() < 0.5  # the upper edge
    assert image.pixels[at(image, 5, -15, 0)].mean() > 0.5  # the hole's wall behind the front


def test_an_outline_ends_a_curved_surface():
    image = Studio(of(b3d.Sphere(10))).view(viewpoint("front"), SIZE)
    row, column = at(image, 10, 0, 0)
    assert image.pixels[row, column - 2 : column + 3].mean(axis=1).min() < 0.4


@pytest.mark.parametrize("perspective", [False, True])
def test_what_a_section_cuts_is_capped_and_the_nearer_half_is_gone(perspective):
    image = seen("plain", "front", section=section("y"), perspective=perspective)
    assert image.ids[at(image, 15, 0, 0)] < -1  # a cap
    assert image.ids[at(image, 0, 5, 0)] > 0  # the far wall of the hole
    from_behind = seen("plain", "back", section=section("y"))
    assert from_behind.ids[at(from_behind, 15, 0, 0)] < -1


def test_lines_behind_a_cap_are_hidden():
    cut = seen("plain", "front", section=section("y=-10"))
    row, column = at(cut, 17, -10, 0)  # the smooth edges of the far corners lie behind it
    cap = cut.pixels[row - 20 : row + 20, column - 3 : column + 4].mean(axis=(0, 2))
    assert np.ptp(cap) < 0.05


def test_a_section_seen_edge_on_keeps_the_lower_half():
    image = seen("plain", "front", section=section("z"))
    assert (image.ids[: at(image, 0, 0, 0)[0] - 1] == -1).all()
    assert image.ids[at(image, 5, -15, -5)] > 0


def test_an_open_shell_has_no_cap():
    image = Studio(of(parts.open_shell())).view(viewpoint("front"), SIZE, section=section("y"))
    assert (image.ids >= -1).all()


def test_glass_shows_what_is_behind_it():
    tree = ManifestNode(children=(ManifestNode("glass", (0, 0, 1, 0.3)), ManifestNode("core", (1, 0, 0, 1))))
    both = of(b3d.Compound(parts.together(b3d.Box(10, 10, 10), Pos(0, 20, 0) * b3d.Box(4, 4, 4))), tree)
    image = Studio(both).view(viewpoint("front"), SIZE)
    before_red, beside = (image.pixels[at(image, *point)] for point in ((0, 0, 0), (4, 0, 4)))
    assert before_red[0] - before_red[1] > beside[0] - beside[1] + 0.1
    assert image.ids[at(image, 0, 0, 0)] <= 6  # the glass comes first


def test_a_ghost_stands_where_the_other_result_is_and_leaves_common_faces_alone():
    box = of(b3d.Box(10, 10, 10))
    longer = of(Pos(5, 0, 0) * b3d.Box(20, 10, 10))
    alone, beside = (Studio(box, ghost).view(viewpoint("front"), SIZE) for ghost in (None, longer))
    inside, outside = beside.pixels[at(beside, 3, -5, 2)], beside.pixels[at(beside, 10, -5, 2)]
    assert inside == pytest.approx(alone.pixels[at(alone, 3, -5, 2)], abs=0.02)
    assert outside[0] > outside[2] + 0.1  # orange


def test_a_section_of_a_ghost_has_a_border():
    box, longer = of(b3d.Box(10, 10, 10)), of(Pos(5, 0, 0) * b3d.Box(20, 10, 10))
    image = Studio(box, longer).view(viewpoint("iso"), SIZE, section=section("z"))
    row, column = at(image, 15, 0, 0)
    border = image.pixels[row - 2 : row + 3, column, 2].min()
    assert border < image.pixels[at(image, 12, 0, 0)][2] - 0.1


def test_a_looser_look_at_every_other_pixel_sees_the_same_as_one_at_all():
    image = seen("plain", "iso")
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    origins, directions = image.sight.camera.rays(columns.ravel() + 0.5, rows.ravel() + 0.5)
    ids = image.sight.trace(origins, directions).ids.reshape(image.ids.shape)
    assert (ids != image.ids).mean() < 1e-3


@pytest.mark.parametrize("perspective", [False, True])
@pytest.mark.parametrize("view", ["iso", "top", "30/20"])
def test_a_ray_through_a_pixel_meets_the_point_that_is_drawn_there(view, perspective):
    points = facets("plain").everything()
    camera = Camera.fit(points, viewpoint(view), SIZE, perspective=perspective)
    x, y, _ = camera.project(points)
    assert x.min() > 0 and y.min() > 0 and x.max() < SIZE[0] and y.max() < SIZE[1]
    origins, directions = camera.rays(x, y)
    way = points - origins
    away = np.linalg.norm(way - np.einsum("ij,ij->i", way, directions)[:, None] * directions, axis=1)
    assert away.max() < 1e-3


@pytest.mark.parametrize("part", [parts.sketch, lambda: b3d.Edge.make_circle(5), lambda: b3d.Cylinder(5, 10)])
def test_sketches_and_curves_are_drawn_too(part):
    image = Studio(of(part())).view(viewpoint("top"), SIZE)
    row, column = at(image, *max(of(part()).path.tolist()))
    assert image.pixels[row, column - 2 : column + 3].mean(axis=1).min() < 0.5
