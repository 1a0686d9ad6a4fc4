"""Bosses, pockets and slots that quiddity recognises have the sizes of their faces, wherever the part lies."""

from __future__ import annotations

import functools
from collections.abc import Callable

import build123d as b3d
import numpy as np
import pytest
from build123d import Pos

from cadgit.records.features import Boss, Features, Recess
from cadgit.shape.features import recognised
from cadgit.shape.features.adapter import Seen
from cadgit.shape.features.recognised import recognise

from . import parts


@functools.cache
def of(part: Callable[[], b3d.Part]) -> Features:
    """The features of a part, looked for once: it takes a second."""
    return recognise(part().wrapped)


@pytest.fixture
def hollowed() -> Features:
    return of(parts.hollowed)


@pytest.fixture
def raised() -> Features:
    return of(parts.raised)


def near(found: tuple[Recess, ...], x: float, y: float) -> Recess:
    (one,) = [one for one in found if one.place[:2] == pytest.approx((x, y), abs=1e-6)]
    return one


def sizes(one: Recess) -> tuple[float, ...]:
    return (one.length, one.width, one.depth, one.corner_radius)


def test_pockets_and_windows(hollowed: Features) -> None:
    assert len(hollowed.pockets) == 3 and hollowed.notes == ()
    rounded, sharp = near(hollowed.pockets, -30, 12), near(hollowed.pockets, -30, -15)
    assert sizes(rounded) == pytest.approx((30.125, 20, 5, 4)) and rounded.section == "rectangular"
    assert rounded.axis == pytest.approx((0, 0, 1)) and rounded.place[2] == pytest.approx(10) and not rounded.through
    assert sizes(sharp) == pytest.approx((20, 12, 4, 0))
    window = near(hollowed.pockets, 32, 0)
    assert sizes(window) == pytest.approx((14, 8, 20, 0)) and window.through


def test_slots_through_and_blind(hollowed: Features) -> None:
    assert len(hollowed.slots) == 2
    through, blind = near(hollowed.slots, 10, 15), near(hollowed.slots, 10, -15)
    assert sizes(through) == pytest.approx((24, 6.125, 20, 0)) and through.through  # quiddity says 6.12
    assert sizes(blind) == pytest.approx((24, 6, 5, 0)) and not blind.through
    assert {through.section, blind.section} == {"obround"} and abs((through.along or (0,))[0]) == pytest.approx(1)


def test_bosses(raised: Features) -> None:
    by_section: dict[str, list[Boss]] = {}
    for boss in raised.bosses:
        by_section.setdefault(boss.section, []).append(boss)
    (round_,), (hexagon,) = by_section["round"], by_section["polygonal"]
    assert round_.size == pytest.approx((14.125,)) and round_.height == pytest.approx(8)  # its foot is rounded
    assert round_.base == pytest.approx((10, 10, 5)) and round_.axis == pytest.approx((0, 0, 1))
    assert (hexagon.sides, hexagon.size) == (6, pytest.approx((12.0,))) and hexagon.height == pytest.approx(8)
    assert hexagon.base == pytest.approx((35, -10, 5), abs=1e-6)
    assert [boss.size for boss in by_section["rectangular"]] == [pytest.approx((20, 12))] * 2
    assert raised.slots == ()  # quiddity sees a channel between both rectangles


@pytest.mark.parametrize("part", [pytest.param(parts.hollowed, marks=pytest.mark.slow), parts.raised, parts.grooved])
def test_they_turn_with_the_part(part: Callable[[], b3d.Part]) -> None:
    here, there = of(part), recognise(parts.placed(part()).wrapped)
    assert len(here.bosses) + len(here.pockets) + len(here.slots) > 0
    for first, second in zip(here.bosses, there.bosses, strict=True):
        assert (second.faces, second.section) == (first.faces, first.section)
        assert (*second.size, second.height) == pytest.approx((*first.size, first.height))
        assert second.base == pytest.approx(parts.place(first.base), abs=1e-6)
        assert second.axis == pytest.approx(parts.turn(first.axis))
    for first, second in zip((*here.pockets, *here.slots), (*there.pockets, *there.slots), strict=True):
        assert (second.faces, second.section, second.through) == (first.faces, first.section, first.through)
        assert sizes(second) == pytest.approx(sizes(first))
        assert second.place == pytest.approx(parts.place(first.place), abs=1e-6)


@pytest.mark.slow
def test_they_are_mirrored_with_the_part(hollowed: Features) -> None:
    other = recognise(parts.mirrored(parts.hollowed()).wrapped)
    for kind in ("pockets", "slots"):
        for one in getattr(hollowed, kind):
            twin = near(getattr(other, kind), -one.place[0], one.place[1])
            assert sizes(twin) == pytest.approx(sizes(one))


def test_a_groove_around_a_shaft() -> None:
    (groove,) = of(parts.grooved).slots
    assert (groove.section, groove.width, groove.depth, groove.diameter) == ("groove", *map(pytest.approx, (5, 5, 30)))
    assert groove.place == pytest.approx((0, 0, 10), abs=1e-6)


def test_equal_bosses_in_a_row_are_a_pattern() -> None:
    plate = b3d.Box(80, 20, 5)
    for x in (-24, -8, 8, 24):
        plate += Pos(x, 0, 5) * b3d.Cylinder(3, 5)
    (pattern,) = recognise(plate.wrapped).patterns
    assert (pattern.arrangement, pattern.of, pattern.counts) == ("linear", "boss", (4,))
    assert pattern.pitches == pytest.approx((16,))


def test_discs_and_round_holes_are_neither_bosses_nor_pockets() -> None:
    found = recognise((b3d.Cylinder(20, 5) - Pos(0, 0, 1) * b3d.Cylinder(4, 5)).wrapped)
    assert (found.bosses, found.pockets, found.slots, found.notes) == ((), (), (), ())


def test_sizes_that_do_not_agree_are_left_out_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    block = b3d.Box(20, 20, 10) + Pos(0, 0, 8) * b3d.Cylinder(5, 6)
    axis, across = np.array((0.0, 0.0, 1.0)), (np.array((1.0, 0.0, 0.0)), np.array((0.0, 1.0, 0.0)))
    cylinder = next(number for number, face in enumerate(block.faces(), 1) if face.geom_type == b3d.GeomType.CYLINDER)

    def says(diameter: float) -> Features:
        seen = Seen("round boss", (cylinder,), axis, across, (diameter,))
        monkeypatch.setattr(recognised, "look_at", lambda solid, numbers: (seen,))
        return recognise(block.wrapped)

    assert [boss.size for boss in says(10.0).bosses] == [pytest.approx((10.0,))]
    wrong = says(10.1)
    assert wrong.bosses == () and "quiddity says 10.1 mm" in wrong.notes[0]


def test_a_hole_that_only_quiddity_sees_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    axis, across = np.array((0.0, 0.0, 1.0)), (np.array((1.0, 0.0, 0.0)), np.array((0.0, 1.0, 0.0)))
    seen = Seen("hole", (3,), axis, across, (4.0,))
    monkeypatch.setattr(recognised, "look_at", lambda solid, numbers: (seen,))
    assert recognise(b3d.Box(1, 2, 3).wrapped).notes == (
        "quiddity sees a hole of 4 mm in face 3 that is none of those listed",
    )
