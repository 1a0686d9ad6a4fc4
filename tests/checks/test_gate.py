from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Cone, Pos, Rectangle

from cadgit.checks import gate
from cadgit.checks.registry import lookup, names
from cadgit.records import CheckResult
from cadgit.spec import PREFIX

from ..shape import parts
from ..shape.parts import GOOD, TWO, box, inspected, moved, together


def verdict(part, manifest=None, *, deep=False) -> dict[str, CheckResult]:
    """All checks of the result itself."""
    subject = inspected(part, manifest)
    names_ = [name for name in gate.names_for(subject.kind) if deep or name not in gate.DEEP.get(subject.kind, ())]
    found = (gate.run_check(name, subject, None) for name in names_ if name != gate.STEP_WRITE)
    return {result.name: result for result in found if result is not None}


def bad(part, manifest=None) -> dict[str, CheckResult]:
    return {name: result for name, result in verdict(part, manifest).items() if result.status != "pass"}


@pytest.mark.parametrize("name", [name for name in GOOD if name != "letters"])
def test_good_parts_pass_every_check(name):
    assert bad(GOOD[name]()) == {}


def test_separate_letters_are_a_warning_that_names_the_pieces():
    found = bad(GOOD["letters"]())
    assert list(found) == ["disjoint"] and found["disjoint"].status == "warn"
    assert "the part is 3 separate pieces: solid 1, solid 2, solid 3" in found["disjoint"].message


@pytest.mark.parametrize(
    "part, manifest, check, says",
    [
        (lambda: together(box(10, 10, 10), moved(box(10, 10, 10), 6)), TWO, "overlap", "overlap by 400 mm³"),
        (lambda: together(box(10, 10, 10), box(4, 4, 4)), TWO, "overlap", "overlap by 64 mm³"),
        (parts.open_shell, None, "solids", "no solid: 5 faces with 4 free edges (edge"),
        (parts.shared_edge, None, "manifold", "not manifold: edge"),
        (parts.bow_tie, None, "valid", "its outline crosses itself"),
        (parts.inside_out, None, "volume", "volume of solid 1 is -1000 mm³: its faces point inward"),
        (parts.empty_cut, None, "result", "empty"),
        (parts.not_a_number, None, "size", "not finite"),
        (lambda: b3d.Solid(parts.open_shell()), None, "closed", "4 free edges (edge"),
        (lambda: Cone(5, 0, 10) + Pos(0, 0, 10) * Cone(0, 5, 10), None, "manifold", "by this vertex alone"),
        (parts.bow_tie_sketch, None, "outline", "crosses itself"),
        (lambda: together(Rectangle(9, 9), Pos(5, 0) * Rectangle(9, 9)), None, "faces-overlap", "overlap by 36 mm²"),
        (lambda: b3d.Wire.make_circle(4), None, "solids", "no solid"),
    ],
)
def test_bad_parts_fail_with_a_reason_and_a_place(part, manifest, check, says):
    result = verdict(part(), manifest)[check]
    assert result.status == "fail"
    assert says in result.message
    if check not in ("result", "size") and "only" not in result.message:
        assert result.places and result.places[0].point is not None


def test_an_overlap_names_both_solids_and_the_depth():
    result = verdict(together(box(10, 10, 10), moved(box(10, 10, 10), 6)), TWO)["overlap"]
    assert "solid 1 'base' and solid 2 'lid'" in result.message and "2.22222 mm deep" in result.message


@pytest.mark.parametrize("gap", [0.0, 0.001])
def test_contact_is_not_overlap(gap):
    assert bad(together(box(10, 10, 10), moved(box(10, 10, 10), 10 + gap)), TWO) == {}


def test_an_overlap_just_over_the_deflection_fails_and_one_below_passes():
    # Deflection 2e-4 of a diagonal of 24.5 mm: 0.0049 mm; the mean depth of a flat overlap is about its thickness.
    assert verdict(together(box(10, 10, 10), moved(box(10, 10, 10), 9.99)), TWO)["overlap"].status == "fail"
    assert verdict(together(box(10, 10, 10), moved(box(10, 10, 10), 9.999)), TWO)["overlap"].status == "pass"


def test_a_pin_in_a_hole_of_its_own_size_does_not_overlap():
    plate = (b3d.Box(20, 20, 5) - b3d.Cylinder(4, 5)).solid()
    assert bad(together(plate, b3d.Cylinder(4, 5).solid()), TWO) == {}


def test_one_solid_twice_in_one_place_overlaps_with_itself():
    solid = box(10, 10, 10)
    assert "two copies of solid 1 overlap by 1000 mm³" in verdict(together(solid, solid))["overlap"].message


def test_without_a_finite_size_what_would_crash_is_not_checked():
    found = verdict(parts.not_a_number())
    assert found["size"].status == "fail"
    assert {found[name].status for name in ("valid", "overlap", "watertight", "volume")} == {"not checked"}


@pytest.mark.parametrize("side, status", [(0.05, "warn"), (0.2, "pass"), (90_000, "pass"), (200_000, "warn")])
def test_a_size_that_nobody_makes_is_a_warning(side, status):
    assert verdict(box(side, side, side))["size"].status == status


@pytest.mark.parametrize("tolerance, status", [(1e-4, "pass"), (0.05, "warn"), (0.5, "fail")])
def test_large_tolerances_warn_and_then_fail(tolerance, status):
    from OCP.BRep import BRep_Builder
    from OCP.TopoDS import TopoDS

    part = box(10, 10, 10)
    BRep_Builder().UpdateVertex(TopoDS.Vertex(part.vertices()[0].wrapped), tolerance)
    assert verdict(part)["tolerance"].status == status


def test_a_sketch_has_a_gate_of_its_own():
    found = verdict(parts.sketch())
    assert list(found) == [name for name in gate.GATE["sketch"]]
    assert {result.status for result in found.values()} == {"pass"}


def test_loose_faces_beside_a_solid_are_a_warning():
    assert bad(together(box(10, 10, 10), Pos(0, 0, 50) * Rectangle(9, 9)))["solids"].status == "warn"


def test_a_check_that_crashes_has_failed(monkeypatch):
    from cadgit.checks import registry

    def crash(inspected, arguments):
        raise RuntimeError("BRep_API: command not done\nmore")

    check = lookup("volume")
    broken = registry.Check(check.name, check.arguments, crash, check.doc)
    monkeypatch.setitem(registry._CHECKS, "volume", broken)
    result = verdict(box(1, 1, 1))["volume"]
    assert (result.status, result.message) == ("fail", "the check crashed: BRep_API: command not done")


def test_every_check_of_the_gate_is_registered_with_a_line_of_documentation():
    wanted = {name for names_ in (*gate.GATE.values(), *gate.DEEP.values()) for name in names_}
    assert wanted == {name for name in names() if not name.startswith(PREFIX)}
    assert all(lookup(name).doc.endswith(".") for name in wanted)
