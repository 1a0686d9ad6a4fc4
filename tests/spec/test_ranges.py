"""A range is read as people write it, in its unit; what is none says why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.spec import Range, RangeError, parse_number, parse_range
from cadgit.spec.ranges import AREA, COORDINATE, COUNT, DENSITY, LENGTH, MASS, VOLUME, Quantity


@pytest.mark.parametrize(
    ("written", "quantity", "minimum", "maximum"),
    [
        (60, LENGTH, 59.99, 60.01),
        ("60", LENGTH, 59.99, 60.01),
        ("60 mm", LENGTH, 59.99, 60.01),
        ("6 cm", LENGTH, 59.99, 60.01),
        ("60 ± 0.1", LENGTH, 59.9, 60.1),
        ("60±0.1mm", LENGTH, 59.9, 60.1),
        ("60 +- 0.1", LENGTH, 59.9, 60.1),
        ("60 mm +/- 100 µm", LENGTH, 59.9, 60.1),
        ("60 mm ± 0.1 mm", LENGTH, 59.9, 60.1),
        ("6 ± 0.1 cm", LENGTH, 59, 61),
        ("60 ± 1 %", LENGTH, 59.4, 60.6),
        ("6 cm ± 1 %", LENGTH, 59.4, 60.6),
        ("20..25", LENGTH, 20, 25),
        ("2 .. 2.5 cm", LENGTH, 20, 25),
        ("-3..-1.5", COORDINATE, -3, -1.5),
        ("-20 ± 1 %", COORDINATE, -20.2, -19.8),
        (-20, COORDINATE, -20.01, -19.99),
        (">= 3", LENGTH, 3, None),
        ("≤ 5 mm", LENGTH, None, 5),
        (4, COUNT, 4, 4),
        ("4..6", COUNT, 4, 6),
        (">= 2", COUNT, 2, None),
        ("12 cm³", VOLUME, 11988, 12012),
        ("12 cm3", VOLUME, 11988, 12012),
        ("12 ± 0.5 cm^3", VOLUME, 11500, 12500),
        (1000, AREA, 999, 1001),
        ("31 g ± 0.5 g", MASS, 30.5, 31.5),
        ("0.031 kg", MASS, 30.969, 31.031),
    ],
)
def test_what_is_written_means_a_range(
    written: object, quantity: Quantity, minimum: float | None, maximum: float | None
) -> None:
    found = parse_range(written, quantity)
    assert found.minimum == (None if minimum is None else pytest.approx(minimum))
    assert found.maximum == (None if maximum is None else pytest.approx(maximum))
    assert found.text == str(written)


@pytest.mark.parametrize(
    ("written", "quantity", "says"),
    [
        ("60 kg", LENGTH, '"kg" is no unit of a length; length is in mm'),
        ("31 mm", MASS, "mass is in g, kg or mg"),
        ("12 cm²", VOLUME, "no unit of a volume"),
        ("60 ± 0.1 g", LENGTH, '"g" is no unit of a length'),
        ("4 mm", COUNT, "a count, which has none"),
        (4.5, COUNT, "no whole number"),
        ("4.5..6", COUNT, "no whole number"),
        ("5..3", LENGTH, "begins above its end"),
        ("60 ± -0.1", LENGTH, "negative tolerance"),
        ("abc", LENGTH, '"abc" is no length'),
        ("", LENGTH, '"" is no length'),
        ("60 70", LENGTH, "is no length"),
        ("> 3", LENGTH, "is no length"),
        ("3 %", LENGTH, '"%" is no unit'),
        ("60 % ± 1", LENGTH, '"%" is no unit'),
        ("60,5", LENGTH, "is no"),
        (-1, LENGTH, "never negative"),
        ("<= -1", MASS, "never negative"),
        (True, COUNT, "must be a count"),
        ([60], LENGTH, "must be a length"),
        (float("nan"), LENGTH, "finite"),
        (float("inf"), LENGTH, "finite"),
        ("1e999", LENGTH, "not finite"),
    ],
)
def test_what_is_no_range_says_why(written: object, quantity: Quantity, says: str) -> None:
    with pytest.raises(RangeError, match=says.replace(".", r"\.")):
        parse_range(written, quantity)


@pytest.mark.parametrize("quantity", [LENGTH, COORDINATE, AREA, VOLUME, MASS, COUNT])
def test_every_way_that_a_hint_shows_is_a_range(quantity: Quantity) -> None:
    for way in quantity.example.replace(" or ", ", ").split(", "):
        parse_range(way.strip('"'), quantity)


def test_one_number_may_have_its_relation_and_its_unit() -> None:
    assert parse_number(">= 1.2 mm", LENGTH, ">=") == parse_number("≥1.2", LENGTH, ">=") == 1.2
    assert parse_number("2700 kg/m³", DENSITY) == pytest.approx(2.7)
    for wrong in ("<= 1.2", "1..2", True, "1 g", float("nan")):
        with pytest.raises(RangeError):
            parse_number(wrong, LENGTH, ">=")


def test_both_ends_belong_to_a_range_and_nothing_that_is_not_finite() -> None:
    found = Range(1.0, 2.0, "1..2")
    assert found.contains(1.0) and found.contains(2.0)
    assert not found.contains(0.999) and not found.contains(2.001)
    assert not Range(None, 5.0, "<= 5").contains(float("-inf"))
    assert not Range(1.0, None, ">= 1").contains(float("nan"))


@given(st.text(alphabet="0123456789.±+-%<>=≥≤ emkgc³2", max_size=12))
def test_any_text_is_a_range_or_says_why_not(text: str) -> None:
    try:
        found = parse_range(text, LENGTH)
    except RangeError as error:
        assert str(error)
    else:
        assert found.minimum is None or found.maximum is None or found.minimum <= found.maximum
