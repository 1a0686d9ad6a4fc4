"""Labelled children: clearance, contact and interference, each with a good and a bad fit."""

from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos

from cadgit.checks import gate
from cadgit.checks.inspected import Inspected
from cadgit.records import CheckResult, ManifestNode
from cadgit.shape.step import read_step, write_step
from cadgit.spec import Clearance, Contact, Interference, Requirement

from ...shape.parts import HEADER, TWO, box, inspected, moved, together
from .samples import judged_part

PAIR = ("base", "lid")


def stack(gap: float) -> Any:
    """A lid of 10 × 10 mm over a base; a negative gap lets them overlap."""
    return together(box(20, 20, 5), moved(box(10, 10, 5), 0, 0, 5 + gap))


def fit(pin: float) -> Any:
    """A pin in a hole of 8 mm."""
    return together((b3d.Box(20, 20, 5) - Cylinder(4, 5)).solid(), Cylinder(pin / 2, 5).solid())


def screwed(diameter: float = 5.0, drill: float = 4.2) -> Any:
    """A screw, drawn as a plain cylinder, in a tapped hole that is drawn as it is drilled."""
    plate = (b3d.Box(20, 20, 8) - Cylinder(drill / 2, 8)).solid()
    screw = (Cylinder(diameter / 2, 10) + Pos(0, 0, 6.5) * Cylinder(4.25, 5)).solid()
    return together(plate, Pos(0, 0, 0) * screw)


@pytest.mark.parametrize("make", [stack, lambda gap: fit(8 - 2 * gap)], ids=["flat", "round"])
def test_a_clearance_that_is_too_small_fails_and_its_place_is_told(make: Any) -> None:
    wanted = Clearance(PAIR, 0.2)
    good = judged_part("clearance", wanted, make(0.2), TWO)
    assert (good.status, good.measured) == ("pass", "0.2 mm")
    for gap, measured in ((0.1, "0.1 mm"), (0.0, "0 mm")):
        bad = judged_part("clearance", wanted, make(gap), TWO)
        assert (bad.status, bad.measured) == ("fail", measured)
        assert bad.places[0].entity == "'base' and 'lid'" and bad.places[0].point is not None


def test_children_inside_each_other_have_no_clearance() -> None:
    found = judged_part("clearance", Clearance(PAIR, 0.2), together(box(20, 20, 20), box(2, 2, 2)), TWO)
    assert (found.status, found.measured) == ("fail", "0 mm")


def test_contact_is_neither_a_gap_nor_an_overlap() -> None:
    wanted = Contact(PAIR)
    assert judged_part("contact", wanted, stack(0), TWO).status == "pass"
    assert judged_part("contact", wanted, fit(8), TWO).status == "pass"
    apart = judged_part("contact", wanted, stack(0.02), TWO)
    assert apart.status == "fail" and "do not touch: they are 0.02 mm apart" in apart.message
    deep = judged_part("contact", wanted, stack(-0.1), TWO)
    assert deep.status == "fail" and "overlap at (0, 0, 2.45), 0.098" in deep.message
    assert judged_part("contact", Contact(PAIR, 0.05), stack(0.02), TWO).status == "pass"


def test_interference_is_allowed_up_to_its_depth() -> None:
    assert judged_part("interference", Interference(PAIR, 0.1), stack(-0.1), TWO).status == "pass"
    assert judged_part("interference", Interference(PAIR, 0.1), stack(0.1), TWO).message.endswith("do not overlap")
    bad = judged_part("interference", Interference(PAIR, 0.1), stack(-0.2), TWO)
    assert bad.status == "fail" and "deep on average, at (0, 0, 2.4)" in bad.message
    assert bad.places[0].entity == "solids 1 and 2"


@pytest.mark.parametrize(("diameter", "drill"), [(3.0, 2.5), (5.0, 4.2), (8.0, 6.8)])
def test_a_screw_in_a_tapped_hole_is_as_deep_as_its_radii_differ(diameter: float, drill: float) -> None:
    """But for the ends: 2·V/A is a little less than the thickness of what they share."""
    depth = (diameter - drill) / 2
    found = judged_part("interference", Interference(PAIR, depth), screwed(diameter, drill), TWO)
    assert found.status == "pass"
    assert 0.85 * depth < float(found.measured.removesuffix(" mm")) < depth


def overlap(part: Any, allowed: tuple[Interference, ...], manifest: ManifestNode = TWO) -> CheckResult:
    found = gate.run_check("overlap", inspected(part, manifest), None, allowed)
    assert found is not None
    return found


def test_an_allowed_interference_relaxes_the_gate_and_the_line_says_so() -> None:
    assert overlap(screwed(), ()).status == "fail"
    found = overlap(screwed(), (Interference(("lid", "base"), 0.5),))
    assert found.status == "pass" and "(the spec allows 0.5 mm)" in found.message
    assert found.measured == "0 overlapping pairs, 1 allowed"
    deeper = overlap(screwed(), (Interference(PAIR, 0.3),))
    assert deeper.status == "fail" and "deep on average (the spec allows 0.3 mm)" in deeper.message


def test_an_interference_is_allowed_for_its_own_pair_alone() -> None:
    three = ManifestNode(children=(ManifestNode("base"), ManifestNode("lid"), ManifestNode("knob")))
    part = together(box(20, 20, 5), moved(box(10, 10, 5), 0, 0, 4.9), moved(box(4, 4, 4), 0, 0, 9.2))
    found = overlap(part, (Interference(PAIR, 0.3),), three)
    assert found.status == "fail" and "solid 2 'lid' and solid 3 'knob'" in found.message
    assert "'base'" not in found.message
    both = (Interference(PAIR, 0.3), Interference(("lid", "knob"), 0.3))
    assert overlap(part, both, three).status == "pass"


def test_what_is_allowed_holds_in_the_step_file_too_which_knows_no_labels() -> None:
    result = inspected(screwed(), TWO)
    again = Inspected(read_step(write_step(result.tree, HEADER)), copy_of=result)
    for depth, status in ((0.5, "pass"), (0.3, "fail")):
        found = gate.run_check("step.overlap", result, again, (Interference(PAIR, depth),))
        assert found is not None and found.status == status
    other = gate.run_check("step.overlap", result, again, (Interference(("base", "knob"), 0.5),))
    assert other is not None and other.status == "fail"


REQUIREMENTS: dict[str, Requirement] = {
    "clearance": Clearance(("base", "screw"), 0.1),
    "contact": Contact(("base", "screw")),
    "interference": Interference(("base", "screw"), 0.3),
}


@pytest.mark.parametrize("key", REQUIREMENTS)
def test_a_label_that_is_not_there_fails_and_allows_nothing(key: str) -> None:
    found = judged_part(key, REQUIREMENTS[key], stack(-0.1), TWO)
    assert found.status == "fail"
    assert found.message == "no child is labelled 'screw': the result has 'base' and 'lid'"
    nameless = judged_part(key, REQUIREMENTS[key], stack(-0.1))
    assert nameless.message == "no child is labelled 'base': the result has no labels"
    assert overlap(stack(-0.1), (Interference(("base", "screw"), 0.3),)).status == "fail"


SCREWS = ManifestNode(children=(ManifestNode("base"), ManifestNode("screw"), ManifestNode("screw")))


def test_each_of_several_children_with_one_label_counts() -> None:
    def part(up: float) -> Any:
        return together(box(40, 20, 5), moved(box(4, 4, 5), -10, 0, 5), moved(box(4, 4, 5), 10, 0, 5 + up))

    assert judged_part("contact", Contact(("base", "screw")), part(0), SCREWS).status == "pass"
    loose = judged_part("contact", Contact(("base", "screw")), part(0.3), SCREWS)
    assert loose.status == "fail" and loose.places[0].point is not None and loose.places[0].point[0] > 5
    assert judged_part("clearance", Clearance(("base", "screw"), 0.1), part(0.3), SCREWS).status == "fail"
    assert judged_part("clearance", Clearance(("screw", "screw"), 16), part(0), SCREWS).status == "pass"
    assert judged_part("clearance", Clearance(("screw", "screw"), 16.1), part(0), SCREWS).status == "fail"


def test_one_child_alone_has_nothing_to_be_apart_from() -> None:
    found = judged_part("clearance", Clearance(("base", "base"), 1), stack(0), TWO)
    assert found.status == "fail" and found.message == "there are no two children to look between: 'base' and 'base'"
