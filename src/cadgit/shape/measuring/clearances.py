"""How far children are apart, pair by pair: the matrix of their clearances."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from ...records.measurements import Clearance
from ..bodies import body_of
from ..distances import shortest_between
from ..entities.entity import Entity
from ..entities.finding import all_of, child, find
from ..entities.numbering import Entities
from ..measure import bounding_box, diagonal
from ..mesh import mesh_of, triangulate
from ..overlaps import Overlap, shared

#: Deflection of the meshes, as a part of the diagonal, and the mean depth above which two solids overlap: those of the
#: gate's check of overlaps. Within a factor of `_BAND` around it the exact Boolean decides.
FRACTION = 2e-4
_BAND = 2.0

#: Distances up to this, in mm, are contact: rounding of OCCT's.
_CONTACT = 1e-6


def bodies_apart(entities: Entities) -> list[Entity]:
    """Between what clearances are measured: the topmost children of which there are several, else all solids."""
    level = [one for one in entities.children if one.top]
    while len(level) == 1 and level[0].node.children:
        inside = f"{level[0].path}/"
        level = [one for one in entities.children if one.path.startswith(inside) and "/" not in one.path[len(inside) :]]
    children = [child(entities, one) for one in level]
    with_solids = [one for one in children if one.solids]
    return with_solids if len(with_solids) > 1 else all_of(entities, "solid")


def pairs_of(entities: Entities) -> tuple[tuple[str, str], ...]:
    """The names of all pairs."""
    return tuple((a.name, b.name) for a, b in combinations(bodies_apart(entities), 2))


def measure_clearances(entities: Entities, pairs: Sequence[tuple[str, str]], seconds: float) -> Iterator[Clearance]:
    """The clearance of each pair, in order, until the time is over; at least that of the first."""
    deadline = time.monotonic() + seconds
    meter = _Meter(entities)
    for index, (first, second) in enumerate(pairs):
        if index and time.monotonic() > deadline:
            return
        yield meter.measure(find(entities, first), find(entities, second))


class _Meter:
    def __init__(self, entities: Entities) -> None:
        self._entities = entities
        self._bodies: dict[int, Any] = {}

    @cached_property
    def _noise(self) -> float:
        box = bounding_box(self._entities.shape)
        return FRACTION * diagonal(box) if box else 0.0

    def measure(self, first: Entity, second: Entity) -> Clearance:
        distance = shortest_between(first.solids, second.solids)
        if distance is None:
            why = "OCCT found no distance" if first.solids and second.solids else "one of them has no solid"
            return Clearance(first.name, second.name, "not checked", not_checked=why)
        points = (distance.first, distance.second)
        if distance.value > _CONTACT:
            return Clearance(first.name, second.name, "apart", distance.value, points)
        overlaps = list(self._overlaps(first, second))
        if None in overlaps:
            why = "they touch or overlap: neither mesh nor Boolean could tell"
            return Clearance(first.name, second.name, "not checked", 0.0, points, not_checked=why)
        deep = [overlap for overlap in overlaps if overlap is not None and overlap.depth > self._noise]
        if not deep:
            return Clearance(first.name, second.name, "touching", 0.0, points)
        deepest = max(deep, key=lambda overlap: overlap.depth)
        places = (deepest.point,) if deepest.point else points
        volume = sum(overlap.volume for overlap in deep)
        return Clearance(first.name, second.name, "overlapping", 0.0, places, volume, deepest.depth)

    def _overlaps(self, first: Entity, second: Entity) -> Iterator[Overlap | None]:
        solids = self._entities.solids
        numbers = [[solids.FindIndex(solid) for solid in one.solids] for one in (first, second)]
        pairs = [(a, b) for a in numbers[0] for b in numbers[1]]
        for a, b in pairs:
            bodies = {a: self._body(a), b: self._body(b)}
            yield shared(solids, bodies, a, b, (self._noise / _BAND, self._noise * _BAND))

    def _body(self, number: int) -> Any:
        if number not in self._bodies:
            solid = self._entities.solids.FindKey(number)
            triangulate(solid, self._noise)
            self._bodies[number] = body_of(mesh_of(solid, self._entities.faces))
        return self._bodies[number]
