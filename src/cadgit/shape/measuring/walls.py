"""The wall at a place, and the smallest one: along a face's normal through the material to a face that opposes it.

What counts as a wall is what the spec's `wall` counts (see `shape.thickness`): the face at the far end opposes the one
at the near end to within `OPPOSED`, 30°.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeVertex
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.GeomAPI import GeomAPI_ProjectPointOnSurf
from OCP.gp import gp_Dir, gp_Lin, gp_Pnt
from OCP.IntCurvesFace import IntCurvesFace_ShapeIntersector
from OCP.TopoDS import TopoDS

from ...records import Vector
from ...records.measurements import WallMeasure
from ..brep import FACE, uses
from ..cylinders import outward
from ..entities.entity import Entity
from ..entities.numbering import Entities
from ..measure import bounding_box, diagonal
from ..mesh import Points, mesh_of, triangulate
from ..spans import OPPOSED, Span, vector
from ..thickness import smallest_wall

#: Deflection of the meshes that rays are sent against, as a part of the diagonal: that of the spec's `wall`.
FRACTION = 2e-4

#: Faces are equally near to a point when their distances differ by no more, in mm; and a point this near is on a face.
_ON = 1e-5

#: What a ray meets nearer than this, in mm, is where it starts.
_START = 1e-6


class WallError(ValueError):
    """There is no such wall, or it cannot be measured; the message says why."""


def smallest(entities: Entities, face: Entity | None = None) -> WallMeasure:
    """The smallest wall of all solids, or of those that begin at a face.

    Raises:
        WallError: there is no wall, no solid, or a face without a mesh, which rays would miss.
    """
    if not entities.solids.Extent():
        raise WallError("there is no solid, so that there is no wall")
    box = bounding_box(entities.shape)
    if box is None:
        raise WallError("the result has no finite size")
    deflection = FRACTION * diagonal(box)
    triangulate(entities.shape, deflection)
    meshes = [mesh_of(solid, entities.faces) for solid in entities.solids]
    missing = [number for mesh in meshes for number in mesh.missing]
    if missing:
        raise WallError(f"no mesh could be made of face:{missing[0]}, so that rays would miss it")
    only = entities.faces.FindIndex(face.shape) if face is not None else 0
    found = smallest_wall(meshes, entities.faces, deflection, only=only)
    if found is None:
        where = f"of {face.name}" if face is not None else "of a solid"
        raise WallError(f"there is no wall: no face is opposite to one {where}")
    return _measure(found, face.name if face is not None else "")


def _measure(span: Span, at: str, notes: tuple[str, ...] = ()) -> WallMeasure:
    faces = (f"face:{span.faces[0]}", f"face:{span.faces[1]}")
    return WallMeasure(span.distance, span.error, span.start, span.end, faces, at, notes)


def at_point(entities: Entities, point: Entity) -> WallMeasure:
    """The wall from the face that is nearest to a point; at an edge the thinnest of those that begin there.

    Raises:
        WallError: there is none, or OCCT cannot say.
    """
    if point.place is None:
        raise WallError(f"{point.name} has no finite place")
    away, starts = _nearest(entities, point.place)
    found = [_through(entities, *start) for start in starts]
    walls = [span for span in found if isinstance(span, Span)]
    if not walls:
        raise WallError(f"there is no wall at {point.name}: {found[0]}")
    span = min(walls, key=lambda span: span.distance)
    if away <= _ON:
        return _measure(span, point.name)
    face = f"face:{span.faces[0]}"
    return _measure(span, point.name, (f"{face}, where the wall begins, is {away:.6g} mm from the point",))


def _nearest(entities: Entities, point: Vector) -> tuple[float, list[tuple[Any, Any, Points]]]:
    """How far the nearest faces of solids are from a point, and these: solid, face, and their place nearest to it.

    Raises:
        WallError: there is no solid, or OCCT finds no distance.
    """
    vertex = BRepBuilderAPI_MakeVertex(gp_Pnt(*point)).Vertex()
    found = []
    for solid in entities.solids:
        for face in uses(solid, FACE):
            extrema = BRepExtrema_DistShapeShape(vertex, face)
            if extrema.IsDone() and extrema.NbSolution():
                foot = np.array(extrema.PointOnShape2(1).Coord())
                found.append((extrema.Value(), solid, TopoDS.Face(face), foot))
    if not found:
        raise WallError("there is no solid with a face near it")
    least = min(distance for distance, *_ in found)
    return least, [(solid, face, foot) for distance, solid, face, foot in found if distance <= least + _ON]


def _through(entities: Entities, solid: Any, face: Any, foot: Points) -> Span | str:
    """The wall from a place of a face through its solid, or why there is none."""
    number = entities.faces.FindIndex(face)
    projection = GeomAPI_ProjectPointOnSurf(gp_Pnt(*foot.tolist()), BRep_Tool.Surface_s(face))
    if not projection.NbPoints():
        return f"face:{number} cannot be measured there"
    *_, normal = outward(face, BRepAdaptor_Surface(face), *projection.LowerDistanceParameters())
    if not normal.any():
        return f"face:{number} has no normal there"
    inward = -normal
    intersector = IntCurvesFace_ShapeIntersector()
    intersector.Load(solid, 1e-7)
    intersector.Perform(gp_Lin(gp_Pnt(*foot.tolist()), gp_Dir(*inward.tolist())), _START, math.inf)
    hits = [index for index in range(1, intersector.NbPnt() + 1) if intersector.WParameter(index) > _START]
    if not intersector.IsDone() or not hits:
        return f"the way from face:{number} through the material meets no other face"
    first = min(hits, key=intersector.WParameter)
    other = intersector.Face(first)
    across = entities.faces.FindIndex(other)
    *_, there = outward(other, BRepAdaptor_Surface(other), intersector.UParameter(first), intersector.VParameter(first))
    lean = math.degrees(math.acos(max(-1.0, min(1.0, float(there @ inward)))))
    if lean > OPPOSED:
        return f"the way from face:{number} ends on face:{across}, which leans by {lean:.1f}°, more than {OPPOSED:g}°"
    distance = intersector.WParameter(first)
    return Span(distance, vector(foot), vector(foot + distance * inward), (number, across))
