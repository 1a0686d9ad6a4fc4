from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from build123d import Cylinder, Pos

from cadgit.records import Clearance, ManifestNode
from cadgit.shape.brep import compound
from cadgit.shape.entities.finding import find
from cadgit.shape.entities.numbering import Entities
from cadgit.shape.measuring.clearances import measure_clearances, pairs_of
from cadgit.shape.measuring.sharing import shared_volume

from ..parts import box, moved

Node = ManifestNode


def labelled(**parts: Any) -> Entities:
    shapes = [getattr(part, "wrapped", part) for part in parts.values()]
    return Entities(compound(shapes), Node(children=tuple(Node(label) for label in parts)))


def clearances(entities: Entities, seconds: float = 60) -> dict[tuple[str, str], Clearance]:
    found = measure_clearances(entities, pairs_of(entities), seconds)
    return {(one.first.removeprefix("child:"), one.second.removeprefix("child:")): one for one in found}


@pytest.fixture(scope="module")
def rig() -> Entities:
    """A block; one that stands 2 mm beside it, one that touches it, one that reaches 1 mm into it."""
    cube = box(10, 10, 10)
    return labelled(block=cube, beside=moved(cube, 12), on=moved(cube, 0, 10), into=moved(cube, 0, 0, 9))


def test_pairs_are_apart_touching_or_overlapping(rig: Entities) -> None:
    found = clearances(rig)
    assert len(found) == 6
    assert (found["block", "beside"].state, found["block", "beside"].distance) == ("apart", pytest.approx(2))
    assert (found["block", "on"].state, found["block", "on"].distance) == ("touching", 0)
    deep = found["block", "into"]
    assert (deep.state, deep.distance, deep.volume) == ("overlapping", 0, pytest.approx(100))
    # Mean depth is twice the volume over the surface of what is shared: a slab of 10 × 10 × 1.
    assert deep.depth == pytest.approx(200 / 240)


@pytest.mark.parametrize(
    ("gap", "state"), [(1e-4, "apart"), (0, "touching"), (-0.001, "touching"), (-0.02, "overlapping")]
)
def test_what_overlaps_by_less_than_a_mesh_can_tell_touches(gap: float, state: str) -> None:
    pin = labelled(plate=b3d.Box(20, 20, 10) - Cylinder(3 + gap, 10), pin=Cylinder(3, 10))
    assert clearances(pin)["plate", "pin"].state == state


def test_the_topmost_children_count_and_below_a_single_one_its_own() -> None:
    cube = box(1, 1, 1)
    inner = compound([cube.wrapped, moved(cube, 3).wrapped])
    tree = Node(children=(Node("all", children=(Node("a", children=(Node("x"), Node("y"))), Node("b"))),))
    nested = Entities(compound([compound([inner, moved(cube, 9).wrapped])]), tree)
    assert pairs_of(nested) == (("child:all/a", "child:all/b"),)
    (only,) = measure_clearances(nested, pairs_of(nested), 60)
    assert only.distance == pytest.approx(5)


def test_without_children_all_solids_count() -> None:
    cube = box(1, 1, 1)
    plain = Entities(compound([cube.wrapped, moved(cube, 3).wrapped, moved(cube, 9).wrapped]))
    assert pairs_of(plain) == (("solid:1", "solid:2"), ("solid:1", "solid:3"), ("solid:2", "solid:3"))
    assert pairs_of(Entities(cube.wrapped)) == ()


def test_when_the_time_is_over_the_rest_is_left(rig: Entities) -> None:
    assert len(clearances(rig, seconds=-1)) == 1


@pytest.mark.parametrize("method", ["exact", "mesh"])
def test_what_two_children_share_has_a_volume_and_a_box(rig: Entities, method: Any) -> None:
    found = shared_volume(find(rig, "child:block"), find(rig, "child:into"), method)
    assert (found.volume, found.error, found.method) == (pytest.approx(100), 0, method)
    assert found.box is not None
    assert (found.box.minimum, found.box.maximum) == (pytest.approx((-5, -5, 4)), pytest.approx((5, 5, 5)))
    none = shared_volume(find(rig, "child:block"), find(rig, "child:on"), method)
    assert (none.volume, none.box) == (pytest.approx(0, abs=1e-9), None)


def test_the_error_of_meshes_covers_what_they_are_off() -> None:
    pins = labelled(one=Cylinder(3, 10), other=Pos(0, 0, 5) * Cylinder(3, 10))
    ends = find(pins, "child:one"), find(pins, "child:other")
    exact, rough = shared_volume(*ends, "exact"), shared_volume(*ends, "mesh")
    assert 0 < abs(exact.volume - rough.volume) <= rough.error
