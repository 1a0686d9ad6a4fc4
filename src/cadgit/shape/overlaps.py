"""What solids share: by their meshes, and exactly where that matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..records import Vector
from .bodies import body_of
from .booleans import common
from .measure import area_of, place_of, volume_of
from .mesh import Mesh

#: Bodies of `manifold3d` by number; None for a mesh that is none.
Bodies = Mapping[int, Any]


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two solids, by number, and what they share: volume in mm³, mean depth in mm, and a point in it."""

    first: int
    second: int
    volume: float
    depth: float
    point: Vector | None


def neighbours(meshes: Sequence[Mesh], margin: float) -> list[tuple[int, int]]:
    """Pairs of solids, by number, whose boxes overlap: a sweep along x, then y and z."""
    present = [number for number, mesh in enumerate(meshes, 1) if len(mesh.points)]
    if not present:
        return []
    low = np.array([meshes[number - 1].points.min(axis=0) for number in present]) - margin
    high = np.array([meshes[number - 1].points.max(axis=0) for number in present]) + margin
    order = np.argsort(low[:, 0], kind="stable")
    starts = low[order, 0]
    pairs = []
    for position, i in enumerate(order):
        last = int(np.searchsorted(starts, high[i, 0], side="right"))
        others = order[position + 1 : last]
        hit = ((low[others] <= high[i]) & (high[others] >= low[i])).all(axis=1)
        pairs += [tuple(sorted((present[i], present[j]))) for j in others[hit]]
    return sorted((first, second) for first, second in pairs)


def bodies_of(meshes: Sequence[Mesh], pairs: Iterable[tuple[int, int]]) -> Bodies:
    """The bodies of all solids that are in a pair, by number."""
    return {solid: body_of(meshes[solid - 1]) for solid in sorted({solid for pair in pairs for solid in pair})}


def shared(solids: Any, meshes: Bodies, first: int, second: int, near: tuple[float, float]) -> Overlap | None:
    """What two solids share, or None when it cannot be found out.

    Args:
        solids: the `shape_map` of the solids that the numbers mean.
        meshes: the bodies of both, by number.
        near: depths in mm between which the exact Boolean decides.
    """
    a, b = meshes[first], meshes[second]
    by_mesh: Overlap | None = None
    if a is not None and b is not None:
        body = a ^ b
        volume, area = body.volume(), body.surface_area()
        if body.is_empty() or volume <= 0 or area <= 0:
            return Overlap(first, second, 0.0, 0.0, None)
        depth = 2 * volume / area
        low, high = np.array(body.bounding_box()).reshape(2, 3)
        x, y, z = ((low + high) / 2).tolist()
        by_mesh = Overlap(first, second, volume, depth, (x, y, z))
        if not near[0] < depth < near[1]:
            return by_mesh
    shape = common([solids.FindKey(first)], [solids.FindKey(second)])
    if shape is None:
        # Near the threshold the mesh's answer still stands; without a mesh there is none.
        return by_mesh
    volume, area = volume_of(shape).size, area_of(shape).size
    if volume <= 0 or area <= 0:
        return Overlap(first, second, 0.0, 0.0, None)
    return Overlap(first, second, volume, 2 * volume / area, place_of(shape))
