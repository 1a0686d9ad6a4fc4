"""rank: two orders, and the first of each kept as `part@best` and `part@closest`."""

from __future__ import annotations

import pytest

from cadgit.errors import RefError
from cadgit.workflow.gc import gc
from cadgit.workflow.history import history
from cadgit.workflow.rank import rank
from cadgit.workflow.run import run
from cadgit.workflow.targets import Selected, select
from tests.conftest import Git

from .comparing_kernel import ComparingKernel, comparing
from .conftest import Made


@pytest.fixture
def kernel(made: Made) -> ComparingKernel:
    made.ws.cwd = made.repo
    (made.repo / "target.step").write_bytes(b"ISO-10303-21; a target")
    return comparing(made.ws)


def ran(made: Made, *texts: str, line: str | None = None) -> None:
    for text in texts:
        made.write("plate.py", text + "\n")
        run(made.ws, "plate.py", line=line)


def numbers(made: Made, ids: tuple[str, ...]) -> list[int]:
    found = [made.ws.candidates.get(id_) for id_ in ids]
    return [candidate.number for candidate in found if candidate]


def number_of(made: Made, ref: str) -> int:
    found = select(made.ws, ref)
    assert isinstance(found, Selected)
    return found.candidate.number


def test_structure_goes_by_outcome_then_by_open_checks_then_by_age(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# fails overlap solids", "a = 1", "# warns tolerance", "# fails spec.size", "b = 1")
    outcome = rank(made.ws, "plate")
    assert [entry.candidate.number for entry in outcome.entries] == [5, 2, 3, 4, 1]
    assert number_of(made, "plate@best") == 5
    assert outcome.entries[-1].gate_failed == ("overlap", "solids")
    assert outcome.entries[-2].spec_failed == ("spec.size",) and outcome.entries[-2].gate_failed == ()


def test_what_is_valid_but_further_away_never_displaces_what_is_closer(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# shape 0.9\n# fails overlap", "# shape 0.7")
    outcome = rank(made.ws, "plate", reference="target.step")
    assert (number_of(made, "plate@best"), number_of(made, "plate@closest")) == (2, 1)
    assert numbers(made, outcome.closest) == [1, 2] and outcome.by == "reference"
    assert any("overlap (fail)" in text for text in outcome.entries[1].unresolved)
    assert any("away from the reference" in text for text in outcome.entries[0].unresolved)
    ran(made, "# shape 0.8")
    rank(made.ws, "plate", reference="target.step")
    assert (number_of(made, "plate@best"), number_of(made, "plate@closest")) == (3, 1)
    ran(made, "# shape 0.95")
    rank(made.ws, "plate", reference="target.step")
    assert number_of(made, "plate@closest") == 4


def test_the_closest_one_stands_however_many_came_after_it(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# shape 0.9")
    rank(made.ws, "plate", reference="target.step")
    ran(made, *(f"# shape 0.5{i}" for i in range(4)))
    outcome = rank(made.ws, "plate", reference="target.step", limit=2)
    assert numbers(made, outcome.closest) == [1, 5, 4]
    assert number_of(made, "plate@closest") == 1


def test_of_equally_close_ones_the_older_stays(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# shape 0.9\na = 1", "# shape 0.9\nb = 1")
    rank(made.ws, "plate", reference="target.step")
    assert number_of(made, "plate@closest") == 1


def test_what_could_not_be_scored_comes_last_and_is_said(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "too hard", "# shape 0.1")
    outcome = rank(made.ws, "plate", reference="target.step")
    assert numbers(made, outcome.closest) == [2, 1]
    (unscored,) = (entry for entry in outcome.entries if entry.score is None)
    assert "not scored: no answer within 240 s" in unscored.unresolved


def test_without_a_reference_the_spec_says_what_is_closest(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# fails spec.size spec.mass", "# fails spec.size overlap", "# fails spec.a spec.b spec.c")
    outcome = rank(made.ws, "plate")
    assert outcome.by == "spec" and number_of(made, "plate@closest") == 2


def test_without_a_spec_and_a_reference_nothing_is_close_to_anything(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# no spec")
    outcome = rank(made.ws, "plate")
    assert (outcome.by, outcome.closest) == ("", ())
    assert made.ws.rankings.places("plate") == ("best",)


def test_candidates_of_all_lines_are_ranked_each_once(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# shape 0.5")
    ran(made, "# shape 0.5", "# shape 0.9", line="try")
    outcome = rank(made.ws, "plate", reference="target.step")
    assert len(outcome.entries) == 2
    assert outcome.entries and select(made.ws, "plate@closest").candidate.line == "try"  # type: ignore[union-attr]


def test_what_did_not_run_is_no_candidate_for_it(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# does not run")
    with pytest.raises(RefError, match="nothing of plate ran"):
        rank(made.ws, "plate")
    with pytest.raises(RefError, match="no best candidate yet"):
        select(made.ws, "plate@best")


def test_a_line_of_that_name_goes_first_and_is_told(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# warns tolerance", line="best")
    ran(made, "a = 1")
    rank(made.ws, "plate")
    assert any("plate@best is a line" in said for said in made.notices.said)
    assert select(made.ws, "plate@best").candidate.line == "best"  # type: ignore[union-attr]


def test_completion_offers_them(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "a = 1")
    assert made.ws.completions() == ("plate", "plate@main")
    rank(made.ws, "plate")
    assert made.ws.completions() == ("plate", "plate@main", "plate@best", "plate@closest")


def test_verdicts_on_the_way_are_no_answer(made: Made, kernel: ComparingKernel) -> None:
    ran(made, "# warns tolerance")
    before = made.ws.progress
    rank(made.ws, "plate")
    assert made.ws.progress is before
    assert made.notices.said == []


def test_gc_keeps_what_was_ranked_first(made: Made, kernel: ComparingKernel) -> None:
    ran(
        made,
        "# shape 0.9\n# fails overlap",
        "# shape 0.5",
        "# shape 0.6\n# fails overlap",
        "# shape 0.1\n# fails overlap",
    )
    made.ws.candidates.history("plate")
    rank(made.ws, "plate", reference="target.step")
    gc(made.ws, 0.0)
    assert (number_of(made, "plate@best"), number_of(made, "plate@closest")) == (2, 1)
    kept = [candidate.number for candidate in made.ws.candidates.history("plate")]
    assert 1 in kept and 2 in kept


def test_a_record_that_cannot_be_read_is_named_and_the_others_are_ranked(
    made: Made, kernel: ComparingKernel, git: Git
) -> None:
    ran(made, "a = 1", "b = 1")
    broken = made.ws.candidates.numbered("plate", "main", 1)
    assert broken is not None
    git("notes", "--ref=cadgit/run", "add", "-f", "-m", "[[run]]\nwhen = 7", broken.id, cwd=made.repo)
    assert [entry.candidate.number for entry in rank(made.ws, "plate").entries] == [2]
    assert any("plate #1 is left out" in notice for notice in made.notices.said)
    assert history(made.ws, "plate", git=True).commits == ()
