"""Whether a fillet or a chamfer of a size can be made, as build123d would make it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from OCP.BRepCheck import BRepCheck_Analyzer
from OCP.BRepFilletAPI import BRepFilletAPI_MakeChamfer, BRepFilletAPI_MakeFillet
from OCP.TopoDS import TopoDS

from ..brep import EDGE, FACE, SOLID, shape_map, sub_shapes, uses
from ..measure import volume_of
from ..topology import analyse


def why_no_fillet(shape: Any, edges: Sequence[int], radius: float) -> str:
    """Why these edges of a body do not take a fillet of that radius in mm; empty if they do."""
    numbered = shape_map(shape, EDGE)
    builder = BRepFilletAPI_MakeFillet(shape)
    return _why_not(shape, builder, lambda: [builder.Add(radius, TopoDS.Edge(numbered.FindKey(n))) for n in edges])


def why_no_chamfer(shape: Any, edges: Sequence[int], length: float, second: float, face: int) -> str:
    """Why these edges of a body do not take a chamfer of these lengths in mm; empty if they do.

    Args:
        second: the other length; 0 for the same.
        face: the number of the face that the first length is measured on; 0 for any.
    """
    numbered, faces = shape_map(shape, EDGE), shape_map(shape, FACE)
    builder = BRepFilletAPI_MakeChamfer(shape)

    def add() -> None:
        for number in edges:
            edge = numbered.FindKey(number)
            beside = faces.FindKey(face) if face else next(f for f in faces if shape_map(f, EDGE).Contains(edge))
            builder.Add(length, second or length, TopoDS.Edge(edge), TopoDS.Face(beside))

    return _why_not(shape, builder, add)


def _why_not(shape: Any, builder: Any, add: Any) -> str:
    try:
        add()
        made = builder.Shape()
    except Exception as error:  # OCCT's exceptions have no common base below Exception
        return f"OCCT cannot make it ({type(error).__name__})"
    # build123d accepts what BRepCheck finds valid; that can still be open or inside out.
    if not BRepCheck_Analyzer(made, True, False).IsValid():
        return "what comes out is not valid"
    solids = sub_shapes(made, SOLID)
    if len(uses(made, SOLID)) != len(uses(shape, SOLID)):
        return "what comes out has another number of solids"
    topology = analyse(made, solids)
    if topology.free_edges or topology.crowded_edges or topology.reversed_edges:
        return "what comes out is not closed"
    if not all(volume_of(solid).size > 0 for solid in solids):
        return "what comes out has no volume"
    return ""
