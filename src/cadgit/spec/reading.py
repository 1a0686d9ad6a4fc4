"""`[parts.<name>.spec]`: from the file's plain data to a `Spec`. What cadgit does not know is an error."""

from __future__ import annotations

import re
from typing import Any, cast

from ..config_values import Values, Where
from ..records import PROMOTABLE, Vector
from . import ranges
from . import requirements as r
from .fields import Fields, Table
from .materials import MATERIALS
from .spec import KEYS, Spec

_PLANES = ("XY", "XZ", "YZ")


def read_spec(values: Values, table: Table, where: Where) -> Spec:
    """The spec that a table of `cadgit.toml` states.

    Args:
        values: makes the complaints.
        table: the plain data of ``[parts.<name>.spec]``.
        where: its keys, from the outermost in.

    Raises:
        ConfigError: an unknown key, a wrong unit or type, or a range that is none; with file, line and key.
    """
    values.known(table, where, (*KEYS, "density", "material"))
    return _Reader(Fields(values), table, where).spec()


class _Reader:
    def __init__(self, fields: Fields, table: Table, where: Where) -> None:
        self._fields = fields
        self._fail = fields.values.fail
        self._table = table
        self._where = where

    def spec(self) -> Spec:
        solids = self._range("solids", ranges.COUNT)
        volume = self._range("volume", ranges.VOLUME)
        area = self._range("area", ranges.AREA)
        return Spec(
            kind=self._kind(),
            solids=r.Solids(solids) if solids else None,
            size=r.Size(*self._axes("size", ranges.LENGTH)) if "size" in self._table else None,
            position=r.Position(*self._axes("position", ranges.COORDINATE)) if "position" in self._table else None,
            volume=r.Volume(volume) if volume else None,
            area=r.Area(area) if area else None,
            mass=self._mass(),
            centre_of_mass=self._centre(),
            topology=self._topology(),
            holes=self._holes(),
            symmetry=self._symmetry(),
            clearance=tuple(
                r.Clearance(self._pair(item, here), self._length(item, (*here, "at_least"), relation=">="))
                for item, here in self._tables("clearance", ("between", "at_least"))
            ),
            contact=tuple(
                r.Contact(self._pair(item, here), self._length(item, (*here, "tolerance"), r.Contact.tolerance))
                for item, here in self._tables("contact", ("between", "tolerance"))
            ),
            interference=tuple(
                r.Interference(self._pair(item, here), self._length(item, (*here, "max_depth"), relation="<="))
                for item, here in self._tables("interference", ("between", "max_depth"))
            ),
            keep_in=tuple(r.KeepIn(*self._kept(item, here)) for item, here in self._regions("keep_in")),
            keep_out=tuple(r.KeepOut(*self._kept(item, here)) for item, here in self._regions("keep_out")),
            reference=tuple(
                r.Reference(self._fields.file(item, (*here, "step")), self._volume(item, here, "max_difference", None))
                for item, here in self._tables("reference", ("step", "max_difference"))
            ),
            unchanged=self._unchanged(),
            wall=r.Wall(self._least("wall")) if "wall" in self._table else None,
            gap=r.Gap(self._least("gap")) if "gap" in self._table else None,
        )

    # --- what several requirements are made of ---

    def _here(self, key: str) -> Where:
        return (*self._where, key)

    def _range(self, key: str, quantity: ranges.Quantity) -> ranges.Range | None:
        return self._fields.range(self._table, self._here(key), quantity)

    def _axes(self, key: str, quantity: ranges.Quantity) -> Any:
        return self._fields.axes(self._table, self._here(key), quantity)

    def _tables(self, key: str, known: tuple[str, ...]) -> list[tuple[Table, Where]]:
        return self._fields.tables(self._table, self._here(key), known)

    def _regions(self, key: str) -> list[tuple[Table, Where]]:
        return self._tables(key, ("box", "cylinder", "step", "max_volume"))

    def _kept(self, table: Table, where: Where) -> tuple[r.Region, float]:
        return self._fields.region(table, where), self._volume(table, where, "max_volume", r.DEFAULT_DIFFERENCE)

    def _pair(self, table: Table, where: Where) -> r.Pair:
        return self._fields.pair(table, (*where, "between"))

    def _length(self, table: Table, where: Where, default: float | None = None, relation: str = "") -> float:
        return self._fields.number(table, where, ranges.LENGTH, default, relation)

    def _volume(self, table: Table, where: Where, key: str, default: float | None) -> float:
        return self._fields.number(table, (*where, key), ranges.VOLUME, default, "<=")

    def _least(self, key: str) -> float:
        length = self._length(self._table, self._here(key), relation=">=")
        if not length:
            self._fail(self._here(key), "asks for nothing", "name the smallest length that is allowed, in mm")
        return length

    # --- one requirement each ---

    def _kind(self) -> r.OfKind | None:
        if "kind" not in self._table:
            return None
        kind = self._table["kind"]
        if kind not in PROMOTABLE:
            self._fail(self._here("kind"), "must be one of " + ", ".join(f'"{known}"' for known in PROMOTABLE))
        return r.OfKind(kind)

    def _mass(self) -> r.Mass | None:
        wanted = self._range("mass", ranges.MASS)
        given = [key for key in ("density", "material") if key in self._table]
        if wanted is None:
            if given:
                self._fail(self._here(given[0]), "says nothing without a mass", 'mass = "31 g ± 1 %"')
            return None
        if len(given) != 1:
            what = "needs a density or a material" if not given else "needs a density or a material, not both"
            self._fail(self._here("mass"), what, f'density = "2.7 g/cm³", or material = one of {", ".join(MATERIALS)}')
        if given == ["material"]:
            name = self._fields.values.string(self._table, self._here("material"), "")
            if name not in MATERIALS:
                hint = f'there are {", ".join(MATERIALS)}; for any other: density = "2.7 g/cm³"'
                self._fail(self._here("material"), f'"{name}" is no material that cadgit knows', hint)
            return r.Mass(wanted, MATERIALS[name].density, name)
        return r.Mass(wanted, self._fields.number(self._table, self._here("density"), ranges.DENSITY))

    def _centre(self) -> r.CentreOfMass | None:
        if "centre_of_mass" not in self._table:
            return None
        return r.CentreOfMass(*self._axes("centre_of_mass", ranges.COORDINATE))

    def _topology(self) -> r.Topology | None:
        if "topology" not in self._table:
            return None
        here, known = self._here("topology"), ("faces", "edges", "vertices")
        table = self._fields.values.table(self._table, here, known)
        if not table:
            self._fail(here, "asks for nothing", "topology = { faces = 14 }")
        return r.Topology(*(self._fields.range(table, (*here, key), ranges.COUNT) for key in known))

    def _holes(self) -> tuple[r.Holes, ...]:
        known = ("diameter", "count", "through", "depth", "axis", "positions", "position_tolerance", "pitch_circle")
        return tuple(self._hole(table, here) for table, here in self._tables("holes", known))

    def _hole(self, table: Table, here: Where) -> r.Holes:
        through = table.get("through")
        if through is not None and not isinstance(through, bool):
            self._fail((*here, "through"), "must be true or false")
        axis = self._fields.direction(table, (*here, "axis")) if "axis" in table else None
        positions = self._positions(table, (*here, "positions"), axis)
        count = self._fields.range(table, (*here, "count"), ranges.COUNT)
        if positions:
            if count is not None and not count.contains(len(positions)):
                self._fail((*here, "positions"), f"are {len(positions)}, which count = {count.text} does not allow")
            count = count or ranges.parse_range(len(positions), ranges.COUNT)
        return r.Holes(
            diameter=self._fields.required_range(table, (*here, "diameter"), ranges.LENGTH),
            count=count,
            through=through,
            depth=self._fields.range(table, (*here, "depth"), ranges.LENGTH),
            axis=axis,
            positions=positions,
            position_tolerance=self._length(
                table, (*here, "position_tolerance"), r.Holes.position_tolerance, relation="<="
            ),
            pitch_circle=self._pitch_circle(table, (*here, "pitch_circle")),
        )

    def _positions(self, table: Table, where: Where, axis: Vector | None) -> tuple[Vector, ...]:
        value = table.get("positions", [])
        if not isinstance(value, list):
            self._fail(where, "must be an array of points", "positions = [[0, 0, 0], [20, 0, 0]]")
        found = []
        for item in value:
            if isinstance(item, list) and len(item) == 2:
                if axis is None or axis[:2] != (0.0, 0.0):
                    self._fail(where, 'must have three coordinates each; two are enough with axis = "z"')
                item = [*item, 0]
            found.append(self._fields.point(item, where))
        return tuple(found)

    def _pitch_circle(self, table: Table, where: Where) -> r.PitchCircle | None:
        if "pitch_circle" not in table:
            return None
        inner = self._fields.values.table(table, where, ("diameter", "centre"))
        diameter = self._fields.required_range(inner, (*where, "diameter"), ranges.LENGTH)
        return r.PitchCircle(diameter, self._fields.vector(inner, (*where, "centre")) if "centre" in inner else None)

    def _symmetry(self) -> tuple[r.Symmetry, ...]:
        value = self._table.get("symmetry", [])
        items = value if isinstance(value, list) else [value]
        # A plane's name alone is short for a table with nothing else in it.
        spelled = {"symmetry": [{"plane": item} if isinstance(item, str) else item for item in items]}
        known = ("plane", "offset", "max_difference")
        found = []
        for table, here in self._fields.tables(spelled, self._here("symmetry"), known):
            plane = table.get("plane")
            if plane not in _PLANES:
                self._fail(here, 'needs a plane: "XY", "XZ" or "YZ"', 'symmetry = ["XZ"]')
            offset = self._fields.number(table, (*here, "offset"), ranges.COORDINATE, 0.0)
            difference = self._volume(table, here, "max_difference", r.DEFAULT_DIFFERENCE)
            found.append(r.Symmetry(cast(r.Plane, plane), offset, difference))
        return tuple(found)

    def _unchanged(self) -> tuple[r.Unchanged, ...]:
        found = []
        for table, here in self._tables("unchanged", ("version", "outside", "max_difference")):
            version = re.fullmatch(r"v?([1-9][0-9]{0,8})", str(table.get("version", "")))
            if version is None:
                self._fail((*here, "version"), "must be the number of a version of this part", 'version = "v2"')
            outside = self._fields.box(table, (*here, "outside"))
            difference = self._volume(table, here, "max_difference", r.DEFAULT_DIFFERENCE)
            found.append(r.Unchanged(int(version[1]), outside, difference))
        return tuple(found)
