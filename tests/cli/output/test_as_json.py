"""JSON has every key always, is ASCII, and is what a parser takes."""

from __future__ import annotations

import dataclasses
import json
import math

from cadgit.cli.output import as_json

from .. import samples


def test_fields_at_their_default_are_there() -> None:
    answer = json.loads(as_json.answer("run", 0, [], samples.done))
    assert answer["compared"] is None
    assert answer["record"]["failure"] is None
    assert answer["record"]["warnings"] == []
    assert answer["candidate"]["meta"]["object"] == ""


def test_derived_values_are_beside_the_fields() -> None:
    answer = json.loads(as_json.answer("verify", 1, [], samples.unchecked))
    assert answer["record"]["geometry"]["box"]["size"] == [40.0, 30.0, 20.0]
    assert answer["verdict"]["outcome"] == "not checked"
    assert answer["verdict"]["unchecked"] == ["watertight-mesh"]
    assert json.loads(as_json.answer("run", 3, [], samples.failed))["last_good"]["name"] == "bracket@v2"


def test_the_envelope_comes_first_and_says_how_it_went() -> None:
    answer = json.loads(as_json.answer("run", 3, ["noticed"], samples.failed))
    assert list(answer)[:4] == ["command", "ok", "exit_code", "notices"]
    assert (answer["ok"], answer["exit_code"], answer["notices"]) == (False, 3, ["noticed"])


def test_numbers_that_json_does_not_have_are_null() -> None:
    geometry = dataclasses.replace(samples.plate, volume=math.nan, area=math.inf)
    text = as_json.answer("x", 0, [], {"geometry": geometry})
    assert "NaN" not in text and "Infinity" not in text
    assert json.loads(text)["geometry"]["volume"] is None


def test_hostile_labels_are_ascii() -> None:
    text = as_json.answer("run", 0, [], samples.talkative)
    assert text.isascii() and "\x1b" not in text
    assert json.loads(text)["record"]["geometry"]["labels"][1] == samples.assembly.labels[1]
