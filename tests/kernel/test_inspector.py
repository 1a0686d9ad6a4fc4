from __future__ import annotations

import pytest
from OCP.OSD import OSD_ThreadPool

from cadgit.kernel import jobs, wire
from cadgit.kernel.inspector import InspectionError, answer, judge_child, plan
from cadgit.records import CheckResult, Compared
from cadgit.shape.part21 import read_header
from cadgit.spec import Interference, Reference, Solids, Spec, Volume, Wall, from_text, parse_range
from cadgit.spec.ranges import COUNT, VOLUME

from ..shape import parts
from ..shape.parts import HEADER, TWO, box, handed_over, moved, together

OSD_ThreadPool.DefaultPool_s(1)


class Heard:
    """A report that remembers: the subject, names in the order in which checks began, results, the file."""

    def __init__(self) -> None:
        self.found: wire.Subject | None = None
        self.begun: list[str] = []
        self.results: dict[str, CheckResult] = {}
        self.readings: list[bool] = []
        self.file = b""

    def subject(self, found: wire.Subject) -> None:
        self.found = found

    def begin(self, name: str) -> None:
        self.begun.append(name)

    def reading(self, now: bool) -> None:
        self.readings.append(now)

    def step(self, data: bytes) -> None:
        self.file = data

    def check(self, result: CheckResult) -> None:
        self.results[result.name] = result


def judge(brep: bytes, manifest=None, **more) -> Heard:
    """All planned checks, as the kernel runs them, but in this process."""
    job = jobs.Judge(brep, manifest, HEADER, **more)
    heard = Heard()
    judge_child(job, (), b"", heard)
    return heard


def test_a_summary_is_answered():
    summary = answer(jobs.Summarise(handed_over(parts.plain())))
    assert isinstance(summary, jobs.Summary) and summary.geometry.kind == "solid"


def test_bytes_that_are_no_brep_cannot_be_answered():
    with pytest.raises(InspectionError, match="cannot be read"):
        answer(jobs.Summarise(b"nothing"))


def test_equal_bytes_are_compared_by_hash_alone():
    assert answer(jobs.Compare(b"same", b"same")) == Compared(True, "hash")


def step_of(shape):
    return answer(jobs.Export(handed_over(shape), None, HEADER, "step")).data


def test_two_step_files_are_measured_and_compared():
    small, large = step_of(parts.plain()), step_of(parts.plain().scale(2))
    same = answer(jobs.CompareSteps(small, small.replace(b"cadgit", b"nobody")))
    assert same.compared.same and same.first == same.second
    other = answer(jobs.CompareSteps(small, large))
    assert not other.compared.same and other.compared.differences
    assert other.second.volume == pytest.approx(8 * other.first.volume)


def test_a_step_file_that_cannot_be_read_is_named():
    with pytest.raises(InspectionError, match="the second file: "):
        answer(jobs.CompareSteps(step_of(parts.plain()), b"ISO-10303-21;"))


@pytest.mark.parametrize("format", ["step", "brep", "stl", "3mf", "glb"])
def test_every_format_is_exported(format):
    brep = handed_over(parts.plain())
    assert len(answer(jobs.Export(brep, None, HEADER, format)).data) > 1000


def test_an_empty_result_cannot_be_exported_as_a_mesh():
    with pytest.raises(InspectionError, match="no mesh"):
        answer(jobs.Export(handed_over(parts.empty_cut()), None, HEADER, "stl"))


def test_a_good_part_passes_result_file_and_comparison():
    heard = judge(handed_over(parts.plain()))
    assert {result.status for result in heard.results.values()} == {"pass"}
    assert heard.begun == list(heard.results) and heard.begun[0] == "result" and heard.begun[-1] == "round-trip"
    assert read_header(heard.file) == HEADER
    assert "step.valid" in heard.results


def test_a_sketch_passes_result_file_and_comparison():
    heard = judge(handed_over(parts.sketch()))
    assert {result.status for result in heard.results.values()} == {"pass"} and heard.file


def test_what_the_file_hides_is_seen_by_the_comparison():
    found = judge(handed_over(parts.inside_out())).results
    assert found["step.volume"].status == "pass"
    assert found["volume"].status == found["round-trip"].status == "fail"


def test_no_step_file_is_planned_where_none_can_be_written():
    for part in (parts.not_a_number(), parts.empty_cut(), parts.open_shell()):
        assert not any("step" in name for name in judge(handed_over(part)).begun)


def test_bytes_that_are_no_brep_fail_the_first_check():
    heard = judge(b"nothing")
    assert [(r.name, r.status) for r in heard.results.values()] == [("result", "fail")]
    assert "cannot be read" in heard.results["result"].message


def test_deep_checks_have_their_own_budget():
    checks = plan(jobs.Judge(b"", None, HEADER, deep=True, budget=3, deep_budget=9), wire.Subject("solid", True))
    assert [check.name for check in checks if check.budget == 9] == ["self-intersection"]


def test_only_some_checks_are_run_and_the_file_is_written_for_those_that_need_it():
    assert list(judge(handed_over(parts.plain()), only=("volume", "step.volume")).results) == [
        "volume",
        "step.write",
        "step.volume",
    ]


def test_a_deep_check_that_is_asked_for_by_name_is_run():
    checks = plan(jobs.Judge(b"", None, HEADER, only=("self-intersection",)), wire.Subject("solid", True))
    assert [check.name for check in checks] == ["self-intersection"]


def test_a_step_file_that_cannot_be_read_is_read_once_and_fails_one_check():
    heard = Heard()
    job = jobs.Judge(handed_over(parts.plain()), None, HEADER)
    names = ("step.solids", "step.volume", "round-trip")
    judge_child(job, names, b"no STEP file", heard)
    assert heard.readings == [True]
    assert [result.status for result in heard.results.values()] == ["fail", "not checked", "not checked"]
    assert heard.results["round-trip"].message.endswith("(see step.solids)")


def test_the_assembly_in_the_file_is_gated_too():
    found = judge(handed_over(together(box(10, 10, 10), moved(box(10, 10, 10), 20))), TWO).results
    assert found["step.manifold"].status == found["round-trip"].status == "pass"
    assert found["step.watertight"].message.startswith("24 triangles")


SPEC = Spec(
    solids=Solids(parse_range(1, COUNT)),
    volume=Volume(parse_range("<= 10", VOLUME)),
    reference=(Reference("ref.step", 1.0),),
    wall=Wall(1.0),
)


def test_the_spec_is_judged_on_the_result_alone_after_its_gate():
    heard = judge(handed_over(parts.plain()), spec=SPEC.text())
    asked = ["spec.solids", "spec.volume", "spec.reference", "spec.wall"]
    position = heard.begun.index("spec.solids")
    assert heard.begun[position : position + 5] == [*asked, "step.write"]
    assert heard.begun[position - 1] == "watertight"
    assert sum("spec" in name for name in heard.begun) == len(asked)
    assert {name: heard.results[name].status for name in asked[:2]} == {"spec.solids": "pass", "spec.volume": "fail"}


def test_the_files_of_a_spec_come_along_and_a_missing_one_is_a_fail():
    brep = handed_over(parts.plain())
    missing = judge(brep, spec=SPEC.text(), only=("spec.reference",)).results["spec.reference"]
    assert (missing.status, missing.message) == ("fail", "ref.step is not there")
    attached = (jobs.Attached("ref.step", step_of(parts.plain())),)
    found = judge(brep, spec=SPEC.text(), attached=attached, only=("spec.reference",)).results
    assert {name: result.status for name, result in found.items()} == {"spec.reference": "pass"}


def test_slow_requirements_have_the_budget_of_deep_checks():
    job = jobs.Judge(b"", None, HEADER, spec=SPEC.text(), budget=3, deep_budget=9)
    budgets = {check.name: check.budget for check in plan(job, wire.Subject("solid", True))}
    assert (budgets["spec.solids"], budgets["spec.volume"], budgets["spec.wall"]) == (3, 3, 9)


@pytest.mark.parametrize("brep", [b"nothing", handed_over(parts.empty_cut()), handed_over(parts.not_a_number())])
def test_no_requirement_passes_for_what_is_no_shape(brep):
    results = judge(brep, spec=SPEC.text()).results
    found = {name: result.status for name, result in results.items() if name.startswith("spec.")}
    assert len(found) == 4
    assert {name for name, status in found.items() if status == "pass"} <= {"spec.solids"}
    assert found["spec.volume"] in ("fail", "not checked")


def test_an_interference_relaxes_the_gate_before_and_after_the_file():
    pair = together(box(10, 10, 10), moved(box(10, 10, 10), 9.5))
    spec = Spec(interference=(Interference(("base", "lid"), 1.0),))
    without = judge(handed_over(pair), TWO).results
    assert {without[name].status for name in ("overlap", "step.overlap")} == {"fail"}
    assert {result.status for result in judge(handed_over(pair), TWO, spec=spec.text()).results.values()} == {"pass"}


def test_a_survey_is_answered_with_a_spec():
    found = from_text(answer(jobs.Survey(handed_over(parts.plain()), None)).spec)
    assert [holes.diameter.text for holes in found.holes] == ["10"]
    assert found.wall is not None
