"""The cylindrical faces of a solid that are hollow inside, put together by axis and diameter.

A wall of a hole, of a bore or of a round pocket's corner: material lies outside, air around the axis. Split faces, and
faces of other surface types that are cylinders all the same (a scaled or imported part), belong together when they have
one axis and one radius.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepTools import BRepTools
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Cylinder, gp_Pnt, gp_Vec
from OCP.ShapeAnalysis import ShapeAnalysis_CanonicalRecognition
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopoDS import TopoDS

from ..records import Vector
from .brep import FACE, sub_shapes
from .mesh import Points

#: Faces belong to one cylinder when their axes and radii differ by no more, in mm (and the axes over their length).
SAME = 1e-3

#: How far a surface of another type may be from the cylinder that it is taken for, in mm.
RECOGNISED = 1e-4

#: What goes around an axis is looked at in so many sectors.
SECTORS = 36

_PLAIN = (
    GeomAbs_SurfaceType.GeomAbs_Plane,
    GeomAbs_SurfaceType.GeomAbs_Cone,
    GeomAbs_SurfaceType.GeomAbs_Sphere,
    GeomAbs_SurfaceType.GeomAbs_Torus,
)


@dataclass(frozen=True, slots=True)
class Wall:
    """One hollow cylindrical face: a point on its axis in mm, the axis' direction, and the radius in mm."""

    face: Any
    origin: Points
    axis: Points
    radius: float


class Frame:
    """Coordinates along and around an axis. The sense is that of the axis' largest coordinate."""

    def __init__(self, wall: Wall) -> None:
        axis = wall.axis
        # The first of those that are largest but for rounding.
        largest = int(np.flatnonzero(np.abs(axis) >= np.abs(axis).max() - 1e-6)[0])
        self.axis = axis if axis[largest] > 0 else -axis
        self.origin = wall.origin
        self.radius = wall.radius
        self._x = cross(self.axis, np.eye(3)[int(np.argmin(np.abs(self.axis)))])
        self._x /= np.linalg.norm(self._x)
        self._y = cross(self.axis, self._x)

    def height(self, point: Points) -> float:
        """Where a point is along the axis, in mm."""
        return float((point - self.origin) @ self.axis)

    def sector(self, point: Points) -> int:
        """Which sector around the axis a point is in."""
        offset = point - self.origin
        return (
            math.floor(math.atan2(float(offset @ self._y), float(offset @ self._x)) / (2 * math.pi) * SECTORS) % SECTORS
        )

    def distance(self, point: Points) -> float:
        """How far a point is from the axis, in mm."""
        return math.hypot(*cross(point - self.origin, self.axis).tolist())

    def at(self, height: float) -> Vector:
        """The point on the axis at a height."""
        x, y, z = (self.origin + height * self.axis).tolist()
        return (x, y, z)


def cross(a: Points, b: Points) -> Points:
    """The cross product of two vectors; `numpy.cross` takes most of its time for other shapes of arrays."""
    (x, y, z), (u, v, w) = a.tolist(), b.tolist()
    return np.array((y * w - z * v, z * u - x * w, x * v - y * u))


def hollow_walls(solid: Any) -> Iterator[list[Wall]]:
    """The hollow cylindrical faces of a solid, in groups of one axis and one radius."""
    walls = [wall for face in sub_shapes(solid, FACE) if (wall := _wall(TopoDS.Face(face))) is not None]
    if not walls:
        return
    origins, axes = np.array([wall.origin for wall in walls]), np.array([wall.axis for wall in walls])
    radii = np.array([wall.radius for wall in walls])
    left = np.ones(len(walls), dtype=bool)
    for index, wall in enumerate(walls):
        if not left[index]:
            continue
        along = (origins - wall.origin) @ wall.axis
        away = np.linalg.norm(np.cross(origins - wall.origin, wall.axis), axis=1)
        turned = np.linalg.norm(np.cross(axes, wall.axis), axis=1) * np.maximum(np.abs(along), wall.radius)
        same = left & (np.abs(radii - wall.radius) <= SAME) & (away <= SAME) & (turned <= SAME)
        left &= ~same
        yield [walls[i] for i in np.flatnonzero(same)]


def outward(face: Any, surface: Any, u: float, v: float) -> tuple[Points, Points, Points, Points]:
    """Point, both derivatives, and the unit normal that points out of the material (zero where there is none)."""
    point, along_u, along_v = gp_Pnt(), gp_Vec(), gp_Vec()
    surface.D1(u, v, point, along_u, along_v)
    first, second = np.array(along_u.Coord()), np.array(along_v.Coord())
    normal = cross(first, second)
    length = math.hypot(*normal.tolist())
    if length > 0:
        normal /= length
    reversed_ = face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED
    if reversed_ != face.Location().Transformation().IsNegative():
        normal = -normal
    return np.array(point.Coord()), first, second, normal


def _wall(face: Any) -> Wall | None:
    surface = BRepAdaptor_Surface(face)
    cylinder = _cylinder(face, surface)
    if cylinder is None:
        return None
    position = cylinder.Axis()
    origin, axis = np.array(position.Location().Coord()), np.array(position.Direction().Coord())
    u_low, u_high, v_low, v_high = BRepTools.UVBounds_s(face)
    if not all(map(math.isfinite, (u_low, u_high, v_low, v_high))):
        return None
    point, _, _, normal = outward(face, surface, (u_low + u_high) / 2, (v_low + v_high) / 2)
    radial = point - origin
    radial -= (radial @ axis) * axis
    if normal @ radial >= 0:
        return None  # material inside: a pin, or an outer corner
    # The origin of a cylinder may lie anywhere on its axis: taken beside the face, rounding does not grow with it.
    origin = origin + ((point - origin) @ axis) * axis
    return Wall(face, origin, axis, cylinder.Radius())


def _cylinder(face: Any, surface: Any) -> Any:
    kind = surface.GetType()
    if kind == GeomAbs_SurfaceType.GeomAbs_Cylinder:
        return surface.Cylinder()
    if kind in _PLAIN:
        return None
    found = gp_Cylinder()
    recognition = ShapeAnalysis_CanonicalRecognition(face)
    return found if recognition.IsCylinder(RECOGNISED, found) else None
