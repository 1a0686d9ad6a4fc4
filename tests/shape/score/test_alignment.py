from __future__ import annotations

import build123d as b3d
import numpy as np
import pytest
from build123d import Cylinder, Plane, Pos, Rot

from cadgit.shape.score.alignment import STAY, align, octahedral

from .. import parts


def lopsided() -> b3d.Part:
    """A part without any symmetry, and unlike its mirror image."""
    return b3d.Box(40, 30, 20) - Pos(15, 10, 5) * b3d.Box(10, 10, 10) - Pos(-16, -2, 8) * b3d.Box(8, 6, 4)


def away(part, motion, target) -> float:
    """How far the moved part's surface is from the target's, at the most."""
    return float(target.surface.closest(motion.of(part.points)).distances.max())


def test_there_are_24_rotations_and_no_mirror_among_them():
    turns = list(octahedral())
    assert len({tuple(turn.reshape(-1).tolist()) for turn in turns}) == 24
    assert [np.linalg.det(turn) for turn in turns] == pytest.approx([1] * 24)


def check_rotation(mesh, number) -> None:
    target = mesh(lopsided())
    turn = list(octahedral())[number]
    turned = target.moved(turn, np.array([3.0, -7.0, 11.0]))
    motion = align(turned, target, 0)
    assert motion.rotation @ turn == pytest.approx(np.eye(3), abs=1e-6)
    assert away(turned, motion, target) < 1e-6


@pytest.mark.parametrize("number", [13])
def test_a_rotation_of_a_part_is_found(mesh, number):
    check_rotation(mesh, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(24))
def test_each_rotation_of_a_part_is_found(mesh, number):
    check_rotation(mesh, number)


@pytest.mark.slow
def test_a_part_turned_by_any_angle_is_found(mesh):
    target = mesh(lopsided())
    turned = mesh(Pos(5, 6, 7) * Rot(30, 50, 70) * lopsided())
    motion = align(turned, target, 0)
    assert away(turned, motion, target) < 1e-6
    assert np.linalg.det(motion.rotation) == pytest.approx(1)


@pytest.mark.slow
def test_a_mirror_image_is_never_mirrored_back(mesh):
    target, image = mesh(lopsided()), mesh(b3d.mirror(lopsided(), about=Plane.XY))
    motion = align(image, target, 0)
    assert np.linalg.det(motion.rotation) == pytest.approx(1)
    assert away(image, motion, target) > 1


@pytest.mark.slow
def test_a_symmetric_part_that_lies_right_stays(mesh):
    part = mesh(Cylinder(5, 10), 0.5)
    assert align(part, part, 0) is STAY


def test_of_equally_good_rotations_the_smallest_is_taken(mesh):
    bar = parts.box(40, 10, 10)
    motion = align(mesh(Rot(0, 0, 20) * bar), mesh(bar), 0)
    assert motion.angle == pytest.approx(20, abs=0.01)
    assert motion.rotation @ motion.rotation.T == pytest.approx(np.eye(3), abs=1e-9)
    points = np.random.default_rng(0).normal(size=(10, 3))
    assert motion.back(motion.of(points)) == pytest.approx(points)
