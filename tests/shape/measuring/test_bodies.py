from __future__ import annotations

import math
from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos

from cadgit.records import BodyMeasure, ManifestNode
from cadgit.shape.brep import compound
from cadgit.shape.entities.finding import find
from cadgit.shape.entities.numbering import Entities
from cadgit.shape.measuring.bodies import Density, Weigher, bodies_of, materials_of
from cadgit.shape.summary import summarise

from ..parts import TWO, box, inside_out, moved, not_a_number, open_shell

STEEL = Density(7.85, "steel")


def weighed(part: Any, *densities: Density | None, name: str = "result") -> BodyMeasure:
    entities = part if isinstance(part, Entities) else Entities(getattr(part, "wrapped", part))
    known = densities or (None,) * entities.count("solid")
    return Weigher(entities, known).measure(find(entities, name))


@pytest.fixture(scope="module")
def two() -> Entities:
    return Entities(compound([box(10, 10, 10).wrapped, moved(box(10, 10, 10), 20).wrapped]), TWO)


def test_it_measures_what_run_measures(two: Entities) -> None:
    found, known = weighed(two), summarise(two.shape, TWO)[0]
    assert (found.volume, found.area) == pytest.approx((known.volume, known.area))
    assert found.centre == pytest.approx(known.centre_of_mass)
    assert found.box == known.box
    assert (found.solids, found.faces, found.edges, found.vertices) == (2, 12, 24, 16)


def test_with_a_density_there_is_a_mass_and_moments_of_mass() -> None:
    found = weighed(box(20, 20, 30), STEEL)
    assert (found.mass, found.density, found.material) == (pytest.approx(94.2), 7.85, "steel")
    assert found.inertia_unit == "g·mm²"
    assert found.principal_moments == pytest.approx((94.2 * 800 / 12, 94.2 * 1300 / 12, 94.2 * 1300 / 12))
    assert found.gyration == pytest.approx((math.sqrt(800 / 12), math.sqrt(1300 / 12), math.sqrt(1300 / 12)))


def test_without_one_moments_are_of_unit_density() -> None:
    found = weighed(box(20, 20, 30))
    assert (found.mass, found.density, found.inertia_unit) == (None, None, "mm⁵")
    assert found.principal_moments == pytest.approx((12000 * 800 / 12, 12000 * 1300 / 12, 12000 * 1300 / 12))
    assert found.gyration == pytest.approx(weighed(box(20, 20, 30), STEEL).gyration)
    assert found.free_axes == (1, 2)


def test_solids_of_several_densities_have_one_mass_and_no_density(two: Entities) -> None:
    found = weighed(two, STEEL, Density(7.85 / 3, "light"))
    assert (found.mass, found.density, found.material) == (pytest.approx(7.85 * 4 / 3), None, "light, steel")
    assert found.centre == pytest.approx((5, 0, 0))


def test_a_solid_without_a_density_leaves_the_whole_without_a_mass(two: Entities) -> None:
    found = weighed(two, STEEL, None)
    assert (found.mass, found.inertia_unit) == (None, "mm⁵")
    assert "density of some of its solids is not known" in found.notes[0]
    assert weighed(two, STEEL, None, name="child:base").mass == pytest.approx(7.85)
    assert weighed(two, STEEL, None, name="solid:2").mass is None


def test_a_solid_that_is_there_twice_weighs_twice() -> None:
    one = box(10, 10, 10).wrapped
    assert weighed(compound([one, one]), STEEL).mass == pytest.approx(15.7)


def test_bodies_are_the_result_its_children_and_its_solids(two: Entities) -> None:
    assert [body.name for body in bodies_of(two)] == ["result", "child:base", "child:lid", "solid:1", "solid:2"]
    assert [body.name for body in bodies_of(Entities(box(1, 1, 1).wrapped, ManifestNode("one")))] == ["result"]


def test_a_material_holds_for_what_is_below_it(two: Entities) -> None:
    child = ManifestNode
    tree = child(material="pla", children=(child("a", material="abs"), child("b")))
    assert materials_of(Entities(two.shape, tree)) == ("abs", "pla")
    assert materials_of(two) == ("", "")


def test_sketches_and_curves_have_moments_of_area_and_length() -> None:
    sheet = weighed(b3d.Rectangle(20, 10))
    assert (sheet.spread, sheet.area, sheet.volume, sheet.inertia_unit) == ("area", pytest.approx(200), 0, "mm⁴")
    line = weighed(b3d.Edge.make_line((0, 0, 0), (3, 4, 0)))
    assert (line.spread, line.length, line.inertia_unit) == ("length", pytest.approx(5), "mm³")
    assert weighed(open_shell()).spread == "area"


def test_what_is_wrong_with_a_body_is_said() -> None:
    turned = weighed(inside_out())
    assert turned.volume == pytest.approx(-1000)
    assert "inside out" in turned.notes[0]
    broken = weighed(not_a_number())
    assert broken.centre is None and broken.inertia is None
    assert broken.notes == ("it has no finite size: a coordinate is infinite or not a number",)
    assert all(math.isfinite(x) for x in (broken.volume, broken.area, broken.length))
    empty = weighed(compound([]))
    assert (empty.spread, empty.notes) == ("nothing", ("it is empty",))


def test_a_hole_makes_it_lighter() -> None:
    part = Pos(3, 0, 0) * (b3d.Box(20, 20, 10) - Cylinder(5, 10))
    assert weighed(part, STEEL).mass == pytest.approx((4000 - 250 * math.pi) * 7.85e-3)
