"""Which feature of one side is which of the other: by place and size, the surest pairs first.

Equal features are left out. On one axis, and with a stretch of it in common, two features of a kind are one that was
resized; equal ones elsewhere are one that was moved; what is called by the same size, or lies where the other was, is
one that was changed in both. Rounded and bevelled edges have no place: those of one radius, or of one number, are one.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

from ...records import Vector
from ...records.feature_changes import Change, Dimension, FeatureChange
from .things import Thing, dot

#: Two lengths, places or angles are the same when they differ by no more, in mm or degrees.
SAME = 1e-4
#: Directions are the same when they differ by no more: well above rounding, well below what anybody would turn by.
_PARALLEL = 1e-4
#: So many pairs are weighed one by one; of more, those that have most in common are paired in order of their places.
_MANY = 100_000

Cost = Callable[[Thing, Thing], float | None]


def changes(before: Sequence[Thing], after: Sequence[Thing]) -> Iterator[FeatureChange]:
    """What became of features of one kind."""
    old, new = _without_equal(before, after)
    _take(old, new, _equal, lambda a, b: 0.0 if _alike(a, b) and _near(a, b) else None)
    for a, b in _take(old, new, _where, lambda a, b: _away(a, b) if _one_place(a, b) else None):
        yield change("resized", a, b)
    for a, b in _take(old, new, _what, lambda a, b: _away(a, b) if _alike(a, b) else None):
        yield change("moved", a, b)
    for a, b in _take(old, new, _called, lambda a, b: _away(a, b) if _still(a, b) else None):
        yield change("changed", a, b)
    for thing in old:
        yield change("removed", thing, None)
    for thing in new:
        yield change("added", None, thing)


def change(what: Change, before: Thing | None, after: Thing | None) -> FeatureChange:
    """The record of a change."""
    one = after or before
    assert one is not None
    return FeatureChange(
        kind=one.kind,
        change=what,
        before=before.name if before else "",
        after=after.name if after else "",
        form_before=before.form if before else "",
        form_after=after.form if after else "",
        dimensions=tuple(_dimensions(before, after)),
        place_before=before.place if before else None,
        place_after=after.place if after else None,
    )


def _dimensions(before: Thing | None, after: Thing | None) -> Iterator[Dimension]:
    """Sizes of both sides, by what they are; of several of a name the first with the first."""
    sides: tuple[defaultdict[str, list[float]], ...] = (defaultdict(list), defaultdict(list))
    names: dict[str, None] = {}
    for side, thing in zip(sides, (before, after), strict=True):
        for name, value in thing.sizes if thing else ():
            names[name] = None
            side[name].append(value)
    for name in names:
        old, new = (side[name] for side in sides)
        for index in range(max(len(old), len(new))):
            yield Dimension(name, old[index] if index < len(old) else None, new[index] if index < len(new) else None)


# --- which could be which ---------------------------------------------------------------------------------


def _alike(a: Thing, b: Thing) -> bool:
    """Whether two features differ in their place only."""
    if a.form != b.form or not _parallel(a, b) or len(a.sizes) != len(b.sizes):
        return False
    return all(x[0] == y[0] and abs(x[1] - y[1]) <= SAME for x, y in zip(a.sizes, b.sizes, strict=True))


def _near(a: Thing, b: Thing) -> bool:
    return a.place is None or b.place is None or math.dist(a.place, b.place) <= SAME


def _one_place(a: Thing, b: Thing) -> bool:
    """Whether one can be the other in another size: on one axis, with a stretch of it in common."""
    if a.place is None or b.place is None:
        equal = [abs(x[1] - y[1]) <= SAME for x, y in zip(a.sizes, b.sizes, strict=False)]
        return a.form == b.form and any(equal)
    if a.axis is None or b.axis is None:
        return _near(a, b)
    offset = _minus(b.place, a.place)
    along = dot(offset, a.axis)
    aside = math.dist(offset, [along * part for part in a.axis])
    return _parallel(a, b) and aside <= SAME and abs(along) < max(a.reach, b.reach)


def _still(a: Thing, b: Thing) -> bool:
    """Whether one can be the other, moved and in another size."""
    if a.place is None or b.place is None or a.form != b.form or not _parallel(a, b):
        return False
    called = abs(a.sizes[0][1] - b.sizes[0][1]) <= SAME
    return called or math.dist(a.place, b.place) < min(a.reach, b.reach) / 2


def _away(a: Thing, b: Thing) -> float:
    """How unlike they are, in mm: what is nearest is most likely the same."""
    sizes = sum(abs(x[1] - y[1]) for x, y in zip(a.sizes, b.sizes, strict=False))
    if a.place is None or b.place is None:
        # Rounded edges of one radius are the same before those of as many faces are.
        return sizes / _MANY if abs(a.sizes[0][1] - b.sizes[0][1]) <= SAME else sizes
    return math.dist(a.place, b.place) + sizes


def _parallel(a: Thing, b: Thing) -> bool:
    if a.axis is None or b.axis is None:
        return a.axis is b.axis
    return math.dist(a.axis, b.axis) <= _PARALLEL


# --- the surest pairs first -------------------------------------------------------------------------------


def _take(
    before: list[Thing], after: list[Thing], key: Callable[[Thing], Hashable], cost: Cost
) -> list[tuple[Thing, Thing]]:
    """Pair features, the cheapest pair first, and take them out of both lists; a cost of None forbids a pair.

    Args:
        key: what a pair has in common. Where there are very many, it is all that is looked at beside the cost.
    """
    if len(before) * len(after) > _MANY:
        pairs = [pair for pair in _in_order(before, after, key) if cost(*pair) is not None]
    else:
        prices = [
            (price, i, j)
            for i, a in enumerate(before)
            for j, b in enumerate(after)
            if (price := cost(a, b)) is not None
        ]
        taken: set[tuple[str, int]] = set()
        numbers = []
        for _, i, j in sorted(prices):
            if not taken & {("before", i), ("after", j)}:
                taken |= {("before", i), ("after", j)}
                numbers.append((i, j))
        pairs = [(before[i], after[j]) for i, j in sorted(numbers)]
    gone = {id(thing) for pair in pairs for thing in pair}
    before[:] = [thing for thing in before if id(thing) not in gone]
    after[:] = [thing for thing in after if id(thing) not in gone]
    return pairs


def _in_order(
    before: Sequence[Thing], after: Sequence[Thing], key: Callable[[Thing], Hashable]
) -> Iterator[tuple[Thing, Thing]]:
    """Features with the same key, paired in the order of their places."""
    groups: defaultdict[Hashable, tuple[list[Thing], list[Thing]]] = defaultdict(lambda: ([], []))
    for index, side in enumerate((before, after)):
        for thing in sorted(side, key=lambda thing: thing.place or ()):
            groups[key(thing)][index].append(thing)
    for old, new in groups.values():
        yield from zip(old, new, strict=False)


def _where(thing: Thing) -> Hashable:
    """What features on one axis have in common, rounded; or all of those that have no place."""
    if thing.place is None or thing.axis is None:
        return (thing.form, _rounded(thing.place or ()))
    along = dot(thing.place, thing.axis)
    foot = [x - along * part for x, part in zip(thing.place, thing.axis, strict=True)]
    return (_rounded(thing.axis), _rounded(foot))


def _what(thing: Thing) -> Hashable:
    return (thing.form, tuple(name for name, _ in thing.sizes), _rounded([size for _, size in thing.sizes]))


def _called(thing: Thing) -> Hashable:
    return (thing.form, _rounded([thing.sizes[0][1]]))


def _equal(thing: Thing) -> Hashable:
    return (_what(thing), _rounded(thing.place or ()), _rounded(thing.axis or ()))


def _rounded(values: Sequence[float]) -> tuple[int, ...]:
    return tuple(round(value / SAME) for value in values)


def _without_equal(before: Sequence[Thing], after: Sequence[Thing]) -> tuple[list[Thing], list[Thing]]:
    """Both without features that are equal after rounding: of a thousand, most are."""
    counts = [Counter(map(_equal, side)) for side in (before, after)]
    both = counts[0] & counts[1]
    return _without(before, both.copy()), _without(after, both)


def _without(side: Sequence[Thing], drop: Counter[Hashable]) -> list[Thing]:
    kept = []
    for thing in side:
        key = _equal(thing)
        if drop[key] > 0:
            drop[key] -= 1
        else:
            kept.append(thing)
    return kept


def _minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
