"""The simple requirements: each accepts the intended solid, rejects a perturbed one, and says where and by how much."""

from __future__ import annotations

import math
from typing import Any

import build123d as b3d
import pytest
from build123d import Pos

from cadgit.checks.inspected import Inspected
from cadgit.spec import (
    Area,
    CentreOfMass,
    Mass,
    OfKind,
    Position,
    Requirement,
    Size,
    Solids,
    Topology,
    Volume,
    parse_range,
)
from cadgit.spec.ranges import AREA, COORDINATE, COUNT, LENGTH, MASS, VOLUME

from ...shape import parts
from ...shape.parts import TWO, inspected, moved, sketch, together
from .samples import judged

#: Of a block of 40 × 30 × 20 mm with a through hole of 10 mm: mm³ and mm².
VOLUME_OF_BLOCK = 40 * 30 * 20 - math.pi * 5**2 * 20
AREA_OF_BLOCK = 2 * (40 * 30 + 40 * 20 + 30 * 20) - 2 * math.pi * 5**2 + 2 * math.pi * 5 * 20


def block(x: float = 40, radius: float = 5, up: float = 0, left: float = 0) -> Any:
    """The block, its lowest corner at (−left, 0, up)."""
    return (Pos(x / 2 - left, 15, 10 + up) * (b3d.Box(x, 30, 20) - b3d.Cylinder(radius, 20))).solid()


MM = [parse_range(side, LENGTH) for side in (40, 30, 20)]
ORIGIN = [parse_range(0, COORDINATE)] * 3


@pytest.mark.parametrize(
    ("key", "requirement", "perturbed", "says", "where"),
    [
        ("kind", OfKind("solid"), lambda: b3d.Rectangle(4, 3), "the result is a sketch, not a solid", "face 1"),
        (
            "solids",
            Solids(parse_range(1, COUNT)),
            lambda: together(block(), moved(block(), 50)),
            "2 solids, not 1: 1 too many",
            "solid 2",
        ),
        (
            "size",
            Size(*MM),
            lambda: block(x=40.5),
            "x is 40.5 mm, not 39.99 to 40.01 mm: 0.49 mm too much",
            "highest x",
        ),
        ("position", Position(*ORIGIN), lambda: block(up=-0.5), "lowest z is -0.5 mm, not -0.01", "lowest z"),
        (
            "volume",
            Volume(parse_range(VOLUME_OF_BLOCK, VOLUME)),
            lambda: block(radius=5.2),
            "mm³ too little",
            "solid 1",
        ),
        ("area", Area(parse_range(AREA_OF_BLOCK, AREA)), lambda: block(x=40.5), "mm² too much", "face"),
        (
            "mass",
            Mass(parse_range(VOLUME_OF_BLOCK / 1000 * 2.7, MASS), 2.7, "aluminium"),
            lambda: block(radius=5.2),
            "g too little (aluminium, 2.7 g/cm³)",
            "solid 1",
        ),
        (
            "centre-of-mass",
            CentreOfMass(parse_range(20, COORDINATE), None, parse_range(10, COORDINATE)),
            lambda: block(left=0.5),
            "x is 19.5 mm, not 19.99 to 20.01 mm",
            "centre of mass",
        ),
        (
            "topology",
            Topology(faces=parse_range(7, COUNT), vertices=parse_range("<= 10", COUNT)),
            lambda: b3d.fillet(block().edges().filter_by(b3d.Axis.Z)[:1], 3),
            "8 faces, not 7: 1 too many; 12 vertices, not at most 10: 2 too many",
            "solid 1",
        ),
    ],
)
def test_the_intended_solid_passes_and_a_perturbed_one_fails_with_its_place(
    key: str, requirement: Requirement, perturbed: Any, says: str, where: str
) -> None:
    good = judged(key, requirement, inspected(block()))
    assert (good.name, good.status, good.places) == (f"spec.{key}.1", "pass", ())
    assert good.measured and good.limit
    bad = judged(key, requirement, inspected(perturbed()))
    assert bad.status == "fail" and says in bad.message
    assert any(place.entity.startswith(where) and place.point is not None for place in bad.places)


def test_a_side_that_is_not_asked_for_may_be_anything() -> None:
    requirement = Size(z=parse_range("<= 20", LENGTH))
    assert judged("size", requirement, inspected(block(x=55))).status == "pass"
    found = judged("size", requirement, inspected(block()))
    assert (found.measured, found.limit) == ("20 mm", "at most 20 mm")


def test_a_sketch_and_an_assembly_are_measured_as_run_measures_them() -> None:
    flat = inspected(sketch())
    assert judged("kind", OfKind("sketch"), flat).status == "pass"
    assert judged("area", Area(parse_range(200 - math.pi * 9, AREA)), flat).status == "pass"
    twice = inspected(together(block(), moved(block(), 50)), TWO)
    assert judged("kind", OfKind("assembly"), twice).status == "pass"
    assert judged("volume", Volume(parse_range(2 * VOLUME_OF_BLOCK, VOLUME)), twice).status == "pass"
    centre = CentreOfMass(parse_range(45, COORDINATE), parse_range(15, COORDINATE))
    assert judged("centre-of-mass", centre, twice).status == "pass"
    named = judged("volume", Volume(parse_range(1, VOLUME)), twice)
    assert [place.entity for place in named.places] == ["solid 1 'base'", "solid 2 'lid'"]


def test_what_cannot_be_evaluated_is_no_pass() -> None:
    endless = inspected(parts.not_a_number())
    for key, requirement in {"size": Size(*MM), "volume": Volume(parse_range(">= 0", VOLUME))}.items():
        assert judged(key, requirement, endless).status == "not checked"
    nothing = inspected(parts.empty_cut())
    for key, requirement in {"size": Size(*MM), "solids": Solids(parse_range(1, COUNT))}.items():
        assert judged(key, requirement, nothing).status in ("fail", "not checked")


def test_a_check_that_crashes_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(self: Inspected) -> Any:
        raise RuntimeError("Standard_Failure")

    monkeypatch.setattr(Inspected, "geometry", property(crash))
    found = judged("volume", Volume(parse_range(1, VOLUME)), inspected(block()))
    assert (found.status, found.message) == ("fail", "the check crashed: Standard_Failure")
