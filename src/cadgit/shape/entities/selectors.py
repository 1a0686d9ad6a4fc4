"""Which entities a selector means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...entity_names import PLACE_ORDERS, SIZE_ORDERS, SIZES, Selected
from ..brep import EDGE, FACE, SOLID, VERTEX, shape_map
from ..measure import bounding_box, diagonal
from .entity import Entity, parallel

#: Largest sine of the angle between a direction and the one that a selector names: 0.06°, as in a spec.
PARALLEL = 1e-3

#: A diameter is the one that a selector names when it differs by no more, in mm.
SAME_DIAMETER = 1e-3

#: Two sizes are equal when they differ by no more than this part of them; two places, than this part of the diagonal.
EQUAL = 1e-6


def fitting(entities: Sequence[Entity], selected: Selected) -> list[Entity]:
    """Those that have the type, the direction and the diameter."""
    return [entity for entity in entities if _fits(entity, selected)]


def _fits(entity: Entity, wanted: Selected) -> bool:
    if wanted.type and entity.type != wanted.type:
        return False
    if wanted.sign and entity.type != "planar":
        return False
    diameter = entity.diameter if wanted.diameter is not None else None
    if wanted.diameter is not None and (diameter is None or abs(diameter - wanted.diameter) > SAME_DIAMETER):
        return False
    if not wanted.axis:
        return True
    axis = "XYZ".index(wanted.axis)
    along = entity.along
    if along is None or not parallel(along, [float(i == axis) for i in range(3)], PARALLEL):
        return False
    return not wanted.sign or (along[axis] > 0) == (wanted.sign == "+")


def foremost(entities: Sequence[Entity], selected: Selected) -> list[Entity]:
    """Those that come first in the selector's order, several where they are equal; all without an order."""
    if not selected.order or not entities:
        return list(entities)
    place = PLACE_ORDERS.get(selected.order)
    if place is not None:
        box = bounding_box(entities[0].entities.shape)
        slack = EQUAL * diagonal(box) if box else 0.0
        return _first(
            [entity for entity in entities if entity.place is not None],
            lambda entity: sum(a * b for a, b in zip(entity.place or (), place, strict=True)),
            lambda best: slack,
        )
    sign = SIZE_ORDERS[selected.order]
    what = SIZES[selected.order, selected.kind]
    return _first(entities, lambda entity: sign * _size(entity, what), lambda best: EQUAL * abs(best))


def _first(
    entities: Sequence[Entity], value: Callable[[Entity], float], slack: Callable[[float], float]
) -> list[Entity]:
    """Those whose value is the largest, or equal to it."""
    values = [value(entity) for entity in entities]
    best = max(values, default=0.0)
    return [entity for entity, one in zip(entities, values, strict=True) if one >= best - slack(best)]


def _size(entity: Entity, what: str) -> float:
    return entity.hole.depth if what == "depth" and entity.hole is not None else entity.size


def parts_of(owner: Entity, entities: Sequence[Entity]) -> list[Entity]:
    """Those that are part of a solid or a child; of a hole, all its faces are."""
    inside = {kind: shape_map(owner.shape, kind) for kind in (SOLID, FACE, EDGE, VERTEX)}
    return [
        entity for entity in entities if all(inside[shape.ShapeType()].Contains(shape) for shape in _made_of(entity))
    ]


def _made_of(entity: Entity) -> tuple[Any, ...]:
    return entity.shapes if entity.hole is not None else (entity.shape,)
