"""Reading what requirements are made of out of a file's plain data: ranges, vectors, pairs and regions."""

from __future__ import annotations

import math
from typing import Any, NoReturn

from ..config_values import Values, Where
from ..records import Box, Vector
from . import ranges
from .ranges import Quantity, Range, RangeError, parse_number, parse_range
from .requirements import Cylinder, Pair, Region

Table = dict[str, Any]
Axes = tuple[Range | None, Range | None, Range | None]

_AXES = ("x", "y", "z")
_ANY = "any"


class Fields:
    """Typed access to the tables of a spec. Whatever is wrong is a `ConfigError` with file, line and key."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def range(self, table: Table, where: Where, quantity: Quantity) -> Range | None:
        """A range, or None where the key is missing."""
        if where[-1] not in table:
            return None
        try:
            return parse_range(table[where[-1]], quantity)
        except RangeError as error:
            self.values.fail(where, str(error), f"write {quantity.example}")

    def required_range(self, table: Table, where: Where, quantity: Quantity) -> Range:
        """A range that must be there."""
        found = self.range(table, where, quantity)
        if found is None:
            self.missing(where)
        return found

    def number(
        self, table: Table, where: Where, quantity: Quantity, default: float | None = None, relation: str = ""
    ) -> float:
        """One number, not below 0 unless its quantity may be; without a default it must be there."""
        if where[-1] not in table:
            if default is None:
                self.missing(where)
            return default
        try:
            number = parse_number(table[where[-1]], quantity, relation)
        except RangeError as error:
            relations = f' or "{relation} 1.5 {quantity.unit}"' if relation else ""
            self.values.fail(where, str(error), f'write 1.5, "1.5 {quantity.unit}"{relations}')
        if number < 0 and not quantity.signed:
            self.values.fail(where, f"must not be negative, {quantity.name} never is")
        return number

    def axes(self, table: Table, where: Where, quantity: Quantity) -> Axes:
        """A range for each of x, y and z: an array of three, or a table of those that matter."""
        value = table[where[-1]]
        if isinstance(value, list):
            if len(value) != 3:
                self.values.fail(where, f"has {len(value)} items", f'write three, x, y and z: [60, "{_ANY}", "<= 20"]')
            value = {axis: item for axis, item in zip(_AXES, value, strict=True) if item != _ANY}
        elif not isinstance(value, dict):
            self.values.fail(where, "must be three numbers or a table", '[60, 40, "20 ± 0.1"] or { z = "<= 20" }')
        self.values.known(value, where, _AXES)
        if not value:
            self.values.fail(where, "asks for nothing", "name x, y or z, or leave the line out")
        x, y, z = (self.range(value, (*where, axis), quantity) for axis in _AXES)
        return (x, y, z)

    def vector(self, table: Table, where: Where) -> Vector:
        """A point, in mm."""
        return self.point(table.get(where[-1]), where)

    def point(self, value: object, where: Where) -> Vector:
        """The point that a value is, in mm."""
        if not isinstance(value, list) or len(value) != 3:
            self.values.fail(where, "must be a point of three coordinates in mm", "[0, 12.5, 3]")
        try:
            x, y, z = (parse_number(item, ranges.COORDINATE) for item in value)
        except RangeError as error:
            self.values.fail(where, str(error), "a point is three coordinates in mm: [0, 12.5, 3]")
        return (x, y, z)

    def direction(self, table: Table, where: Where) -> Vector:
        """A unit vector: ``"x"``, ``"-z"``, or three numbers."""
        value = table.get(where[-1])
        if isinstance(value, str):
            sign, axis = (-1.0, value[1:]) if value.startswith("-") else (1.0, value)
            if axis.lower() not in _AXES:
                self.values.fail(where, f'"{value}" is no axis', '"x", "y", "z", "-z" or [1, 1, 0]')
            x, y, z = (sign * (axis.lower() == name) + 0.0 for name in _AXES)
            return (x, y, z)
        if not isinstance(value, list):
            self.values.fail(where, "must be an axis", '"x", "y", "z", "-z" or [1, 1, 0]')
        x, y, z = self.point(value, where)
        length = math.hypot(x, y, z)
        if not length:
            self.values.fail(where, "has no direction", '"x", "y", "z", "-z" or [1, 1, 0]')
        return (x / length, y / length, z / length)

    def box(self, table: Table, where: Where) -> Box:
        """A box by its lowest and its highest corner."""
        value = table.get(where[-1])
        if not isinstance(value, list) or len(value) != 2:
            self.values.fail(where, "must be two corners in mm", "[[0, 0, 0], [60, 40, 20]]")
        low, high = (self.point(corner, where) for corner in value)
        if not all(a < b for a, b in zip(low, high, strict=True)):
            self.values.fail(
                where, "is empty", "the first corner is the lowest along x, y and z, the second the highest"
            )
        return Box(low, high)

    def pair(self, table: Table, where: Where) -> Pair:
        """Labels of two children."""
        labels = self.values.strings(table, where)
        if len(labels) != 2:
            self.values.fail(where, "must be the labels of two children", 'between = ["screw", "plate"]')
        return (labels[0], labels[1])

    def region(self, table: Table, where: Where) -> Region:
        """A part of space: one of ``box``, ``cylinder`` and ``step``."""
        given = [key for key in ("box", "cylinder", "step") if key in table]
        if len(given) != 1:
            self.values.fail(where, "needs one of box, cylinder and step", "box = [[0, 0, 0], [60, 40, 20]]")
        if "box" in table:
            return Region(box=self.box(table, (*where, "box")))
        if "cylinder" in table:
            return Region(cylinder=self._cylinder(table, (*where, "cylinder")))
        return Region(step=self.file(table, (*where, "step")))

    def _cylinder(self, table: Table, where: Where) -> Cylinder:
        inner = self.values.table(table, where, ("base", "axis", "diameter", "height"))
        diameter, height = (self.number(inner, (*where, key), ranges.LENGTH) for key in ("diameter", "height"))
        if not (diameter and height):
            self.values.fail(where, "is empty", "diameter and height are more than nothing")
        axis = self.direction(inner, (*where, "axis")) if "axis" in inner else (0.0, 0.0, 1.0)
        return Cylinder(self.vector(inner, (*where, "base")), axis, diameter, height)

    def file(self, table: Table, where: Where) -> str:
        """A file of the repository, by its path."""
        path = self.values.string(table, where, "")
        if not path:
            self.missing(where)
        if not path.lower().endswith((".step", ".stp")):
            self.values.fail(where, f"must name a STEP file, not {path!r}", "its name ends in .step or .stp")
        return self.values.path(where, path)

    def tables(self, table: Table, where: Where, known: tuple[str, ...]) -> list[tuple[Table, Where]]:
        """One table or several under a key, each with where it stands; none where the key is missing."""
        value = table.get(where[-1], [])
        items = value if isinstance(value, list) else [value]
        found = []
        for number, item in enumerate(items, 1):
            here = where if len(items) == 1 else (*where, str(number))
            if not isinstance(item, dict):
                self.values.fail(here, "must be a table, or an array of tables", f"there are {', '.join(known)}")
            self.values.known(item, here, known)
            found.append((item, here))
        return found

    def missing(self, where: Where) -> NoReturn:
        """Raise that a key is missing."""
        self.values.fail(where, "is missing")
