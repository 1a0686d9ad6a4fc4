"""A number, a place or a direction, with the words that say what it is."""

from __future__ import annotations

import math

from ...records import Vector
from ...records.measurements import NamedEntity, Quantity
from ..entities.entity import Entity


def scalar(name: str, value: float, unit: str, definition: str, *points: Vector) -> Quantity:
    """A number with its unit; `points` are the ends of a distance."""
    return Quantity(name, unit, value, None, definition, points)


def place(name: str, at: Vector, definition: str) -> Quantity:
    """A point, in mm."""
    return Quantity(name, "mm", None, at, definition)


def direction(name: str, along: Vector, definition: str) -> Quantity:
    """A direction of length 1."""
    return Quantity(name, "", None, without_noise(along), definition)


def without_noise(along: Vector) -> Vector:
    """A direction whose coordinates that are 0 but for rounding are 0."""
    x, y, z = (0.0 if abs(c) < 1e-15 else c for c in along)
    return (x, y, z)


def is_finite(quantity: Quantity) -> bool:
    """Whether it is a number at all."""
    values = (quantity.value,) if quantity.value is not None else quantity.vector or ()
    return all(map(math.isfinite, (*values, *(x for point in quantity.points for x in point))))


def named(entity: Entity) -> NamedEntity:
    """What an answer says about an entity."""
    return NamedEntity(entity.name, entity.kind, entity.type, entity.label, entity.place)


def finite(quantities: list[Quantity]) -> tuple[tuple[Quantity, ...], tuple[str, ...]]:
    """The quantities that are numbers, and notes about those that are none."""
    kept = tuple(quantity for quantity in quantities if is_finite(quantity))
    notes = tuple(f"its {quantity.name} is not finite" for quantity in quantities if not is_finite(quantity))
    return kept, notes
