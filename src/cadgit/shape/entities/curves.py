"""What an edge lies on: the kind of its curve, and the lengths and directions that define it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.GCPnts import GCPnts_AbscissaPoint
from OCP.GeomAbs import GeomAbs_CurveType
from OCP.gp import gp_Circ, gp_Elips, gp_Lin
from OCP.ShapeAnalysis import ShapeAnalysis_CanonicalRecognition
from OCP.TopoDS import TopoDS

from ...records import Vector
from ..cylinders import RECOGNISED

CurveType = Literal["straight", "circular", "elliptical", "freeform", "degenerated"]


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve of an edge; lengths in mm, angles in degrees, directions of length 1 without a sense of their own.

    Attributes:
        start, end: where it begins and ends; None for a degenerated edge, a point of its surface (an apex, a pole).
        origin: a point on the line; the centre of a circle or an ellipse.
        axis: along the line; across the plane of a circle or an ellipse.
        radius, minor_radius: of a circle; of an ellipse the larger and the smaller one.
        angle: of a circle, how far the edge goes around.
        recognised: the file has it as another kind of curve, which keeps to this one within 0.0001 mm.
    """

    type: CurveType
    start: Vector | None = None
    end: Vector | None = None
    origin: Vector | None = None
    axis: Vector | None = None
    radius: float | None = None
    minor_radius: float | None = None
    angle: float | None = None
    recognised: bool = False


def curve_of(edge: Any) -> Curve:
    """What an edge lies on."""
    edge = TopoDS.Edge(edge)
    if BRep_Tool.Degenerated_s(edge) or not BRep_Tool.IsGeometric_s(edge):
        return Curve("degenerated")
    adaptor = BRepAdaptor_Curve(edge)
    bare = Curve("freeform", _at(adaptor, adaptor.FirstParameter()), _at(adaptor, adaptor.LastParameter()))
    kind = adaptor.GetType()
    if kind == GeomAbs_CurveType.GeomAbs_Line:
        return _line(bare, adaptor.Line())
    if kind == GeomAbs_CurveType.GeomAbs_Circle:
        return _circle(bare, adaptor.Circle(), adaptor.LastParameter() - adaptor.FirstParameter())
    if kind == GeomAbs_CurveType.GeomAbs_Ellipse:
        return _ellipse(bare, adaptor.Ellipse())
    return _recognised(bare, edge, adaptor)


def _recognised(bare: Curve, edge: Any, adaptor: Any) -> Curve:
    line, circle, ellipse = gp_Lin(), gp_Circ(), gp_Elips()
    if ShapeAnalysis_CanonicalRecognition(edge).IsLine(RECOGNISED, line):
        return replace(_line(bare, line), recognised=True)
    if ShapeAnalysis_CanonicalRecognition(edge).IsCircle(RECOGNISED, circle):
        return replace(_circle(bare, circle, _length(adaptor) / circle.Radius()), recognised=True)
    if ShapeAnalysis_CanonicalRecognition(edge).IsEllipse(RECOGNISED, ellipse):
        return replace(_ellipse(bare, ellipse), recognised=True)
    return bare


def _length(adaptor: Any) -> float:
    return float(GCPnts_AbscissaPoint.Length_s(adaptor))


def _line(bare: Curve, line: Any) -> Curve:
    return replace(bare, type="straight", origin=bare.start, axis=_vector(line.Direction()))


def _circle(bare: Curve, circle: Any, radians: float) -> Curve:
    return replace(
        bare,
        type="circular",
        origin=_vector(circle.Location()),
        axis=_vector(circle.Axis().Direction()),
        radius=circle.Radius(),
        angle=math.degrees(abs(radians)),
    )


def _ellipse(bare: Curve, ellipse: Any) -> Curve:
    return replace(
        bare,
        type="elliptical",
        origin=_vector(ellipse.Location()),
        axis=_vector(ellipse.Axis().Direction()),
        radius=ellipse.MajorRadius(),
        minor_radius=ellipse.MinorRadius(),
    )


def _at(adaptor: Any, parameter: float) -> Vector:
    return _vector(adaptor.Value(parameter))


def _vector(found: Any) -> Vector:
    x, y, z = found.Coord()
    return (x, y, z)
