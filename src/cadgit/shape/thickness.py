"""The smallest wall and the smallest gap of solids, by rays between opposite faces.

A ray starts on a face, along its normal: inward through the wall to where it leaves the solid, outward through the gap
to where it enters one. It counts when the face there opposes the one that it came from, to within `OPPOSED`; in a
corner it does not (a ball inscribed in the corner would measure 0 at every edge of every part). Rays start at 20,000
points, as dense as the area is, and near the corners of triangles, since a tapered wall is thinnest at its end.

The mesh is off by its deflection, so what is shortest there is measured again on the exact faces, from the exact
normal, and followed along the face to where it is shortest. What lies between the rays is not seen: a wall that is thin
on less than about a 5,000th of the area, within a face, may be missed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .mesh import Mesh, Numbers, Points
from .rays import Rays
from .samples import Samples, area, sample
from .spans import OPPOSED, ExactRays, Span, vector

#: Distances up to this, in mm, are contact and not a gap: OCCT's own precision, with room for rounding.
CONTACT = 1e-5

_PER_PAIR = 5  # rays between two faces that are measured again
_PAIRS = 150  # pairs of faces with the shortest rays, whose spans are measured again
_WORTH = 1.25  # a pair whose rays are longer than this times the shortest span will not come below it


def smallest_wall(meshes: Sequence[Mesh], faces: Any, deflection: float) -> Span | None:
    """The smallest wall of any solid, or None where no two faces of a solid oppose each other.

    Args:
        meshes: one for each solid, without missing faces.
        faces: the `shape_map` of the faces that the meshes number.
        deflection: of the meshes, in mm.
    """
    meshes = [mesh for mesh in meshes if area(mesh) > 0]
    shots = [
        _shoot(samples, Rays(mesh.points[mesh.triangles]), mesh.faces, inward=True)
        for mesh, samples in zip(meshes, sample(meshes), strict=True)
    ]
    return _shortest(shots, faces, deflection, inward=True)


def smallest_gap(meshes: Sequence[Mesh], faces: Any, deflection: float) -> Span | None:
    """The smallest gap between two faces, of one solid or of two, or None where no two faces face each other.

    Two faces that touch have no gap between them, also where they lead away from each other.

    Args:
        meshes, faces, deflection: as for `smallest_wall`.
    """
    meshes = [mesh for mesh in meshes if area(mesh) > 0]
    if not meshes:
        return None
    rays = Rays(np.concatenate([mesh.points[mesh.triangles] for mesh in meshes]))
    numbers = np.concatenate([mesh.faces for mesh in meshes])
    shots = [_shoot(samples, rays, numbers, inward=False) for samples in sample(meshes)]
    return _shortest(shots, faces, deflection, inward=False)


@dataclass(frozen=True, slots=True)
class _Shots:
    """Rays that arrived at an opposite face: both ends in mm, numbers of both faces, distances in mm."""

    starts: Points
    ends: Points
    faces: Numbers
    distances: Points


def _shoot(samples: Samples, rays: Rays, numbers: Numbers, *, inward: bool) -> _Shots:
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
    exact = ExactRays(faces, 2 * deflection)
    rays: dict[tuple[int, int], list[int]] = {}
    for index in np.argsort(distances, kind="stable").tolist():
        of_pair = rays.setdefault((int(pairs[index, 0]), int(pairs[index, 1])), [])
        if len(of_pair) < _PER_PAIR:
            of_pair.append(index)
    best: Span | None = None
    rough: Span | None = None
    for pair, indices in list(rays.items())[:_PAIRS]:  # the pair with the shortest ray first
        shortest = float(distances[indices[0]])
        if best is not None and shortest - 2 * deflection > _WORTH * best.distance:
            break
        spans = [exact.measure(starts[index], ends[index], pair, inward=inward) for index in indices]
        measured = [span for span in spans if span is not None]
        if not measured:
            rough = rough or Span(shortest, vector(starts[indices[0]]), vector(ends[indices[0]]), pair, 2 * deflection)
            continue
        span = min(measured, key=lambda span: span.distance)
        if math.isfinite(span.distance):
            span = exact.shorten(span, inward=inward)
            touches = not inward and span.distance <= CONTACT
            if not touches and (best is None or span.distance < best.distance):
                best = span
    # What could not be measured again says something new only where it is shorter beyond its error.
    return rough if rough and (best is None or rough.distance + rough.error < best.distance) else best
