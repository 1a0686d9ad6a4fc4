"""Betti numbers of solids, counted on their meshes, and how well two sets of them agree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ...records import Betti
from ..mesh import Mesh


def betti(meshes: Sequence[Mesh]) -> Betti:
    """Betti numbers of solids that are taken for separate pieces, each with a welded mesh.

    A closed surface that points outward is a piece, one that points inward a cavity. With χ of the surfaces, which is
    twice that of the body, b1 = b0 + b2 − χ/2.
    """
    pieces = cavities = euler = 0
    for mesh in meshes:
        if not len(mesh.triangles):
            continue
        used, triangles = np.unique(mesh.triangles, return_inverse=True)
        triangles = triangles.reshape(-1, 3)
        sides = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
        edges = np.unique(np.sort(sides, axis=1), axis=0)
        euler += len(used) - len(edges) + len(triangles)
        graph = coo_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(len(used), len(used)))
        count, labels = connected_components(graph, directed=False)
        a, b, c = (mesh.points[used] - mesh.points.mean(axis=0))[triangles].transpose(1, 0, 2)
        volumes = np.einsum("ij,ij->i", a, np.cross(b, c))
        enclosed = np.bincount(labels[triangles[:, 0]], weights=volumes, minlength=count)
        pieces += int((enclosed > 0).sum())
        cavities += int((enclosed <= 0).sum())
    return Betti(pieces, max(0, pieces + cavities - euler // 2), cavities)


def agreement(a: Betti, b: Betti) -> float:
    """From 0 to 1: the product over the Betti numbers of ((smaller + 1) / (larger + 1))²."""
    result = 1.0
    for x, y in ((a.pieces, b.pieces), (a.tunnels, b.tunnels), (a.cavities, b.cavities)):
        result *= ((min(x, y) + 1) / (max(x, y) + 1)) ** 2
    return result
