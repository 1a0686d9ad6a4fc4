"""Which features were added, removed, moved or resized from one candidate to another, each told once.

A pattern is what its members make: it is told of where they changed by it, with the members under it, and nowhere else.
`things` sees features of all kinds alike, `pairing` finds out which is which.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import get_args

from ...records.feature_changes import Change, FeatureChange
from ...records.features import FeatureKind, Features, Pattern
from .pairing import SAME, change, changes
from .things import PATTERN_SIZES, Thing, pattern, things


def feature_changes(before: Features, after: Features) -> tuple[FeatureChange, ...]:
    """What became of the features of one side on the other; features that stayed as they were are left out."""
    old, new = _Side(before), _Side(after)
    told = [found for pair in _paired(old, new) if (found := _of_pattern(old, new, *pair)) is not None]
    rest: list[FeatureChange] = []
    for kind in get_args(FeatureKind):
        rest += changes(old.left(kind), new.left(kind))
    for thing, names in old.alone():
        rest = _under(change("removed", thing, None), names, rest)
    for thing, names in new.alone():
        rest = _under(change("added", None, thing), names, rest)
    return (*told, *sorted(rest, key=lambda found: get_args(FeatureKind).index(found.kind)))


class _Side:
    """The features of one side, and those of which nothing was said yet."""

    def __init__(self, found: Features) -> None:
        self._by_name = {thing.name: thing for thing in things(found)}
        self._waiting = dict(self._by_name)
        self.patterns = [one for one in found.patterns if one.members]

    def thing(self, one: Pattern, like: Pattern | None = None) -> Thing:
        """A pattern, with the sizes of its members."""
        return pattern(one, self._by_name.get(one.members[0]), like)

    def take(self, one: Pattern) -> list[Thing]:
        """The members of a pattern, of which something is said now."""
        self.patterns.remove(one)
        return [self._waiting.pop(name) for name in one.members if name in self._waiting]

    def left(self, kind: FeatureKind) -> list[Thing]:
        return [thing for thing in self._waiting.values() if thing.kind == kind]

    def alone(self) -> Iterator[tuple[Thing, tuple[str, ...]]]:
        """Patterns that the other side has not, and the names of their members."""
        return ((self.thing(one), one.members) for one in self.patterns)


def _paired(old: _Side, new: _Side) -> Iterator[tuple[Pattern, Pattern]]:
    """Patterns that are one on both sides: of equal members, or of as many in one place; the nearest first."""
    firsts, seconds = tuple(old.patterns), tuple(new.patterns)
    prices = [
        (price, i, j)
        for i, first in enumerate(firsts)
        for j, second in enumerate(seconds)
        if (price := _price(old.thing(first), new.thing(second, first))) is not None
    ]
    taken: set[tuple[str, int]] = set()
    for _, i, j in sorted(prices):
        if not taken & {("old", i), ("new", j)}:
            taken |= {("old", i), ("new", j)}
            yield firsts[i], seconds[j]


def _price(first: Thing, second: Thing) -> float | None:
    """How far apart two patterns are, in mm; None where they are not the same one."""
    assert first.place is not None and second.place is not None
    away = math.dist(first.place, second.place)
    unlike = [abs(a[1] - b[1]) for a, b in zip(first.sizes, second.sizes, strict=False) if a[0] == b[0]]
    if first.form != second.form or len(first.sizes) != len(second.sizes) or len(unlike) != len(first.sizes):
        return None
    own = sum(name in PATTERN_SIZES for name, _ in first.sizes)
    of_equals, in_place = max(unlike[own:], default=0.0) <= SAME, max(unlike[:own]) <= SAME and away <= SAME
    return away + sum(unlike) if of_equals or in_place else None


def _of_pattern(old: _Side, new: _Side, first: Pattern, second: Pattern) -> FeatureChange | None:
    """What became of a pattern, with its members under it; None where all of them stayed."""
    before, after = old.thing(first), new.thing(second, first)
    under = tuple(changes(old.take(first), new.take(second)))
    if not under:
        return None
    assert before.place is not None and after.place is not None
    resized = any(abs(a[1] - b[1]) > SAME for a, b in zip(before.sizes, after.sizes, strict=True))
    # Where some members stayed, its middle moved because it grew or shrank.
    moved = math.dist(before.place, after.place) > SAME and len(under) >= len(second.members)
    what: Change = "changed" if resized and moved else "resized" if resized else "moved"
    return replace(change(what, before, after), members=under)


def _under(told: FeatureChange, names: Sequence[str], rest: list[FeatureChange]) -> list[FeatureChange]:
    """The changes with those of a pattern's members under it, where all of them came or went with it."""
    under = [one for one in rest if one.change == told.change and (one.before or one.after) in names]
    if len(under) < len(names):
        return rest
    return [*(one for one in rest if one not in under), replace(told, members=tuple(under))]
