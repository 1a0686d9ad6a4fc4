"""The distance of labelled children, measured exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ...records import Box, Place
from ...shape.distances import Distance, shortest_distance
from ...shape.measure import rough_box
from ..between import Child
from ..inspected import Inspected, NotEvaluated
from .within import quantity


def distance_of(inspected: Inspected, first: Child, second: Child) -> Distance:
    """The shortest distance between the solids of two children.

    Raises:
        NotEvaluated: OCCT cannot say.
    """
    pairs = [(inspected.solids.FindKey(a), inspected.solids.FindKey(b)) for a in first for b in second]
    boxes = [(_gap(rough_box(a), rough_box(b)), index) for index, (a, b) in enumerate(pairs)]
    best: Distance | None = None
    for apart, index in sorted(boxes):
        if best is not None and apart > best.value:
            break
        found = shortest_distance(*pairs[index])
        if found is None:
            raise NotEvaluated("the distance could not be measured: OCCT found none")
        if best is None or found.value < best.value:
            best = found
    if best is None:
        raise NotEvaluated("the distance could not be measured: a child has no solid")
    return best


def nearest(distances: Iterable[Distance]) -> Distance:
    """The smallest of some distances."""
    return min(distances, key=lambda found: found.value)


def place_of_distance(pair: tuple[str, str], found: Distance) -> Place:
    """Where two children are nearest."""
    return Place(f"'{pair[0]}' and '{pair[1]}'", found.first, f"{quantity(found.value, 'mm')} apart")


def _gap(first: Box | None, second: Box | None) -> float:
    """A lower bound of the distance of what is in two boxes."""
    if first is None or second is None:
        return 0.0
    sides = zip(first.minimum, first.maximum, second.minimum, second.maximum, strict=True)
    return math.hypot(*(max(0.0, c - b, a - d) for a, b, c, d in sides))
