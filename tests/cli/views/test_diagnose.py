"""What people read of `diagnose`, in a pipe and at a terminal."""

from __future__ import annotations

import io
from dataclasses import replace

from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from cadgit.cli.output import plain, terminal
from cadgit.cli.views.diagnose import diagnose
from cadgit.records import (
    BlendedEdge,
    Bounds,
    CheckResult,
    Failure,
    Frame,
    GeometryFinding,
    LargestBlend,
    Repair,
)
from cadgit.workflow.diagnosis import DiagnoseOutcome

from .test_comparison import BEFORE, BROKEN, FILE, NEW

LINE = Frame("plate.py", 12, "rib", "Box(2, 20, 10)")
CROSSING = GeometryFinding(
    "crossing outline", "fault", ("face:5",), "its outline crosses itself", (5.0, 5.0, 0.0), "0 mm²",
    "check the order of the points", None, (5,), LINE,
)  # fmt: skip
RIM = GeometryFinding(
    "open surface", "fault", tuple(f"edge:{n}" for n in range(1, 10)),
    "the surface ends here: a flat rim of 9 free edges", (0.0, 0.0, 5.0), "40 mm around", "a flat face closes it",
)  # fmt: skip
SHORT = GeometryFinding(
    "short edge", "warning", ("edge:3",), "an edge of 0.001 mm, under 0.005 mm", (1.0, 2.0, 3.0), "0.001 mm",
    "let lines meet",
)  # fmt: skip
REPAIR = Repair(
    True, ("volume", "valid"), (), replace(BEFORE, volume=-22274.7), replace(BEFORE, faces=13), 1e-7, 2e-5, 0.25
)
OUTCOME = DiagnoseOutcome(
    NEW,
    checks=(
        CheckResult("valid", "fail", "not valid"),
        CheckResult("spec.size", "fail", "too large", "42 mm", "40 mm"),
        CheckResult("step.valid", "fail", "not valid"),
        CheckResult("step.closed", "fail", "not closed"),
        CheckResult("round-trip", "fail", "the volume changes"),
    ),
    findings=(CROSSING, RIM, replace(CROSSING, entities=("face:6",), line=None), *[SHORT] * 8),
    more=("many places, of which 20 are told",),
    repair=REPAIR,
    checked=("bodies and sizes", "validity of each face, edge and vertex"),
    not_checked=("overlapping solids: no answer within 30 s",),
)
EDGES = (
    BlendedEdge("edge:2", (0.0, 0.0, 5.0), 10.0, Bounds(3.97, 3.98)),
    BlendedEdge("edge:4", (1.0, 0.0, 5.0), 10.0, Bounds(5.0, None)),
    BlendedEdge("edge:6", (2.0, 0.0, 5.0), 10.0, Bounds(5.0, None)),
)
BLEND = LargestBlend("fillet", EDGES, 5.0, Bounds(3.97, 3.98), Frame("plate.py", 7, "", "fillet(edges, 5)"))
FAILED = DiagnoseOutcome(
    BROKEN,
    Failure("exception", "plate.py:7: StdFail_NotDone", "", (Frame("plate.py", 7, "", "fillet(edges, 5)"),)),
    "OCCT could not finish this operation",
    blend=BLEND,
)


def text(outcome: DiagnoseOutcome) -> str:
    return plain.render(diagnose(outcome))


def test_a_diagnosis_in_a_pipe(snapshot: SnapshotAssertion) -> None:
    assert text(OUTCOME) == snapshot


def test_a_diagnosis_at_a_terminal_of_80_columns(snapshot: SnapshotAssertion) -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=80, color_system=None, legacy_windows=False)
    terminal.show(console, diagnose(OUTCOME))
    assert max(map(len, stream.getvalue().splitlines())) <= 80
    assert stream.getvalue() == snapshot


def test_a_run_that_failed(snapshot: SnapshotAssertion) -> None:
    assert text(FAILED) == snapshot


def test_findings_of_one_kind_stand_together_with_one_proposal() -> None:
    assert text(OUTCOME).count("try: check the order of the points") == 1
    assert "fault: crossing outline (2)" in text(OUTCOME)


def test_many_places_and_names_are_counted() -> None:
    assert "edge:1, edge:2, edge:3, edge:4, edge:5, edge:6 and 3 more at (0, 0, 5)" in text(OUTCOME)
    assert "  and 2 more\n" in text(OUTCOME)


def test_checks_that_no_finding_is_about_are_told_whole() -> None:
    said = text(OUTCOME)
    assert "its verdict says no: valid, spec.size, step.valid, step.closed, round-trip" in said
    assert "too large" in said and "not closed" in said
    assert "the volume changes" not in said, "what is broken changes in a file too"
    alone = replace(OUTCOME, checks=OUTCOME.checks[-1:])
    assert "the volume changes" in text(alone)


def test_nothing_wrong_is_said_only_where_all_was_checked() -> None:
    good = DiagnoseOutcome(FILE, checked=("bodies and sizes",))
    assert text(good).startswith("target.step: nothing is wrong\n")
    unknown = replace(good, not_checked=("self-intersection: no answer within 120 s",))
    assert text(unknown).startswith("target.step: nothing wrong was found\n")
    warned = replace(good, findings=(SHORT,))
    assert text(warned).startswith("target.step: nothing is wrong, 1 warning\n")
    refused = replace(good, checks=(CheckResult("spec.size", "fail", "too large"),))
    assert text(refused).startswith("target.step: its verdict says no\n")


def test_the_largest_fillet_is_told_with_both_ends_and_the_edge_in_the_way() -> None:
    said = text(FAILED)
    assert "radius 5 mm fails; the largest that succeeds is about 3.97 mm (3.98 mm fails)" in said
    assert "edge:2 at (0, 0, 5), 10 mm long: takes at most 3.97 mm alone" in said
    assert "edge:4, edge:6: take 5 mm, alone" in said


def test_a_good_candidate_that_does_not_take_the_fillet_asked_for_is_told_so() -> None:
    asked = replace(OUTCOME, checks=(), findings=(), not_checked=(), blend=replace(BLEND, line=None))
    assert not asked.good
    assert text(asked).splitlines()[0].endswith(": nothing is wrong, but the fillet that was asked for fails")
    for blend in (replace(BLEND, asked=2.0), replace(BLEND, asked=None), replace(BLEND, together=None)):
        assert replace(asked, blend=blend).good


def test_other_ends_of_a_search_are_told_as_they_are() -> None:
    def told(**changes: object) -> str:
        return text(replace(FAILED, blend=replace(BLEND, **changes)))  # type: ignore[arg-type]

    assert "no fillet succeeds, down to 0.01 mm" in told(together=Bounds(0.0, 0.01), edges=EDGES[:1])
    assert "the largest that was tried succeeds: 40 mm" in told(together=Bounds(40.0, None), asked=None)
    assert "radius 2 mm succeeds; the largest that succeeds" in told(asked=2.0)
    assert "each edge takes 5 mm alone: together they leave no room" in told(edges=EDGES[1:])
    in_the_way = replace(EDGES[0], alone=Bounds(0.0, 0.01))
    assert "10 mm long: alone it takes no radius that was tried" in told(edges=(in_the_way, *EDGES[1:]))
    stopped = told(together=None, edges=(), not_checked="none of these edges belongs to the body")
    assert "not checked: none of these edges belongs to the body" in stopped


def test_a_repair_tells_what_would_change() -> None:
    said = text(OUTCOME)
    assert "it would mend what is wrong, on a copy; nothing was changed here" in said
    assert "faces 11 → 13" in said and "volume -22274.7 mm³ → 22274.7 mm³" in said
    assert "largest tolerance" in said and "at most 0.25 mm" in said
    worse = replace(OUTCOME, repair=replace(REPAIR, wrong_after=("volume",)))
    assert "it would not mend it: volume would still say no" in text(worse)
    nothing = replace(OUTCOME, repair=replace(REPAIR, changes=False))
    assert "it would change nothing" in text(nothing)
