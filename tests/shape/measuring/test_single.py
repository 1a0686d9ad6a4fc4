"""What faces, edges, vertices and holes measure, against the sizes that they were made with."""

from __future__ import annotations

import math
from typing import Any

import build123d as b3d
import pytest
from build123d import Axis, Cone, Cylinder, Pos, Sphere, Torus

from cadgit.records import EntityMeasure
from cadgit.shape.entities.finding import all_of, find
from cadgit.shape.entities.numbering import Entities
from cadgit.shape.measuring.single import measure

from ..parts import not_a_number


def measured(part: Any, name: str) -> EntityMeasure:
    entities = part if isinstance(part, Entities) else Entities(part.wrapped)
    return measure(find(entities, name))


def values(found: EntityMeasure) -> dict[str, Any]:
    return {q.name: q.value if q.vector is None else q.vector for q in found.quantities}


@pytest.fixture(scope="module")
def plate() -> Entities:
    """40 × 30 × 20 with a hole of 8 mm and a countersunk one of 6 (82°, 12 mm wide), two edges rounded by 3."""
    with b3d.BuildPart() as p:
        b3d.Box(40, 30, 20)
        with b3d.Locations((10, 0, 0)):
            b3d.Hole(4)
        with b3d.Locations((-10, 0, 10)):
            b3d.CounterSinkHole(3, 6)
        b3d.fillet(p.edges().filter_by(Axis.Z).group_by(Axis.X)[0], 3)
    return Entities(p.part.wrapped)


SINK = 3 / math.tan(math.radians(41))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("+X face", {"area": 600, "perimeter": 100, "centre": (20, 0, 0), "normal": (1, 0, 0)}),
        ("hole ø8", {"diameter": 8, "depth": 20, "start": (10, 0, -10), "end": (10, 0, 10), "axis": (0, 0, 1)}),
        ("hole ø6", {"diameter": 6, "depth": 20 - SINK}),
        ("cylindrical face ø8", {"radius": 4, "diameter": 8, "height": 20, "turn": 360, "area": 160 * math.pi}),
        (
            "conical face",
            {
                "semi-angle": 41,
                "apex angle": 82,
                "smallest diameter": 6,
                "largest diameter": 12,
                "height": SINK,
                "apex": (-10, 0, 10 - 2 * SINK),
            },
        ),
        ("top circular ø8 edge", {"length": 8 * math.pi, "radius": 4, "arc angle": 360, "centre": (10, 0, 10)}),
    ],
)
def test_an_entity_has_the_sizes_that_it_was_made_with(plate: Entities, name: str, expected: dict[str, Any]) -> None:
    found = values(measured(plate, name))
    for quantity, value in expected.items():
        assert found[quantity] == pytest.approx(value, abs=1e-9), quantity


def test_a_sphere_and_a_torus_have_centres_and_radii() -> None:
    ball = values(measured(Pos(1, 2, 3) * Sphere(5), "face:1"))
    assert (ball["radius"], ball["area"]) == pytest.approx((5, 100 * math.pi))
    assert ball["sphere centre"] == pytest.approx((1, 2, 3))
    ring = values(measured(Pos(1, 2, 3) * Torus(10, 3), "face:1"))
    assert (ring["radius"], ring["tube radius"], ring["area"]) == pytest.approx((10, 3, 4 * math.pi**2 * 30))
    assert ring["torus centre"] == pytest.approx((1, 2, 3))


def test_which_side_the_material_is_on_is_said(plate: Entities) -> None:
    sides = {
        name: next(q.definition for q in measured(plate, name).quantities if q.name == "radius")
        for name in ("cylindrical face ø8", "front cylindrical face")
    }
    assert "the material lies outside" in sides["cylindrical face ø8"]
    assert "the material lies inside" in sides["front cylindrical face"]


def face_angle(part: Any, name: str) -> tuple[float, str]:
    found = next(q for q in measured(part, name).quantities if q.name == "face angle")
    assert found.value is not None
    return round(found.value, 6), found.definition.rpartition(": ")[2]


def test_the_faces_at_an_edge_meet_at_an_angle_through_the_material() -> None:
    step = b3d.Box(10, 10, 10) - Pos(2.5, 0, 2.5) * b3d.Box(5, 20, 5)
    angles = sorted(
        (q.value, q.definition.rpartition(": ")[2])
        for edge in all_of(Entities(step.wrapped), "edge")
        for q in measure(edge).quantities
        if q.name == "face angle" and q.value is not None
    )
    assert [(round(angle, 6), kind) for angle, kind in angles] == [(90, "convex")] * 17 + [(270, "concave")]
    assert face_angle(Cone(5, 0, 5), "circular edge") == (45, "convex")


def test_a_rounded_edge_is_smooth() -> None:
    rounded = Entities(b3d.fillet(b3d.Box(10, 10, 10).edges().filter_by(Axis.Z), 2).wrapped)
    kinds = {
        q.definition.rpartition(": ")[2]
        for edge in all_of(rounded, "edge")
        if edge.along == pytest.approx((0, 0, 1)) and edge.type == "straight"
        for q in measure(edge).quantities
        if q.name == "face angle"
    }
    assert kinds == {"smooth"}


def test_a_seam_and_an_apex_say_so() -> None:
    cone = Entities(Cone(5, 0, 10).wrapped)
    notes = [note for edge in all_of(cone, "edge") for note in measure(edge).notes]
    assert any(note.startswith("it is a seam") for note in notes)
    assert any(note.startswith("it is degenerated") for note in notes)


def test_a_stretched_cylinder_is_measured_as_what_it_is() -> None:
    found = measured(b3d.scale(b3d.Box(10, 10, 10) - Cylinder(3, 10), (1, 1, 2)), "cylindrical face")
    assert values(found)["diameter"] == pytest.approx(6, abs=1e-4)
    assert found.notes == ("the file has it as another kind of surface, which is cylindrical within 0.0001 mm",)


def test_what_is_no_number_is_left_out_and_said() -> None:
    broken = Entities(not_a_number().wrapped)
    for kind in ("face", "edge", "vertex"):
        for entity in all_of(broken, kind):
            found = measure(entity)
            assert all(math.isfinite(q.value) for q in found.quantities if q.value is not None)
            assert all(math.isfinite(x) for q in found.quantities for x in q.vector or ())
