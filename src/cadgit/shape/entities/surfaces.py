"""What a face lies on: the kind of its surface, and the lengths and directions that define it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepTools import BRepTools
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Cone, gp_Cylinder, gp_Pln, gp_Sphere
from OCP.ShapeAnalysis import ShapeAnalysis_CanonicalRecognition
from OCP.TopoDS import TopoDS

from ...records import Vector
from ..cylinders import RECOGNISED, outward
from ..spans import vector

SurfaceType = Literal["planar", "cylindrical", "conical", "spherical", "toroidal", "freeform"]


@dataclass(frozen=True, slots=True)
class Surface:
    """The surface of a face; lengths in mm, angles in degrees, directions of length 1.

    Attributes:
        origin: a point on the plane or on the axis; of a cone its apex, of a sphere or a torus its centre.
        axis: the plane's normal, out of the material; else the direction of the axis, without a sense of its own.
        radius: of a cylinder or a sphere; of a torus the larger one.
        minor_radius: of a torus, the smaller one.
        semi_angle: of a cone, between its axis and its surface.
        hollow: the material lies outside, as around a hole; None where that has no meaning, or cannot be told.
        recognised: the file has it as another kind of surface, which keeps to this one within 0.0001 mm.
    """

    type: SurfaceType
    origin: Vector | None = None
    axis: Vector | None = None
    radius: float | None = None
    minor_radius: float | None = None
    semi_angle: float | None = None
    hollow: bool | None = None
    recognised: bool = False


def surface_of(face: Any) -> Surface:
    """What a face lies on."""
    face = TopoDS.Face(face)
    adaptor = BRepAdaptor_Surface(face)
    kind = adaptor.GetType()
    if kind in _READ:
        return _finished(face, adaptor, *_READ[kind](adaptor))
    for type_, make, recognise in _RECOGNISED:
        found = make()
        if recognise(ShapeAnalysis_CanonicalRecognition(face), RECOGNISED, found):
            return replace(_finished(face, adaptor, type_, found), recognised=True)
    return Surface("freeform")


def _finished(face: Any, adaptor: Any, type_: SurfaceType, found: Any) -> Surface:
    """The surface, with the side on which its material lies."""
    u_low, u_high, v_low, v_high = BRepTools.UVBounds_s(face)
    if not all(map(math.isfinite, (u_low, u_high, v_low, v_high))):
        return Surface(type_)
    point, _, _, normal = outward(face, adaptor, (u_low + u_high) / 2, (v_low + v_high) / 2)
    if type_ == "planar":
        axis = normal if normal.any() else np.array(found.Axis().Direction().Coord())
        return Surface(type_, vector(point), vector(axis))
    if type_ == "spherical":
        centre = np.array(found.Location().Coord())
        hollow = _hollow(normal, point - centre)
        return Surface(type_, vector(centre), None, found.Radius(), hollow=hollow)
    axis = np.array(found.Axis().Direction().Coord())
    origin = np.array((found.Apex() if type_ == "conical" else found.Location()).Coord())
    away = point - origin
    away -= (away @ axis) * axis
    if type_ == "cylindrical":
        # A cylinder's origin may lie anywhere on its axis: taken beside the face, it says where the face is.
        origin = point - away
        return Surface(type_, vector(origin), vector(axis), found.Radius(), hollow=_hollow(normal, away))
    if type_ == "conical":
        angle = math.degrees(abs(found.SemiAngle()))
        hollow = _hollow(normal, away)
        return Surface(type_, vector(origin), vector(axis), semi_angle=angle, hollow=hollow)
    ring = away / (np.linalg.norm(away) or 1.0) * found.MajorRadius()
    hollow = _hollow(normal, point - origin - ring)
    return Surface(type_, vector(origin), vector(axis), found.MajorRadius(), found.MinorRadius(), hollow=hollow)


def _hollow(normal: Any, away: Any) -> bool | None:
    turn = float(normal @ away)
    return None if turn == 0 else turn < 0


_RECOGNISED: tuple[tuple[SurfaceType, Callable[[], Any], Callable[..., bool]], ...] = (
    ("planar", gp_Pln, ShapeAnalysis_CanonicalRecognition.IsPlane),
    ("cylindrical", gp_Cylinder, ShapeAnalysis_CanonicalRecognition.IsCylinder),
    ("conical", gp_Cone, ShapeAnalysis_CanonicalRecognition.IsCone),
    ("spherical", gp_Sphere, ShapeAnalysis_CanonicalRecognition.IsSphere),
)
_READ: dict[Any, Callable[[Any], tuple[SurfaceType, Any]]] = {
    GeomAbs_SurfaceType.GeomAbs_Plane: lambda adaptor: ("planar", adaptor.Plane()),
    GeomAbs_SurfaceType.GeomAbs_Cylinder: lambda adaptor: ("cylindrical", adaptor.Cylinder()),
    GeomAbs_SurfaceType.GeomAbs_Cone: lambda adaptor: ("conical", adaptor.Cone()),
    GeomAbs_SurfaceType.GeomAbs_Sphere: lambda adaptor: ("spherical", adaptor.Sphere()),
    GeomAbs_SurfaceType.GeomAbs_Torus: lambda adaptor: ("toroidal", adaptor.Torus()),
}
