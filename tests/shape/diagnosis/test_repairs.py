"""What ShapeFix makes of a shape, and how far that is away."""

from __future__ import annotations

import build123d as b3d
import pytest

from cadgit.shape.diagnosis.repairs import displacement, largest_tolerance, repaired
from cadgit.shape.measure import volume_of

from .. import parts


def test_what_is_inside_out_is_turned_round_on_a_copy():
    shape = parts.inside_out().wrapped
    fixed, _ = repaired(shape)
    assert volume_of(fixed).size == pytest.approx(1000)
    assert volume_of(shape).size == pytest.approx(-1000), "the shape itself stays as it is"


def test_the_displacement_is_the_largest_way_of_a_vertex_to_the_other_shape():
    small, large = b3d.Box(10, 10, 10).wrapped, b3d.Box(10, 10, 14).wrapped
    assert displacement(small, large) == pytest.approx(2)
    assert displacement(large, small) == pytest.approx(2)
    assert displacement(small, small) == pytest.approx(0, abs=1e-9)


def test_many_vertices_are_not_measured():
    assert displacement(parts.plate(9).wrapped, b3d.Box(1, 1, 1).wrapped) is None


def test_the_largest_tolerance_is_occts_own_precision_for_a_box():
    assert largest_tolerance(b3d.Box(1, 1, 1).wrapped) == pytest.approx(1e-7)
