"""score: what is compared with what, and whether the candidate is valid."""

from __future__ import annotations

import pytest

from cadgit.errors import ModelFailed, RefError
from cadgit.kernel.jobs import ScoreAgainst
from cadgit.workflow.run import run
from cadgit.workflow.score import score

from .comparing_kernel import ComparingKernel, comparing, score_of
from .conftest import Made


@pytest.fixture
def kernel(made: Made) -> ComparingKernel:
    made.ws.cwd = made.repo
    (made.repo / "target.step").write_bytes(b"ISO-10303-21; a target")
    return comparing(made.ws)


def test_bytes_that_never_ran_are_run_judged_and_scored(made: Made, kernel: ComparingKernel) -> None:
    made.write("plate.py", "# shape 0.75\n")
    outcome = score(made.ws, "plate.py", "target.step")
    assert outcome.candidate.name == "plate #1" and outcome.reference.name == "target.step"
    assert outcome.score == score_of(0.75)
    assert outcome.valid is True and outcome.invalid == ()
    assert made.ws.candidates.verdicts(outcome.candidate.candidate.id)  # type: ignore[union-attr]


def test_the_gate_decides_about_validity_and_the_spec_does_not(made: Made, kernel: ComparingKernel) -> None:
    made.write("plate.py", "# shape 0.75\n# fails spec.size\n")
    assert score(made.ws, "plate.py", "target.step").valid is True
    made.write("plate.py", "# shape 0.75\n# fails spec.size overlap\n")
    outcome = score(made.ws, "plate.py", "target.step")
    assert outcome.valid is False and outcome.invalid == ("overlap",)
    assert outcome.score is not None  # the axes are told all the same


def test_a_file_is_scored_and_not_judged(made: Made, kernel: ComparingKernel) -> None:
    (made.repo / "other.step").write_bytes(b"ISO-10303-21; # shape 0.5")
    outcome = score(made.ws, "other.step", "target.step")
    assert outcome.valid is None and outcome.score == score_of(0.5)


def test_an_edit_is_told_from_its_input(made: Made, kernel: ComparingKernel) -> None:
    (made.repo / "before.step").write_bytes(b"ISO-10303-21; before")
    made.write("plate.py", "# shape 0.75\n")
    outcome = score(made.ws, "plate.py", "target.step", before="before.step", aligned=True)
    assert outcome.before is not None and outcome.before.name == "before.step"
    assert outcome.score is not None and outcome.score.edit is not None
    (job,) = (job for job in kernel.asked if isinstance(job, ScoreAgainst))
    assert job.before == b"ISO-10303-21; before" and job.aligned


def test_a_score_is_kept_for_the_same_question_only(made: Made, kernel: ComparingKernel) -> None:
    made.write("plate.py", "# shape 0.75\n")
    for aligned in (False, False, True):
        score(made.ws, "plate.py", "target.step", aligned=aligned)
    (made.repo / "target.step").write_bytes(b"ISO-10303-21; another target")
    score(made.ws, "plate.py", "target.step")
    assert sum(isinstance(job, ScoreAgainst) for job in kernel.asked) == 3


def test_what_takes_too_long_is_said_and_asked_again(made: Made, kernel: ComparingKernel) -> None:
    made.write("plate.py", "too hard\n")
    for _ in range(2):
        outcome = score(made.ws, "plate.py", "target.step")
        assert outcome.score is None and outcome.not_checked == "no answer within 240 s"
    assert sum(isinstance(job, ScoreAgainst) for job in kernel.asked) == 2


def test_a_model_that_does_not_run_has_no_score(made: Made, kernel: ComparingKernel) -> None:
    made.write("plate.py", "# does not run\n")
    with pytest.raises(ModelFailed, match="does not run: ValueError: no"):
        score(made.ws, "plate.py", "target.step")


def test_a_reference_may_be_a_candidate_and_must_be_there(made: Made, kernel: ComparingKernel) -> None:
    made.write("plate.py", "# shape 0.75\n")
    run(made.ws, "plate.py")
    assert score(made.ws, "plate#1", "plate#1").reference.name == "plate #1"
    with pytest.raises(RefError):
        score(made.ws, "plate#1", "nothing.step")
