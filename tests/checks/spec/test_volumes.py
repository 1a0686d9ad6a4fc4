"""Symmetry, regions, references and edits: the intended part passes, and a hole that moved by 0.2 mm fails there."""

from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos, Rot

from cadgit.records import Box
from cadgit.shape.brep import walk
from cadgit.shape.step import write_step
from cadgit.spec import Cylinder as Round
from cadgit.spec import KeepIn, KeepOut, Reference, Region, Requirement, Symmetry, Unchanged

from ...shape import parts
from ...shape.parts import HEADER, handed_over, sketch
from .samples import judged_part, near


def plate(moved: float = 0, diameter: float = 5, missing: bool = False) -> Any:
    """A plate of 60 × 40 × 10 mm with holes at (±20, 10); the one at x = 20 is moved, larger or missing."""
    part = b3d.Box(60, 40, 10) - Pos(-20, 10, 0) * Cylinder(2.5, 10)
    return part if missing else part - Pos(20 + moved, 10, 0) * Cylinder(diameter / 2, 10)


def step(part: Any) -> bytes:
    return write_step(walk(part.wrapped, None)[0], HEADER)


PIN = Round((20.0, 10.0, -20.0), (0.0, 0.0, 1.0), 5.0, 40.0)
ATTACHED = {"ref.step": step(plate()), "pin.step": step(Pos(20, 10, 0) * Cylinder(2.5, 40)), "v2.brep": b""}
ATTACHED["v2.brep"] = handed_over(plate())
AROUND = Box((15, 5, -10), (25, 15, 10))
ELSEWHERE = Box((-25, 5, -10), (-15, 15, 10))

REQUIREMENTS: dict[str, tuple[str, Requirement]] = {
    "symmetry": ("symmetry", Symmetry("YZ")),
    "keep-out of a cylinder": ("keep-out", KeepOut(Region(cylinder=PIN))),
    "keep-out of a STEP file": ("keep-out", KeepOut(Region(step="pin.step"))),
    "reference": ("reference", Reference("ref.step", 0.5)),
    "unchanged": ("unchanged", Unchanged(2, ELSEWHERE)),
}


@pytest.mark.parametrize("name", REQUIREMENTS)
@pytest.mark.parametrize("moved", [0.2, -0.01])
def test_a_hole_that_moved_fails_and_its_place_is_told(name: str, moved: float) -> None:
    key, wanted = REQUIREMENTS[name]
    good = judged_part(key, wanted, plate(), attached=ATTACHED)
    assert (good.status, good.places) == ("pass", ())
    bad = judged_part(key, wanted, plate(moved), attached=ATTACHED)
    assert bad.status == "fail" and "mm³" in bad.message
    assert near(bad, (20, 10, 0), 3)


@pytest.mark.parametrize("name", ["symmetry", "reference", "unchanged"])
@pytest.mark.parametrize("change", [{"diameter": 5.1}, {"diameter": 4.9}, {"missing": True}], ids=str)
def test_a_hole_that_is_larger_smaller_or_missing_fails(name: str, change: dict[str, Any]) -> None:
    key, wanted = REQUIREMENTS[name]
    bad = judged_part(key, wanted, plate(**change), attached=ATTACHED)
    assert bad.status == "fail" and near(bad, (20, 10, 0), 3)


def test_a_difference_within_its_limit_passes() -> None:
    assert judged_part("reference", Reference("ref.step", 20.1), plate(0.2), attached=ATTACHED).status == "pass"
    assert judged_part("reference", Reference("ref.step", 19.9), plate(0.2), attached=ATTACHED).status == "fail"
    assert judged_part("symmetry", Symmetry("YZ", max_difference=41), plate(0.2)).status == "pass"


def test_a_change_inside_the_box_is_allowed_and_outside_is_not() -> None:
    assert judged_part("unchanged", Unchanged(2, AROUND), plate(0.2), attached=ATTACHED).status == "pass"
    both = plate(0.2) - Cylinder(1, 10)
    bad = judged_part("unchanged", Unchanged(2, AROUND), both, attached=ATTACHED)
    assert bad.status == "fail" and near(bad, (0, 0, 0), 1.5) and not near(bad, (20, 10, 0), 3)
    assert "missing at" in bad.message


def test_planes_of_symmetry_are_build123ds_with_an_offset_along_their_normal() -> None:
    for plane, name in ((b3d.Plane.XY, "XY"), (b3d.Plane.XZ, "XZ"), (b3d.Plane.YZ, "YZ")):
        part = plane.offset(3) * Cylinder(5, 10)
        assert judged_part("symmetry", Symmetry(name, 3.0), part).status == "pass"  # type: ignore[arg-type]
        assert judged_part("symmetry", Symmetry(name, -3.0), part).status == "fail"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("region", "part", "where"),
    [
        (Region(box=Box((-30, -20, -5), (30, 20, 5))), lambda: Pos(0.2, 0, 0) * plate(), (30.1, 0, 0)),
        (Region(cylinder=Round((0, 0, -5), (0, 0, 1), 72.2, 10)), lambda: Rot(0, 0.5, 0) * plate(), (0, 0, 5)),
        (Region(step="ref.step"), lambda: plate(0.2), (20, 10, 0)),
    ],
    ids=["box", "cylinder", "STEP file"],
)
def test_a_part_that_leaves_its_region_fails_and_its_place_is_told(region: Region, part: Any, where: Any) -> None:
    assert judged_part("keep-in", KeepIn(region), plate(), attached=ATTACHED).status == "pass"
    bad = judged_part("keep-in", KeepIn(region), part(), attached=ATTACHED)
    assert bad.status == "fail" and "outside" in bad.message
    assert near(bad, where, 35 if region.cylinder else 3)


def test_a_part_beside_its_region_is_all_outside() -> None:
    region = Region(box=Box((100, 100, 100), (110, 110, 110)))
    bad = judged_part("keep-in", KeepIn(region), plate())
    assert bad.status == "fail" and "23608.8 mm³ ± 9.1" in bad.measured
    assert judged_part("keep-out", KeepOut(region), plate()).status == "pass"


@pytest.mark.parametrize(
    ("key", "wanted", "attached", "says"),
    [
        ("reference", Reference("ref.step", 1), {}, "ref.step is not there"),
        ("reference", Reference("ref.step", 1), {"ref.step": b"no STEP"}, "ref.step: OCCT cannot read the STEP file"),
        ("keep-in", KeepIn(Region(step="flat.step")), {"flat.step": step(sketch())}, "no solid in flat.step"),
        ("unchanged", Unchanged(2, AROUND), {}, "there is no v2 with its geometry here"),
        ("unchanged", Unchanged(2, AROUND), {"v2.brep": b"no BREP"}, "v2.brep: the geometry cannot be read"),
    ],
)
def test_a_file_that_is_missing_or_broken_is_a_fail(key: str, wanted: Any, attached: Any, says: str) -> None:
    found = judged_part(key, wanted, plate(), attached=attached)
    assert found.status == "fail" and says in found.message


def test_a_result_without_a_solid_has_no_volume_to_judge() -> None:
    for key, wanted in REQUIREMENTS.values():
        found = judged_part(key, wanted, parts.sketch(), attached=ATTACHED)
        assert found.status == "fail" and "no solid in the result" in found.message


def test_what_neither_mesh_nor_boolean_can_tell_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    from cadgit.shape import differences

    monkeypatch.setattr(differences, "difference", lambda first, second: None)
    found = judged_part("reference", Reference("ref.step", 0.5), plate(0.01), attached=ATTACHED)
    assert found.status == "not checked" and "cannot be told from the limit" in found.message
    monkeypatch.setattr(differences, "body_of", lambda mesh: None)
    found = judged_part("reference", Reference("ref.step", 0.5), plate(0.01), attached=ATTACHED)
    assert found.status == "not checked" and "could not be measured" in found.message
