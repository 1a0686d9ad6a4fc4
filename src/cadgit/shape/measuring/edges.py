"""What an edge measures, and the angle between the two faces at it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.gp import gp_Pnt, gp_Vec
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopoDS import TopoDS

from ...records.measurements import Quantity
from ..brep import EDGE, uses
from ..cylinders import cross, outward
from ..entities.curves import Curve
from ..entities.entity import Entity
from ..mesh import Points
from .quantities import direction, place, scalar

#: Two faces go on smoothly into each other when their normals differ by no more, in degrees.
SMOOTH = 0.01


def measure(entity: Entity, curve: Curve) -> tuple[list[Quantity], list[str]]:
    """The quantities of an edge, and what has to be said about it."""
    if curve.type == "degenerated":
        return [], ["it is degenerated: a point of its surface (an apex, a pole), without a length"]
    length = entity.entities.masses.length(entity.shape).size
    found = [scalar("length", length, "mm", "along the edge")]
    if curve.start is not None and curve.end is not None:
        found += [place("start", curve.start, "where it begins"), place("end", curve.end, "where it ends")]
    found += _defining(curve)
    notes = [] if length > 0 else ["it is degenerate: it has no length"]
    if curve.recognised:
        notes.append(f"the file has it as another kind of curve, which is {curve.type} within 0.0001 mm")
    between = _between_faces(entity)
    if isinstance(between, Quantity):
        found.append(between)
    else:
        notes.append(between)
    return found, notes


def _defining(curve: Curve) -> list[Quantity]:
    found: list[Quantity] = []
    if curve.type == "straight" and curve.axis is not None:
        return [direction("direction", curve.axis, "of the line; it has no sense of its own")]
    if curve.type == "circular" and curve.radius is not None:
        found += [
            scalar("radius", curve.radius, "mm", "of the circle"),
            scalar("diameter", 2 * curve.radius, "mm", "of the circle"),
        ]
    elif curve.radius is not None and curve.minor_radius is not None:
        found += [
            scalar("major radius", curve.radius, "mm", "of the ellipse"),
            scalar("minor radius", curve.minor_radius, "mm", "of the ellipse"),
        ]
    if curve.angle is not None:
        found.append(scalar("arc angle", curve.angle, "°", "how far it goes around its circle"))
    if curve.origin is not None:
        found.append(place("centre", curve.origin, f"of the {'circle' if curve.type == 'circular' else 'ellipse'}"))
    if curve.axis is not None:
        found.append(direction("axis", curve.axis, "across its plane; it has no sense of its own"))
    return found


def _between_faces(entity: Entity) -> Quantity | str:
    """The angle between the two faces at an edge, through the material; or why there is none."""
    sides = []
    for face in entity.entities.faces:
        sides += [(TopoDS.Face(face), TopoDS.Edge(edge)) for edge in uses(face, EDGE) if edge.IsSame(entity.shape)]
    if len(sides) != 2:
        amount = {0: "no face is", 1: "one face is"}.get(len(sides), f"{len(sides)} faces are")
        return f"{amount} at it, so that there is no angle between two"
    (first, first_edge), (second, second_edge) = sides
    if first.IsSame(second):
        return "it is a seam: the same face is on both sides"
    a, b = _frame(first, first_edge), _frame(second, second_edge)
    if a is None or b is None:
        return "its faces have no normals there, so that there is no angle between them"
    (normal, into), (other, _) = a, b
    turn = math.degrees(math.atan2(float(np.linalg.norm(cross(normal, other))), float(normal @ other)))
    if turn <= SMOOTH:
        kind, angle = "smooth", 180.0
    else:
        convex = float(other @ into) < 0
        kind, angle = ("convex", 180.0 - turn) if convex else ("concave", 180.0 + turn)
    return scalar("face angle", angle, "°", f"between its two faces at its middle, through the material: {kind}")


def _frame(face: Any, edge: Any) -> tuple[Points, Points] | None:
    """At the middle of an edge: a face's outward normal, and the direction into the face; None without normals."""
    curve = BRepAdaptor_Curve(edge)
    middle = (curve.FirstParameter() + curve.LastParameter()) / 2
    point, tangent = gp_Pnt(), gp_Vec()
    curve.D1(middle, point, tangent)
    along = np.array(tangent.Coord())
    where = BRepAdaptor_Curve2d(edge, face).Value(middle)
    *_, normal = outward(face, BRepAdaptor_Surface(face), where.X(), where.Y())
    if not normal.any() or not along.any():
        return None
    into = cross(normal, along / np.linalg.norm(along))
    return normal, -into if edge.Orientation() == TopAbs_Orientation.TopAbs_REVERSED else into
