"""The features of a whole result, of the kinds that are asked for."""

from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Pos
from OCP.TopoDS import TopoDS_Shape

from cadgit.records.features import Features
from cadgit.shape.features.finding import find
from cadgit.shape.holes import holes_of


@pytest.fixture(scope="module")
def two() -> b3d.Compound:
    """Two plates, each with a counterbored hole and a plain one."""
    plate = b3d.Box(40, 20, 10) - [Pos(-8, 0, 0) * b3d.Cylinder(2, 10), Pos(-8, 0, 3) * b3d.Cylinder(4, 4)]
    plate -= Pos(8, 0, 0) * b3d.Cylinder(3, 10)
    return b3d.Compound([plate.solid(), Pos(0, 50, 0) * plate.solid()])


def test_holes_are_numbered_through_all_solids_as_in_pictures(two: b3d.Compound) -> None:
    numbered = holes_of(two.wrapped)
    found = find(two.wrapped, ("hole",)).holes
    assert len(found) == 4 and len(numbered) == 6
    for hole in found:
        assert numbered[int(hole.name.removeprefix("hole:")) - 1].faces == hole.faces
        for bore in hole.counterbores:
            assert numbered[int(bore.name.removeprefix("hole:")) - 1].faces == bore.faces


def test_only_the_kinds_that_are_asked_for_are_told(two: b3d.Compound) -> None:
    assert find(two.wrapped, ()) == Features()
    found = find(two.wrapped, ("plane", "symmetry"))
    assert found.planes and found.symmetry and not (found.holes or found.patterns or found.walls)


@pytest.mark.parametrize(
    "shape", [TopoDS_Shape(), b3d.Rectangle(3, 2).face().wrapped, b3d.Line((0, 0), (1, 1)).wrapped]
)
def test_what_has_no_solid_has_no_features(shape: object) -> None:
    kinds = ("hole", "pattern", "fillet", "chamfer", "plane", "bend", "wall", "symmetry")
    assert find(shape, kinds) == Features()
