"""`cadgit measure`: what a candidate and its entities measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...records import Clearance, NamedEntity, PairMeasure, Quantity, SharedVolume, WallMeasure
from ...workflow.measurement import MeasureOutcome
from ..output import numbers
from ..output.blocks import Block, Cell, Group, Line, Row, Table, Text, Title, fields
from .measure_bodies import bodies, direction

#: Digits of what is known of meshes only.
_ROUGH = 3

#: So many clearances, the smallest, and so many questions without an answer are shown; the rest is counted.
SHOWN = 40


def measure(outcome: MeasureOutcome) -> Iterator[Block]:
    """Bodies, entities, pairs, walls and clearances, each where it was asked for; then what could not be measured."""
    amount = len(outcome.not_checked)
    state = f": {numbers.count(amount, 'question')} without an answer" if amount else ""
    yield Title(f"{outcome.subject.name}{state}", "warn" if amount else "good")
    yield from bodies(outcome)
    for entity in outcome.entities:
        yield Group(_name(entity.entity), tuple(_quantities(entity.quantities, entity.notes)))
    for pair in outcome.between:
        yield Group(f"{_name(pair.first)} and {_name(pair.second)}", tuple(_between(pair)))
    for wall in outcome.walls:
        yield _wall(wall)
    if outcome.clearances:
        yield from _clearances(outcome.clearances)
    for missing in outcome.not_checked[:SHOWN]:
        yield Line(f"{missing.question}: {missing.reason}", label="not checked", indent=1)
    if amount > SHOWN:
        yield Line(f"and {amount - SHOWN} more (see --json)", indent=1)


def _name(entity: NamedEntity) -> str:
    label = f" '{entity.label}'" if entity.label and not entity.name.endswith(entity.label) else ""
    return f"{entity.name}{label} ({entity.type})" if entity.type else f"{entity.name}{label}"


def _quantities(found: Sequence[Quantity], notes: Sequence[str]) -> Iterator[Block]:
    yield fields(*_rows(found))
    for note in notes:
        yield Line(note, label="note", indent=1)


def _rows(found: Sequence[Quantity]) -> tuple[Row, ...]:
    return tuple((quantity.name, f"{_value(quantity)}; {quantity.definition}") for quantity in found)


def _value(quantity: Quantity) -> str:
    if quantity.vector is not None:
        return f"{numbers.point(quantity.vector)} mm" if quantity.unit else direction(quantity.vector)
    assert quantity.value is not None
    if quantity.unit == "mm":
        return f"{numbers.length(quantity.value)} mm"
    separator = "" if quantity.unit == "°" else " "
    return f"{numbers.number(quantity.value, decimals=6)}{separator}{quantity.unit}"


def _between(pair: PairMeasure) -> Iterator[Block]:
    ends = next((quantity.points for quantity in pair.quantities if len(quantity.points) == 2), None)
    box = pair.shared.box if pair.shared else None
    yield fields(
        *_rows(pair.quantities),
        ("nearest at", f"{numbers.point(ends[0])} and {numbers.point(ends[1])} mm" if ends else None),
        ("relation", _relation(pair)),
        ("share", _shared(pair.shared) if pair.shared else None),
        ("in the box", f"{numbers.size(box)}, from {numbers.point(box.minimum)}" if box else None),
    )
    for note in pair.notes:
        yield Line(note, label="note", indent=1)


def _relation(pair: PairMeasure) -> str | None:
    degrees, length = numbers.number(pair.angular_tolerance), numbers.number(pair.linear_tolerance)
    if pair.relations:
        return f"{', '.join(pair.relations)}; within {degrees}° and {length} mm"
    has_angle = any(quantity.name == "angle" for quantity in pair.quantities)
    return f"neither parallel nor perpendicular, within {degrees}°" if has_angle else None


def _shared(shared: SharedVolume) -> str:
    method = "by an exact Boolean" if shared.method == "exact" else "by their meshes"
    if shared.volume == 0:
        return f"no volume: they touch ({method})"
    error = f" ± {numbers.volume(shared.error)}" if shared.error else ""
    return f"{numbers.volume(shared.volume)}{error}, {method}"


def _wall(wall: WallMeasure) -> Group:
    error = f" ± {numbers.length(wall.error)} mm" if wall.error else ""
    text = f"{numbers.length(wall.thickness)} mm{error}; along the normal, to a face that opposes it within 30°"
    first, second = wall.faces
    rows = fields(
        ("thickness", text),
        ("from", f"{first} at {numbers.point(wall.start)}"),
        ("to", f"{second} at {numbers.point(wall.end)}"),
    )
    notes = tuple(Line(note, label="note", indent=1) for note in wall.notes)
    return Group(f"wall at {wall.at}" if wall.at else "smallest wall", (rows, *notes))


def _clearances(found: Sequence[Clearance]) -> Iterator[Block]:
    order = sorted(found, key=lambda one: (one.state == "apart", one.distance or 0.0))
    rows = tuple((one.first, one.second, _apart(one), _where(one)) for one in order[:SHOWN])
    yield Table(("first", "second", "clearance", "at"), rows)
    if len(found) > SHOWN:
        yield Line(f"and {numbers.count(len(found) - SHOWN, 'pair')} farther apart (see --json)", indent=1)


def _apart(one: Clearance) -> Text:
    if one.state == "overlapping":
        volume, depth = numbers.number(one.volume, _ROUGH), numbers.number(one.depth, _ROUGH)
        return Cell(f"overlap: about {volume} mm³, {depth} mm deep", "bad")
    if one.state == "not checked" or one.distance is None:
        return Cell("not checked", "warn")
    return "0, they touch" if one.state == "touching" else f"{numbers.length(one.distance)} mm"


def _where(one: Clearance) -> str:
    return numbers.point(one.points[0]) if one.points else ""
