"""Screws are guessed from a hole's diameter by the tables of ISO 2306 and ISO 273, and never surely."""

from __future__ import annotations

import pytest

from cadgit.shape.features.threads import guesses


def named(diameter: float, *, through: bool = True) -> list[tuple[str, str, str]]:
    return [(guess.thread, guess.fit, guess.standard) for guess in guesses(diameter, through=through)]


@pytest.mark.parametrize(
    ("diameter", "thread"),
    [(1.6, "M2"), (2.05, "M2.5"), (2.5, "M3"), (3.3, "M4"), (4.2, "M5"), (6.8, "M8"), (8.5, "M10"), (10.2, "M12"),
     (14.0, "M16"), (17.5, "M20"), (21.0, "M24"), (26.5, "M30")],
)  # fmt: skip
def test_a_tap_drill_is_known_in_a_blind_hole(diameter: float, thread: str) -> None:
    assert named(diameter, through=False)[0] == (thread, "tap drill", "ISO 2306")


def test_a_clearance_hole_has_its_series() -> None:
    assert named(5.3) == [("M5", "fine clearance", "ISO 273"), ("M4.5", "coarse clearance", "ISO 273")]
    assert named(5.5) == [("M5", "medium clearance", "ISO 273")]
    assert named(5.8) == [("M5", "coarse clearance", "ISO 273")]


def test_a_blind_hole_is_no_clearance_hole() -> None:
    assert named(5.5, through=False) == []


def test_all_that_fit_are_told_and_sizes_of_iso_262_come_first() -> None:
    assert named(5.0) == [("M6", "tap drill", "ISO 2306"), ("M4.5", "medium clearance", "ISO 273")]
    assert named(12.0) == [("M10", "coarse clearance", "ISO 273"), ("M14", "tap drill", "ISO 2306")]


@pytest.mark.parametrize("diameter", [5.4, 5.6, 4.1, 100.0, 0.5])
def test_near_misses_fit_nothing(diameter: float) -> None:
    assert named(diameter) == []


def test_rounding_does_not_hide_a_size() -> None:
    assert named(5.4995) == named(5.5)
