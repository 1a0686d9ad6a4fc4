"""Do two surfaces lie on each other? Precision, recall and F1 of samples, and the largest deviation."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...records import Deviation, SurfaceFit
from ..mesh import Numbers, Points
from .meshed import Meshed, Samples

#: Largest angle between the normals of surfaces that agree, in degrees.
MAX_ANGLE = 20.0


@dataclass(frozen=True, slots=True)
class Fits:
    """Both F1, with vertices' and with facets' normals, and the largest deviation."""

    surface: SurfaceFit
    facets: SurfaceFit
    deviation: Deviation


def fits(candidate: Meshed, reference: Meshed, tolerance: float, count: int, seed: int) -> Fits:
    """Compare two surfaces by samples of both, each against the closest point of the other surface.

    Args:
        tolerance: distance in mm within which they agree.
        count: samples on each surface.
    """
    forth = _look(candidate.sample(count, seed), reference, tolerance)
    back = _look(reference.sample(count, seed), candidate, tolerance)
    # A surface is farthest from another in a corner more often than not, and samples miss those.
    places = [
        *((one.distance, one.point, on) for one, on in ((forth, "candidate"), (back, "reference"))),
        (*_farthest(candidate.points, reference), "candidate"),
        (*_farthest(reference.points, candidate), "reference"),
    ]
    distance, point, on = max(places, key=lambda place: place[0])
    x, y, z = point.tolist()
    return Fits(
        _f1(forth.hits, back.hits),
        _f1(forth.facet_hits, back.facet_hits),
        Deviation(distance, (x, y, z), "candidate" if on == "candidate" else "reference"),
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """Which part of the samples agrees (by both kinds of normals), and the sample that is farthest away."""

    hits: float
    facet_hits: float
    distance: float
    point: Points


def _look(samples: Samples, other: Meshed, tolerance: float) -> _Seen:
    found = other.surface.closest(samples.points)
    near = found.distances <= tolerance
    # Of triangles that are equally close, one that agrees is enough: which of them is the closest is rounding.
    normals = other.normals_at(found.tied_triangles, found.tied_weights)
    facets = other.facet_normals[found.tied_triangles]
    worst = int(found.distances.argmax())
    return _Seen(
        float((near & _agree(samples.normals, normals, found.tied)).mean()),
        float((near & _agree(samples.facet_normals, facets, found.tied)).mean()),
        float(found.distances[worst]),
        samples.points[worst],
    )


def _farthest(points: Points, other: Meshed) -> tuple[float, Points]:
    distances = other.surface.closest(points).distances
    worst = int(distances.argmax())
    return float(distances[worst]), points[worst]


def _agree(normals: Points, others: Points, of: Numbers) -> NDArray[np.bool_]:
    """For each normal, whether one of the others is within the angle; `of` says which normal each other belongs to."""
    same = np.abs(np.einsum("ij,ij->i", normals[of], others)) > math.cos(math.radians(MAX_ANGLE))
    result = np.zeros(len(normals), dtype=bool)
    result[of[same]] = True
    return result


def _f1(precision: float, recall: float) -> SurfaceFit:
    both = precision + recall
    return SurfaceFit(precision, recall, 2.0 * precision * recall / both if both else 0.0)
