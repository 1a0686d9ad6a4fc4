"""What the page shows of a candidate: gathered from source, records and history, without a kernel."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from cadgit.codec import to_plain
from cadgit.errors import ParameterError, RefError, Refused
from cadgit.records import CheckResult
from cadgit.workflow import settings
from cadgit.workflow.outcomes import RunOutcome
from cadgit.workflow.page import candidate_named, model_key, page_of, ref_of
from cadgit.workflow.run import latest_record
from cadgit.workflow.workspace import Workspace

from .conftest import Made, box

MODEL = "width = 40.0\nheight: float = 3\nlength = 2 * 5\nfixed = 1\nfixed = 2\nresult = None\n"
SPEC = '[parts.plate]\nentry = "plate.py"\n[parts.plate.spec]\nmass = "<= 1 kg"\nmaterial = "steel"\n'
PASS = CheckResult("valid", "pass", "valid")


def test_a_candidate_that_passed_is_shown_beside_the_last_version(made: Made) -> None:
    first = made.candidate("plate.py", MODEL)
    made.ran(first, box(1, 2, 3))
    version = made.version(first)
    second = made.candidate("plate.py", MODEL.replace("40.0", "41.0"))
    record = made.ran(second, box(2, 2, 3))
    made.judged(second, PASS)
    page = page_of(made.ws, second)
    assert (page.name, page.ref, page.outcome, page.verdict, page.checks) == (
        "plate #2",
        "plate#2",
        "pass",
        "pass",
        (PASS,),
    )
    assert page.before == version and page.promoted_as == ()
    assert {q.name: (q.now, q.before) for q in page.quantities}["volume"] == (12.0, 6.0)
    assert ["+width = 41.0" in change.diff for change in page.source] == [True]
    assert [entry.candidate.number for entry in page.entries] == [2, 1]
    assert (page.good, page.good_model, page.model) == (second, model_key(record), model_key(record))
    assert page.kept


def test_a_version_is_compared_with_the_one_before_it(made: Made) -> None:
    first = made.candidate("plate.py", MODEL)
    made.ran(first, box(1, 2, 3))
    old = made.version(first)
    second = made.candidate("plate.py", MODEL + "\n")
    made.ran(second, box(1, 2, 3))
    new = made.version(second)
    page = page_of(made.ws, second)
    assert (page.before, page.promoted_as) == (old, (new,))
    assert page_of(made.ws, first).before == new


def test_without_a_version_there_is_nothing_to_compare_with(made: Made) -> None:
    candidate = made.candidate("plate.py", MODEL)
    made.ran(candidate, box(1, 2, 3))
    page = page_of(made.ws, candidate)
    assert page.before is None and page.source == ()
    assert {q.before for q in page.quantities} == {None}
    assert (page.outcome, page.verdict) == ("done", None)


def test_a_run_that_failed_shows_the_model_of_the_last_good_one(made: Made) -> None:
    older, newer = (made.candidate("plate.py", MODEL + "\n" * n) for n in (1, 2))
    records = [made.ran(older, box(1, 2, 3)), made.ran(newer, box(2, 2, 3))]
    broken = made.candidate("plate.py", "1 / 0\n")
    made.ran(broken, None)
    page = page_of(made.ws, broken)
    assert (page.outcome, page.model, page.quantities) == ("failed", "", ())
    assert (page.good, page.good_model) == (newer, model_key(records[1]))
    # The files went back to the older bytes before they were broken: that is what was seen last.
    ran = RunOutcome(older, records[0], False, True, 0.1)
    page = page_of(made.ws, broken, latest_record(made.ws, broken), None, ran)
    assert (page.good, page.good_model) == (older, model_key(records[0]))


def test_what_was_told_before_git_has_it_is_shown_and_not_called_kept(made: Made) -> None:
    candidate = made.candidate("plate.py", MODEL)
    known = made.candidate("other.py", MODEL)
    record = replace(made.ran(known, box(1, 2, 3)), tree=candidate.tree)
    page = page_of(made.ws, candidate, record)
    assert (page.outcome, page.kept) == ("done", False)
    assert page.quantities
    mine = made.ran(candidate, box(1, 2, 3))
    assert page_of(made.ws, candidate, mine).kept
    verdict = made.judged(candidate, PASS)
    assert page_of(made.ws, candidate, mine, verdict).kept
    later = replace(verdict, when="2999-01-01T00:00:00+00:00")
    assert not page_of(made.ws, candidate, mine, later).kept


def test_mass_is_shown_where_the_spec_says_of_what(made: Made) -> None:
    made.write("cadgit.toml", SPEC)
    ws = Workspace.open(made.repo)
    candidate = made.candidate("plate.py", MODEL)
    made.ran(candidate, box(10, 10, 10))
    page = page_of(ws, candidate)
    mass = next(q for q in page.quantities if q.name == "mass")
    assert (mass.now, mass.unit, page.material) == (pytest.approx(7.85), "g", "steel")


def test_parameters_say_what_a_slider_needs(made: Made) -> None:
    page = page_of(made.ws, made.candidate("plate.py", MODEL + "inch = 1 * IN\n"))
    found = {setting.name: setting for setting in page.settings}
    assert (found["width"].number, found["height"].number, found["length"].number) == (40.0, 3.0, 10.0)
    assert (found["width"].value, found["width"].overridden, found["inch"].unit) == ("40.0", False, "IN")
    assert (found["inch"].number, found["inch"].base) == (1, 1)
    assert not found["fixed"].settable and "again" in found["fixed"].why_not


def test_a_ref_names_the_line_where_it_is_another(made: Made) -> None:
    assert ref_of(made.candidate("plate.py", MODEL)) == "plate#1"
    assert ref_of(made.candidate("plate.py", MODEL, "agent")) == "plate@agent#1"


def test_a_commit_that_is_no_candidate_is_an_error(made: Made) -> None:
    candidate = made.candidate("plate.py", MODEL)
    assert candidate_named(made.ws, candidate.id) == candidate
    with pytest.raises(RefError):
        candidate_named(made.ws, "0" * 40)


def test_values_are_written_into_the_file_that_is_shown(made: Made) -> None:
    candidate = made.candidate("plate.py", MODEL)
    assert settings.write(made.ws, candidate, {"width": "50", "height": "4"}) == "plate.py"
    assert (made.repo / "plate.py").read_text(encoding="utf-8") == MODEL.replace("40.0", "50.0").replace(
        "= 3\n", "= 4.0\n"
    )
    with pytest.raises(Refused, match="changed since"):
        settings.write(made.ws, candidate, {"width": "60"})


@pytest.mark.parametrize("values", [{"fixed": "3"}, {"other": "3"}, {"width": "__import__('os')"}])
def test_what_cannot_be_set_is_not_written(made: Made, values: dict[str, str]) -> None:
    candidate = made.candidate("plate.py", MODEL)
    with pytest.raises(ParameterError):
        settings.write(made.ws, candidate, values)
    assert (made.repo / "plate.py").read_text(encoding="utf-8") == MODEL


def test_what_goes_to_each_tab_with_each_event_stays_short(made: Made) -> None:
    first = made.candidate("plate.py", MODEL)
    made.ran(first, box(1, 2, 3))
    made.version(first, "a long message " * 7000)
    second = made.candidate("plate.py", MODEL + "".join(f"# {i}\n" for i in range(20_000)) + "#" * 100_000)
    record = made.ran(second, replace(box(2, 2, 3), labels=("a label " * 500,)))
    page = page_of(made.ws, second)
    assert record.geometry and record.geometry.labels
    (change,) = page.source
    assert change.diff.endswith("more lines: cadgit diff plate@v1 plate#2")
    assert len(json.dumps(to_plain(page))) < 60_000


def test_versions_that_the_time_line_does_not_reach_are_not_told(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadgit.workflow.page.TIME_LINE", 2)
    for number in range(4):
        candidate = made.candidate("plate.py", f"{MODEL}# {number}\n")
        made.ran(candidate, box(1, 2, number + 1))
        made.version(candidate)
    page = page_of(made.ws, candidate)
    assert [version.number for version in page.versions] == [4, 3]
    assert page.before is not None and page.before.number == 3
