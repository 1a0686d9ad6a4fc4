"""Spans: straight ways between two faces, measured on a mesh and then exactly."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepClass import BRepClass_FaceClassifier
from OCP.BRepTools import BRepTools
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.GeomAPI import GeomAPI_ProjectPointOnSurf
from OCP.gp import gp_Dir, gp_Lin, gp_Pnt, gp_Pnt2d
from OCP.IntCurvesFace import IntCurvesFace_Intersector
from OCP.TopAbs import TopAbs_State
from OCP.TopoDS import TopoDS

from ..records import Vector
from .brep import EDGE, uses
from .cylinders import outward
from .mesh import Points

#: Largest angle in degrees between a way and the normal where it ends: then the faces are opposite.
OPPOSED = 30.0

_STEPS = (0.05, 0.012, 0.003, 7e-4, 2e-4)  # on the way downhill, as parts of the face
_TRIES = 10  # at each of them
_ON = 1e-7  # mm: this close to its outline a place is on the face
_BETTER = 1e-7  # mm: less is no way downhill


@dataclass(frozen=True, slots=True)
class Span:
    """The shortest way through a wall or a gap.

    Attributes:
        distance: in mm.
        start, end: its two ends.
        faces: numbers of the faces that it connects.
        error: in mm; 0 when it was measured on the exact faces.
    """

    distance: float
    start: Vector
    end: Vector
    faces: tuple[int, int]
    error: float = 0.0

    @property
    def middle(self) -> Vector:
        """The point half way."""
        x, y, z = ((a + b) / 2 for a, b in zip(self.start, self.end, strict=True))
        return (x, y, z)


class ExactRays:
    """Rays between exact faces.

    Args:
        faces: the `shape_map` of all faces.
        slack: how far a ray's ends on the mesh may be from the faces, in mm.
    """

    def __init__(self, faces: Any, slack: float) -> None:
        self._faces = faces
        self.slack = slack
        self._intersectors: dict[int, Any] = {}

    def measure(self, start: Points, end: Points, pair: tuple[int, int], *, inward: bool) -> Span | None:
        """The ray again, from the exact face below its start; None where that does not work.

        The distance is infinite where the exact faces, unlike the mesh, are not opposite.
        """
        place = self._parameters(pair[0], start)
        return place and self._from(pair, *place, math.dist(start, end), inward=inward)

    def shorten(self, span: Span, *, inward: bool) -> Span:
        """The shortest span near one that was measured, between the same faces: downhill along the first of them."""
        number = span.faces[0]
        place = self._parameters(number, np.array(span.start))
        if place is None:
            return span
        u, v = place
        face = TopoDS.Face(self._faces.FindKey(number))
        u_low, u_high, v_low, v_high = BRepTools.UVBounds_s(face)
        classifier = BRepClass_FaceClassifier()
        for fraction in _STEPS:
            tries = 0
            moved = True
            while moved and tries < _TRIES:
                moved = False
                tries += 1
                for du, dv in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    x, y = u + du * fraction * (u_high - u_low), v + dv * fraction * (v_high - v_low)
                    classifier.Perform(face, gp_Pnt2d(x, y), _ON)
                    if classifier.State() == TopAbs_State.TopAbs_OUT:
                        continue
                    found = self._from(span.faces, x, y, span.distance, inward=inward)
                    if found is not None and found.distance < span.distance - _BETTER:
                        span, u, v, moved = found, x, y, True
        return span

    def _parameters(self, number: int, point: Points) -> tuple[float, float] | None:
        """Where a point near a face is on its surface; None where that cannot be told."""
        surface = BRep_Tool.Surface_s(TopoDS.Face(self._faces.FindKey(number)))
        projection = GeomAPI_ProjectPointOnSurf(gp_Pnt(*point.tolist()), surface)
        if not projection.NbPoints() or projection.LowerDistance() > self.slack:
            return None
        u, v = projection.LowerDistanceParameters()
        return u, v

    def _from(self, pair: tuple[int, int], u: float, v: float, expected: float, *, inward: bool) -> Span | None:
        """The span from a place of the first face to the second, or beside it, of about the length expected."""
        face = TopoDS.Face(self._faces.FindKey(pair[0]))
        point, _, _, normal = outward(face, BRepAdaptor_Surface(face), u, v)
        if not normal.any():
            return None
        direction = -normal if inward else normal
        # The exact normal differs from the mesh's, so that the ray may end beside the face that it met there.
        for number in self._candidates(pair[1]):
            hit = self._nearest(number, point, direction, expected)
            if hit is not None:
                distance, there = hit
                opposed = float(there @ direction) * (1 if inward else -1) >= math.cos(math.radians(OPPOSED))
                end = point + distance * direction
                return Span(distance if opposed else math.inf, vector(point), vector(end), (pair[0], number))
        return None

    def _candidates(self, number: int) -> Iterator[int]:
        """A face, and then those that share an edge with it."""
        yield number
        edges, faces = self._edges
        used = uses(self._faces.FindKey(number), EDGE)
        yield from sorted({other for edge in used for other in faces[edges.FindIndex(edge)]} - {number})

    @cached_property
    def _edges(self) -> tuple[Any, dict[int, list[int]]]:
        """The edges of all faces, and which faces are at each."""
        edges, faces = ShapeMap(), defaultdict(list)
        for number, face in enumerate(self._faces, 1):
            for edge in uses(face, EDGE):
                faces[edges.Add(edge)].append(number)
        return edges, faces

    def _nearest(self, number: int, point: Points, direction: Points, expected: float) -> tuple[float, Points] | None:
        """Where a ray meets a face nearest to where it should, and the face's normal there; None if it does not."""
        face = TopoDS.Face(self._faces.FindKey(number))
        if number not in self._intersectors:
            self._intersectors[number] = IntCurvesFace_Intersector(face, 1e-7)
        intersector = self._intersectors[number]
        line = gp_Lin(gp_Pnt(*point.tolist()), gp_Dir(*direction.tolist()))
        # A little behind the start too: two faces that touch have a distance of 0.
        intersector.Perform(line, -self.slack, 2 * (expected + self.slack))
        if not intersector.IsDone() or not intersector.NbPnt():
            return None
        hits = range(1, intersector.NbPnt() + 1)
        best = min(hits, key=lambda index: abs(intersector.WParameter(index) - expected))
        u, v = intersector.UParameter(best), intersector.VParameter(best)
        *_, normal = outward(face, BRepAdaptor_Surface(face), u, v)
        return max(0.0, float(intersector.WParameter(best))), normal


def vector(point: Points) -> Vector:
    """A point as plain numbers."""
    x, y, z = point.tolist()
    return (x, y, z)
