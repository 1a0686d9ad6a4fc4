"""Are two results the same geometry, although their bytes differ?

OCCT orders some sub-shapes by memory address, so that equal source does not always give equal bytes. Two results are
the same when their counts agree and each solid and each face of one has a partner in the other with the same measure,
centre and moments of inertia, whatever their order. Numbers are compared within a tolerance, never hashed after
rounding: two equal values may round apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..records import Compared
from .brep import EDGE, FACE, SOLID, VERTEX, shape_map, uses
from .measure import Mass, Masses, bounding_box, diagonal

#: Largest relative difference of measures, and largest distance of centres as a part of the diagonal. Of 14 public
#: scripts, run warm and in a cold process, 2 gave other bytes: the same pieces in another order, which compare as the
#: same even at 1e-15. The rest is room for another build of OCCT's arithmetic; a change of a micrometre in a part of
#: 100 mm differs in the 5th to 8th digit.
TOLERANCE = 1e-7

#: Differences that are put into words; the rest is counted.
NAMED = 8


@dataclass(frozen=True, slots=True)
class _Kind:
    noun: str
    measure: str
    unit: str
    power: int
    of: Callable[[Masses, Any], Mass]


_KINDS = (
    (SOLID, _Kind("solid", "volume", "mm³", 3, Masses.volume)),
    (FACE, _Kind("face", "area", "mm²", 2, Masses.area)),
    (EDGE, _Kind("edge", "length", "mm", 1, Masses.length)),
)


def compare(first: Any, second: Any, tolerance: float = TOLERANCE) -> Compared:
    """Compare two shapes by counts and by the mass properties of each solid and each face (without faces: each edge).

    Args:
        tolerance: relative; see `TOLERANCE`.
    """
    differences = list(_differences(first, second, tolerance))
    if len(differences) > NAMED:
        differences = [*differences[:NAMED], f"and {len(differences) - NAMED} more differences"]
    return Compared(not differences, "properties", tuple(differences))


def same(first: Any, second: Any, tolerance: float = TOLERANCE) -> bool:
    """Whether `compare` would find no difference: the first one is enough."""
    return next(_differences(first, second, tolerance), None) is None


def _differences(first: Any, second: Any, tolerance: float) -> Iterator[str]:
    """In words, what costs least first."""
    for noun, kind in (("solids", SOLID), ("faces", FACE), ("edges", EDGE), ("vertices", VERTEX)):
        before, after = len(uses(first, kind)), len(uses(second, kind))
        if kind != SOLID:
            before, after = shape_map(first, kind).Extent(), shape_map(second, kind).Extent()
        if before != after:
            yield f"{noun} {before} → {after}"
    scale = max(_scale(first), _scale(second))
    for kind, words in _KINDS:
        if kind == EDGE and shape_map(first, FACE).Extent():
            continue
        # Solids as often as they are there: one solid twice in one place is not one solid.
        a = uses(first, SOLID) if kind == SOLID else list(shape_map(first, kind))
        b = uses(second, SOLID) if kind == SOLID else list(shape_map(second, kind))
        masses_a, masses_b = Masses(), Masses()
        yield from _unmatched(
            words, [words.of(masses_a, s) for s in a], [words.of(masses_b, s) for s in b], scale, tolerance
        )


def _scale(shape: Any) -> float:
    box = bounding_box(shape)
    return diagonal(box) if box else 0.0


def _unmatched(kind: _Kind, a: Sequence[Mass], b: Sequence[Mass], scale: float, tolerance: float) -> list[str]:
    """What has no partner on the other side, in words; the leftovers are paired by how near they are."""
    left_a, left_b = match(a, b, lambda x, y: _same(x, y, kind.power, scale, tolerance), 10 * tolerance * scale)
    words = []
    while left_a and left_b:
        i = left_a.pop(0)
        j = min(left_b, key=lambda j: math.dist(a[i].centre, b[j].centre) + abs(a[i].size - b[j].size) / scale)
        left_b.remove(j)
        words.append(_difference(kind, i + 1, a[i], b[j], scale, tolerance))
    words += [f"{kind.noun} {i + 1} ({kind.measure} {_n(a[i].size)} {kind.unit}) is gone" for i in left_a]
    words += [f"{kind.noun} {j + 1} ({kind.measure} {_n(b[j].size)} {kind.unit}) is new" for j in left_b]
    return words


def match(
    a: Sequence[Mass], b: Sequence[Mass], same: Callable[[Mass, Mass], bool], reach: float
) -> tuple[list[int], list[int]]:
    """Pair items in any order; returns the indices on both sides that found no partner.

    Candidates lie next to each other when sorted by x of the centre, so that a sieve with thousands of faces is not
    compared each with each.

    Args:
        reach: centres of a pair are no further apart, in mm.
    """
    order = sorted(range(len(b)), key=lambda j: b[j].centre[0])
    taken = [False] * len(order)
    left_a = []
    start = 0
    for i in sorted(range(len(a)), key=lambda i: a[i].centre[0]):
        x = a[i].centre[0]
        while start < len(order) and b[order[start]].centre[0] < x - reach:
            start += 1
        position = start
        while position < len(order) and b[order[position]].centre[0] <= x + reach:
            if not taken[position] and same(a[i], b[order[position]]):
                taken[position] = True
                break
            position += 1
        else:
            left_a.append(i)
    return sorted(left_a), sorted(j for j, used in zip(order, taken, strict=True) if not used)


def _same(a: Mass, b: Mass, power: int, scale: float, tolerance: float) -> bool:
    # A sliver's own size is rounding noise; beside the whole it must still be small.
    small = tolerance * scale**power * 1e-3
    if abs(a.size - b.size) > tolerance * max(abs(a.size), abs(b.size)) + small:
        return False
    if math.dist(a.centre, b.centre) > tolerance * scale * 10 and max(abs(a.size), abs(b.size)) > small:
        return False
    inertia = max(*map(abs, a.inertia), *map(abs, b.inertia))
    allowed = 100 * tolerance * inertia + small * scale**2
    return all(abs(x - y) <= allowed for x, y in zip(a.inertia, b.inertia, strict=True))


def _difference(kind: _Kind, number: int, a: Mass, b: Mass, scale: float, tolerance: float) -> str:
    if abs(a.size - b.size) > tolerance * max(abs(a.size), abs(b.size)):
        return f"{kind.measure} of {kind.noun} {number} {_n(a.size)} → {_n(b.size)} {kind.unit}"
    distance = math.dist(a.centre, b.centre)
    if distance > tolerance * scale:
        return f"{kind.noun} {number} moved by {_n(distance)} mm"
    return f"{kind.noun} {number} turned or changed its form at the same {kind.measure}"


def _n(value: float) -> str:
    return f"{value:.8g}"
