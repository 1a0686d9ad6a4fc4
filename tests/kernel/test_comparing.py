"""Files to compare with, scores and subtractions: what the inspector answers, and what a limit on its time does."""

from __future__ import annotations

import pytest
from OCP.OSD import OSD_ThreadPool

from cadgit.kernel import jobs, wire
from cadgit.kernel.client import Kernel
from cadgit.kernel.inspector import InspectionError, answer
from cadgit.records import Differences, Score
from cadgit.shape.brep import read_brep, walk
from cadgit.shape.step import write_step

from ..shape import parts

OSD_ThreadPool.DefaultPool_s(1)

PLAIN = parts.handed_over(parts.plain())
BOX = parts.handed_over(parts.box(40, 30, 20))


def answered(request):
    """What is answered to a request, both after the way over the wire."""
    return wire.decode(wire.encode(answer(wire.decode(wire.encode(request)))))


def test_a_step_file_becomes_a_brep_with_its_measures():
    step = write_step(walk(read_brep(PLAIN), None)[0], parts.HEADER)
    found = answered(jobs.Import(step))
    assert found.geometry.volume == pytest.approx(22274.69, abs=0.01)
    assert answered(jobs.Subtract(PLAIN, found.brep)).same


def test_a_file_that_is_no_geometry_has_no_answer():
    with pytest.raises(InspectionError, match="neither"):
        answer(jobs.Import(b"junk"))


def test_results_are_subtracted_exactly_or_by_meshes():
    for method, by in (("exact", "exact Boolean"), ("mesh", "mesh Boolean")):
        found = answered(jobs.Subtract(BOX, PLAIN, method))
        assert isinstance(found, Differences) and found.by == by
    assert answered(jobs.Subtract(BOX, BOX)) == Differences(True, "hash")


def test_a_subtraction_that_cannot_be_done_has_no_answer():
    nowhere = parts.handed_over(parts.not_a_number())
    with pytest.raises(InspectionError, match="finite"):
        answer(jobs.Subtract(nowhere, BOX))


def test_features_of_two_results_are_those_of_each():
    found = answered(jobs.FindFeaturesOfTwo(BOX, PLAIN, ("hole", "fillet")))
    assert found.first == answered(jobs.FindFeatures(BOX, ("hole", "fillet")))
    assert found.second == answered(jobs.FindFeatures(PLAIN, ("hole", "fillet")))
    assert [hole.diameter for hole in found.second.holes] == [pytest.approx(10)]


def test_what_has_no_finite_size_has_no_features():
    with pytest.raises(InspectionError, match="finite"):
        answer(jobs.FindFeatures(parts.handed_over(parts.not_a_number()), ("hole",)))


@pytest.mark.slow
def test_a_result_is_scored_as_an_edit_too():
    found = answered(jobs.ScoreAgainst(PLAIN, PLAIN, before=BOX))
    assert isinstance(found, Score) and found.shape == pytest.approx(1)
    assert found.edit.gain == pytest.approx(1)


def test_what_has_no_solid_has_no_score():
    with pytest.raises(InspectionError, match="no solid"):
        answer(jobs.ScoreAgainst(parts.handed_over(parts.sketch()), BOX))


def test_a_comparison_beyond_its_budget_costs_one_answer_and_not_the_kernel():
    kernel = Kernel()
    late = kernel.score(jobs.ScoreAgainst(PLAIN, BOX, budget=0.01))
    assert isinstance(late, jobs.InspectionFailed) and late.reason == "time"
    found = kernel.subtract(jobs.Subtract(BOX, PLAIN))
    assert isinstance(found, Differences) and found.by == "exact Boolean"
