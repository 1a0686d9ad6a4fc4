"""measure: which questions are asked, what is kept, and what becomes of those without an answer."""

from __future__ import annotations

from typing import Any

import pytest

from cadgit.errors import ModelFailed, UsageError
from cadgit.kernel import jobs
from cadgit.kernel.jobs import InspectionFailed
from cadgit.records import (
    BodyMeasure,
    Box,
    Clearance,
    EntityMeasure,
    NamedEntity,
    OrientedBox,
    PairMeasure,
    Quantity,
    SharedVolume,
    WallMeasure,
)
from cadgit.workflow import asking
from cadgit.workflow.measure import BOXES, Asked, measure
from cadgit.workflow.measurement import MeasureOutcome
from cadgit.workflow.workspace import Workspace

from .comparing_kernel import ComparingKernel
from .conftest import Made
from .fake_kernel import install

CRASH = InspectionFailed("the inspector's process ended with signal 11", "crash")
UNIT = Box((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))


def body(name: str) -> BodyMeasure:
    return BodyMeasure(name, "", "volume", 6.0, 22.0, 0.0, 1, 6, 12, 8)


def pair(first: str, second: str, distance: float) -> PairMeasure:
    quantity = Quantity("distance", "mm", distance, None, "shortest")
    ends = NamedEntity(first, "child"), NamedEntity(second, "child")
    return PairMeasure(*ends, (quantity,), (), 0.001, 0.001, True)


class MeasuringKernel(ComparingKernel):
    """Answers every question at once; `fails` says which kinds of question fail, `distance` how far all are apart."""

    def __init__(self) -> None:
        super().__init__()
        self.fails: dict[type, InspectionFailed] = {}
        self.distance = 3.0
        self.shared = {"exact": 6.0, "mesh": 6.0}
        self.bodies = ("result", "child:a", "child:b")

    def ask(self, job: Any, expected: type) -> Any:
        self.asked.append(job)
        if type(job) in self.fails:
            return self.fails[type(job)]
        answer = self._answer(job)
        assert isinstance(answer, expected)
        return answer

    def _answer(self, job: Any) -> Any:
        if isinstance(job, jobs.MeasureBodies):
            return jobs.BodiesMeasured(tuple(map(body, job.names or self.bodies)))
        if isinstance(job, jobs.FitBoxes):
            return jobs.BoxesFitted(tuple(OrientedBox(name, (3.0, 2.0, 1.0)) for name in job.names))
        if isinstance(job, jobs.MeasureEntity):
            return EntityMeasure(NamedEntity(job.name, "face"), ())
        if isinstance(job, jobs.MeasureBetween):
            return pair(job.first, job.second, self.distance)
        if isinstance(job, jobs.MeasureShared):
            error = 0.0 if job.method == "exact" else 0.5
            return SharedVolume(self.shared[job.method], error, UNIT, job.method)
        if isinstance(job, jobs.MeasureWall):
            return WallMeasure(2.0, 0.0, (0.0, 0.0, 0.0), (2.0, 0.0, 0.0), ("face:1", "face:2"), job.at)
        if isinstance(job, jobs.ListPairs):
            return jobs.Pairs((("child:a", "child:b"), ("child:a", "child:c")))
        assert isinstance(job, jobs.MeasureClearances)
        return jobs.ClearancesMeasured(tuple(Clearance(a, b, "apart", 1.0) for a, b in job.pairs))

    def questions(self) -> list[str]:
        return [type(job).__name__ for job in self.asked]


@pytest.fixture
def kernel(made: Made) -> MeasuringKernel:
    made.ws.cwd = made.repo
    made.write("plate.py", "# a plate\n")
    found = MeasuringKernel()
    install(made.ws).__dict__["kernel"] = found
    return found


def measured(made: Made, ref: str = "plate.py", **asked: Any) -> MeasureOutcome:
    return measure(made.ws, ref, Asked(**asked))


def test_without_a_question_all_bodies_are_measured(made: Made, kernel: MeasuringKernel) -> None:
    outcome = measured(made)
    assert [one.name for one in outcome.bodies] == ["result", "child:a", "child:b"]
    assert [box.name for box in outcome.boxes] == ["result", "child:a", "child:b"]
    assert (outcome.subject.name, outcome.not_checked) == ("plate #1", ())
    assert kernel.questions() == ["MeasureBodies", "FitBoxes"]


def test_of_many_bodies_only_the_result_has_a_smallest_box(made: Made, kernel: MeasuringKernel) -> None:
    kernel.bodies = ("result", *(f"solid:{number}" for number in range(1, BOXES + 1)))
    outcome = measured(made)
    assert len(outcome.bodies) == BOXES + 1
    assert [box.name for box in outcome.boxes] == ["result"]


def test_each_question_has_an_answer_of_its_own(made: Made, kernel: MeasuringKernel) -> None:
    outcome = measured(
        made,
        of=("face:1", "child:a"),
        between=(("hole:1", "hole:2"),),
        wall=True,
        wall_at=("(0, 0, 0)",),
        clearance=True,
    )
    assert [one.name for one in outcome.bodies] == ["child:a"]
    assert [one.entity.name for one in outcome.entities] == ["face:1"]
    assert [(one.first.name, one.second.name, one.shared) for one in outcome.between] == [("hole:1", "hole:2", None)]
    assert [wall.at for wall in outcome.walls] == ["", "(0, 0, 0)"]
    assert [one.second for one in outcome.clearances] == ["child:b", "child:c"]


def test_the_same_question_is_not_asked_twice(made: Made, kernel: MeasuringKernel) -> None:
    first = measured(made, of=("face:1",), between=(("face:1", "face:2"),), wall=True)
    asked = len(kernel.asked)
    again = measured(made, of=("face:1",), between=(("face:1", "face:2"),), wall=True)
    assert (again.entities, again.between, again.walls) == (first.entities, first.between, first.walls)
    assert len(kernel.asked) == asked
    measured(made, of=("face:2",))
    assert len(kernel.asked) == asked + 1


def test_a_question_without_an_answer_costs_no_other(made: Made, kernel: MeasuringKernel) -> None:
    kernel.fails[jobs.MeasureEntity] = CRASH
    outcome = measured(made, of=("face:1",), wall=True)
    assert [(one.question, one.reason) for one in outcome.not_checked] == [("face:1", CRASH.message)]
    assert len(outcome.walls) == 1
    del kernel.fails[jobs.MeasureEntity]
    assert measured(made, of=("face:1",)).not_checked == ()  # a failure is not kept


def test_a_wrong_name_is_wrong_usage(made: Made, kernel: MeasuringKernel) -> None:
    kernel.fails[jobs.MeasureEntity] = InspectionFailed("there is no face:99: there are face:1 to face:6", "name")
    with pytest.raises(UsageError, match="face:1 to face:6"):
        measured(made, of=("face:99",))


@pytest.mark.parametrize(
    "asked", [{"of": ("biggest face",)}, {"between": (("face:1", "fface"),)}, {"wall_at": ("?",)}, {"of": ("X",)}]
)
def test_a_wrong_word_is_told_before_anything_runs(made: Made, kernel: MeasuringKernel, asked: Any) -> None:
    with pytest.raises(UsageError):
        measured(made, **asked)
    assert made.ws.candidates.parts() == ()
    assert kernel.asked == []


@pytest.mark.parametrize(
    ("exact", "mesh", "method"), [(6.0, 6.2, "exact"), (6.0, 7.0, "mesh"), (CRASH, 6.0, "mesh"), (6.0, CRASH, "exact")]
)
def test_an_exact_volume_is_believed_if_the_meshes_bear_it_out(
    made: Made, kernel: MeasuringKernel, exact: Any, mesh: Any, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel.distance = 0.0
    answer = kernel._answer

    def answering(job: Any) -> Any:
        if not isinstance(job, jobs.MeasureShared):
            return answer(job)
        volume = exact if job.method == "exact" else mesh
        return SharedVolume(volume, 0.0 if job.method == "exact" else 0.5, UNIT, job.method)

    def ask(job: Any, expected: type) -> Any:
        if isinstance(job, jobs.MeasureShared) and CRASH is (exact if job.method == "exact" else mesh):
            return CRASH
        return answering(job)

    monkeypatch.setattr(kernel, "ask", ask)
    (one,) = measured(made, between=(("child:a", "child:b"),)).between
    assert one.shared is not None and one.shared.method == method


def test_what_neither_can_tell_is_not_checked(made: Made, kernel: MeasuringKernel) -> None:
    kernel.distance = 0.0
    kernel.fails[jobs.MeasureShared] = CRASH
    outcome = measured(made, between=(("child:a", "child:b"),))
    assert outcome.between[0].shared is None
    assert outcome.not_checked[0].question == "what child:a and child:b share"


def test_what_is_apart_shares_nothing_and_is_not_asked(made: Made, kernel: MeasuringKernel) -> None:
    measured(made, between=(("child:a", "child:b"),))
    assert kernel.questions() == ["MeasureBetween"]


def test_a_clearance_that_is_not_reached_is_said(
    made: Made, kernel: MeasuringKernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "CLEARANCE_SECONDS", -1.0)
    outcome = measured(made, clearance=True)
    assert [one.state for one in outcome.clearances] == ["not checked", "not checked"]
    assert len(outcome.not_checked) == 2


def test_a_file_is_measured_without_labels(made: Made, kernel: MeasuringKernel) -> None:
    (made.repo / "target.step").write_bytes(b"ISO-10303-21; a target")
    outcome = measured(made, "target.step", of=("face:1",))
    assert (outcome.subject.name, outcome.subject.candidate) == ("target.step", None)
    assert kernel.asked[-1].manifest is None  # type: ignore[attr-defined]


def test_a_model_that_does_not_run_has_no_measures(made: Made, kernel: MeasuringKernel) -> None:
    made.write("bad.py", "# does not run\n")
    with pytest.raises(ModelFailed):
        measured(made, "bad.py")


SPEC = '[parts.plate]\nentry = "plate.py"\n[parts.plate.spec]\nmass = "<= 1 kg"\nmaterial = "steel"\n'


def materials(kernel: MeasuringKernel) -> list[jobs.Material | None]:
    return [job.material for job in kernel.asked if isinstance(job, jobs.MeasureBodies)]


def test_the_density_is_the_command_lines(made: Made, kernel: MeasuringKernel) -> None:
    for text in ("1.04", "2.7 g/cm³", "Stainless Steel", ""):
        measured(made, material=text)
    assert materials(kernel) == [
        jobs.Material(1.04, "as asked"),
        jobs.Material(2.7, "as asked"),
        jobs.Material(7.9, "stainless steel"),
        None,
    ]


def test_the_density_is_the_specs_where_the_command_line_has_none(made: Made, kernel: MeasuringKernel) -> None:
    made.write("cadgit.toml", SPEC)
    with Workspace.open(made.repo) as ws:
        install(ws).__dict__["kernel"] = kernel
        measure(ws, "plate.py", Asked())
        measure(ws, "plate.py", Asked(material="1.04"))
    assert materials(kernel) == [jobs.Material(7.85, "steel, from the spec"), jobs.Material(1.04, "as asked")]


@pytest.mark.parametrize("material", ["wood", "-1", "0", "1 kg"])
def test_what_is_no_material_is_wrong_usage(made: Made, kernel: MeasuringKernel, material: str) -> None:
    with pytest.raises(UsageError, match="is neither a material"):
        measured(made, material=material)
