"""The smallest wall and the smallest gap of solids, by rays between opposite faces.

A ray starts on a face, along its normal: inward through the wall to where it leaves the solid, outward through the gap
to where it enters one. It counts when the face there opposes the one that it came from, to within `OPPOSED`; in a
corner it does not (a ball inscribed in the corner would measure 0 at every edge of every part). Rays start at 20,000
points, as dense as the area is, and near the corners of triangles, since a tapered wall is thinnest at its end.

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

from .mesh import Mesh, Numbers, Points
from .rays import Rays
from .samples import Samples, area, sample
from .spans import OPPOSED, ExactRays, Span, vector

#: Distances up to this, in mm, are contact and not a gap: OCCT's own precision, with room for rounding.
CONTACT = 1e-5

_PER_PAIR = 40  # rays between two faces that are measured again
_AGAIN = 2000  # and in all


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

    Faces that touch have no gap. Where faces touch in one place, gaps between the same two within twice the deflection
    cannot be told from contact and do not count either.

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
    slack = 2 * deflection
    exact = ExactRays(faces, slack)
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
            rough = rough or Span(distance, vector(starts[index]), vector(ends[index]), pair, slack)
        elif not inward and span.distance <= CONTACT:
            touching.add(frozenset(pair))
        elif best is None or span.distance < best.distance:
            best = span
    # What could not be measured again says something new only where it is shorter beyond its error.
    return rough if rough and (best is None or rough.distance + rough.error < best.distance) else best
