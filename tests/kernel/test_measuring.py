"""Questions about entities: their answers over the wire, and wrong names."""

from __future__ import annotations

from typing import Any

import build123d as b3d
import pytest
from OCP.OSD import OSD_ThreadPool

from cadgit.kernel import jobs, materials, wire
from cadgit.kernel.client import Kernel
from cadgit.kernel.inspector import answer
from cadgit.kernel.questions import InspectionError
from cadgit.records import EntityMeasure, ManifestNode, PairMeasure, SharedVolume, WallMeasure
from cadgit.shape.brep import compound

from ..shape import parts

OSD_ThreadPool.DefaultPool_s(1)

PLAIN = parts.handed_over(parts.plain())
TWO = parts.handed_over(compound([parts.box(10, 10, 10).wrapped, parts.moved(parts.box(10, 10, 10), 0, 0, 9).wrapped]))
NOWHERE = parts.handed_over(parts.not_a_number())
LABELS = ManifestNode(children=(ManifestNode("base", material="PLA"), ManifestNode("lid", material="steel")))


def answered(request: Any) -> Any:
    """What is answered to a request, both after the way over the wire."""
    return wire.decode(wire.encode(answer(wire.decode(wire.encode(request)))))


def test_bodies_have_the_density_of_what_the_model_names() -> None:
    found = answered(jobs.MeasureBodies(TWO, LABELS)).bodies
    assert [body.name for body in found] == ["result", "child:base", "child:lid", "solid:1", "solid:2"]
    assert [body.mass for body in found] == pytest.approx([1.24 + 7.85, 1.24, 7.85, 1.24, 7.85])
    assert found[1].material == "PLA, from the model"


def test_a_density_that_is_given_holds_for_all() -> None:
    request = jobs.MeasureBodies(TWO, LABELS, ("child:lid",), jobs.Material(2.0, "as asked"))
    (lid,) = answered(request).bodies
    assert (lid.name, lid.mass, lid.material) == ("child:lid", pytest.approx(2), "as asked")


def test_every_question_has_its_answer() -> None:
    assert isinstance(answered(jobs.MeasureEntity(PLAIN, None, "hole:1")), EntityMeasure)
    assert isinstance(answered(jobs.MeasureBetween(PLAIN, None, "hole:1", "X")), PairMeasure)
    assert isinstance(answered(jobs.MeasureWall(PLAIN, None, "(20, 0, 0)")), WallMeasure)
    shared = answered(jobs.MeasureShared(TWO, LABELS, "child:base", "child:lid"))
    assert isinstance(shared, SharedVolume) and shared.volume == pytest.approx(100)
    (box,) = answered(jobs.FitBoxes(PLAIN, None, ("solid:1",))).boxes
    assert box.size == pytest.approx((40, 30, 20))
    pairs = answered(jobs.ListPairs(TWO, LABELS)).pairs
    (clearance,) = answered(jobs.MeasureClearances(TWO, LABELS, pairs)).clearances
    assert (clearance.first, clearance.second, clearance.state) == ("child:base", "child:lid", "overlapping")


def test_boxes_are_fitted_until_the_time_is_over() -> None:
    request = jobs.FitBoxes(TWO, LABELS, ("solid:1", "solid:2"), seconds=-1)
    assert [box.name for box in answered(request).boxes] == ["solid:1"]


@pytest.mark.parametrize(
    "request_",
    [
        jobs.MeasureEntity(PLAIN, None, "face:99"),
        jobs.MeasureEntity(PLAIN, None, "longest edge"),
        jobs.MeasureBetween(PLAIN, None, "hole:1", "child:lid"),
        jobs.MeasureBodies(PLAIN, None, ("solid:2",)),
        jobs.MeasureWall(PLAIN, None, "edge:1"),
    ],
)
def test_a_wrong_name_is_told_as_one(request_: Any) -> None:
    with pytest.raises(InspectionError) as caught:
        answer(request_)
    assert caught.value.reason == "name"


def test_a_wall_that_is_none_is_no_wrong_name() -> None:
    sketch = parts.handed_over(parts.sketch())
    with pytest.raises(InspectionError, match="no solid") as caught:
        answer(jobs.MeasureWall(sketch, None))
    assert caught.value.reason == "error"


@pytest.mark.parametrize(
    "request_", [jobs.MeasureEntity(NOWHERE, None, "face:3"), jobs.MeasureBetween(NOWHERE, None, "face:3", "X")]
)
def test_what_is_nowhere_is_not_measured(request_: Any) -> None:
    with pytest.raises(InspectionError, match="face:3 has a coordinate that is infinite or not a number") as caught:
        answer(request_)
    assert caught.value.reason == "error"


def test_build123ds_materials_are_known_by_the_names_that_it_gives_them() -> None:
    part = b3d.Box(1, 1, 1)
    part.material = "mild_steel"
    known = materials.density_of(part.material.name)
    assert known is not None and known.value == pytest.approx(7.8)
    assert known.material == f"{part.material.name}, bd_materials"
    assert materials.density_of("unobtainium") is None
    assert materials.density_of("") is None


def test_a_kernel_measures() -> None:
    pair = Kernel().ask(jobs.MeasureBetween(PLAIN, None, "hole:1", "largest +X face"), PairMeasure)
    assert isinstance(pair, PairMeasure)
    assert pair.distance == pytest.approx(15)
    failed = Kernel().ask(jobs.MeasureEntity(PLAIN, None, "face:99"), EntityMeasure)
    assert isinstance(failed, jobs.InspectionFailed) and failed.reason == "name"
