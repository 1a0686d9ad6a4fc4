"""A part built from a public drawing measures what the drawing says.

Too Tall Toby, Party Pack 01-01, "Bearing Bracket" (PPP0101): the drawing, free for educational purposes, and its
answer, 797.15 g ± 1 g of plain carbon steel of 7800 kg/m³, stand in build123d's documentation (docs/tttt.rst).
"""

from __future__ import annotations

import math

import build123d as b3d
import pytest
from build123d import Align, Cylinder, Pos, Rot

from cadgit.shape.entities.entity import Entity
from cadgit.shape.entities.finding import all_of, find
from cadgit.shape.entities.numbering import Entities
from cadgit.shape.measuring.between import measure_between
from cadgit.shape.measuring.bodies import Density, Weigher
from cadgit.shape.measuring.single import measure

LOW = (Align.MIN, Align.CENTER, Align.MIN)


def bracket() -> b3d.Part:
    """The bracket: x to the right of the front view, z up, symmetric in y."""

    def across(x: float, z: float, radius: float, length: float) -> b3d.Part:
        return Pos(x, 0, z) * Rot(90, 0, 0) * Cylinder(radius, length)

    body = b3d.Box(115, 50, 15, align=LOW)
    ear = b3d.Box(52, 50, 42, align=LOW) + across(26, 42, 26, 50)
    ear += Pos(52, 0, 15) * b3d.Box(9, 50, 9, align=LOW) - across(61, 24, 9, 60)
    ears = ear - Pos(0, 0, 15) * b3d.Box(80, 26, 60, align=LOW)
    body += ears
    body -= across(26, 42, 12, 60)
    for side in (1, -1):
        body -= Pos(0, side * 23, 0) * across(26, 42, 17, 4)
    body -= Pos(60, 0, 0) * b3d.extrude(b3d.SlotOverall(90, 12), 15)
    wide = 9 + 8 / math.tan(math.radians(60))
    groove = b3d.Plane.YZ * b3d.make_face(b3d.Polyline((-9, 0), (9, 0), (wide, 8), (-wide, 8), close=True))
    body -= b3d.extrude(groove, 115)
    return body & Pos(57.5, 0, 0) * b3d.extrude(b3d.RectangleRounded(115, 50, 6), 80)


@pytest.fixture(scope="module")
def part() -> Entities:
    return Entities(bracket().wrapped)


def single(part: Entities, name: str) -> dict[str, float | None]:
    return {quantity.name: quantity.value for quantity in measure(find(part, name)).quantities}


def between(part: Entities, first: str, second: str) -> dict[str, float | None]:
    found = measure_between(find(part, first), find(part, second))
    return {quantity.name: quantity.value for quantity in found.quantities}


def test_its_mass_is_the_answer_of_the_drawing(part: Entities) -> None:
    body = Weigher(part, [Density(7.8, "plain carbon steel")]).measure(find(part, "result"))
    assert body.mass == pytest.approx(797.15, abs=1)
    assert body.box is not None
    assert body.box.size == pytest.approx((115, 50, 68), abs=1e-6)


def test_its_holes_are_those_of_the_drawing(part: Entities) -> None:
    assert single(part, "through Y hole ø24")["diameter"] == pytest.approx(24)
    assert single(part, "front blind hole ø34")["depth"] == pytest.approx(4)
    assert between(part, "through Y hole ø24", "XY")["plane from axis"] == pytest.approx(42)
    assert between(part, "through Y hole ø24", "left face")["plane from axis"] == pytest.approx(26)
    assert measure_between(find(part, "front blind hole ø34"), find(part, "hole ø24")).relations == (
        "parallel",
        "coaxial",
    )


def test_its_plate_and_its_ears_are_those_of_the_drawing(part: Entities) -> None:
    assert between(part, "largest +Z face", "XY")["plane distance"] == pytest.approx(15)
    assert between(part, "front -Y face", "back +Y face")["plane distance"] == pytest.approx(50)
    assert between(part, "front -Y face", "front +Y face")["plane distance"] == pytest.approx(12)
    assert single(part, "front cylindrical face ø52")["radius"] == pytest.approx(26)
    assert single(part, "front cylindrical face ø18")["radius"] == pytest.approx(9)


def _is_slot_end(face: Entity) -> bool:
    return face.surface is not None and face.surface.hollow is True and face.diameter == pytest.approx(12)


def test_its_slot_is_that_of_the_drawing(part: Entities) -> None:
    ends = [face.name for face in all_of(part, "face") if _is_slot_end(face)]
    assert between(part, *ends)["axis distance"] == pytest.approx(90 - 12)
    assert between(part, ends[0], "left face")["plane from axis"] == pytest.approx(115 - 10 - 90 + 6)


def test_its_dovetail_is_that_of_the_drawing(part: Entities) -> None:
    slanted = [face.name for face in all_of(part, "face") if face.along and abs(face.along[2]) == pytest.approx(0.5)]
    assert [between(part, name, "XY")["angle"] for name in slanted] == pytest.approx([60, 60])
    assert between(part, *slanted)["distance"] == pytest.approx(18)
    assert between(part, "largest -Z face", "XY")["plane distance"] == pytest.approx(8)
