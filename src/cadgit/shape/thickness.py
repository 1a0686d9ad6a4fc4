"""The smallest wall and the smallest gap of solids, by rays between opposite faces.

A ray starts on a face, along its normal: inward through the wall to where it leaves the solid, outward through the gap
to where it enters one. It counts when the face there opposes the one that it came from, to within `OPPOSED`; in a
corner it does not (a ball inscribed in the corner would measure 0 at every edge of every part). 20,000 rays start where
a seeded generator says, as dense as the area is, at least `PER_FACE` on a face; others near the corners of the mesh's
triangles, since a tapered wall is thinnest at its end.

The mesh is off by its deflection, so what is shortest there is measured again on the exact faces, from the exact
normal. Then a distance is exact where it was measured. What lies between the rays is not seen: a wall that is thin on
less than about a 5,000th of the area may be missed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.GeomAPI import GeomAPI_ProjectPointOnSurf
from OCP.gp import gp_Dir, gp_Lin, gp_Pnt
from OCP.IntCurvesFace import IntCurvesFace_Intersector
from OCP.TopoDS import TopoDS

from ..records import Vector
from .brep import EDGE, shape_map, uses
from .cylinders import outward
from .mesh import Mesh, Numbers, Points
from .rays import Rays

SAMPLES = 20_000
PER_FACE = 4
AT_CORNERS = 6_000
SEED = 0

#: Largest angle in degrees between a ray and the normal where it ends.
OPPOSED = 30.0

#: Distances up to this, in mm, are contact and not a gap: OCCT's own precision, with room for rounding.
CONTACT = 1e-5

_CORNER = 2e-4  # how far from a triangle's corner a ray starts, as a part of the way to its middle
_PER_PAIR = 40  # rays between two faces that are measured again
_AGAIN = 2000  # and in all


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


def smallest_wall(meshes: Sequence[Mesh], faces: Any, deflection: float) -> Span | None:
    """The smallest wall of any solid, or None where no two faces of a solid oppose each other.

    Args:
        meshes: one for each solid, without missing faces.
        faces: the `shape_map` of the faces that the meshes number.
        deflection: of the meshes, in mm.
    """
    meshes = [mesh for mesh in meshes if _area(mesh) > 0]
    shots = [
        _shoot(_Samples(mesh, share), Rays(mesh.points[mesh.triangles]), mesh.faces, inward=True)
        for mesh, share in zip(meshes, _shares(meshes), strict=True)
    ]
    return _shortest(shots, faces, deflection, inward=True)


def smallest_gap(meshes: Sequence[Mesh], faces: Any, deflection: float) -> Span | None:
    """The smallest gap between two faces, of one solid or of two, or None where no two faces face each other.

    Faces that touch have no gap. Where faces touch in one place, gaps between the same two within twice the deflection
    cannot be told from contact and do not count either.

    Args:
        meshes, faces, deflection: as for `smallest_wall`.
    """
    meshes = [mesh for mesh in meshes if _area(mesh) > 0]
    if not meshes:
        return None
    rays = Rays(np.concatenate([mesh.points[mesh.triangles] for mesh in meshes]))
    numbers = np.concatenate([mesh.faces for mesh in meshes])
    shots = [
        _shoot(_Samples(mesh, share), rays, numbers, inward=False)
        for mesh, share in zip(meshes, _shares(meshes), strict=True)
    ]
    return _shortest(shots, faces, deflection, inward=False)


def _shares(meshes: Sequence[Mesh]) -> list[float]:
    """Which part of all samples each mesh gets, by its area."""
    areas = [_area(mesh) for mesh in meshes]
    total = math.fsum(areas)
    return [area / total for area in areas]


def _area(mesh: Mesh) -> float:
    a, b, c = mesh.points[mesh.triangles.T]
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


class _Samples:
    """Where rays start on a mesh.

    Attributes:
        points, normals: of shape (n, 3), in mm; normals point out of the material.
        faces: number of the face of each.
    """

    def __init__(self, mesh: Mesh, share: float) -> None:
        corners = mesh.points[mesh.triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        good = np.flatnonzero(lengths > 0)
        # In an order that does not depend on how OCCT numbered the faces, which differs between processes.
        middles = np.round(corners[good].mean(axis=1), 6)
        good = good[np.lexsort(middles.T)]
        corners, normals, areas = corners[good], normals[good] / lengths[good, None], lengths[good]
        faces = mesh.faces[good]
        _, inverse = np.unique(faces, return_inverse=True)
        of_face = np.bincount(inverse, weights=areas)
        wanted = np.maximum(PER_FACE, SAMPLES * share * of_face / of_face.sum())
        # One sample in each interval of length 1 along the sum of weights: no triangle gets more than its share.
        ends = np.cumsum(areas * (wanted / of_face)[inverse])
        generator = np.random.default_rng(SEED)
        amount = int(ends[-1]) if len(ends) else 0
        chosen = np.searchsorted(ends, np.arange(amount) + generator.random(amount))
        chosen = np.minimum(chosen, len(ends) - 1)
        u, v = generator.random(amount), generator.random(amount)
        flip = u + v > 1
        u[flip], v[flip] = 1 - u[flip], 1 - v[flip]
        a, b, c = corners[chosen, 0], corners[chosen, 1], corners[chosen, 2]
        spread = a + u[:, None] * (b - a) + v[:, None] * (c - a)
        # Of a fine mesh only some triangles get rays at their corners: on curved faces the others are dense enough.
        near = np.arange(0, len(good), max(1, math.ceil(3 * len(good) / (AT_CORNERS * share))))
        ends_of = corners[near] + _CORNER * (corners[near].mean(axis=1, keepdims=True) - corners[near])
        self.points = np.concatenate([spread, ends_of.reshape(-1, 3)])
        self.normals = np.concatenate([normals[chosen], np.repeat(normals[near], 3, axis=0)])
        self.faces = np.concatenate([faces[chosen], np.repeat(faces[near], 3)])


@dataclass(frozen=True, slots=True)
class _Shots:
    """Rays that arrived at an opposite face: both ends in mm, numbers of both faces, distances in mm."""

    starts: Points
    ends: Points
    faces: Numbers
    distances: Points


def _shoot(samples: _Samples, rays: Rays, numbers: Numbers, *, inward: bool) -> _Shots:
    """Send a ray from each sample.

    Only the shortest matter, so that the reach grows until some ray arrives: short rays meet few boxes.
    """
    directions = -samples.normals if inward else samples.normals
    pending = np.arange(len(directions))
    reach = rays.size / 64
    arrived = hit = np.zeros(0, dtype=np.int64)
    distances = np.zeros(0)
    while len(pending) and not len(arrived) and reach < 8 * rays.size:
        distances, hit = rays.first_hits(samples.points[pending], directions[pending], reach)
        turn = np.einsum("ij,ij->i", directions[pending], rays.normals[hit]) * (1 if inward else -1)
        counts = (hit >= 0) & (turn >= math.cos(math.radians(OPPOSED)))
        arrived, distances, hit, pending = pending[counts], distances[counts], hit[counts], pending[hit < 0]
        reach *= 8
    starts = samples.points[arrived]
    pairs = np.column_stack([samples.faces[arrived], numbers[hit]])
    return _Shots(starts, starts + distances[:, None] * directions[arrived], pairs, distances)


def _shortest(shots: Sequence[_Shots], faces: Any, deflection: float, *, inward: bool) -> Span | None:
    """The shortest of all, measured again where it could be."""
    if not shots:
        return None
    starts, ends = np.concatenate([s.starts for s in shots]), np.concatenate([s.ends for s in shots])
    pairs, distances = np.concatenate([s.faces for s in shots]), np.concatenate([s.distances for s in shots])
    slack = 2 * deflection
    exact = _Exact(faces, slack)
    best: Span | None = None
    rough: Span | None = None
    looked: Counter[tuple[int, int]] = Counter()
    touching: set[frozenset[int]] = set()
    for index in np.argsort(distances, kind="stable").tolist():
        pair = (int(pairs[index, 0]), int(pairs[index, 1]))
        distance = float(distances[index])
        # No ray from here on can be shorter once it is measured again.
        if (best is not None and distance - slack > best.distance) or looked.total() >= _AGAIN:
            break
        if looked[pair] >= _PER_PAIR or (distance <= slack and frozenset(pair) in touching):
            continue
        looked[pair] += 1
        span = exact.measure(starts[index], ends[index], pair, inward=inward)
        if span is None:
            rough = rough or Span(distance, _vector(starts[index]), _vector(ends[index]), pair, slack)
        elif not inward and span.distance <= CONTACT:
            touching.add(frozenset(pair))
        elif best is None or span.distance < best.distance:
            best = span
    # What could not be measured again says something new only where it is shorter beyond its error.
    return rough if rough and (best is None or rough.distance + rough.error < best.distance) else best


class _Exact:
    """Rays between exact faces.

    Args:
        faces: the `shape_map` of all faces.
        slack: how far a ray's ends on the mesh may be from the faces, in mm.
    """

    def __init__(self, faces: Any, slack: float) -> None:
        self._faces = faces
        self._slack = slack
        self._intersectors: dict[int, Any] = {}
        self._neighbours: dict[int, list[int]] = {}

    def measure(self, start: Points, end: Points, pair: tuple[int, int], *, inward: bool) -> Span | None:
        """The ray again, from the exact face below its start; None where that does not work.

        The distance is infinite where the exact faces, unlike the mesh, are not opposite.
        """
        expected = math.dist(start, end)
        face = TopoDS.Face(self._faces.FindKey(pair[0]))
        projection = GeomAPI_ProjectPointOnSurf(gp_Pnt(*start.tolist()), BRep_Tool.Surface_s(face))
        if not projection.NbPoints() or projection.LowerDistance() > self._slack:
            return None
        u, v = projection.LowerDistanceParameters()
        point, _, _, normal = outward(face, BRepAdaptor_Surface(face), u, v)
        if not normal.any():
            return None
        direction = -normal if inward else normal
        # The exact normal differs from the mesh's, so that the ray may end beside the face that it met there.
        for number in (pair[1], *self._around(pair[1])):
            hit = self._nearest(number, point, direction, expected)
            if hit is not None:
                distance, there = hit
                opposed = float(there @ direction) * (1 if inward else -1) >= math.cos(math.radians(OPPOSED))
                end = point + distance * direction
                return Span(distance if opposed else math.inf, _vector(point), _vector(end), (pair[0], number))
        return None

    def _around(self, number: int) -> list[int]:
        """Numbers of the faces that share an edge with a face."""
        if number not in self._neighbours:
            own = shape_map(self._faces.FindKey(number), EDGE)
            self._neighbours[number] = [
                other
                for other in range(1, self._faces.Extent() + 1)
                if other != number and any(own.Contains(edge) for edge in uses(self._faces.FindKey(other), EDGE))
            ]
        return self._neighbours[number]

    def _nearest(self, number: int, point: Points, direction: Points, expected: float) -> tuple[float, Points] | None:
        """Where a ray meets a face nearest to where it should, and the face's normal there; None if it does not."""
        face = TopoDS.Face(self._faces.FindKey(number))
        if number not in self._intersectors:
            self._intersectors[number] = IntCurvesFace_Intersector(face, 1e-7)
        intersector = self._intersectors[number]
        line = gp_Lin(gp_Pnt(*point.tolist()), gp_Dir(*direction.tolist()))
        # A little behind the start too: two faces that touch have a distance of 0.
        intersector.Perform(line, -self._slack, 2 * (expected + self._slack))
        if not intersector.IsDone() or not intersector.NbPnt():
            return None
        hits = range(1, intersector.NbPnt() + 1)
        best = min(hits, key=lambda index: abs(intersector.WParameter(index) - expected))
        u, v = intersector.UParameter(best), intersector.VParameter(best)
        *_, normal = outward(face, BRepAdaptor_Surface(face), u, v)
        return max(0.0, float(intersector.WParameter(best))), normal


def _vector(point: Points) -> Vector:
    x, y, z = point.tolist()
    return (x, y, z)
