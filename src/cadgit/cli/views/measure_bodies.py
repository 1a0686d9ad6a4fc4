"""The bodies of `cadgit measure`: mass properties of the result, its children and solids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...records import BodyMeasure, OrientedBox, Vector
from ...workflow.measurement import MeasureOutcome
from ..output import numbers
from ..output.blocks import Block, Fields, Group, Line, Row, Table, fields

#: So many bodies are shown; the rest is counted.
SHOWN = 40


def bodies(outcome: MeasureOutcome) -> Iterator[Block]:
    """The result with all that is known and its bodies in a table, or the bodies that were named."""
    boxes = {box.name: box for box in outcome.boxes}
    whole = [body for body in outcome.bodies if body.name == "result"]
    others = [body for body in outcome.bodies if body.name != "result"]
    for body in whole:
        yield from _blocks(body, boxes)
    for body in () if whole else others[:SHOWN]:
        yield Group(_titled(body), tuple(_blocks(body, boxes)))
    if whole and others:
        yield _table(others[:SHOWN], boxes)
    if len(others) > SHOWN:
        yield Line(f"and {numbers.count(len(others) - SHOWN, 'more body', 'more bodies')} (see --json)", indent=1)


def _blocks(body: BodyMeasure, boxes: dict[str, OrientedBox]) -> Iterator[Block]:
    yield _body(body, boxes.get(body.name))
    for note in body.notes:
        yield Line(note, label="note", indent=1)


def _titled(body: BodyMeasure) -> str:
    return f"{body.name} '{body.label}'" if body.label and not body.name.endswith(body.label) else body.name


def _body(body: BodyMeasure, oriented: OrientedBox | None) -> Fields:
    counts = (
        numbers.count(body.solids, "solid"),
        numbers.count(body.faces, "face"),
        numbers.count(body.edges, "edge"),
        numbers.count(body.vertices, "vertex", "vertices"),
    )
    return fields(
        ("volume", numbers.volume(body.volume) if body.spread == "volume" else None),
        ("area", numbers.area(body.area) if body.spread in ("volume", "area") else None),
        ("length", f"{numbers.length(body.length)} mm" if body.spread == "length" else None),
        ("mass", _mass(body)),
        ("centre", f"{numbers.point(body.centre)} mm, of mass" if body.centre else None),
        ("box", f"{numbers.size(body.box)}, from {numbers.point(body.box.minimum)}" if body.box else None),
        *_oriented(oriented),
        *_inertia(body),
        ("counts", ", ".join(counts)),
    )


def _mass(body: BodyMeasure) -> str | None:
    if body.mass is None:
        return None
    density = f", {numbers.number(body.density)} g/cm³" if body.density is not None else ""
    return f"{numbers.number(body.mass)} g ({body.material}{density})"


def _oriented(box: OrientedBox | None) -> tuple[Row, ...]:
    if box is None or box.size is None:
        return ()
    size = " × ".join(numbers.length(edge) for edge in box.size)
    axes = ", ".join(direction(axis) for axis in box.axes or ())
    return (
        ("smallest box", f"{size} mm, in any direction that was tried; its middle is {numbers.point(box.centre)}"),
        ("along", axes),
    )


def _inertia(body: BodyMeasure) -> tuple[Row, ...]:
    if body.inertia is None or body.principal_moments is None or body.principal_axes is None:
        return ()
    unit = body.inertia_unit
    kind = "" if body.mass is not None else ", of unit density"
    (xx, xy, xz), (_, yy, yz), (*_, zz) = body.inertia
    largest = max(map(abs, body.principal_moments))
    main = _amounts((xx, yy, zz), largest)
    beside = _amounts((xy, xz, yz), largest)
    free = ""
    if body.free_axes:
        free = "; equal moments, so that " + ("any" if len(body.free_axes) == 3 else "two of the") + " axes are free"
    return (
        ("inertia", f"xx, yy, zz {main} {unit} about the centre{kind}"),
        ("", f"xy, xz, yz {beside} {unit}" if any(x != "0" for x in beside.split(", ")) else None),
        ("moments", f"{_amounts(body.principal_moments, largest)} {unit}, principal{free}"),
        ("axes", ", ".join(direction(axis) for axis in body.principal_axes)),
        ("gyration", f"{', '.join(map(numbers.length, body.gyration or ()))} mm, about these axes"),
    )


def _amounts(values: Sequence[float], largest: float) -> str:
    """Several numbers beside each other; what is noise beside the largest is 0."""
    return ", ".join(numbers.number(0.0 if abs(value) <= 1e-9 * largest else value) for value in values)


def direction(along: Vector) -> str:
    """A direction of length 1."""
    return "(" + ", ".join(numbers.number(c, decimals=6) for c in along) + ")"


def _table(bodies: Sequence[BodyMeasure], boxes: dict[str, OrientedBox]) -> Table:
    weighed = any(body.mass is not None for body in bodies)
    rows = []
    for body in bodies:
        size = {"volume": body.volume, "area": body.area, "length": body.length}.get(body.spread, 0.0)
        unit = {"volume": "mm³", "area": "mm²", "length": "mm"}.get(body.spread, "")
        row: list[str] = [_titled(body), f"{numbers.number(size)} {unit}".strip()]
        if weighed:
            row.append(f"{numbers.number(body.mass)} g" if body.mass is not None else "")
        rows.append((*row, numbers.point(body.centre), numbers.short_size(body.box)))
    mass = ("mass",) if weighed else ()
    return Table(("body", "size", *mass, "centre", "box"), tuple(rows), frozenset({"size", "mass"}))
