"""Two solids whose faces lie on each other but for rounding: how much volume can there be between them?

A fillet and its mirror image, or a part and what came back from its STEP file, differ by 1e-7 to 1e-5 mm here and
there. An exact Boolean of faces that nearly coincide is where OCCT is slowest (two minutes for a public toy truck of
145 faces) and least to be trusted. So faces are paired by area, centre and moments; pairs that do not agree to the last
digits are measured against each other: what lies between them has at most their distance times their area.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.GeomAPI import GeomAPI_ProjectPointOnSurf
from OCP.gp import gp_Pnt
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

from .brep import FACE, sub_shapes
from .compare import TOLERANCE, match
from .measure import Mass, area_of
from .mesh import nodes_of

#: Largest relative difference in area, and distance of centres as a part of the size, of faces that may be partners.
ALIKE = 1e-3

#: Points of a face whose distance from its partner is measured, and faces that are measured at most.
_POINTS = 100
_FACES = 200


def volume_between(first: Any, second: Any) -> float | None:
    """The largest volume in mm³ between two solids whose faces pair up; None where some do not.

    The distance of two faces is sampled at the nodes of the first one's triangulation, which must be there.
    """
    ours, theirs = sub_shapes(first, FACE), sub_shapes(second, FACE)
    a, b = [area_of(face) for face in ours], [area_of(face) for face in theirs]
    scale = _size(a)
    left_a, left_b = match(a, b, lambda x, y: _alike(x, y, TOLERANCE, scale), TOLERANCE * scale)
    if len(left_a) != len(left_b) or len(left_a) > _FACES:
        return None
    total = 0.0
    for index in left_a:
        partners = [other for other in left_b if _alike(a[index], b[other], ALIKE, scale)]
        if not partners:
            return None
        partner = min(partners, key=lambda other: math.dist(a[index].centre, b[other].centre))
        left_b.remove(partner)
        apart = _distance(TopoDS.Face(ours[index]), TopoDS.Face(theirs[partner]))
        if apart is None:
            return None
        total += apart * a[index].size
    return total


def _size(masses: list[Mass]) -> float:
    centres = np.array([mass.centre for mass in masses])
    spread = float(np.linalg.norm(np.ptp(centres, axis=0)))
    return max(spread, *(math.sqrt(mass.size) for mass in masses))


def _alike(a: Mass, b: Mass, tolerance: float, scale: float) -> bool:
    inertia = max(*map(abs, a.inertia), *map(abs, b.inertia))
    return (
        abs(a.size - b.size) <= tolerance * a.size
        and math.dist(a.centre, b.centre) <= tolerance * scale
        and all(abs(x - y) <= 10 * tolerance * inertia for x, y in zip(a.inertia, b.inertia, strict=True))
    )


def _distance(first: Any, second: Any) -> float | None:
    """The largest distance in mm from points of a face to the surface of another.

    The surface and not the face: where outlines differ, so do the faces that they are shared with.
    """
    location = TopLoc_Location()
    triangulation = BRep_Tool.Triangulation_s(first, location)
    if triangulation is None:
        return None
    points, _ = nodes_of(triangulation, location, first)
    projection = GeomAPI_ProjectPointOnSurf()
    surface = BRep_Tool.Surface_s(second)
    largest = 0.0
    for point in points[:: max(1, len(points) // _POINTS)].tolist():
        projection.Init(gp_Pnt(*point), surface)
        if not projection.NbPoints():
            return None
        largest = max(largest, projection.LowerDistance())
    return largest
