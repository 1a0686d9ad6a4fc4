"""A sketch, or lines in one plane, as a figure in the coordinates of that plane.

Seen from the side that the faces' normal points to, the plane's origin the foot of the part's own: in the plane XY the
coordinates are the model's own. x and y lie as in build123d's named planes: in XY, XZ, YZ and those opposite to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Surface
from OCP.BRepLib import BRepLib_FindSurface
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.TopoDS import TopoDS

from ..brep import EDGE, FACE, uses
from ..cylinders import outward
from ..measure import area_of
from .curves import AnyCurve
from .figure import Area, Figure
from .loops import Path, joined
from .reading import Frame, Vector3, coordinates, in_plane

#: How far edges may be out of their plane, in mm.
_FLAT = 1e-5
#: A normal this close to the vertical is vertical.
_LEVEL = 1e-6


class NotFlat(ValueError):
    """The shape does not lie in one plane."""


def figure_of(shape: Any) -> Figure:
    """The faces of a sketch with inner and outer outlines; without faces, its edges.

    Raises:
        NotFlat: it does not lie in one plane, or there is nothing.
    """
    faces = [TopoDS.Face(face) for face in uses(shape, FACE)]
    if not faces:
        return Figure(lines=_lines(shape))
    normals = [_normal(face) for face in faces]
    largest = max(range(len(faces)), key=lambda index: round(area_of(faces[index]).size, 6))
    frame = _frame(normals[largest])
    heights = [float(coordinates(point) @ frame.normal) for face in faces for point in _points(face)]
    if any(abs(abs(float(normal @ frame.normal)) - 1) > 1e-9 for normal in normals) or np.ptp(heights) > _FLAT:
        raise NotFlat("its faces do not lie in one plane")
    areas = (_area([in_plane(edge, frame) for edge in uses(face, EDGE)]) for face in faces)
    return Figure(areas=tuple(sorted(areas, key=lambda area: area.outline.curves[0].start)))


def _area(curves: list[AnyCurve]) -> Area:
    paths = joined(curves)
    if not all(path.closed for path in paths):
        raise NotFlat("the outline of a face does not close")
    outer = max(paths, key=lambda path: abs(path.area))
    if outer.area < 0:  # a face that looks the other way
        return _area([curve.reversed() for curve in curves])
    return Area(outer, tuple(path for path in paths if path is not outer))


def _lines(shape: Any) -> tuple[Path, ...]:
    edges = uses(shape, EDGE)
    if not edges:
        raise NotFlat("there is no edge in it")
    frame = _frame(_common_normal(shape))
    return tuple(joined(in_plane(edge, frame) for edge in edges))


def _common_normal(shape: Any) -> Vector3:
    """The normal of the plane that all edges lie in; of several planes (a straight line), that of XY, XZ or YZ."""
    points = [coordinates(point) for point in _points(shape)]
    for axis, sense in ((2, 1.0), (1, -1.0), (0, 1.0)):
        if np.ptp([point[axis] for point in points]) <= _FLAT:
            return np.array([sense if index == axis else 0.0 for index in range(3)])
    found = BRepLib_FindSurface(shape, _FLAT, True)
    if not found.Found():
        raise NotFlat("its edges do not lie in one plane")
    normal: Vector3 = coordinates(found.Surface().Position().Direction())
    # Lines have no side that they are seen from: it is the upper one.
    sense = 1 if normal[2] > 0 or (normal[2] == 0 and normal[0] > 0) else -1
    return sense * normal


def _normal(face: Any) -> Vector3:
    surface = BRepAdaptor_Surface(face)
    if surface.GetType() != GeomAbs_SurfaceType.GeomAbs_Plane:
        raise NotFlat("a face of it is not flat")
    normal: Vector3 = outward(face, surface, 0.0, 0.0)[3]
    return normal


def _frame(normal: Vector3) -> Frame:
    up = np.array((0.0, 0.0, 1.0))
    level = np.cross(up, normal)
    x = np.array((1.0, 0.0, 0.0)) if np.linalg.norm(level) < _LEVEL else level / np.linalg.norm(level)
    x = x - float(x @ normal) * normal
    x /= np.linalg.norm(x)
    return Frame(x, np.cross(normal, x))


def _points(shape: Any) -> Iterator[Any]:
    """Points on all edges."""
    for edge in uses(shape, EDGE):
        curve = BRepAdaptor_Curve(TopoDS.Edge(edge))
        first, last = curve.FirstParameter(), curve.LastParameter()
        yield from (curve.Value(first + share * (last - first)) for share in (0.0, 0.25, 0.5, 0.75, 1.0))
