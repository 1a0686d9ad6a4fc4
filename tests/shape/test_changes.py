from __future__ import annotations

from dataclasses import replace

import build123d as b3d
import pytest
from build123d import Axis, Pos

from cadgit.records import Box
from cadgit.shape import booleans
from cadgit.shape import changes as module
from cadgit.shape.brep import compound, read_brep
from cadgit.shape.changes import ChangesError, changes

from . import parts


def changed(first, second, method="exact"):
    return changes(*(read_brep(parts.handed_over(part)) for part in (first, second)), method)


def drilled(radius: float = 5, width: float = 40, x: float = 0, rounded: float = 3) -> b3d.Part:
    with b3d.BuildPart() as p:
        b3d.Box(width, 30, 20)
        with b3d.Locations((x, 0)):
            b3d.Hole(radius)
        b3d.fillet(p.edges().filter_by(Axis.Z), rounded)
    return p.part


@pytest.mark.parametrize("method", ["exact", "mesh"])
def test_equal_geometry_is_the_same_whatever_its_bytes(method):
    found = changed(drilled(), drilled(), method)
    assert found.same and found.by == "properties" and found.iou == 1
    assert (found.added, found.removed, found.pieces) == (0, 0, ())


def test_a_wider_part_has_two_pieces_more():
    found = changed(drilled(), drilled(width=42))
    assert not found.same and found.by == "exact Boolean"
    assert (found.added, found.removed) == (pytest.approx(1200), pytest.approx(0, abs=1e-6))
    assert [piece.side for piece in found.pieces] == ["added", "added"]
    boxes = sorted(piece.box.minimum[0] for piece in found.pieces)
    assert boxes == pytest.approx([-21, 17])
    volume = 22274.690350851266
    assert found.iou == pytest.approx(volume / (volume + 1200))


def test_what_was_removed_is_told_from_what_was_added():
    found = changed(drilled(), drilled(x=3))
    assert {piece.side for piece in found.pieces} == {"added", "removed"}
    assert found.added == pytest.approx(found.removed)


@pytest.mark.parametrize("part", ["wider", "hole", "moved", "rounder"])
def test_meshes_say_the_same_as_the_exact_boolean(part):
    other = {
        "wider": drilled(width=42),
        "hole": drilled(radius=6),
        "moved": drilled(x=3),
        "rounder": drilled(rounded=4),
    }[part]
    exact, mesh = changed(drilled(), other), changed(drilled(), other, "mesh")
    assert mesh.by == "mesh Boolean" and mesh.thinnest > exact.thinnest
    assert mesh.added == pytest.approx(exact.added, abs=3)
    assert mesh.removed == pytest.approx(exact.removed, abs=3)
    assert len(mesh.pieces) == len(exact.pieces)


def test_curved_faces_that_are_meshed_differently_are_no_pieces():
    # A cylinder whose seam was moved has other triangles, which stick out of each other by less than they are wrong.
    bar = b3d.extrude(b3d.Circle(20), 40)
    found = changed(bar - Pos(0, 0, 40) * b3d.Box(1, 1, 1), b3d.Rot(0, 0, 7) * bar, "mesh")
    assert [piece.side for piece in found.pieces] == ["added"]
    assert found.pieces[0].volume == pytest.approx(0.5, abs=0.01)


def test_solids_that_stayed_are_left_out_of_the_boolean(monkeypatch):
    asked = []
    real = booleans.parted
    monkeypatch.setattr(booleans, "parted", lambda a, b: asked.append((len(a), len(b))) or real(a, b))
    many = [parts.moved(parts.box(5, 5, 5), 10 * i) for i in range(8)]
    found = changed(parts.together(drilled(), *many[1:]), parts.together(drilled(radius=6), *many[1:]))
    assert asked == [(1, 1)]
    assert found.removed == pytest.approx(691.15, abs=0.01)
    volume = 22274.690350851266 + 7 * 125
    assert found.iou == pytest.approx((volume - found.removed) / volume)


def test_a_part_that_was_put_in_place_of_another_shares_nothing():
    found = changed(parts.box(1, 1, 1), Pos(10, 0, 0) * parts.box(2, 2, 2))
    assert (found.added, found.removed, found.iou) == (pytest.approx(8), pytest.approx(1), pytest.approx(0))


def test_a_solid_in_place_of_a_sketch_is_all_added():
    found = changed(parts.sketch(), parts.box(1, 1, 1))
    assert found.added == pytest.approx(1) and found.removed == 0
    assert found.pieces[0].box == Box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5))


def test_without_solids_the_properties_are_told():
    found = changed(parts.sketch(), b3d.Rectangle(20, 10) - b3d.Circle(2))
    assert not found.same and found.iou is None and found.by == "properties"
    assert any("area" in note for note in found.notes)


@pytest.mark.parametrize("lost", ["common", "first", "second"])
def test_a_boolean_that_contradicts_itself_is_not_believed(monkeypatch, lost):
    real = booleans.parted
    monkeypatch.setattr(booleans, "parted", lambda a, b: replace(real(a, b), **{lost: compound([])}))
    with pytest.raises(ChangesError, match="contradicts itself"):
        changed(drilled(), drilled(x=3))


def test_a_boolean_that_fails_is_said(monkeypatch):
    monkeypatch.setattr(booleans, "parted", lambda a, b: None)
    with pytest.raises(ChangesError, match="the exact Boolean failed"):
        changed(drilled(), drilled(radius=6))


def test_a_mesh_that_does_not_close_is_said(monkeypatch):
    monkeypatch.setattr(module.Body, "mesh", None)
    with pytest.raises(ChangesError, match="does not close"):
        changed(drilled(), drilled(radius=6), "mesh")


def test_a_shape_without_a_finite_size_is_said():
    with pytest.raises(ChangesError, match="finite"):
        changed(parts.not_a_number(), parts.box(1, 1, 1))


@pytest.mark.parametrize("method", ["exact", "mesh"])
def test_a_solid_that_is_inside_out_has_no_volume_to_subtract(method):
    # Its volume is negative: it was told as 2000 mm³ removed of a box of 1000, with an IoU of -1.
    with pytest.raises(ChangesError, match="inside out"):
        changed(parts.box(10, 10, 10), parts.inside_out(), method)
