"""TOML and plain data: what is written is read back the same, by the standard library's reader."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadgit import codec, records
from cadgit.frozen import complete_all
from cadgit.kernel import jobs

complete_all()  # hypothesis reads their signatures

RECORDS = (
    records.CandidateMeta,
    records.RunRecord,
    records.Verdict,
    records.Promotion,
    records.Candidate,
    records.Version,
    records.Compared,
    jobs.Limits,
    jobs.KernelStatus,
    jobs.InspectionFailed,
)

# TOML holds no lone surrogates; all else must survive, control characters too.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
scalars = texts | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)
documents = st.dictionaries(texts, values, max_size=6)


@given(documents, st.sampled_from([0, 20, 76]))
def test_any_plain_data_is_read_back_from_toml(plain: dict[str, Any], width: int) -> None:
    assert same(tomllib.loads(codec.dumps(plain, width)), plain)


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_any_record_is_read_back_from_plain_toml_and_json(kind: type[Any]) -> None:
    st.register_type_strategy(str, texts)
    st.register_type_strategy(float, st.floats(allow_nan=False))
    st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))

    @given(st.from_type(kind))
    @settings(max_examples=25)  # a record is large, and drawing one takes longer than all the rest
    def holds(record: Any) -> None:
        plain = codec.to_plain(record)
        assert codec.from_plain(kind, plain) == record
        assert codec.from_plain(kind, json.loads(json.dumps(plain))) == record
        text = codec.dumps({"record": [plain]}, width=76)
        assert codec.from_plain(kind, tomllib.loads(text)["record"][0]) == record

    holds()


@given(st.lists(texts, max_size=10))
def test_a_long_array_goes_over_several_lines_that_fit(items: list[str]) -> None:
    text = codec.dumps({"items": items}, width=30)
    assert tomllib.loads(text) == {"items": items}
    for line in text.splitlines() if all("\n" not in item and item.isprintable() for item in items) else ():
        assert len(line) <= 30 or line.count('", "') == 0


def test_a_record_is_a_short_block_with_its_tables_below() -> None:
    plain = {"run": [{"outcome": "done", "geometry": {"volume": 6.0, "box": {"minimum": [0.0, 1.0]}}, "tags": ["a"]}]}
    assert codec.dumps(plain) == (
        '[[run]]\noutcome = "done"\ntags = ["a"]\n\n[run.geometry]\nvolume = 6.0\nbox = { minimum = [0.0, 1.0] }\n'
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), -0.0, 1e-07, 1e300])
def test_odd_floats_survive(value: float) -> None:
    (back,) = tomllib.loads(codec.dumps({"x": value})).values()
    assert repr(back) == repr(value)


@pytest.mark.parametrize(
    "text",
    ["x =", "[a]\n[a]", f"x = {'1' * 5000}", f"x = {'[' * 5000}{']' * 5000}"],
    ids=("end", "twice", "long", "deep"),
)
def test_text_that_is_no_toml_is_one_kind_of_error(text: str) -> None:
    with pytest.raises(codec.CodecError):
        codec.loads(text)


def test_a_lone_surrogate_is_replaced_and_not_an_error() -> None:
    assert tomllib.loads(codec.dumps({"x": "a\udcffb"})) == {"x": "a?b"}


def test_fields_at_their_default_are_left_out() -> None:
    assert codec.to_plain(records.CandidateMeta("bracket", "model.py")) == {"part": "bracket", "entry": "model.py"}


def test_what_a_newer_version_added_is_ignored() -> None:
    plain = {"part": "bracket", "entry": "model.py", "from_the_future": {"x": 1}}
    assert codec.from_plain(records.CandidateMeta, plain) == records.CandidateMeta("bracket", "model.py")


@pytest.mark.parametrize(
    ("plain", "says"),
    [
        ({"part": "bracket"}, "CandidateMeta.entry is missing"),
        ({"part": 1, "entry": "model.py"}, "CandidateMeta.part: expected str, got int"),
        ({"part": "b", "entry": "m", "roots": "src"}, "CandidateMeta.roots: expected an array"),
        ({"part": "b", "entry": "m", "parameters": [3]}, r"CandidateMeta.parameters\[0\]: expected a table"),
        ([], "CandidateMeta: expected a table, got list"),
    ],
)
def test_data_that_does_not_fit_says_which_field(plain: Any, says: str) -> None:
    with pytest.raises(codec.CodecError, match=says):
        codec.from_plain(records.CandidateMeta, plain)


def test_a_number_that_toml_could_not_hold_is_refused() -> None:
    verdict = codec.to_plain(records.Verdict("now", "t", "b", False, (records.CheckResult("valid", "pass", "is"),)))
    with pytest.raises(codec.CodecError, match="step_bytes: the number is too large"):
        codec.from_plain(records.Verdict, verdict | {"step_bytes": 10**400})
    check = codec.to_plain(records.CheckResult("valid", "pass", "is"))
    with pytest.raises(codec.CodecError, match="seconds: the number is too large"):
        codec.from_plain(records.CheckResult, check | {"seconds": 10**400})


def test_a_literal_that_is_not_one_of_the_choices_is_refused() -> None:
    failure = codec.to_plain(records.Failure("syntax", "line 3"))
    with pytest.raises(codec.CodecError, match="reason"):
        codec.from_plain(records.Failure, failure | {"reason": "bad luck"})


def test_an_array_of_fixed_length_must_have_it() -> None:
    place = codec.to_plain(records.Place("face 1", (1.0, 2.0, 3.0)))
    with pytest.raises(codec.CodecError, match="3 items, got 2"):
        codec.from_plain(records.Place, place | {"point": [1.0, 2.0]})


def test_a_type_without_a_codec_is_a_bug_and_not_bad_data() -> None:
    @dataclasses.dataclass
    class Odd:
        value: complex

    with pytest.raises(TypeError, match="no codec"):
        codec.from_plain(Odd, {"value": 1})
    with pytest.raises(TypeError, match="no TOML"):
        codec.dumps({"value": 1j})


def same(a: Any, b: Any) -> bool:
    """Equal, and of equal types below: 1, 1.0 and True are not the same in TOML."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)
