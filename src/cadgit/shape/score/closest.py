"""The closest point of a triangle mesh's *surface* to each of many points, in numpy.

A tree of boxes over triangles that were sorted along a space-filling curve. The triangles of the nearest of some
samples give each point a good bound; then all points go down level by level at once, with the boxes that may hold
something nearer. For 50,000 points and 4,800, 50,000 and 200,000 triangles it took 0.7, 1.3 and 1.9 s where libigl's
tree, in C++, took 0.1, 0.6 and 1.3 s: no reason to depend on it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from ..mesh import Numbers, Points, Triangles

#: Children of a box, and triangles of a box of the lowest level.
_ARITY = 4
#: Points on the surface among which the first, rough answer is looked up.
_SAMPLES = 20_000
#: Of these, how many are asked for their triangle's own distance.
_NEAR = 3
#: By what part of the distance the sample that is found may be farther away than the nearest one.
_ROUGHLY = 0.5
#: Points that are looked up together: the pairs of points and boxes must fit into memory.
_CHUNK = 4096
#: Distances that differ by no more are equal; a part of the largest coordinate.
_TIED = 1e-9
#: A bound from one formula and a distance from another differ by rounding; relative.
_ROUNDING = 1.0 + 1e-9


@dataclass(frozen=True, slots=True)
class Closest:
    """The closest points of a surface, one row for each point that was asked about.

    Attributes:
        distances: in mm.
        points: the closest points.
        triangles: the number of the triangle that each lies in.
        weights: barycentric coordinates there, one column for each corner.
        tied: the number of a point, for each triangle that is as close to it as the closest one, which is among them:
            those that meet at an edge, or lie on each other where two solids touch.
        tied_triangles, tied_weights: these triangles, and where in them.
    """

    distances: Points
    points: Points
    triangles: Numbers
    weights: Points
    tied: Numbers
    tied_triangles: Numbers
    tied_weights: Points


class Surface:
    """A mesh's surface, prepared to be asked for closest points.

    Args:
        points, triangles: as in `mesh.Mesh`; at least one triangle.
    """

    def __init__(self, points: Points, triangles: Triangles) -> None:
        corners = points[triangles]
        order = np.argsort(_along_curve(corners.mean(axis=1)), kind="stable")
        # The tree is complete: its last places are filled with the last triangle again.
        count = max(1, -(-len(order) // _ARITY)) * _ARITY
        self._order = np.concatenate([order, np.full(count - len(order), order[-1])])
        self._corners = corners[self._order]
        low, high = self._corners.min(axis=1), self._corners.max(axis=1)
        self._boxes = [(low, high)]
        while True:
            low, high = _grouped(low, np.minimum), _grouped(high, np.maximum)
            self._boxes.insert(0, (low, high))
            if len(low) <= _ARITY:
                break
        self._rounding = _TIED * float(np.abs(self._corners).max())
        samples, self._sampled = self._spread()
        self._samples = cKDTree(samples)

    def closest(self, points: Points) -> Closest:
        """The closest point of the surface to each point (n × 3)."""
        starts = range(0, len(points), _CHUNK) or (0,)
        found = [self._closest(points[start : start + _CHUNK], start) for start in starts]
        return Closest(*(np.concatenate([getattr(one, field.name) for one in found]) for field in fields(Closest)))

    def _closest(self, points: Points, start: int) -> Closest:
        bounds = self._first_bounds(points)
        who = np.arange(len(points))
        nodes = np.zeros(len(points), dtype=np.int64)
        for level, (low, high) in enumerate(self._boxes):
            who, nodes = _children(who, nodes, len(low), top=level == 0)
            near = _box_distance(points[who], low[nodes], high[nodes]) <= bounds[who]
            who, nodes = who[near], nodes[near]
        weights, nearest, squares = _on_triangles(points[who], self._corners[nodes])
        # The best of each point: sorted by point, then by distance; of equals the first in the tree.
        ranking = np.lexsort((nodes, squares, who))
        best = ranking[np.searchsorted(who[ranking], np.arange(len(points)))]
        distances = np.sqrt(squares[best])
        tied = squares <= ((distances + self._rounding) ** 2)[who]
        return Closest(
            distances,
            nearest[best],
            self._order[nodes[best]],
            weights[best],
            who[tied] + start,
            self._order[nodes[tied]],
            weights[tied],
        )

    def _first_bounds(self, points: Points) -> Points:
        """For each point the square of a distance within which there is something for sure."""
        # Only a bound is wanted: far from the surface, the nearest of all samples would be a long search.
        _, near = self._samples.query(points, k=_NEAR, eps=_ROUGHLY)
        places = self._sampled[near.reshape(-1)]
        _, _, squares = _on_triangles(np.repeat(points, _NEAR, axis=0), self._corners[places])
        nearest = np.sqrt(squares.reshape(-1, _NEAR).min(axis=1))
        bounds: Points = (nearest * _ROUNDING + 2.0 * self._rounding) ** 2
        return bounds

    def _spread(self) -> tuple[Points, Numbers]:
        """Points on the surface, close to each other wherever it is, and the places of their triangles."""
        a, b, c = self._corners.transpose(1, 0, 2)
        area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
        total = float(area.sum())
        rng = np.random.default_rng(0)
        picked = rng.choice(len(area), _SAMPLES, p=area / total) if total > 0 else np.zeros(0, dtype=np.int64)
        weights = rng.dirichlet((1.0, 1.0, 1.0), len(picked))
        inside = np.einsum("ij,ijk->ik", weights, self._corners[picked])
        return np.concatenate([(a + b + c) / 3.0, inside]), np.concatenate([np.arange(len(area)), picked])


def _grouped(values: Points, combine: np.ufunc) -> Points:
    """Every `_ARITY` rows combined into one."""
    result: Points = combine.reduceat(values, np.arange(0, len(values), _ARITY), axis=0)
    return result


def _children(who: Numbers, nodes: Numbers, count: int, *, top: bool) -> tuple[Numbers, Numbers]:
    """Pairs of a point and each child of its node; `count` is the number of nodes on the children's level."""
    width = count if top else _ARITY
    children = (nodes[:, None] * _ARITY + np.arange(width)).reshape(-1)
    pairs = np.repeat(who, width)
    there = children < count
    return pairs[there], children[there]


def _box_distance(points: Points, low: Points, high: Points) -> Points:
    """Squares of the distances from points to boxes, 0 inside."""
    outside = np.maximum(np.maximum(low - points, points - high), 0.0)
    result: Points = np.einsum("...i,...i->...", outside, outside)
    return result


def _on_triangles(points: Points, corners: Points) -> tuple[Points, Points, Points]:
    """Barycentric weights, closest point and squared distance of the n-th point on the n-th triangle.

    After Ericson, *Real-Time Collision Detection* (2005), 5.1.5: the region of the triangle's plane decides. A triangle
    without area is its longest edges.
    """
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    ab, ac, ap, bp, cp = b - a, c - a, points - a, points - b, points - c
    d1, d2 = _dot(ab, ap), _dot(ac, ap)
    d3, d4 = _dot(ab, bp), _dot(ac, bp)
    d5, d6 = _dot(ab, cp), _dot(ac, cp)
    va, vb, vc = d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2
    total = va + vb + vc
    with np.errstate(divide="ignore", invalid="ignore"):
        v, w = vb / total, vc / total
        on_ab = _fraction(d1, d1 - d3)
        on_ac = _fraction(d2, d2 - d6)
        on_bc = _fraction(d4 - d3, (d4 - d3) + (d5 - d6))
    zero, one = np.zeros_like(d1), np.ones_like(d1)
    conditions = [
        (d1 <= 0) & (d2 <= 0),
        (d3 >= 0) & (d4 <= d3),
        (d6 >= 0) & (d5 <= d6),
        (vc <= 0) & (d1 >= 0) & (d3 <= 0),
        (vb <= 0) & (d2 >= 0) & (d6 <= 0),
        (va <= 0) & (d4 >= d3) & (d5 >= d6),
    ]
    v = np.select(conditions, [zero, one, zero, on_ab, zero, 1.0 - on_bc], v)
    w = np.select(conditions, [zero, zero, one, zero, on_ac, on_bc], w)
    weights = np.stack([1.0 - v - w, v, w], axis=1)
    nearest = a + v[:, None] * ab + w[:, None] * ac
    away = points - nearest
    return weights, nearest, _dot(away, away)


def _fraction(part: Points, whole: Points) -> Points:
    result: Points = np.where(whole != 0, part / whole, 0.0)
    return result


def _dot(a: Points, b: Points) -> Points:
    result: Points = np.einsum("ij,ij->i", a, b)
    return result


def _along_curve(points: Points) -> NDArray[np.uint64]:
    """Places along a Z-order curve: the bits of the three coordinates, interleaved (Morton, 1966)."""
    low = points.min(axis=0)
    extent = float((points.max(axis=0) - low).max()) or 1.0
    cells = ((points - low) / extent * (2**21 - 1)).astype(np.uint64)
    codes = np.zeros(len(points), dtype=np.uint64)
    for axis in range(3):
        codes |= _spread(cells[:, axis]) << np.uint64(axis)
    return codes


def _spread(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """21 bits, with two zeros behind each."""
    for shift, mask in (
        (32, 0x1F00000000FFFF),
        (16, 0x1F0000FF0000FF),
        (8, 0x100F00F00F00F00F),
        (4, 0x10C30C30C30C30C3),
        (2, 0x1249249249249249),
    ):
        x = (x | (x << np.uint64(shift))) & np.uint64(mask)
    return x
