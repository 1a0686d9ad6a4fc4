"""Sheets of a few parts, each drawn once."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import build123d as b3d
from build123d import Axis, GridLocations, Locations, Plane, PolarLocations

from cadgit.shape.features.finding import find
from cadgit.shape.measure import bounding_box
from cadgit.shape.render.drawing import sheet
from cadgit.shape.render.drawing.layout import Plan
from cadgit.shape.render.drawing.marks import Mark, Text

from ... import parts

BLOCK = (("Part", "plate"), ("Version", "v1"), ("Date", "2026-01-31"))


@dataclass(frozen=True)
class Sheet:
    """A sheet's marks and plan."""

    marks: Sequence[Mark]
    plan: Plan

    @property
    def texts(self) -> list[Text]:
        """All texts, with those of border and title block."""
        return [mark for mark in self.marks if isinstance(mark, Text)]

    @property
    def words(self) -> list[str]:
        """What they say."""
        return [text.text for text in self.texts]


@functools.cache
def drawn(name: str) -> Sheet:
    """The sheet of a part of this module, or of `parts`."""
    part = globals()[name]() if name in globals() else getattr(parts, name)()
    shape = part.wrapped
    box = bounding_box(shape)
    assert box is not None
    return Sheet(*sheet.marks(shape, box, find(shape, ("hole", "pattern")), BLOCK))


def drilled() -> b3d.Part:
    """A plate from (0, 0, 0) to (80, 60, 10) with holes of every kind."""
    with b3d.BuildPart() as p:
        b3d.Box(80, 60, 10, align=b3d.Align.MIN)
        b3d.fillet(p.edges().filter_by(Axis.Z), 5)
        with Locations(Plane.XY.offset(10)):
            with Locations((40, 30)), GridLocations(60, 40, 2, 2):
                b3d.CounterBoreHole(2.75, 5, 5)
            with Locations((40, 30)):
                b3d.CounterSinkHole(2, 4)
                with PolarLocations(12, 6, 15):
                    b3d.Hole(1.5)
            with Locations((62.345, 21.5)):
                b3d.Hole(4, 6)
        with Locations(Plane((20, 30, 0), z_dir=(0, 0, -1))):
            b3d.Hole(3, 4)
    return p.part


def grid() -> b3d.Part:
    """A plate from (0, 0) to (120, 70) with 11 by 6 holes, 10 apart, from (10, 10) on."""
    with b3d.BuildPart() as p:
        b3d.Box(120, 70, 3, align=b3d.Align.MIN)
        with Locations(Plane.XY.offset(3)), Locations((60, 35)), GridLocations(10, 10, 11, 6):
            b3d.Hole(2)
    return p.part


#: Places of holes without any order, at least 3 mm apart, in a plate of 100 by 100 mm.
SCATTERED: list[tuple[float, float]] = []
_random = random.Random(7)
while len(SCATTERED) < 45:
    _place = (round(_random.uniform(3, 97), 2), round(_random.uniform(3, 97), 2))
    if all(math.dist(_place, other) > 3 for other in SCATTERED):
        SCATTERED.append(_place)


def scattered() -> b3d.Part:
    """A plate from (0, 0) to (100, 100) with holes at `SCATTERED`."""
    with b3d.BuildPart() as p:
        b3d.Box(100, 100, 2, align=b3d.Align.MIN)
        with Locations(Plane.XY.offset(2)), Locations(*SCATTERED):
            b3d.Hole(1)
    return p.part


def slanted() -> b3d.Part:
    """A cube with a hole along its diagonal."""
    return b3d.Box(20, 20, 20) - b3d.Rot(35, 45, 0) * b3d.Cylinder(2, 60)


def disc() -> b3d.Part:
    """A disc of 30 mm and a thickness of 4 mm."""
    return b3d.Cylinder(15, 4)


def thin() -> b3d.Part:
    """A rod that is a thousand times as long as it is thick."""
    return b3d.Box(1000, 1, 1)


def tiny() -> b3d.Part:
    """A cube of a tenth of a millimetre."""
    return b3d.Box(0.1, 0.1, 0.1)


def huge() -> b3d.Part:
    """A slab of a hundred metres."""
    return b3d.Box(100_000, 50_000, 3_000)
