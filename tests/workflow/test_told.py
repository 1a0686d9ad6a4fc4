"""Who waits for an outcome hears it before it is kept, and it is kept all the same."""

from __future__ import annotations

from cadgit.workflow import run, verify, working
from cadgit.workflow.outcomes import RunOutcome, VerifyOutcome

from .conftest import Made
from .fake_kernel import install


def test_a_run_is_told_before_its_record_is_kept(made: Made) -> None:
    ws = install(made.ws)
    made.write("clip.py", "a = 1\n")
    part = working.working_part(ws, "clip.py")
    told: list[tuple[RunOutcome, int]] = []

    def hear(outcome: RunOutcome) -> None:
        told.append((outcome, len(ws.candidates.runs(outcome.candidate.id))))

    closure = working.read_closure(ws, part)
    outcome = run.run_closure(ws, part, closure, on_outcome=hear)
    assert [(heard.record, records) for heard, records in told] == [(outcome.record, 0)]
    assert len(ws.candidates.runs(outcome.candidate.id)) == 1
    again = run.run_closure(ws, part, closure, on_outcome=hear)
    assert again.reused and told[-1] == (again, 1)


def test_a_verdict_is_told_before_it_is_kept(made: Made) -> None:
    ws = install(made.ws)
    made.write("clip.py", "a = 1\n")
    candidate = run.run(ws, "clip.py").candidate
    told: list[tuple[VerifyOutcome, int]] = []

    def hear(outcome: VerifyOutcome) -> None:
        told.append((outcome, len(ws.candidates.verdicts(candidate.id))))

    outcome = verify.judge(ws, candidate, on_outcome=hear)
    assert told == [(outcome, 0)]
    assert len(ws.candidates.verdicts(candidate.id)) == 1
    again = verify.judge(ws, candidate, on_outcome=hear)
    assert again.reused and told[-1] == (again, 1)
