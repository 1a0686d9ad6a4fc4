"""A spec from what a result measures: a beginning to be loosened, with the values that a table of `cadgit.toml` has."""

from __future__ import annotations

from .. import codec
from ..records import Geometry

#: Decimals of a proposed length in mm, and digits of an area or a volume: finer than what an exact value allows.
_DECIMALS, _DIGITS = 4, 7


def proposal(geometry: Geometry) -> codec.Plain:
    """The keys of ``[parts.<name>.spec]`` that a result with these measures passes, in the order of `Spec`."""
    table: codec.Plain = {"kind": geometry.kind}
    if geometry.solids:
        table["solids"] = geometry.solids
    if geometry.box is not None:
        table["size"] = [length(side) for side in geometry.box.size]
    if geometry.volume:
        table["volume"] = _measure(geometry.volume)
    if geometry.area:
        table["area"] = _measure(geometry.area)
    if geometry.centre_of_mass is not None:
        table["centre_of_mass"] = [length(coordinate) for coordinate in geometry.centre_of_mass]
    table["topology"] = {"faces": geometry.faces, "edges": geometry.edges, "vertices": geometry.vertices}
    return table


def length(value: float) -> int | float:
    """A length or a coordinate without the noise of arithmetic."""
    return _short(round(value, _DECIMALS))


def _measure(value: float) -> int | float:
    return _short(float(f"{value:.{_DIGITS}g}"))


def _short(value: float) -> int | float:
    return int(value) if value == int(value) else value
