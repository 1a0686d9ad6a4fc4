"""Which faces of a solid run through each other, by OCCT's exact analysis (BOPAlgo)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from OCP.BOPAlgo import BOPAlgo_CheckerSI
from OCP.gp import gp_Pnt

from ...records import Vector


@dataclass(frozen=True, slots=True)
class Crossing:
    """Two faces that meet where they share nothing, and a point of the line in which they do."""

    first: int
    second: int
    point: Vector | None


def crossings(solid: Any, faces: Any) -> tuple[Crossing, ...] | None:
    """Pairs of faces of a solid that run through each other; None when the analysis fails.

    It took 98 s on a coil of two turns, and does not see a face that runs through itself (a spindle torus).

    Args:
        faces: the `shape_map` of the whole result, for their numbers.
    """
    checker = BOPAlgo_CheckerSI()
    checker.AddArgument(solid)
    checker.SetNonDestructive(True)
    # Not in parallel: a thread before a fork hangs every child that forks after it.
    checker.SetRunParallel(False)
    checker.Perform()
    if checker.HasErrors():
        return None
    structure = checker.DS()
    found: dict[tuple[int, int], Crossing] = {}
    for meeting in structure.InterfFF():
        point = next((middle for curve in meeting.Curves() if (middle := _middle(curve))), None)
        first, second = (faces.FindIndex(structure.Shape(index)) for index in (meeting.Index1(), meeting.Index2()))
        if point is not None and first and second:
            pair = (min(first, second), max(first, second))
            found.setdefault(pair, Crossing(*pair, point))
    return tuple(found[pair] for pair in sorted(found))


def _middle(curve: Any) -> Vector | None:
    """The middle of an intersection curve of BOPAlgo."""
    line = curve.Curve()
    if not line.HasBounds():
        return None
    first, last, start, end = 0.0, 0.0, gp_Pnt(), gp_Pnt()
    bounds = line.Bounds(first, last, start, end)
    low, high = bounds if isinstance(bounds, tuple) else (first, last)
    point = gp_Pnt()
    line.D0((low + high) / 2, point)
    x, y, z = point.Coord()
    return (x, y, z)
