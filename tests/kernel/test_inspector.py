from __future__ import annotations

import pytest
from OCP.OSD import OSD_ThreadPool

from cadgit.kernel import jobs
from cadgit.kernel.inspector import InspectionError, answer, judge_child, plan
from cadgit.records import CheckResult, Compared
from cadgit.shape.part21 import read_header

from ..shape import parts
from ..shape.parts import HEADER, TWO, box, handed_over, moved, together

OSD_ThreadPool.DefaultPool_s(1)


def judge(part, manifest=None, **more) -> tuple[dict[str, CheckResult], list[str], bytes]:
    """All planned checks, as the kernel runs them, but in this process."""
    job = jobs.Judge(handed_over(part), manifest, HEADER, **more)
    found: dict[str, CheckResult] = {}
    begun: list[str] = []
    step: list[bytes] = []

    def emit(result: CheckResult) -> None:
        found[result.name] = result

    for check in plan(job):
        judge_child(job, (check.name,), begun.append, emit, step.append, step[0] if step else b"")
    return found, begun, step[0] if step else b""


def test_a_summary_is_answered():
    summary = answer(jobs.Summarise(handed_over(parts.plain())))
    assert isinstance(summary, jobs.Summary) and summary.geometry.kind == "solid"


def test_bytes_that_are_no_brep_cannot_be_answered():
    with pytest.raises(InspectionError, match="cannot be read"):
        answer(jobs.Summarise(b"nothing"))


def test_equal_bytes_are_compared_by_hash_alone():
    assert answer(jobs.Compare(b"same", b"same")) == Compared(True, "hash")


@pytest.mark.parametrize("format", ["step", "brep", "stl", "3mf", "glb"])
def test_every_format_is_exported(format):
    brep = handed_over(parts.plain())
    assert len(answer(jobs.Export(brep, None, HEADER, format)).data) > 1000


def test_an_empty_result_cannot_be_exported_as_a_mesh():
    with pytest.raises(InspectionError, match="no mesh"):
        answer(jobs.Export(handed_over(parts.empty_cut()), None, HEADER, "stl"))


def test_a_good_part_passes_result_file_and_comparison():
    found, begun, step = judge(parts.plain())
    assert {result.status for result in found.values()} == {"pass"}
    assert begun == list(found) and begun[0] == "result" and begun[-1] == "round-trip"
    assert read_header(step) == HEADER
    assert "step.valid" in found


def test_a_sketch_passes_result_file_and_comparison():
    found, _, step = judge(parts.sketch())
    assert {result.status for result in found.values()} == {"pass"} and step


def test_what_the_file_hides_is_seen_by_the_comparison():
    found, _, _ = judge(parts.inside_out())
    assert found["step.volume"].status == "pass"
    assert found["volume"].status == found["round-trip"].status == "fail"


def test_no_step_file_is_planned_where_none_can_be_written():
    for part in (parts.not_a_number(), parts.empty_cut(), parts.open_shell()):
        names = [check.name for check in plan(jobs.Judge(handed_over(part), None, HEADER))]
        assert not any("step" in name for name in names)


def test_bytes_that_are_no_brep_fail_the_first_check():
    job = jobs.Judge(b"nothing", None, HEADER)
    found: list[CheckResult] = []
    judge_child(job, tuple(c.name for c in plan(job)), lambda name: None, found.append, lambda data: None, b"")
    assert [(r.name, r.status) for r in found] == [("result", "fail")]
    assert "cannot be read" in found[0].message


def test_writing_the_file_is_alone_and_deep_checks_have_their_own_budget():
    checks = plan(jobs.Judge(handed_over(parts.plain()), None, HEADER, deep=True, budget=3, deep_budget=9))
    assert [check.name for check in checks if check.alone] == ["step.write"]
    assert [check.name for check in checks if check.budget == 9] == ["self-intersection"]


def test_only_some_checks_are_run_and_the_file_is_written_for_those_that_need_it():
    found, _, _ = judge(parts.plain(), only=("volume", "step.volume"))
    assert list(found) == ["volume", "step.write", "step.volume"]


def test_the_assembly_in_the_file_is_gated_too():
    found, _, _ = judge(together(box(10, 10, 10), moved(box(10, 10, 10), 6)), TWO)
    assert found["overlap"].status == found["step.overlap"].status == "fail"
