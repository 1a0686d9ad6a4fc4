"""Each faulty part gets the right findings, with the place, and good parts get none."""

from __future__ import annotations

import build123d as b3d
import pytest
from build123d import Pos

from cadgit.checks.diagnosis import ASPECTS, diagnose
from cadgit.checks.diagnosis.repair import repair
from cadgit.checks.inspected import Inspected
from cadgit.records import GeometryFinding

from ...shape import parts
from ...shape.parts import GOOD, inspected

QUICK = [aspect for aspect in ASPECTS if aspect != "crossing pairs"]


def found(part, *aspects: str) -> list[GeometryFinding]:
    return [finding for aspect in aspects or QUICK for finding in diagnose(inspected(part), aspect).findings]


def only(part, aspect: str, kind: str) -> GeometryFinding:
    """The one finding of a kind."""
    (finding,) = [finding for finding in found(part, aspect) if finding.kind == kind]
    assert finding.severity == "fault" and finding.proposal
    return finding


def test_a_crossing_outline_is_told_first_with_the_point_and_the_points_order_to_check():
    findings = found(parts.bow_tie(), "validity")
    assert [(f.kind, f.entities) for f in findings] == [
        ("crossing outline", ("face:5",)),
        ("crossing outline", ("face:6",)),
    ]
    assert findings[0].point == pytest.approx((5, 5, 0), abs=1e-9)
    assert findings[0].message.startswith("its outline crosses itself")
    assert "order of the points" in findings[0].proposal
    assert findings[0].faces == (5,)


def test_free_edges_are_one_rim_with_its_length_and_what_closes_it():
    rim = only(parts.open_shell(), "boundary", "open surface")
    assert len(rim.entities) == 4 and all(name.startswith("edge:") for name in rim.entities)
    assert rim.point == pytest.approx((0, 0, 5), abs=1e-9) and rim.size == "40 mm around"
    assert rim.box is not None and rim.box.size == pytest.approx((10, 10, 0), abs=1e-3)
    assert "a flat rim of 4 free edges" in rim.message and "a flat face closes it" in rim.proposal
    assert len(rim.faces) == 4, "those that end at the rim"


def test_a_surface_is_no_solid():
    assert "no solid" in only(parts.open_shell(), "bodies", "no solid").message


def test_overlapping_solids_are_named_with_the_common_volume_and_a_point_in_it():
    pair = only(
        b3d.Compound(children=[b3d.Box(10, 10, 10), Pos(6, 0, 0) * b3d.Box(10, 10, 10)]),
        "overlaps",
        "overlapping solids",
    )
    assert pair.entities == ("solid:1", "solid:2")
    assert pair.size == "400 mm³" and pair.point == pytest.approx((3, 0, 0), abs=0.01)


def test_a_solid_inside_of_another_overlaps_with_all_of_its_volume():
    pair = only(b3d.Compound(children=[b3d.Box(10, 10, 10), b3d.Box(4, 4, 4)]), "overlaps", "overlapping solids")
    assert pair.size == "64 mm³"


def test_what_is_inside_out_is_told_so():
    solid = only(parts.inside_out(), "bodies", "inside out")
    assert solid.entities == ("solid:1",) and solid.size == "-1000 mm³"
    assert "Reversed" in solid.proposal


def test_bodies_that_share_an_edge_are_told_at_that_edge():
    edge = only(parts.shared_edge(), "boundary", "bodies joined by a line")
    assert edge.point == pytest.approx((5, 5, 0), abs=1e-9) and edge.size == "10 mm"
    assert len(edge.faces) == 4


def test_an_empty_result_is_told_so():
    nothing = only(parts.empty_cut(), "bodies", "empty result")
    assert nothing.entities == () and nothing.point is None


def test_a_size_that_is_no_number_is_told_and_all_else_is_left():
    assert only(parts.not_a_number(), "bodies", "size not finite")
    for aspect in QUICK:
        if aspect != "bodies":
            assert diagnose(inspected(parts.not_a_number()), aspect).not_checked == ("the size is not finite",)


def test_of_a_bend_that_is_too_tight_it_is_told_what_runs_through_what():
    pairs = found(parts.too_tight(), "crossing pairs")
    assert {(pair.kind, pair.severity) for pair in pairs} == {("runs through itself", "warning")}
    assert all(len(pair.entities) == 2 and pair.point is not None for pair in pairs)
    assert "bends tighter" in pairs[0].proposal


def test_a_crossing_outline_of_a_sketch_is_told():
    assert only(parts.bow_tie_sketch(), "sketch", "crossing outline").entities == ("face:1",)


def test_pieces_that_do_not_touch_are_one_warning_about_all_of_them():
    (warning,) = found(GOOD["letters"](), "bodies")
    assert (warning.kind, warning.severity) == ("separate pieces", "warning")
    assert warning.entities == ("solid:1", "solid:2", "solid:3")


def test_a_short_edge_is_a_warning_and_no_fault():
    step = b3d.Box(40, 30, 10) + Pos(-10, 0, 5.0005) * b3d.Box(20, 30, 0.001)
    findings = found(step, "details")
    assert {finding.severity for finding in findings} == {"warning"}
    assert {finding.kind for finding in findings} >= {"short edge", "narrow face"}


@pytest.mark.slow
def test_of_many_small_details_the_first_are_told_and_the_others_counted():
    with b3d.BuildPart() as p:
        b3d.Box(200, 200, 5)
        with b3d.GridLocations(20, 20, 6, 6):
            b3d.Box(0.01, 0.01, 20, mode=b3d.Mode.SUBTRACT)
    diagnosed = diagnose(inspected(p.part), "details")
    assert len(diagnosed.findings) == 20
    (more,) = diagnosed.more
    # 36 holes have 8 short edges and 4 narrow walls each.
    assert more.startswith("412 more edges and faces under 0.028")


@pytest.mark.parametrize("name", ["plain", "sphere", "cone with an apex", "shelled", "cut in two", "two pipes"])
def test_good_parts_are_accused_of_nothing(name):
    assert found(GOOD[name](), *ASPECTS) == []


def test_touching_solids_are_no_fault():
    touching = b3d.Compound(children=[b3d.Box(10, 10, 10), Pos(10, 0, 0) * b3d.Box(10, 10, 10)])
    assert [finding.kind for finding in found(touching)] == ["separate pieces"]


def test_shapefix_would_turn_an_inside_out_solid_round():
    made = repair(inspected(parts.inside_out()), None)
    assert (made.changes, made.works, made.wrong_before, made.wrong_after) == (True, True, ("volume",), ())
    assert made.after.volume == pytest.approx(1000) and made.displacement == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("make", [parts.open_shell, parts.shared_edge])
def test_shapefix_cannot_do_anything_about_what_is_missing(make):
    made = repair(inspected(make()), None)
    assert not made.changes and not made.works and made.wrong_before == made.wrong_after != ()


def test_shapefix_does_not_mend_a_crossing_outline():
    made = repair(inspected(parts.bow_tie()), None)
    assert made.changes and not made.works and "volume" in made.wrong_after


def test_a_part_that_is_good_needs_no_repair():
    subject = Inspected(parts.plain().wrapped)
    made = repair(subject, None)
    assert not made.changes and not made.works and made.wrong_before == ()
