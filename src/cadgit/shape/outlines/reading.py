"""Edges of a shape as curves in a plane: those of a flat face, and those of a cylinder that is unrolled."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.Geom import Geom_TrimmedCurve
from OCP.Geom2d import Geom2d_Line, Geom2d_TrimmedCurve
from OCP.Geom2dConvert import Geom2dConvert
from OCP.GeomAbs import GeomAbs_CurveType
from OCP.GeomConvert import GeomConvert
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopoDS import TopoDS

from .curves import AnyCurve, Arc, Ellipse, Point, Segment, Spline

Vector3 = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Coordinates in a plane: along `x` and `y` (of length 1, at right angles), from the origin moved by `shift`."""

    x: Vector3
    y: Vector3
    shift: Point = (0.0, 0.0)

    @property
    def normal(self) -> Vector3:
        """The direction that a viewer looks from."""
        return np.cross(self.x, self.y)

    def of(self, point: Vector3) -> Point:
        """A point of space in the plane."""
        return (float(point @ self.x) + self.shift[0], float(point @ self.y) + self.shift[1])


@dataclass(frozen=True, slots=True)
class Unrolled:
    """Coordinates of a cylinder that is laid flat: where its parameters (0, 0) go, and what each adds in mm."""

    origin: Point
    along_u: Point
    along_v: Point

    def of(self, u: float, v: float) -> Point:
        """Where the point with these parameters goes."""
        return (
            self.origin[0] + u * self.along_u[0] + v * self.along_v[0],
            self.origin[1] + u * self.along_u[1] + v * self.along_v[1],
        )


def coordinates(point: Any) -> Vector3:
    """A point or direction of OCCT as numbers."""
    return np.array(point.Coord())


def in_plane(edge: Any, frame: Frame) -> AnyCurve:
    """An edge that lies in the plane of `frame`, in the sense of its orientation.

    Lines, circles, ellipses and splines are kept exactly; OCCT makes splines of other curves, of offset curves within
    its own tolerance.
    """
    edge = TopoDS.Edge(edge)
    adaptor = BRepAdaptor_Curve(edge)
    first, last = adaptor.FirstParameter(), adaptor.LastParameter()
    kind = adaptor.GetType()
    curve: AnyCurve
    if kind == GeomAbs_CurveType.GeomAbs_Line:
        curve = Segment(frame.of(coordinates(adaptor.Value(first))), frame.of(coordinates(adaptor.Value(last))))
    elif kind == GeomAbs_CurveType.GeomAbs_Circle:
        circle = adaptor.Circle()
        centre, sense = frame.of(coordinates(circle.Location())), _sense(circle, frame)
        x, y = frame.of(coordinates(adaptor.Value(first)))
        curve = Arc(centre, circle.Radius(), math.atan2(y - centre[1], x - centre[0]), sense * (last - first))
    elif kind == GeomAbs_CurveType.GeomAbs_Ellipse:
        ellipse = adaptor.Ellipse()
        direction, radius = coordinates(ellipse.XAxis().Direction()), ellipse.MajorRadius()
        major = (float(direction @ frame.x) * radius, float(direction @ frame.y) * radius)
        sense, ratio = _sense(ellipse, frame), ellipse.MinorRadius() / radius
        curve = Ellipse(frame.of(coordinates(ellipse.Location())), major, ratio, sense * first, sense * (last - first))
    else:
        stored = BRep_Tool.Curve_s(edge, first, last)
        spline = GeomConvert.CurveToBSplineCurve_s(Geom_TrimmedCurve(stored, first, last))
        curve = _spline(spline, lambda pole: frame.of(coordinates(pole)))
    return _oriented(edge, curve)


def on_cylinder(edge: Any, face: Any, unrolled: Unrolled) -> AnyCurve:
    """An edge of a cylindrical face, laid flat, in the sense of its orientation; exact where the curve on the face is.

    Raises:
        ValueError: the edge has no curve on the face.
    """
    edge = TopoDS.Edge(edge)
    first, last = BRep_Tool.Range_s(edge, face)
    stored = BRep_Tool.CurveOnSurface_s(edge, face, first, last)
    if stored is None:
        raise ValueError("an edge has no curve on its face")
    if isinstance(stored, Geom2d_Line):
        start, end = stored.Value(first), stored.Value(last)
        return _oriented(edge, Segment(unrolled.of(*start.Coord()), unrolled.of(*end.Coord())))
    spline = Geom2dConvert.CurveToBSplineCurve_s(Geom2d_TrimmedCurve(stored, first, last))
    return _oriented(edge, _spline(spline, lambda pole: unrolled.of(*pole.Coord())))


def _oriented(edge: Any, curve: AnyCurve) -> AnyCurve:
    return curve.reversed() if edge.Orientation() == TopAbs_Orientation.TopAbs_REVERSED else curve


def _sense(conic: Any, frame: Frame) -> int:
    """1 where it runs counterclockwise for the viewer, else -1."""
    return 1 if float(coordinates(conic.Axis().Direction()) @ frame.normal) > 0 else -1


def _spline(spline: Any, place: Any) -> Spline:
    if spline.IsPeriodic():
        spline.SetNotPeriodic()
    knots = tuple(
        spline.Knot(index) for index in range(1, spline.NbKnots() + 1) for _ in range(spline.Multiplicity(index))
    )
    numbers = range(1, spline.NbPoles() + 1)
    weights = tuple(spline.Weight(i) for i in numbers) if spline.IsRational() else ()
    return Spline(spline.Degree(), knots, tuple(place(spline.Pole(i)) for i in numbers), weights)
