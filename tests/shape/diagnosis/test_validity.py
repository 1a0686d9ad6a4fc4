"""What BRepCheck finds, and where: the faulty sub-shapes and no others."""

from __future__ import annotations

import build123d as b3d
import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
from OCP.TopoDS import TopoDS

from cadgit.shape.diagnosis.validity import validity_faults

from .. import parts


def test_a_crossing_outline_is_found_in_both_faces_where_its_lines_cross():
    faults = validity_faults(parts.bow_tie().wrapped)
    assert faults is not None
    assert [fault.entity for fault in faults] == ["face", "face"], "not the sides, not the solid"
    for fault, z in zip(faults, (0, -5), strict=True):
        assert "SelfIntersectingWire" in fault.statuses
        assert "its outline crosses itself" in fault.words
        # The diagonals of the square from (0, 0) to (10, 10) cross in its middle.
        assert fault.point == pytest.approx((5, 5, z), abs=1e-9)


def test_a_hole_that_reaches_over_the_rim_is_two_outlines_that_cross():
    # As raw OCCT makes it: build123d's own `Face` would take it apart.
    inner = b3d.Wire.make_rect(4, 4).moved(b3d.Location((5, 0, 0)))
    builder = BRepBuilderAPI_MakeFace(b3d.Wire.make_rect(10, 10).wrapped)
    builder.Add(TopoDS.Wire(inner.wrapped.Reversed()))
    found = validity_faults(builder.Face())
    assert found is not None and [fault.entity for fault in found] == ["face"]
    assert "two of its outlines cross" in found[0].words


@pytest.mark.parametrize("make", [parts.plain, parts.inside_out, parts.open_shell, parts.shared_edge])
def test_what_brepcheck_accepts_has_no_faults(make):
    assert validity_faults(make().wrapped) is None


def test_a_solid_of_an_open_shell_is_at_fault_and_its_faces_are_not():
    found = validity_faults(b3d.Solid(parts.open_shell()).wrapped)
    assert found is not None
    assert [(fault.entity, fault.number) for fault in found] == [("solid", 1)]
    assert found[0].words == ("its pieces do not make a body",)
