from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Cylinder, Pos, Torus

from cadgit.records import Betti
from cadgit.shape.score.topology import agreement, betti

from .. import parts

CASES = {
    "a box": (lambda: parts.box(1, 2, 3), (1, 0, 0)),
    "a through hole": (parts.plain, (1, 1, 0)),
    "25 through holes": (lambda: parts.plate(5), (1, 25, 0)),
    "a blind hole": (lambda: b3d.Box(9, 9, 9) - Pos(0, 0, 4) * Cylinder(2, 5), (1, 0, 0)),
    "a torus": (lambda: Torus(10, 3), (1, 1, 0)),
    "a cavity": (lambda: b3d.Box(10, 10, 10) - b3d.Box(5, 5, 5), (1, 0, 1)),
    "a cavity in the form of a ring": (lambda: b3d.Box(40, 40, 20) - Torus(10, 3), (1, 1, 1)),
    "two boxes": (lambda: parts.together(parts.box(1, 1, 1), parts.moved(parts.box(1, 1, 1), 5)), (2, 0, 0)),
    "two solids that share a face": (parts.cut_in_two, (2, 0, 0)),
    "crossed holes": (lambda: b3d.Box(20, 20, 20) - Cylinder(3, 20) - b3d.Rot(90, 0, 0) * Cylinder(3, 20), (1, 3, 0)),
}


@pytest.mark.parametrize("name", CASES)
def test_pieces_tunnels_and_cavities(mesh, name):
    part, numbers = CASES[name]
    assert betti(mesh(part()).meshes) == Betti(*numbers)


def test_how_well_they_agree():
    assert agreement(Betti(1, 1, 0), Betti(1, 1, 0)) == 1
    assert agreement(Betti(1, 2, 0), Betti(1, 1, 0)) == pytest.approx((2 / 3) ** 2)
    assert agreement(Betti(2, 0, 1), Betti(1, 0, 0)) == pytest.approx((2 / 3) ** 2 / 4)
    assert agreement(Betti(1, 2, 0), Betti(1, 1, 0)) == agreement(Betti(1, 1, 0), Betti(1, 2, 0))
