"""Does a solid's surface run through itself? A deep check.

A point just inside a good solid is enclosed once. Where the surface runs through itself, some points are enclosed
twice: their generalised winding number is about 2. So points just inside the mesh of each solid are asked for their
winding number, deeper below the surface than the mesh is wrong; where it is over 1.5 they are suspects.

Two witnesses are asked about them. A mesh four times as fine comes first: the points lie twelve times as deep as it is
wrong, so that a yes of it stands. OCCT's own analysis (BOPAlgo) decides about the rest: it is exact, but took 98 s on
a coil that the winding number settles in one: a verdict would stay open for want of a witness that it does not need.

What it can miss: an intersection smaller than the depth of the points or between sampled points, one that encloses
nothing twice (a surface that only touches itself), and a spindle torus, whose inner part winds the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..records import CheckResult, Place
from ..shape.interference import interferes_with_itself
from ..shape.mesh import Mesh, Points
from .inspected import Inspected
from .registry import register
from .words import KEPT, number, where

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class WindingLimits:
    """How the winding number is sampled.

    Attributes:
        fraction: deflection of the mesh as a part of the diagonal; `finer` that of the mesh that confirms.
        offset: depth of the points below the surface, in deflections: deeper than the mesh is wrong.
        points: most points asked in all; of a finer mesh they are spread evenly over its triangles.
        suspects: most points that are asked again.
        winding: over this a point is enclosed twice (1 and 2 are the exact values).
    """

    fraction: float = 1e-3
    finer: float = 2.5e-4
    offset: float = 3.0
    points: int = 1200
    suspects: int = 30
    winding: float = 1.5


@register("self-intersection", WindingLimits, deep=True)
def self_intersection(inspected: Inspected, arguments: WindingLimits) -> CheckResult:
    """No solid's surface runs through itself (by winding numbers)."""
    depth = arguments.offset * arguments.fraction * inspected.diagonal
    limit = f"winding number at most {number(arguments.winding)}"
    meshes = inspected.meshes(arguments.fraction)
    share = max(200, arguments.points // len(meshes))
    largest = 0.0
    suspects: dict[int, tuple[Points, Numbers]] = {}
    for solid, mesh in enumerate(meshes, 1):
        if not len(mesh.triangles):
            continue
        points, faces = sample(mesh, depth, share)
        windings = winding_numbers(mesh, points)
        largest = max(largest, float(windings.max(initial=0.0)))
        hit = np.flatnonzero(windings > arguments.winding)[: arguments.suspects]
        if len(hit):
            suspects[solid] = points[hit], faces[hit]
    measured = f"winding number {number(round(largest, 2))}"
    if not suspects:
        return CheckResult("self-intersection", "pass", "no point is enclosed twice", measured, limit)
    finer = inspected.meshes(arguments.finer)
    confirmed = False
    places: list[Place] = []
    for solid, (points, faces) in suspects.items():
        twice = winding_numbers(finer[solid - 1], points) > arguments.winding
        confirmed = confirmed or bool(twice.any())
        for point, face in zip(points.tolist(), faces.tolist(), strict=True):
            if not any(place.entity == f"face {face}" for place in places):
                text = f"{inspected.solid_name(solid)} encloses this point twice"
                places.append(inspected.place("face", face, text, (point[0], point[1], point[2])))
    names = f"{inspected.solid_name(min(suspects))}, {where(places)}"
    if not confirmed:
        crossings = [interferes_with_itself(inspected.solids.FindKey(solid)) for solid in suspects]
        if None in crossings and True not in crossings:
            message = f"suspected to run through itself, and OCCT's analysis failed: {names}"
            return CheckResult("self-intersection", "warn", message, measured, limit, tuple(places[:KEPT]))
        confirmed = True in crossings
    if not confirmed:
        message = "no point is enclosed twice, by a finer mesh and OCCT's analysis of what was suspected"
        return CheckResult("self-intersection", "pass", message, measured, limit)
    message = f"the surface runs through itself: {names}"
    return CheckResult("self-intersection", "fail", message, measured, limit, tuple(places[:KEPT]))


def sample(mesh: Mesh, depth: float, most: int) -> tuple[Points, Numbers]:
    """Points below the middles of triangles, and the numbers of the faces above them."""
    step = max(1, -(-len(mesh.triangles) // most))
    corners = mesh.points[mesh.triangles[::step]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    good = lengths > 0
    inward = normals[good] / lengths[good, None]
    return corners[good].mean(axis=1) - depth * inward, mesh.faces[::step][good]


def winding_numbers(mesh: Mesh, points: Points) -> Points:
    """Generalised winding numbers of points: the solid angles of all triangles over 4π (Van Oosterom 1983)."""
    corners = mesh.points[mesh.triangles]
    result = np.empty(len(points))
    # Chunks of about 200,000 pairs stay in the processor's cache.
    chunk = max(1, 200_000 // max(1, len(corners)))
    for start in range(0, len(points), chunk):
        some = points[start : start + chunk]
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (
            tuple(corners[None, :, corner, axis] - some[:, axis, None] for axis in range(3)) for corner in range(3)
        )
        la, lb, lc = (np.sqrt(x * x + y * y + z * z) for x, y, z in ((ax, ay, az), (bx, by, bz), (cx, cy, cz)))
        triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
        below = la * lb * lc + (ax * bx + ay * by + az * bz) * lc
        below += (bx * cx + by * cy + bz * cz) * la + (cx * ax + cy * ay + cz * az) * lb
        result[start : start + chunk] = np.arctan2(triple, below).sum(axis=1) / (2 * np.pi)
    return result
