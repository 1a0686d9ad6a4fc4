"""What each name means on one part and one assembly, and what errors list."""

from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Axis, Cylinder, Pos, Rot

from cadgit.checks.inspected import Inspected
from cadgit.kernel import jobs, picturing
from cadgit.records import ManifestNode
from cadgit.shape.brep import compound
from cadgit.shape.entities.entity import Entity
from cadgit.shape.entities.finding import UnknownEntity, described, find
from cadgit.shape.entities.numbering import Entities

from ..parts import box, handed_over, moved


@pytest.fixture(scope="module")
def plate() -> b3d.Part:
    """40 × 30 × 20, two edges rounded by 3, a through hole of 8 and a blind one of 6 that is 7 deep."""
    with b3d.BuildPart() as p:
        b3d.Box(40, 30, 20)
        with b3d.Locations((-10, 0, 0)):
            b3d.Hole(4)
        with b3d.Locations((10, 0, 10)):
            b3d.Hole(3, 7)
        b3d.fillet(p.edges().filter_by(Axis.Z).group_by(Axis.X)[0], 3)
    return p.part


@pytest.fixture(scope="module")
def part(plate: b3d.Part) -> Entities:
    return Entities(plate.wrapped)


@pytest.fixture(scope="module")
def assembly() -> Entities:
    """A case with a lid and a screw, a second screw twice beside it, and something without a label."""
    one = box(1, 1, 1)
    case = compound([one.wrapped, moved(one, 5).wrapped])
    loose = compound([moved(one, 9).wrapped, moved(one, 12).wrapped, moved(box(2, 2, 2), 20).wrapped])
    node = ManifestNode
    manifest = node(
        children=(
            node("case", children=(node("lid"), node("screw"))),
            node("loose", children=(node("screw"), node("screw"), node(""))),
        )
    )
    return Entities(compound([case, loose]), manifest)


def place(entity: Entity) -> tuple[float, ...]:
    assert entity.place is not None
    return tuple(round(x, 3) + 0.0 for x in entity.place)


@pytest.mark.parametrize(
    ("name", "kind", "where"),
    [
        ("largest -X face", "face", (-20, 0, 0)),
        ("smallest -X face", "face", (-20, 0, 0)),
        ("+X face", "face", (20, 0, 0)),
        ("top face", "face", (0.243, 0, 10)),
        ("highest face", "face", (0.243, 0, 10)),
        ("largest +Z face", "face", (0.243, 0, 10)),
        ("largest cylindrical face", "face", (-10, 0, 0)),
        ("cylindrical face d8", "face", (-10, 0, 0)),
        ("largest hole", "hole", (-10, 0, 0)),
        ("shallowest hole", "hole", (10, 0, 6.5)),
        ("blind hole", "hole", (10, 0, 6.5)),
        ("hole ø8", "hole", (-10, 0, 0)),
        ("right Z hole", "hole", (10, 0, 6.5)),
        ("top circular edge ø8 of solid:1", "edge", (-10, 0, 10)),
        ("(1, 2, 3)", "point", (1, 2, 3)),
        ("result", "result", (0.421, 0, -0.057)),
    ],
)
def test_a_selector_means_one_entity(part: Entities, name: str, kind: str, where: Any) -> None:
    found = find(part, name)
    assert (found.kind, place(found)) == (kind, pytest.approx(where, abs=0.1))


def test_the_name_of_what_was_found_means_it_again(part: Entities) -> None:
    for name in ("largest -X face", "hole ø8", "face 3", "edge:2", "vertex:5", "solid:1", "(1, 2, 3)", "xy", "result"):
        found = find(part, name)
        assert find(part, found.name).name == found.name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "longest edge",
            "longest edge does not mean one edge: 4 edges are equally so: edge:7 (straight at (1.5, -15, 10))",
        ),
        ("hole", "hole does not mean one hole: 2 holes fit: hole:1 (blind ø6 at (10, 0, 6.5)), hole:2 (through ø8"),
        ("hole ø8.002", "there is no hole ø8.002: there is hole:1 (blind ø6"),
        ("conical face", "there is no conical face: there are 7 planar faces, 4 cylindrical faces"),
        ("face:12", "there is no face:12: there are face:1 to face:11"),
        ("solid:2", "there is no solid:2: there is one solid: solid:1"),
        ("X hole", "there is no X hole"),
        ("child:lid", "there is no child:lid: the result has no labelled children"),
        ("largest thing", "names no entity"),
    ],
)
def test_a_tie_and_a_miss_list_what_there_is(part: Entities, name: str, said: str) -> None:
    with pytest.raises(UnknownEntity) as caught:
        find(part, name)
    assert said in str(caught.value)


def test_a_face_that_leans_by_more_than_the_tolerance_has_another_normal() -> None:
    leaning = Entities((Rot(0, 0.1, 0) * b3d.Box(4, 4, 4)).wrapped)
    straight = Entities((Rot(0, 0.03, 0) * b3d.Box(4, 4, 4)).wrapped)
    assert find(straight, "+Z face").type == "planar"
    with pytest.raises(UnknownEntity):
        find(leaning, "+Z face")


def test_equal_faces_of_another_order_of_size_are_not_equal() -> None:
    almost = Entities(b3d.Box(4, 4.0001, 4).wrapped)
    assert described(find(almost, "largest +X face")).startswith("face:")
    with pytest.raises(UnknownEntity, match="4 faces are equally so"):
        find(almost, "largest face")


def test_children_are_named_by_their_labels(assembly: Entities) -> None:
    assert [child.path for child in assembly.children] == [
        "case",
        "case/lid",
        "case/screw",
        "loose",
        "loose/screw#1",
        "loose/screw#2",
        "loose/#3",
    ]
    assert find(assembly, "child:lid").name == "child:case/lid"
    assert find(assembly, "child:case/screw").name == "child:case/screw"
    assert place(find(assembly, "child:loose/screw#2")) == (12, 0, 0)
    assert place(find(assembly, "child:loose/#3")) == (20, 0, 0)
    assert len(find(assembly, "child:loose").solids) == 3
    assert find(assembly, "largest solid").name == "solid:5"
    assert place(find(assembly, "top face of child:lid")) == (0, 0, 0.5)


def test_a_label_that_several_children_have_lists_them(assembly: Entities) -> None:
    with pytest.raises(UnknownEntity, match="means child:case/screw, child:loose/screw#1, child:loose/screw#2"):
        find(assembly, "child:screw")
    with pytest.raises(UnknownEntity, match="there is no child:nut: the children are child:case, child:case/lid"):
        find(assembly, "child:nut")


def test_a_result_that_is_one_labelled_leaf_is_its_own_child() -> None:
    named = Entities(box(1, 1, 1).wrapped, ManifestNode("bracket"))
    assert find(named, "child:bracket").solids


def test_faces_and_holes_have_the_numbers_of_pictures_and_verdicts(plate: b3d.Part, part: Entities) -> None:
    brep = handed_over(plate)
    mouths = picturing._mouths(jobs.Pictured(brep))
    names = {name.split()[0] for name, *_ in mouths}
    assert names == {f"hole:{number}" for number in range(1, part.count("hole") + 1)}
    starts = {name.split()[0]: at for name, at, _ in reversed(mouths)}
    for number in range(1, part.count("hole") + 1):
        hole = find(part, f"hole:{number}").hole
        assert hole is not None
        assert hole.start == pytest.approx(starts[f"hole:{number}"])
    judged = Inspected(plate.wrapped)
    for number in range(1, part.count("face") + 1):
        assert judged.place("face", number).entity == f"face {number}"
        assert judged.faces.FindKey(number).IsSame(find(part, f"face {number}").shape)
    assert judged.holes == part.holes


def test_a_scaled_cylinder_is_found_as_what_it_is() -> None:
    stretched = Entities(b3d.scale(b3d.Box(10, 10, 10) - Cylinder(3, 10), (1, 1, 2)).wrapped)
    found = find(stretched, "cylindrical face")
    assert found.surface is not None
    assert (found.surface.recognised, round(found.surface.radius or 0, 4), found.surface.hollow) == (True, 3.0, True)


def test_what_is_far_away_keeps_its_names() -> None:
    far = Entities((Pos(1e5, 0, 0) * b3d.Box(10, 20, 30)).wrapped)
    assert place(find(far, "right face")) == (100005, 0, 0)
