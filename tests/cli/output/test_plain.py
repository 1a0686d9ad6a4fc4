"""Plain text is stable: a line a fact, no control characters, nothing wrapped."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cadgit.cli.output.blocks import Block, Cell, Check, Fields, Group, Line, Raw, Table, Title, Verbatim, fields
from cadgit.cli.output.plain import PLACES, render
from cadgit.records import CheckResult, Place

HOSTILE = "\x1b[31mred\r\nnext\x07"


@pytest.mark.parametrize(
    "block",
    [
        Title(HOSTILE),
        Fields(((HOSTILE, HOSTILE),)),
        Table(("a",), ((HOSTILE,),)),
        Check(
            CheckResult("n" + HOSTILE, "fail", HOSTILE, HOSTILE + "1", HOSTILE + "2", (Place(HOSTILE, None, HOSTILE),))
        ),
        Line(HOSTILE, label="note"),
        Verbatim(HOSTILE, HOSTILE, HOSTILE, 3),
        Group(HOSTILE, (Line(HOSTILE),)),
    ],
    ids=lambda block: type(block).__name__,
)
def test_no_block_lets_a_control_character_through(block: Block) -> None:
    text = render([block])
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert "red" in text


def test_columns_line_up_with_wide_characters() -> None:
    text = render([Table(("label", "n"), (("支柱", "1"), ("post", Cell("12345", "good"))), frozenset({"n"}))])
    assert text.splitlines() == ["  label      n", "  支柱       1", "  post   12345"]


def test_values_of_several_lines_stay_below_each_other() -> None:
    assert render([fields(("files", "a\nb"), ("none", None), ("empty", ""))]) == "  files  a\n         b\n"


def test_a_check_says_what_was_measured_only_where_the_message_does_not() -> None:
    said = CheckResult("overlap", "fail", "they share 400 mm³", "400 mm³", "0.01 mm³")
    assert "measured" not in render([Check(said)])
    assert "limit 0.01 mm³" in render([Check(said)])


def test_a_check_that_passes_is_said_in_the_fewest_words() -> None:
    passed = CheckResult("closed", "pass", "no free edges", "0 free edges", "0 free edges")
    assert render([Check(passed)]) == "  pass         closed              0 free edges\n"
    assert "there is a result" in render([Check(CheckResult("result", "pass", "there is a result"))])


def test_many_places_are_counted_and_not_all_shown() -> None:
    many = tuple(Place(f"edge {i}", (0.0, 0.0, float(i))) for i in range(PLACES + 5))
    text = render([Check(CheckResult("closed", "fail", "open", places=many))])
    assert f"edge {PLACES - 1} at" in text
    assert f"edge {PLACES} at" not in text
    assert "and 5 more" in text


def test_a_place_does_not_repeat_the_message() -> None:
    text = render(
        [Check(CheckResult("overlap", "fail", "they overlap", places=(Place("solid 1", None, "they overlap"),)))]
    )
    assert text.splitlines()[1].strip() == "solid 1"


def test_raw_text_keeps_its_lines() -> None:
    assert render([Raw("a\n\n  b\n")]) == "a\n\n  b\n"
    assert render([Raw("")]) == "\n"


def test_of_several_of_a_kind_the_message_says_which_one_passed() -> None:
    said = CheckResult(
        "spec.symmetry.2", "pass", "difference to the mirror image in XZ: 0 mm³", "0 mm³", "at most 1 mm³"
    )
    assert "mirror image in XZ: 0 mm³ (limit at most 1 mm³)" in render([Check(said)])
    assert "XZ" not in render([Check(replace(said, name="spec.symmetry"))])
