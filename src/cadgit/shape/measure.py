"""Exact measures of shapes: bounding boxes and mass properties, in mm, mm² and mm³."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from OCP.Bnd import Bnd_Box
from OCP.BRep import BRep_Tool
from OCP.BRepBndLib import BRepBndLib
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.TopoDS import TopoDS

from ..records import Box, Vector
from .brep import VERTEX, sub_shapes


@dataclass(frozen=True, slots=True)
class Mass:
    """A measure (mm, mm² or mm³), its centre, and the eigenvalues of its matrix of inertia, sorted."""

    size: float
    centre: Vector
    inertia: Vector


def bounding_box(shape: Any) -> Box | None:
    """The axis-aligned bounding box, or None for a shape that has no finite extent.

    `BRepBndLib.Add` encloses control points and tolerances and was up to 58 % too large; `AddOptimal` is exact.
    OCCT gives a shape with a coordinate that is not a number a finite box, so vertices are looked at as well.
    """
    if shape.IsNull() or not has_finite_vertices(shape):
        return None
    box = Bnd_Box()
    BRepBndLib.AddOptimal_s(shape, box, False, False)
    if box.IsVoid() or box.IsOpen():
        return None
    # `Get` would add the gap, a tolerance that is no part of the geometry.
    box.SetGap(0.0)
    low, high = box.CornerMin().Coord(), box.CornerMax().Coord()
    if not all(map(math.isfinite, (*low, *high))):
        return None
    return Box(low, high)


def has_finite_vertices(shape: Any) -> bool:
    """Whether each vertex has finite coordinates."""
    return all(all(map(math.isfinite, point_of(vertex))) for vertex in sub_shapes(shape, VERTEX))


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
