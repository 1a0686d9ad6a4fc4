"""The distance of labelled children, measured exactly."""

from __future__ import annotations

from collections.abc import Iterable

from ...records import Place
from ...shape.distances import Distance, shortest_between
from ..between import Child
from ..inspected import Inspected, NotEvaluated
from .within import quantity


def distance_of(inspected: Inspected, first: Child, second: Child) -> Distance:
    """The shortest distance between the solids of two children.

    Raises:
        NotEvaluated: OCCT cannot say.
    """
    if not first or not second:
        raise NotEvaluated("the distance could not be measured: a child has no solid")
    sides = [[inspected.solids.FindKey(number) for number in child] for child in (first, second)]
    found = shortest_between(*sides)
    if found is None:
        raise NotEvaluated("the distance could not be measured: OCCT found none")
    return found


def nearest(distances: Iterable[Distance]) -> Distance:
    """The smallest of some distances."""
    return min(distances, key=lambda found: found.value)


def place_of_distance(pair: tuple[str, str], found: Distance) -> Place:
    """Where two children are nearest."""
    return Place(f"'{pair[0]}' and '{pair[1]}'", found.first, f"{quantity(found.value, 'mm')} apart")
