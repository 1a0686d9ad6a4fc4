"""What OCCT's ShapeFix makes of a shape, and how far that lies from it."""

from __future__ import annotations

from typing import Any

from OCP.BRep import BRep_Tool
from OCP.BRepBuilderAPI import BRepBuilderAPI_Copy
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.ShapeFix import ShapeFix_Shape
from OCP.TopoDS import TopoDS

from ..brep import EDGE, FACE, VERTEX, shape_map, sub_shapes

#: So many vertices are measured one by one; beyond, the displacement is not known.
MEASURED = 150


def repaired(shape: Any) -> tuple[Any, bool]:
    """A repaired copy, and whether ShapeFix changed anything; the shape itself stays as it is."""
    fixer = ShapeFix_Shape(BRepBuilderAPI_Copy(shape).Shape())
    changed = bool(fixer.Perform())
    return fixer.Shape(), changed


def largest_tolerance(shape: Any) -> float:
    """The largest tolerance of a vertex, edge or face, in mm; 0 where there is none."""
    kinds = ((VERTEX, TopoDS.Vertex), (EDGE, TopoDS.Edge), (FACE, TopoDS.Face))
    return max((BRep_Tool.Tolerance_s(cast(s)) for kind, cast in kinds for s in shape_map(shape, kind)), default=0.0)


def displacement(first: Any, second: Any) -> float | None:
    """How far a vertex of either shape lies from the other shape at most, in mm; None where that cannot be told.

    A bound from below of how far the surfaces moved, and exact for shapes with flat faces and straight edges.
    """
    ways = ((first, second), (second, first))
    if any(not 0 < shape_map(shape, VERTEX).Extent() <= MEASURED for shape in (first, second)):
        return None
    farthest = 0.0
    for one, other in ways:
        skin = [face for face in sub_shapes(other, FACE)] or sub_shapes(other, EDGE)
        for vertex in sub_shapes(one, VERTEX):
            distances = [_distance(vertex, piece) for piece in skin]
            known = [distance for distance in distances if distance is not None]
            if not known:
                return None
            farthest = max(farthest, min(known))
    return farthest


def _distance(vertex: Any, piece: Any) -> float | None:
    nearest = BRepExtrema_DistShapeShape(vertex, piece)
    return nearest.Value() if nearest.IsDone() and nearest.NbSolution() else None
