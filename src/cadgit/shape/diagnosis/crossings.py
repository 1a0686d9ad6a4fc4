"""What of a solid runs through what else of it, by OCCT's exact analysis (BOPAlgo)."""

from __future__ import annotations

from typing import Any

from OCP.BRepExtrema import BRepExtrema_DistShapeShape

from ...frozen import frozen
from ...records import Vector
from ..brep import EDGE, FACE, shape_map
from ..interference import analysed

#: So many crossings are located.
MOST = 100


@frozen
class Crossing:
    """Two pieces of a solid (``edge`` or ``face``, and its number) that meet where they share nothing, and where."""

    first: tuple[str, int]
    second: tuple[str, int]
    point: Vector | None


def crossings(shape: Any, solid: Any) -> tuple[Crossing, ...] | None:
    """Pairs of edges and faces of a solid that run through each other; None when the analysis fails.

    It took 98 s on a coil of two turns, and does not see a face that runs through itself (a spindle torus). The pieces
    that meet come from BOPAlgo's own list of interferences: that of face pairs alone holds good neighbours too.

    Args:
        shape: what edges and faces are numbered in.
        solid: a solid of it.
    """
    checker = analysed(solid)
    if checker is None:
        return None
    maps = {EDGE: ("edge", shape_map(shape, EDGE)), FACE: ("face", shape_map(shape, FACE))}
    structure = checker.DS()
    found: dict[tuple[tuple[str, int], tuple[str, int]], Crossing] = {}
    for interference in structure.Interferences():
        pieces = [structure.Shape(index) for index in interference.Indices()]
        if any(piece.ShapeType() not in maps for piece in pieces):
            continue  # a vertex that lies where an edge of its crosses
        named = []
        for piece in pieces:
            entity, numbers = maps[piece.ShapeType()]
            named.append((entity, numbers.FindIndex(piece)))
        first, second = sorted(named)
        if first[1] and second[1] and (first, second) not in found and len(found) < MOST:
            found[first, second] = Crossing(first, second, _meeting(*pieces))
    return tuple(found[pair] for pair in sorted(found))


def _meeting(first: Any, second: Any) -> Vector | None:
    """A point where two pieces meet; None where OCCT cannot say."""
    nearest = BRepExtrema_DistShapeShape(first, second)
    if not nearest.IsDone() or not nearest.NbSolution():
        return None
    x, y, z = nearest.PointOnShape1(1).Coord()
    return (x, y, z)
