"""diagnose: what is asked, what comes of answers that are missing, whose line is named, which fillet is the largest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cadgit.errors import UsageError
from cadgit.kernel.jobs import FailedBlend, FindOrigins, InspectionFailed, Origins, Trace, TryBlend, TryRepair
from cadgit.records import Bounds, CheckResult, Diagnosed, Failure, Frame
from cadgit.workflow.diagnose import diagnose
from cadgit.workflow.failure_words import explained

from .conftest import Made
from .diagnosing_kernel import DiagnosingKernel, diagnosing, finding

SOURCE = "a = 1\nb = fillet(a, 5)\n"
FAILED = Failure(
    "exception", "ValueError: Failed creating a fillet", "", (Frame("plate.py", 2, "", "b = fillet(a, 5)"),)
)


@pytest.fixture
def kernel(made: Made) -> DiagnosingKernel:
    made.ws.cwd = made.repo
    made.write("plate.py", SOURCE)
    return diagnosing(made.ws)


def test_of_a_good_candidate_nothing_is_wrong_and_all_was_looked_for(made: Made, kernel: DiagnosingKernel) -> None:
    outcome = diagnose(made.ws, "plate.py")
    assert outcome.good and outcome.findings == () and outcome.repair is None and outcome.not_checked == ()
    assert kernel.aspects == [
        "bodies", "boundary", "validity", "details", "overlaps", "mesh", "crossings", "crossing pairs",
    ]  # fmt: skip
    assert not any(job.trace for job in kernel.runs), "a good one is not run again for its lines"


def test_warnings_are_no_fault(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.found["details"] = Diagnosed((finding("short edge", "edge:1", severity="warning"),), ("3 more",))
    outcome = diagnose(made.ws, "plate.py")
    assert outcome.good and len(outcome.findings) == 1 and outcome.more == ("3 more",) and outcome.repair is None


def test_a_question_that_has_no_answer_costs_that_answer_only(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.found["boundary"] = InspectionFailed("no answer within 30 s", "time")
    kernel.found["validity"] = Diagnosed((finding("crossing outline", "face:5"),))
    outcome = diagnose(made.ws, "plate.py")
    assert not outcome.good and [f.kind for f in outcome.findings] == ["crossing outline"]
    assert "free and non-manifold edges: no answer within 30 s" in outcome.not_checked
    assert "free and non-manifold edges" not in outcome.checked


def test_a_broken_solid_is_not_asked_what_only_a_closed_one_can_answer(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.found["boundary"] = Diagnosed((finding("open surface", "edge:1"),))
    outcome = diagnose(made.ws, "plate.py")
    assert "crossings" not in kernel.aspects and "mesh" not in kernel.aspects
    assert "self-intersection: it needs closed and valid solids" in outcome.not_checked
    assert outcome.repair is not None


def test_a_warning_about_what_is_faulty_anyway_is_left_out(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.found["validity"] = Diagnosed((finding("crossing outline", "face:5"),))
    kernel.found["details"] = Diagnosed(
        (finding("narrow face", "face:5", severity="warning"), finding("short edge", "edge:2", severity="warning"))
    )
    assert [f.kind for f in diagnose(made.ws, "plate.py").findings] == ["crossing outline", "short edge"]


def test_of_two_witnesses_of_a_crossing_the_one_that_tells_what_meets_is_told(
    made: Made, kernel: DiagnosingKernel
) -> None:
    by_winding = (finding("runs through itself", "face:1"), finding("runs through itself", "face:9", faces=(9,)))
    pair = finding("runs through itself", "edge:2", "face:1", severity="warning", faces=(1, 2))
    kernel.found["crossings"] = Diagnosed(by_winding)
    kernel.found["crossing pairs"] = Diagnosed((pair,))
    found = diagnose(made.ws, "plate.py").findings
    assert {(f.entities, f.severity) for f in found} == {(("face:9",), "fault"), (("edge:2", "face:1"), "fault")}


def test_answers_are_kept_for_the_same_geometry(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.found["validity"] = Diagnosed((finding("crossing outline", "face:5"),))
    first = diagnose(made.ws, "plate.py")
    kernel.asked.clear()
    assert diagnose(made.ws, "plate.py").findings == first.findings
    assert [type(job) for job in kernel.asked] == [FindOrigins]


def test_the_checks_that_said_no_are_told(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.checks = (CheckResult("valid", "pass", "valid"), CheckResult("spec.size", "fail", "too large"))
    outcome = diagnose(made.ws, "plate.py")
    assert [check.name for check in outcome.checks] == ["spec.size"] and not outcome.good


def test_a_file_has_no_verdict_and_no_lines(made: Made, kernel: DiagnosingKernel) -> None:
    (made.repo / "target.step").write_bytes(b"ISO-10303-21; a target")
    kernel.found["validity"] = Diagnosed((finding("crossing outline", "face:5"),))
    outcome = diagnose(made.ws, "target.step")
    assert not outcome.good and outcome.checks == () and kernel.runs == []
    assert outcome.findings[0].line is None


# --- lines


def lines(made: Made, kernel: DiagnosingKernel, trace: Trace | None, origins: tuple[int, ...]) -> Frame | None:
    kernel.found["validity"] = Diagnosed((finding("crossing outline", "face:5", faces=(5, 6)),))
    kernel.trace, kernel.origins = trace, Origins(origins)
    return diagnose(made.ws, "plate.py").findings[0].line


def test_the_line_that_last_made_one_of_the_faces_is_named_with_its_text_in_the_candidate(
    made: Made, kernel: DiagnosingKernel
) -> None:
    trace = Trace((Frame("plate.py", 1, "", "made up"), Frame("plate.py", 2, "rib", "made up")), (0, 1))
    assert lines(made, kernel, trace, (1, 0)) == Frame("plate.py", 2, "rib", "b = fillet(a, 5)")


@pytest.mark.parametrize(
    ("trace", "origins"),
    [
        (Trace((Frame("plate.py", 1),)), (-1, -1)),
        (Trace((Frame("plate.py", 99),)), (0, 0)),
        (Trace((Frame("../other.py", 1),)), (0, 0)),
        (Trace((Frame("plate.py", 1),)), (7, 7)),
    ],
)
def test_a_line_that_is_not_known_or_not_in_the_candidate_is_not_named(
    made: Made, kernel: DiagnosingKernel, trace: Trace, origins: tuple[int, ...]
) -> None:
    assert lines(made, kernel, trace, origins) is None


def test_why_no_line_is_named_is_told(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.found["validity"] = Diagnosed((finding("crossing outline", "face:5"),))
    kernel.trace = None
    assert "the model's lines: run again, the model made no geometry" in diagnose(made.ws, "plate.py").not_checked
    kernel.trace, kernel.origins = Trace(), InspectionFailed("no answer within 30 s", "time")
    assert "the model's lines: no answer within 30 s" in diagnose(made.ws, "plate.py").not_checked


# --- runs that failed


def failing(kernel: DiagnosingKernel, *, size: float = 5.0, line: int = 2, failure: Failure = FAILED) -> None:
    kernel.failure = failure
    blend = FailedBlend("fillet", b"the body", (3, 7), size, line=Frame("plate.py", line))
    kernel.trace = Trace(blend=blend)


def below(limit: float) -> Callable[[TryBlend], bool]:
    return lambda job: job.size < limit


def test_of_a_fillet_that_failed_the_largest_that_succeeds_is_found_on_the_body_before_it(
    made: Made, kernel: DiagnosingKernel
) -> None:
    failing(kernel)
    kernel.takes = lambda job: job.size < (3.97 if len(job.edges) == 2 or job.edges == (7,) else 9.0)
    outcome = diagnose(made.ws, "plate.py")
    assert not outcome.good and outcome.failure == FAILED and outcome.findings == ()
    blend = outcome.blend
    assert blend is not None and blend.together is not None and blend.together.failed is not None
    assert (blend.kind, blend.asked, blend.line) == ("fillet", 5.0, FAILED.frames[0])
    assert 3.97 * 0.997 < blend.together.made < 3.97 <= blend.together.failed < 3.97 * 1.003
    alone = {edge.edge: edge.alone for edge in blend.edges}
    assert alone["edge:3"] == Bounds(5.0, None), "this one takes what was asked"
    assert alone["edge:7"] is not None and alone["edge:7"].made == pytest.approx(3.97, rel=3e-3)
    assert all(job.brep == b"the body" for job in kernel.asked if isinstance(job, TryBlend))
    assert [job.trace for job in kernel.runs] == [False, True], "only the second run is traced"


def test_only_a_run_that_failed_at_a_fillet_is_run_again(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.failure = Failure("exception", "ValueError: something else", "", (Frame("plate.py", 1, "", "a = 1"),))
    outcome = diagnose(made.ws, "plate.py")
    assert outcome.blend is None and len(kernel.runs) == 1 and not outcome.good


def test_a_run_that_fails_elsewhere_the_second_time_says_nothing_about_the_first(
    made: Made, kernel: DiagnosingKernel
) -> None:
    failing(kernel, line=1)
    outcome = diagnose(made.ws, "plate.py")
    assert outcome.blend is None
    assert outcome.not_checked == ("the largest size: run again, the model failed elsewhere",)


def test_a_size_that_a_model_made_up_is_none(made: Made, kernel: DiagnosingKernel) -> None:
    failing(kernel, size=float("nan"))
    kernel.takes = below(2.0)
    blend = diagnose(made.ws, "plate.py").blend
    assert blend is not None and blend.asked is None
    assert blend.together is not None and blend.together.made == pytest.approx(2.0, rel=3e-3)


@pytest.mark.parametrize(
    ("failure", "says"),
    [
        (Failure("exception", "StdFail_NotDone: BRep_API: command not done"), "could not finish"),
        (Failure("exception", "Standard_ConstructionError: "), "size is 0 or negative"),
        (Failure("time", "still running"), "did not end in time"),
        (Failure("signal", "died of SIGSEGV"), "crashed"),
        (Failure("memory", "out of memory"), "fewer copies"),
    ],
)
def test_a_failure_is_explained_in_plain_words(failure: Failure, says: str) -> None:
    assert says in explained(failure)


def test_a_failure_that_explains_itself_is_not_explained_again() -> None:
    assert explained(Failure("exception", "ValueError: too small")) == ""
    assert explained(Failure("exception", "StdFail_NotDone: x", "the axis cuts through the profile")) == ""
    assert explained(Failure("syntax", "plate.py:3: invalid syntax")) == ""


# --- fillets that are asked about


def test_edges_of_a_result_are_asked_for_the_largest_fillet(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.takes = below(7.5)
    blend = diagnose(made.ws, "plate.py", fillet=("edge:3", "edge:7"), radius=2.0).blend
    assert blend is not None and blend.together is not None
    assert blend.asked == 2.0 and blend.together.made == pytest.approx(7.5, rel=3e-3) and blend.line is None


def test_the_largest_that_was_tried_may_be_the_diagonal(made: Made, kernel: DiagnosingKernel) -> None:
    blend = diagnose(made.ws, "plate.py", fillet=("edge:3",)).blend
    assert blend is not None and blend.together == Bounds(40.0, None), "from an eighth of the edge, doubled up to 50"


def test_where_no_size_succeeds_that_is_told(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.takes = lambda job: False
    blend = diagnose(made.ws, "plate.py", fillet=("edge:3",), radius=1.0).blend
    assert blend is not None and blend.together is not None
    assert blend.together.made == 0 and 0 < (blend.together.failed or 0) < 0.02


def test_a_radius_without_edges_or_without_size_is_a_usage_error(made: Made, kernel: DiagnosingKernel) -> None:
    with pytest.raises(UsageError, match="edges"):
        diagnose(made.ws, "plate.py", radius=1.0)
    for radius in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(UsageError, match="no radius"):
            diagnose(made.ws, "plate.py", fillet=("edge:1",), radius=radius)


def test_a_repair_is_tried_only_where_something_is_wrong(made: Made, kernel: DiagnosingKernel) -> None:
    diagnose(made.ws, "plate.py")
    assert not any(isinstance(job, TryRepair) for job in kernel.asked)
    kernel.found["overlaps"] = Diagnosed((finding("overlapping solids", "solid:1", "solid:2"),))
    made.write("plate.py", SOURCE + "c = 1\n")
    assert diagnose(made.ws, "plate.py").repair is not None


def test_nothing_is_recorded_by_the_traced_run(made: Made, kernel: DiagnosingKernel) -> None:
    kernel.found["validity"] = Diagnosed((finding("crossing outline", "face:5"),))
    outcome = diagnose(made.ws, "plate.py")
    assert outcome.operand.candidate is not None and len(kernel.runs) == 2
    assert len(made.ws.candidates.runs(outcome.operand.candidate.id)) == 1
    assert replace(outcome, seconds_total=0.0) == replace(diagnose(made.ws, "plate.py"), seconds_total=0.0)
