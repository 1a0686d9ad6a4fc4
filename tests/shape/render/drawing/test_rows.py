"""Numbers in a row: chains, and places that keep their distance."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.shape.render.drawing.rows import Chain, chained, distinct, number, spread


@pytest.mark.parametrize(
    ("value", "text"),
    [(40, "40"), (12.5, "12.5"), (1234.567, "1234.567"), (0.0004, "0"), (-0.0001, "0"), (100000, "100000")],
)
def test_a_number_has_up_to_three_decimals_and_loses_none_before_them(value, text):
    assert number(value) == text


def test_values_that_a_drawing_cannot_tell_apart_are_one():
    assert distinct([5.0, 1.0, 1.0005, 1.002]) == [1.0, 1.002, 5.0]


def test_equal_distances_are_a_chain_and_its_first_value_stands_alone_too():
    single, chains = chained([3.0, 10.0, 20.0, 30.0, 40.0, 47.0])
    assert single == [3.0, 10.0, 47.0]
    assert chains == [Chain(10.0, 10.0, 3)] and chains[0].last == 40.0


def test_three_values_and_nearly_equal_distances_are_no_chain():
    assert chained([0.0, 10.0, 20.0]) == ([0.0, 10.0, 20.0], [])
    assert chained([0.0, 10.0, 20.01, 30.0])[1] == []


@given(st.lists(st.floats(0, 100), max_size=20).map(sorted))
def test_places_keep_their_distance_order_and_bounds(wanted):
    places = spread(wanted, [4.0] * len(wanted), 0.0, 100.0)
    assert places is not None and len(places) == len(wanted)
    assert all(b - a >= 4 - 1e-9 for a, b in itertools.pairwise(places))
    assert all(-1e-9 <= place <= 100 + 1e-9 for place in places)


def test_what_has_room_stays_and_a_crowd_moves_apart_around_its_middle():
    assert spread([10.0, 50.0, 52.0], [4.0] * 3, 0.0, 100.0) == pytest.approx([10.0, 49.0, 53.0])
    assert spread([1.0] * 30, [4.0] * 30, 0.0, 100.0) is None
