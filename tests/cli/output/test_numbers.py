"""Numbers are short, one word each, and never lie about their magnitude."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.cli.output import numbers
from cadgit.records import Box


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.0, "0"),
        (40.0, "40"),
        (22274.690123, "22274.69"),
        (5999.9999999, "6000"),
        (9999.5, "9999.5"),
        (10000, "10000"),
        (1234567.891, "1234568"),
        (-0.00123456789, "-0.001234568"),
        (1e15, "1e+15"),
        (1.5e-12, "1.5e-12"),
        (math.nan, "not a number"),
        (math.inf, "infinite"),
        (-math.inf, "-infinite"),
    ],
)
def test_a_number_has_seven_significant_digits_and_no_separators(value: float, shown: str) -> None:
    assert numbers.number(value) == shown


@given(st.floats(min_value=-1e11, max_value=1e11))
def test_a_number_reads_back_within_its_digits(value: float) -> None:
    read = float(numbers.number(value))
    assert math.isclose(read, value, rel_tol=1e-6, abs_tol=1e-300)


def test_noise_in_a_coordinate_is_nothing() -> None:
    assert numbers.point((1e-15, -1e-16, 2.50001)) == "(0, 0, 2.5)"
    assert numbers.size(Box((-20.0, -15.0, 0.0), (20.0, 15.0, 1e-9))) == "40 × 30 × 0 mm"
    assert numbers.size(None) == ""


def test_a_size_in_a_table_has_few_digits_and_loses_no_small_edge() -> None:
    assert numbers.short_size(Box((0.0, 0.0, 0.0), (50.81871, 1234.5678, 0.0125))) == "50.819 × 1234.6 × 0.013"
    assert numbers.short_size(Box((0.0, 0.0, 0.0), (1234567.0, 1e-9, 4.0))) == "1234567 × 0 × 4"
    assert numbers.short_size(None) == ""


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "<1 ms"),
        (0.0851, "85 ms"),
        (0.9994, "999 ms"),
        (0.9996, "1.00 s"),
        (9.99, "9.99 s"),
        (9.996, "10.0 s"),
        (59.96, "1 min"),
        (125.4, "2 min 5 s"),
    ],
)
def test_a_duration_has_the_unit_that_fits(seconds: float, shown: str) -> None:
    assert numbers.duration(seconds) == shown


@pytest.mark.parametrize(
    ("count", "shown"),
    [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (999_600, "1 MB"), (2_400_000_000, "2.4 GB")],
)
def test_a_data_size_has_the_unit_that_fits(count: int, shown: str) -> None:
    assert numbers.data_size(count) == shown


def test_a_change_has_a_sign() -> None:
    assert numbers.percent(0.0523) == "+5.23%"
    assert numbers.percent(-1.0) == "-100%"
    assert numbers.percent(0) == "="


def test_counts_agree_with_their_noun() -> None:
    assert numbers.count(1, "vertex", "vertices") == "1 vertex"
    assert numbers.count(2, "vertex", "vertices") == "2 vertices"
    assert numbers.count(0, "face") == "0 faces"
