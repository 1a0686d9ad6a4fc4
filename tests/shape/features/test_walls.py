"""A solid of one wall thickness is told, and what is no wall is not."""

from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Axis, Pos

from cadgit.records.features import WallThickness
from cadgit.shape.features.finding import find

from . import parts


def walls(part: b3d.Part) -> tuple[WallThickness, ...]:
    return find(part.wrapped, ("wall",)).walls


def shell() -> b3d.Part:
    return b3d.Box(60, 40, 30) - Pos(0, 0, 3) * b3d.Box(54, 34, 30)


def test_a_shell_has_its_thickness() -> None:
    (wall,) = walls(shell())
    assert wall.thickness == pytest.approx(3.0, abs=1e-6)
    assert (wall.name, wall.solid) == ("wall:1", 1) and 0.8 < wall.share < 0.9
    (turned,) = walls(parts.placed(shell()))
    assert turned.thickness == pytest.approx(3.0, abs=1e-6)


def test_a_tube_has_one_too() -> None:
    (wall,) = walls(b3d.Cylinder(20, 60) - b3d.Cylinder(18.5, 60))
    assert wall.thickness == pytest.approx(1.5, abs=1e-6)


def test_each_solid_of_several_is_told_by_its_number() -> None:
    both = b3d.Compound([b3d.Box(40, 40, 40).solid(), Pos(100, 0, 0) * b3d.Box(60, 60, 2).solid()])
    (wall,) = walls(both)
    assert wall.solid == 2 and wall.thickness == pytest.approx(2.0)


@pytest.mark.parametrize(
    "part",
    [
        lambda: b3d.Box(20, 20, 20),
        lambda: b3d.Box(60, 40, 30) - Pos(2, 0, 3) * b3d.Box(54, 34, 30),
        lambda: b3d.extrude(b3d.Rectangle(60, 40), 20, taper=20),
        lambda: b3d.fillet(b3d.Box(30, 20, 15).edges().filter_by(Axis.Z), 5),
    ],
    ids=["cube", "walls of two thicknesses", "taper", "block"],
)
def test_what_is_no_wall_of_one_thickness(part: object) -> None:
    assert walls(part()) == ()  # type: ignore[operator]
