"""Points on the surface of meshes, as dense as the area is, and the same ones each time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .mesh import Mesh

#: How many points in all, and how many on each face at least.
SAMPLES = 20_000
PER_FACE = 4

#: About how many points beside them, near the corners of triangles: what changes along a face is extreme at its ends.
AT_CORNERS = 6_000

SEED = 0

_CORNER = 2e-4  # how far from a triangle's corner such a point is, as a part of the way to its middle


def sample(meshes: Sequence[Mesh]) -> list[Samples]:
    """Points on each mesh (which has an area), shared out by area."""
    areas = [area(mesh) for mesh in meshes]
    total = math.fsum(areas)
    return [Samples(mesh, share / total) for mesh, share in zip(meshes, areas, strict=True)]


def area(mesh: Mesh) -> float:
    """The area of a mesh in mm²."""
    a, b, c = mesh.points[mesh.triangles.T]
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


class Samples:
    """Points on a mesh.

    Args:
        share: the part of all points that this mesh gets.

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
