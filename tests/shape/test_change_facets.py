from __future__ import annotations

import numpy as np
import pytest
from build123d import Pos

from cadgit.shape.brep import read_brep
from cadgit.shape.change_facets import ADDED, KEPT, REMOVED, change_facets
from cadgit.shape.changes import ChangesError
from cadgit.shape.render.facets import Facets

from . import parts


def painted(first, second, method="exact") -> Facets:
    return change_facets(*(read_brep(parts.handed_over(part)) for part in (first, second)), method)


def box_of(facets: Facets, color) -> list[list[float]] | None:
    """The corners of the box around what has a colour."""
    owners = [i for i, body in enumerate(facets.bodies) if body.color == color]
    if not owners:
        return None
    points = facets.corners[np.isin(facets.owners, owners)].reshape(-1, 3) + facets.centre
    return [points.min(axis=0).tolist(), points.max(axis=0).tolist()]


@pytest.mark.parametrize("method", ["exact", "mesh"])
def test_what_was_added_is_green_what_was_removed_red_and_what_stayed_grey(method):
    found = painted(parts.box(10, 10, 10), Pos(4, 0, 0) * parts.box(10, 10, 10), method)
    assert box_of(found, ADDED) == [pytest.approx([5, -5, -5]), pytest.approx([9, 5, 5])]
    assert box_of(found, REMOVED) == [pytest.approx([-5, -5, -5]), pytest.approx([-1, 5, 5])]
    assert box_of(found, KEPT) == [pytest.approx([-1, -5, -5]), pytest.approx([5, 5, 5])]


@pytest.mark.parametrize("method", ["exact", "mesh"])
def test_what_is_not_there_has_no_colour(method):
    found = painted(parts.box(10, 10, 10), parts.box(12, 10, 10), method)
    assert [body.color for body in found.bodies] == [KEPT, ADDED]
    found = painted(parts.box(10, 10, 10), parts.box(10, 10, 10), method)
    assert [body.color for body in found.bodies] == [KEPT]


@pytest.mark.parametrize("method", ["exact", "mesh"])
def test_where_a_changed_surface_lies_on_a_kept_one_only_the_changed_one_is_seen(method):
    found = painted(parts.box(10, 10, 10), parts.box(12, 10, 10), method)
    kept = found.corners[found.owners == 0]
    ends = (kept[:, :, 0].min(axis=1) > 4.9) | (kept[:, :, 0].max(axis=1) < -4.9)
    assert not ends.any() and len(kept)


@pytest.mark.parametrize("method", ["exact", "mesh"])
def test_normals_point_outwards_and_the_bytes_are_read_back(method):
    found = Facets.from_bytes(painted(parts.box(10, 10, 10), parts.box(12, 10, 10), method).to_bytes())
    a, b, c = found.corners.transpose(1, 0, 2)
    along = np.einsum("ij,ij->i", np.cross(b - a, c - a), found.normals[found.triangles[:, 0]])
    assert (along > 0).all()


def test_without_solids_nothing_is_drawn():
    with pytest.raises(ChangesError, match="solids only"):
        painted(parts.sketch(), parts.box(1, 1, 1))
