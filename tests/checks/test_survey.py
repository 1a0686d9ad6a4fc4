"""What is proposed for a part is what the part passes."""

from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Pos, Rot

from cadgit.checks.spec import run_requirement
from cadgit.checks.survey import survey
from cadgit.records import ManifestNode
from cadgit.spec import Spec, Wall

from ..shape import parts
from ..shape.parts import TWO, box, inspected, moved, sketch, together


def plate() -> Any:
    """A plate of 40 × 30 × 10 mm: a counterbored through hole, a blind one from above, one from the side."""
    bored = b3d.Box(40, 30, 10) - Pos(10, 0, 0) * b3d.Cylinder(3, 10) - Pos(10, 0, 4) * b3d.Cylinder(5, 2)
    return bored - Pos(-10, 0, 3) * b3d.Cylinder(2.5, 4) - Pos(0, 15, 0) * Rot(90, 0, 0) * b3d.Cylinder(1.5, 8)


def test_holes_are_told_by_diameter_depth_and_direction() -> None:
    found = survey(inspected(plate()))
    assert [
        (holes.diameter.text, holes.through, holes.depth and holes.depth.text, holes.axis, holes.positions)
        for holes in found.holes
    ] == [
        ("3", False, "4", (0.0, 1.0, 0.0), ((0.0, 15.0, 0.0),)),
        ("5", False, "4", (0.0, 0.0, 1.0), ((-10.0, 0.0, 5.0),)),
        ("6", True, None, (0.0, 0.0, 1.0), ((10.0, 0.0, -5.0),)),
        ("10", False, "2", (0.0, 0.0, 1.0), ((10.0, 0.0, 5.0),)),
    ]
    assert found.symmetry == ()
    assert found.wall == Wall(3.5)


def test_planes_of_symmetry_are_found_where_the_part_is() -> None:
    found = survey(inspected(Pos(20, 15, 0) * (b3d.Box(40, 30, 20) - Pos(0, 0, 8) * b3d.Cylinder(5, 4))))
    # The normal of XZ points along -y.
    assert [(plane.plane, plane.offset) for plane in found.symmetry] == [("XZ", -15.0), ("YZ", 20.0)]


@pytest.mark.slow
def test_a_sieve_is_counted_and_not_listed() -> None:
    (holes,) = survey(inspected(parts.plate(5))).holes
    assert (holes.count and holes.count.text, holes.positions) == ("25", ())


def test_without_solids_there_is_nothing_to_survey() -> None:
    assert survey(inspected(sketch())) == Spec()
    assert survey(inspected(parts.empty_cut())) == Spec()


@pytest.mark.parametrize(
    ("part", "manifest"),
    [
        pytest.param(plate, None, marks=pytest.mark.slow),
        (lambda: together(box(10, 10, 10), moved(box(4, 10, 10), 7)), TWO),
        (lambda: b3d.Cone(5, 0, 10), None),
    ],
)
def test_a_part_passes_all_that_it_was_surveyed_for(part: Any, manifest: ManifestNode | None) -> None:
    subject = inspected(part(), manifest)
    found = survey(subject)
    assert found.requirements
    assert {run_requirement(named, subject).status for named in found.requirements} == {"pass"}
