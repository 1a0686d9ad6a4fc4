"""Exact measures of shapes: bounding boxes and mass properties, in mm, mm² and mm³."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from OCP.Bnd import Bnd_Box
from OCP.BRep import BRep_Tool
from OCP.BRepBndLib import BRepBndLib
from OCP.BRepGProp import BRepGProp
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.gp import gp_Pnt
from OCP.GProp import GProp_GProps
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

from ..records import Box, Vector
from .brep import EDGE, FACE, VERTEX, sub_shapes, uses

#: How far a face may reach out of a bounding box unseen, in mm: a few times OCCT's own precision.
BOX_SLACK = 3e-7

#: A size is 0, and has no centre, when it is no more than this part of what the largest extent would give.
NOTHING = 1e-12

#: How far something reaches along −x, −y, −z, x, y and z, in mm.
Bounds = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Mass:
    """A measure (mm, mm² or mm³), its centre, and the eigenvalues of its matrix of inertia, sorted."""

    size: float
    centre: Vector
    inertia: Vector


def bounding_box(shape: Any) -> Box | None:
    """The axis-aligned bounding box, exact to `BOX_SLACK`, or None for a shape that has no finite extent.

    `BRepBndLib.Add` encloses control points and tolerances and was up to 58 % too large; `AddOptimal` is exact, but
    took 23 s on a public tyre of 6,517 faces. So the large boxes say which faces can reach the outside at all.
    OCCT gives a shape with a coordinate that is not a number a finite box, so vertices are looked at as well.
    """
    if shape.IsNull() or not has_finite_vertices(shape):
        return None
    pieces = sub_shapes(shape, FACE) + uses(shape, EDGE, avoid=FACE) + uses(shape, VERTEX, avoid=EDGE)
    rough = []
    for piece in pieces:
        box = rough_box(piece)
        rough.append((*(-x for x in box.minimum), *box.maximum) if box else (math.inf,) * 6)
    exact: dict[int, Bounds] = {}
    bounds = []
    for side in range(6):
        reach = -math.inf
        outermost = sorted((bound[side], index) for index, bound in enumerate(rough))
        while outermost and outermost[-1][0] > reach + BOX_SLACK:
            index = outermost.pop()[1]
            if index not in exact:
                exact[index] = _exact_bounds(pieces[index])
            reach = max(reach, exact[index][side])
        bounds.append(reach)
    if not all(map(math.isfinite, bounds)):
        return None
    return Box((-bounds[0], -bounds[1], -bounds[2]), (bounds[3], bounds[4], bounds[5]))


def rough_box(shape: Any) -> Box | None:
    """A box that encloses a shape, perhaps by far, found at little cost; None without a finite extent."""
    box = Bnd_Box()
    BRepBndLib.Add_s(shape, box, False)
    if box.IsVoid() or box.IsOpen():
        return None
    return Box(box.CornerMin().Coord(), box.CornerMax().Coord())


def enclosing_box(shape: Any) -> Box | None:
    """A box that encloses a shape, perhaps by far, found at little cost; None for a shape without a finite extent."""
    return None if shape.IsNull() or not has_finite_vertices(shape) else rough_box(shape)


def _exact_bounds(piece: Any) -> Bounds:
    box = Bnd_Box()
    BRepBndLib.AddOptimal_s(piece, box, False, False)
    if box.IsVoid() or box.IsOpen():
        return (-math.inf,) * 6 if box.IsVoid() else (math.inf,) * 6
    # With its gap, a tolerance that is no part of the geometry, the box would be larger.
    box.SetGap(0.0)
    low, high = box.CornerMin().Coord(), box.CornerMax().Coord()
    return (-low[0], -low[1], -low[2], *high)


#: What counts as infinite to OCCT, in mm (``Precision::IsInfinite``).
INFINITE = 1e100


def has_finite_vertices(shape: Any) -> bool:
    """Whether each vertex has coordinates that are finite to OCCT, which crashes on others."""
    return all(all(abs(value) < INFINITE for value in point_of(vertex)) for vertex in sub_shapes(shape, VERTEX))


def diagonal(box: Box) -> float:
    """Length of a box's diagonal in mm."""
    return math.dist(box.minimum, box.maximum)


def point_of(vertex: Any) -> Vector:
    """Where a vertex is."""
    x, y, z = BRep_Tool.Pnt_s(TopoDS.Vertex(vertex)).Coord()
    return (x, y, z)


def place_of(shape: Any) -> Vector | None:
    """A point that stands for a shape: the middle of its vertices (the centre of a bad face can be at 1e15 mm)."""
    points = [point_of(vertex) for vertex in sub_shapes(shape, VERTEX)]
    points = [point for point in points if all(map(math.isfinite, point))]
    if not points:
        return None
    count = len(points)
    return (sum(p[0] for p in points) / count, sum(p[1] for p in points) / count, sum(p[2] for p in points) / count)


class Masses:
    """Mass properties of shapes, each measured once: in every place where it stands it has the same measures."""

    def __init__(self) -> None:
        self._shapes = ShapeMap()
        self._known: dict[tuple[Callable[[Any], Mass], int, Any], Mass] = {}

    def volume(self, shape: Any) -> Mass:
        """As `volume_of`."""
        return self._moved(volume_of, shape)

    def area(self, shape: Any) -> Mass:
        """As `area_of`."""
        return self._moved(area_of, shape)

    def length(self, shape: Any) -> Mass:
        """As `length_of`."""
        return self._moved(length_of, shape)

    def _moved(self, measure: Callable[[Any], Mass], shape: Any) -> Mass:
        move = shape.Location().Transformation()
        if move.IsNegative() or not math.isclose(move.ScaleFactor(), 1.0, rel_tol=1e-12):
            return measure(shape)
        bare = shape.Located(TopLoc_Location())
        key = (measure, self._shapes.Add(bare), shape.Orientation())
        mass = self._known.get(key)
        if mass is None:
            mass = self._known[key] = measure(bare)
        x, y, z = gp_Pnt(*mass.centre).Transformed(move).Coord()
        return Mass(mass.size, (x, y, z), mass.inertia)


def volume_of(shape: Any) -> Mass:
    """Volume in mm³ enclosed by a shape's faces; negative where they point inward."""
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape, properties)
    return _mass(properties)


def area_of(shape: Any) -> Mass:
    """Area in mm² of a shape's faces."""
    properties = GProp_GProps()
    BRepGProp.SurfaceProperties_s(shape, properties)
    return _mass(properties)


def length_of(shape: Any) -> Mass:
    """Length in mm of a shape's edges, each counted once."""
    properties = GProp_GProps()
    BRepGProp.LinearProperties_s(shape, properties, True)
    return _mass(properties)


def _mass(properties: Any) -> Mass:
    size = properties.Mass()
    if size == 0 or not math.isfinite(size):
        return Mass(size, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    x, y, z = properties.CentreOfMass().Coord()
    low, middle, high = sorted(properties.PrincipalProperties().Moments())
    return Mass(size, (x, y, z), (low, middle, high))
