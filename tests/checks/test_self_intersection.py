from __future__ import annotations

import sys

import build123d as b3d
import numpy as np
import pytest
from build123d import Circle, Plane
from OCP.BRepPrimAPI import BRepPrimAPI_MakeTorus

from cadgit.checks.self_intersection import WindingLimits, self_intersection, winding_numbers

from ..shape.parts import box, inspected, moved, together


def coil(pitch: float) -> b3d.Part:
    """A wire of 2 mm, wound one turn and a quarter."""
    helix = b3d.Helix(pitch, 1.25 * pitch, 2.5)
    return b3d.sweep(Plane(helix @ 0, z_dir=helix % 0) * Circle(1), helix)


def checked(part):
    # Coarser than by default, for the time that it takes; the points lie as deep in proportion.
    return self_intersection(inspected(part), WindingLimits(fraction=3e-3, finer=1e-3, points=200, suspects=5))


def test_a_coil_whose_turns_run_through_each_other_fails_where_they_do():
    result = checked(coil(1.4))
    assert result.status == "fail" and result.measured == "winding number 2"
    assert "the surface runs through itself: solid 1, face" in result.message
    x, y, z = result.places[0].point
    assert 1.4 < (x**2 + y**2) ** 0.5 < 3.6 and 0 < z < 2.2


def test_a_coil_with_air_between_its_turns_passes():
    assert checked(coil(2.5)).status == "pass"


@pytest.fixture
def doubted(monkeypatch):
    """The first mesh makes every point a suspect, and the finer one confirms none."""
    module = sys.modules["cadgit.checks.self_intersection"]
    asked = iter([2.0, 1.0])
    monkeypatch.setattr(module, "winding_numbers", lambda mesh, points: np.full(len(points), next(asked)))


def test_what_the_finer_mesh_does_not_confirm_is_decided_by_occt(doubted):
    result = checked(coil(1.4))
    assert result.status == "fail" and "the surface runs through itself: solid 1, face" in result.message


def test_suspects_that_neither_witness_confirms_are_cleared(doubted):
    result = checked(box(10, 10, 10))
    assert result.status == "pass" and "OCCT's analysis of what was suspected" in result.message


def test_a_suspect_is_a_warning_when_occts_analysis_fails(doubted, monkeypatch):
    monkeypatch.setattr(sys.modules["cadgit.checks.self_intersection"], "interferes_with_itself", lambda solid: None)
    result = checked(box(10, 10, 10))
    assert result.status == "warn" and result.places


@pytest.mark.parametrize("part", [lambda: b3d.Box(10, 10, 10) - b3d.Box(5, 5, 5), lambda: b3d.Torus(5, 2)])
def test_cavities_and_rings_pass(part):
    assert checked(part()).status == "pass"


def test_solids_are_looked_at_one_by_one():
    # That they overlap is for another check to say.
    assert checked(together(box(10, 10, 10), moved(box(10, 10, 10), 5))).status == "pass"


def test_a_spindle_torus_is_missed_as_the_documentation_says():
    # Its inner part winds the other way round, so that no point has a winding number of 2; OCCT's own analysis
    # (BOPAlgo) finds nothing either. If this fails, the check has learned something: say so in docs/gate.md.
    assert checked(BRepPrimAPI_MakeTorus(1.0, 2.0).Shape()).status == "pass"


def test_winding_numbers_are_one_inside_and_zero_outside():
    (mesh,) = inspected(box(10, 10, 10)).meshes(1e-3)
    found = winding_numbers(mesh, np.array([[0.0, 0, 0], [4.9, 4.9, 4.9], [6, 0, 0], [50, 50, 50]]))
    assert found == pytest.approx([1, 1, 0, 0], abs=1e-9)
