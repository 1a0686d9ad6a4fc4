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


def smallest_wall(meshes: Sequence[Mesh], faces: Any, deflection: float, *, only: int = 0) -> Span | None:
    """The smallest wall of any solid, or None where no two faces of a solid oppose each other.

    Args:
        meshes: one for each solid, without missing faces.
        faces: the `shape_map` of the faces that the meshes number.
        deflection: of the meshes, in mm.
        only: number of the face that walls begin at; 0 for any.
    """
    starts = [_part(mesh, only) if only else mesh for mesh in meshes]
    there = [index for index, start in enumerate(starts) if area(start) > 0]
    shooters = [
        _Shooter(samples, Rays(meshes[index].points[meshes[index].triangles]), meshes[index].faces)
        for index, samples in zip(there, sample([starts[index] for index in there]), strict=True)
    ]
    return _Search(shooters, ExactRays(faces, 2 * deflection), inward=True).smallest()


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
    shooters = [_Shooter(samples, rays, numbers) for samples in sample(meshes)]
    return _Search(shooters, ExactRays(faces, 2 * deflection), inward=False).smallest()


def _part(mesh: Mesh, face: int) -> Mesh:
    """The triangles of one face."""
    own = mesh.faces == face
    return Mesh(mesh.points, mesh.triangles[own], mesh.faces[own])


@dataclass(frozen=True, slots=True)
class _Shots:
    """Rays that arrived at an opposite face: both ends in mm, numbers of both faces, distances in mm."""

    starts: Points
    ends: Points
    faces: Numbers
    distances: Points


@dataclass(frozen=True, slots=True)
class _Shooter:
    """Where rays start, what they are sent against, and the numbers of its triangles' faces."""

    samples: Samples
    rays: Rays
    numbers: Numbers

    def shoot(self, reach: float, *, inward: bool) -> _Shots:
        """Send a ray from each sample, as far as `reach` (mm)."""
        directions = -self.samples.normals if inward else self.samples.normals
        distances, hit = self.rays.first_hits(self.samples.points, directions, reach)
        turn = np.einsum("ij,ij->i", directions, self.rays.normals[hit]) * (1 if inward else -1)
        arrived = np.flatnonzero((hit >= 0) & (turn >= math.cos(math.radians(OPPOSED))))
        starts, distances = self.samples.points[arrived], distances[arrived]
        pairs = np.column_stack([self.samples.faces[arrived], self.numbers[hit[arrived]]])
        return _Shots(starts, starts + distances[:, None] * directions[arrived], pairs, distances)


class _Search:
    """The search for the smallest wall (inward) or gap."""

    def __init__(self, shooters: Sequence[_Shooter], exact: ExactRays, *, inward: bool) -> None:
        self._shooters = shooters
        self._exact = exact
        self._inward = inward
        self._touching: set[frozenset[int]] = set()

    def smallest(self) -> Span | None:
        """The shortest span of all; short rays first, because they meet few boxes, and mostly they are enough."""
        size = max((shooter.rays.size for shooter in self._shooters), default=0.0)
        reach = size / 64
        while self._shooters:
            found = self._shortest([shooter.shoot(reach, inward=self._inward) for shooter in self._shooters])
            if reach >= size or (found is not None and found.distance <= reach):
                return found
            reach *= 8
        return None

    def _shortest(self, shots: Sequence[_Shots]) -> Span | None:
        """The shortest span of some rays, measured again where it can be."""
        starts, ends = np.concatenate([s.starts for s in shots]), np.concatenate([s.ends for s in shots])
        pairs, distances = np.concatenate([s.faces for s in shots]), np.concatenate([s.distances for s in shots])
        rays: dict[tuple[int, int], list[int]] = {}
        for index in np.argsort(distances, kind="stable").tolist():
            of_pair = rays.setdefault((int(pairs[index, 0]), int(pairs[index, 1])), [])
            if len(of_pair) < _PER_PAIR:
                of_pair.append(index)
        best: Span | None = None
        rough: Span | None = None
        measured = 0
        for pair, indices in rays.items():  # the pair with the shortest ray first
            first, slack = indices[0], self._exact.slack
            if best is not None and (measured >= _PAIRS or distances[first] - slack > _WORTH * best.distance):
                break
            if frozenset(pair) in self._touching:
                continue
            spans = [self._exact.measure(starts[i], ends[i], pair, inward=self._inward) for i in indices]
            if not any(spans):
                rough = rough or Span(float(distances[first]), vector(starts[first]), vector(ends[first]), pair, slack)
                continue
            span = self._followed(pair, [span for span in spans if span])
            if span is None:
                continue
            measured += 1
            if best is None or span.distance < best.distance:
                best = span
        # What could not be measured again says something new only where it is shorter beyond its error.
        return rough if rough and (best is None or rough.distance + rough.error < best.distance) else best

    def _followed(self, pair: tuple[int, int], spans: list[Span]) -> Span | None:
        """The shortest of some spans between two faces, followed to where it is shortest; None for no wall or gap."""
        # A ray that ended beside its face, on one that touches, says nothing of the two.
        spans = [span for span in spans if span.faces == pair or not self._is_contact(span)]
        span = min(spans, key=lambda span: span.distance, default=None)
        if span is None or math.isinf(span.distance):
            return None
        end = self._exact.shorten(span, inward=self._inward)
        if not self._is_contact(end):
            return end
        if end.faces != pair:
            return span
        self._touching.add(frozenset(pair))
        return None

    def _is_contact(self, span: Span) -> bool:
        return not self._inward and span.distance <= CONTACT
