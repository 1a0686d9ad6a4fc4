"""Solids of one wall thickness: shells, folded sheets, plates.

Rays go inward from points all over a solid's mesh. Its wall has one thickness when most of its area has an opposite
face at one distance, parallel to within `PARALLEL`, and when that much area at that thickness makes up its volume (a
cube's faces lie opposite each other too, but it is no wall). The thickness itself is measured between the exact faces.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np

from ...records.features import WallThickness
from ..measure import area_of, volume_of
from ..mesh import mesh_of, triangulate
from ..rays import Rays
from ..samples import area, sample
from ..spans import ExactRays

#: Deflection of the mesh, as a part of the diagonal: that of the spec's checks of walls.
FRACTION = 2e-4

#: Part of a solid's area that has its opposite face at the wall's thickness, at least: the rest are rims and cut-outs.
SHARE = 0.75

#: Largest angle in degrees between opposite faces.
PARALLEL = 3.0

#: How far the volume may be from area times thickness, as a part of it: corners count twice, or not at all.
_BODY = 0.25

_TRIES = 5  # rays between two faces that are measured exactly


def wall(solid: Any, number: int, numbers: Any, diagonal: float, name: str) -> WallThickness | None:
    """The thickness of a solid's wall, where it is the same nearly all over; else None.

    Args:
        number: of the solid.
        numbers: the `shape_map` of the result's faces.
        diagonal: of the result's bounding box, in mm.
    """
    deflection = FRACTION * diagonal
    triangulate(solid, deflection)
    mesh = mesh_of(solid, numbers)
    if mesh.missing or area(mesh) <= 0:
        return None
    samples = sample([mesh])[0]
    rays = Rays(mesh.points[mesh.triangles])
    distances, hit = rays.first_hits(samples.points, -samples.normals, rays.size)
    turn = -np.einsum("ij,ij->i", samples.normals, rays.normals[hit])
    opposite = (hit >= 0) & (turn >= math.cos(math.radians(PARALLEL)))
    if not opposite.any():
        return None
    rough, slack = _commonest(np.sort(distances[opposite]), 4 * deflection)
    at_it = opposite & (np.abs(distances - rough) <= slack)
    share = float(at_it.sum() / len(distances))
    size, surface = volume_of(solid).size, area_of(solid).size
    if share < SHARE or abs(share * surface * rough / 2 - size) > _BODY * size:
        return None
    chosen = np.flatnonzero(at_it)
    pairs = np.column_stack([samples.faces[chosen], mesh.faces[hit[chosen]]])
    commonest = Counter(map(tuple, pairs.tolist())).most_common(1)[0][0]
    exact = ExactRays(numbers, 2 * deflection)
    for index in chosen[(pairs == commonest).all(axis=1)][:_TRIES].tolist():
        start = samples.points[index]
        end = start - distances[index] * samples.normals[index]
        span = exact.measure(start, end, (int(commonest[0]), int(commonest[1])), inward=True)
        if span is not None and abs(span.distance - rough) <= slack:
            faces = tuple(sorted(set(pairs.ravel().tolist())))
            return WallThickness(name, number, span.distance, share, faces)
    return None


def _commonest(ordered: Any, slack: float) -> tuple[float, float]:
    """The distance that the most others are close to, and how close that is."""
    reach = np.searchsorted(ordered, ordered + 2 * slack, side="right") - np.arange(len(ordered))
    first = int(np.argmax(reach))
    return float(np.median(ordered[first : first + int(reach[first])])), slack
