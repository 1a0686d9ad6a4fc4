"""From a name to the entity that it means, or to an error that lists what there is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from ...entity_names import (
    AXES,
    PLANES,
    PLURAL,
    At,
    Datum,
    EntityName,
    Kind,
    Labelled,
    Numbered,
    Selected,
    Whole,
    parse,
)
from ...errors import UsageError
from ...records import Vector
from .children import Child, matching
from .entity import Entity
from .numbering import Entities
from .selectors import fitting, foremost, parts_of

#: How many entities an error lists; the rest is counted.
LISTED = 8


class UnknownEntity(ValueError):
    """A name that means nothing in this result, or not one thing; the message lists what there is."""


def find(entities: Entities, text: str) -> Entity:
    """The entity that a name means.

    Raises:
        UnknownEntity: it means none, or several.
    """
    try:
        name = parse(text)
    except UsageError as error:
        raise UnknownEntity(f"{error.message}; {error.hint}" if error.hint else error.message) from error
    return named(entities, name, text)


def named(entities: Entities, name: EntityName, text: str) -> Entity:
    """The entity that a parsed name means; `text` is what errors call it.

    Raises:
        UnknownEntity: as `find`.
    """
    if isinstance(name, Numbered):
        return numbered(entities, name.kind, name.number)
    if isinstance(name, Labelled):
        return _labelled(entities, name)
    if isinstance(name, Selected):
        return _selected(entities, name, text)
    if isinstance(name, Whole):
        return whole(entities)
    if isinstance(name, At):
        return Entity("point", point_text(name.point), entities, origin=name.point)
    return _datum(entities, name)


def numbered(entities: Entities, kind: Kind, number: int) -> Entity:
    """The entity of that kind and number.

    Raises:
        UnknownEntity: there is none.
    """
    there = entities.count(kind)
    if not 1 <= number <= there:
        amount = f"there is one {kind}: {kind}:1" if there == 1 else f"there are {kind}:1 to {kind}:{there}"
        raise UnknownEntity(f"there is no {kind}:{number}: {amount if there else f'the result has no {kind}'}")
    name = f"{kind}:{number}"
    if kind == "hole":
        return Entity(kind, name, entities, hole=entities.holes[number - 1])
    label = entities.labels[number - 1] if kind == "solid" else ""
    return Entity(kind, name, entities, entities.map_of(kind).FindKey(number), label=label)


def whole(entities: Entities) -> Entity:
    """All of the result."""
    return Entity("result", "result", entities, entities.shape, label=entities.tree.label)


def child(entities: Entities, found: Child) -> Entity:
    """A child as an entity."""
    return Entity("child", f"child:{found.path}", entities, found.node.shape, label=found.node.label)


def all_of(entities: Entities, kind: Kind) -> list[Entity]:
    """All entities of a kind, in the order of their numbers."""
    return [numbered(entities, kind, number) for number in range(1, entities.count(kind) + 1)]


def _labelled(entities: Entities, name: Labelled) -> Entity:
    found = matching(entities.children, name.path)
    if len(found) == 1:
        return child(entities, found[0])
    if not found:
        there = [f"child:{one.path}" for one in entities.children]
        has = f"the children are {_listed(there)}" if there else "the result has no labelled children"
        raise UnknownEntity(f"there is no child:{name.path}: {has}")
    raise UnknownEntity(f"child:{name.path} means {_listed([f'child:{one.path}' for one in found])}: name one of them")


def _selected(entities: Entities, name: Selected, text: str) -> Entity:
    pool = all_of(entities, name.kind)
    words = " ".join(text.split())
    if name.within is not None:
        owner = named(entities, name.within, text)
        pool = parts_of(owner, pool)
    fits = fitting(pool, name)
    if not fits:
        raise UnknownEntity(f"there is no {words}: {_there_is(name.kind, pool)}")
    found = foremost(fits, name)
    if len(found) == 1:
        return found[0]
    plural = PLURAL.get(name.kind, f"{name.kind}s")
    why = f"{len(found)} {plural} are equally so" if name.order else f"{len(found)} {plural} fit"
    raise UnknownEntity(f"{words} does not mean one {name.kind}: {why}: {_listed(map(described, found))}")


def _there_is(kind: Kind, pool: Sequence[Entity]) -> str:
    """What there is of a kind instead, by type."""
    plural = PLURAL.get(kind, f"{kind}s")
    if not pool:
        return f"there are no {plural}"
    if len(pool) <= LISTED:
        return f"there is {_listed(map(described, pool))}"
    counts = Counter(entity.type or kind for entity in pool)
    return "there are " + ", ".join(f"{number} {type_} {plural}" for type_, number in counts.most_common())


def described(entity: Entity) -> str:
    """An entity with its type, size and place: ``hole:3 (through, ø8 at (0, 10, 5))``."""
    words = [word for word in (entity.type, f"ø{entity.diameter:.6g}" if entity.diameter is not None else "") if word]
    if entity.place is not None:
        words.append(f"at {point_text(entity.place)}")
    return f"{entity.name} ({' '.join(words)})" if words else entity.name


def point_text(point: Vector) -> str:
    """A point as `entity_names` reads it: ``(10, 0, 2.5)``."""
    return "(" + ", ".join(_coordinate(x) for x in point) + ")"


def _coordinate(x: float) -> str:
    # Rounded to a nanometre: more digits are noise, and no coordinate is "-0".
    return f"{round(x, 6) + 0.0:.10g}" if math.isfinite(x) else "not finite"


def _datum(entities: Entities, name: Datum) -> Entity:
    if name.name in AXES:
        return Entity("axis", name.name, entities, direction=AXES[name.name])
    return Entity("plane", name.name, entities, direction=PLANES[name.name])


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    shown = ", ".join(names[:LISTED])
    return f"{shown} and {len(names) - LISTED} more" if len(names) > LISTED else shown
