"""A spec from what a result measures: a beginning to be loosened, with the values that a table of `cadgit.toml` has."""

from __future__ import annotations

from .. import codec
from ..records import Geometry, Vector
from .requirements import Holes, Symmetry
from .spec import Spec

_AXES: dict[Vector, str] = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}

#: Decimals of a proposed length in mm, and digits of an area or a volume: finer than what an exact value allows.
_DECIMALS, _DIGITS = 4, 7


def proposal(geometry: Geometry, surveyed: Spec) -> codec.Plain:
    """The keys of ``[parts.<name>.spec]`` that a result passes, in the order of `Spec`.

    Args:
        geometry: its measures.
        surveyed: the holes, planes of symmetry and smallest wall that were found in it.
    """
    table: codec.Plain = {"kind": geometry.kind}
    if geometry.solids:
        table["solids"] = geometry.solids
    if geometry.box is not None:
        table["size"] = [_length(side) for side in geometry.box.size]
    if geometry.volume:
        table["volume"] = _measure(geometry.volume)
    if geometry.area:
        table["area"] = _measure(geometry.area)
    if geometry.centre_of_mass is not None:
        table["centre_of_mass"] = [_length(coordinate) for coordinate in geometry.centre_of_mass]
    table["topology"] = {"faces": geometry.faces, "edges": geometry.edges, "vertices": geometry.vertices}
    if surveyed.holes:
        table["holes"] = [_holes(holes) for holes in surveyed.holes]
    if surveyed.symmetry:
        table["symmetry"] = [_symmetry(symmetry) for symmetry in surveyed.symmetry]
    if surveyed.wall is not None:
        table["wall"] = _length(surveyed.wall.minimum)
    return table


def _holes(holes: Holes) -> codec.Plain:
    table: codec.Plain = {"diameter": _number(holes.diameter.text)}
    if holes.count is not None:
        table["count"] = _number(holes.count.text)
    if holes.through is not None:
        table["through"] = holes.through
    if holes.depth is not None:
        table["depth"] = _number(holes.depth.text)
    if holes.axis is not None:
        table["axis"] = _AXES.get(holes.axis) or list(holes.axis)
    if holes.positions:
        flat = table.get("axis") == "z"
        table["positions"] = [[_length(c) for c in (point[:2] if flat else point)] for point in holes.positions]
    return table


def _symmetry(symmetry: Symmetry) -> codec.Plain | str:
    return {"plane": symmetry.plane, "offset": _length(symmetry.offset)} if symmetry.offset else symmetry.plane


def _number(text: str) -> int | float:
    return _short(float(text))


def _length(value: float) -> int | float:
    return _short(round(value, _DECIMALS))


def _measure(value: float) -> int | float:
    return _short(float(f"{value:.{_DIGITS}g}"))


def _short(value: float) -> int | float:
    return int(value) if value == int(value) else value
