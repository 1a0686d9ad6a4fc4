"""Does a solid's surface run through itself? A deep check.

A point just inside a good solid is enclosed once. Where the surface runs through itself, some points are enclosed
twice: their generalised winding number is about 2. So points just inside the mesh of each solid are asked for their
winding number; where it is over 1.5 the faces concerned are suspects, and OCCT's own analysis of arguments confirms
(alone it took 98 s on a coil that the winding number settles in a second).

What it can miss: an intersection smaller than the mesh or between sampled points, one that encloses nothing twice
(a surface that only touches itself), and a spindle torus, whose inner part winds the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from OCP.BOPAlgo import BOPAlgo_ArgumentAnalyzer

from ..records import CheckResult
from ..shape.mesh import Mesh
from .inspected import Inspected
from .registry import register
from .words import KEPT, count, number, where


@dataclass(frozen=True, slots=True)
class WindingLimits:
    """How the winding number is sampled.

    Attributes:
        fraction: deflection of the mesh as a part of the diagonal.
        offset: depth of the points below the surface, in deflections: deeper than the mesh is wrong.
        points: most points asked for one solid; of a finer mesh the points are spread evenly over its triangles.
        winding: over this a point is enclosed twice (1 and 2 are the exact values).
    """

    fraction: float = 1e-3
    offset: float = 3.0
    points: int = 4000
    winding: float = 1.5


@register("self-intersection", WindingLimits, deep=True)
def self_intersection(inspected: Inspected, arguments: WindingLimits) -> CheckResult:
    """No solid's surface runs through itself (by winding numbers, confirmed by OCCT's argument analysis)."""
    depth = arguments.offset * arguments.fraction * inspected.diagonal
    limit = f"winding number at most {number(arguments.winding)}"
    largest = 0.0
    suspects: list[tuple[int, list[int]]] = []
    for solid, mesh in enumerate(inspected.meshes(arguments.fraction), 1):
        if not len(mesh.triangles):
            continue
        points, faces = sample(mesh, depth, arguments.points)
        windings = winding_numbers(mesh, points)
        largest = max(largest, float(windings.max(initial=0.0)))
        hit = windings > arguments.winding
        if hit.any():
            suspects.append((solid, sorted({int(face) for face in faces[hit]})))
    measured = f"winding number {number(round(largest, 3))}"
    if not suspects:
        return CheckResult("self-intersection", "pass", "no point is enclosed twice", measured, limit)
    solid, faces_hit = suspects[0]
    places = inspected.places("face", faces_hit[:KEPT], "encloses points that another face encloses too")
    names = f"{inspected.solid_name(solid)}, {count(len(faces_hit), 'face')} ({where(places)})"
    if any(_confirmed(inspected.solids.FindKey(suspect)) for suspect, _ in suspects):
        message = f"the surface runs through itself: {names}"
        return CheckResult("self-intersection", "fail", message, measured, limit, places)
    message = f"the surface may run through itself, which OCCT's analysis does not confirm: {names}"
    return CheckResult("self-intersection", "warn", message, measured, limit, places)


def sample(mesh: Mesh, depth: float, most: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Points below the middles of triangles, and the numbers of the faces above them."""
    step = max(1, -(-len(mesh.triangles) // most))
    corners = mesh.points[mesh.triangles[::step]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    good = lengths > 0
    inward = normals[good] / lengths[good, None]
    return corners[good].mean(axis=1) - depth * inward, mesh.faces[::step][good]


def winding_numbers(mesh: Mesh, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Generalised winding numbers of points: the solid angles of all triangles over 4π (Van Oosterom, Strackee 1983)."""
    corners = mesh.points[mesh.triangles]
    result = np.empty(len(points))
    # Chunks of about 2 million pairs keep this under 300 MB.
    chunk = max(1, 2_000_000 // max(1, len(corners)))
    for start in range(0, len(points), chunk):
        seen = corners[None] - points[start : start + chunk, None, None]
        a, b, c = seen[:, :, 0], seen[:, :, 1], seen[:, :, 2]
        la, lb, lc = (np.sqrt(np.einsum("ijk,ijk->ij", v, v)) for v in (a, b, c))
        ab, bc, ca = (np.einsum("ijk,ijk->ij", u, v) for u, v in ((a, b), (b, c), (c, a)))
        triple = np.einsum("ijk,ijk->ij", a, np.cross(b, c))
        angles = 2 * np.arctan2(triple, la * lb * lc + ab * lc + bc * la + ca * lb)
        result[start : start + chunk] = angles.sum(axis=1) / (4 * np.pi)
    return result


def _confirmed(solid: object) -> bool:
    analyzer = BOPAlgo_ArgumentAnalyzer()
    analyzer.SetShape1(solid)
    for mode in ("ArgumentTypeMode", "SmallEdgeMode", "RebuildFaceMode", "TangentMode", "MergeVertexMode"):
        setattr(analyzer, mode, False)
    for mode in ("MergeEdgeMode", "ContinuityMode", "CurveOnSurfaceMode"):
        setattr(analyzer, mode, False)
    analyzer.SelfInterMode = True
    analyzer.StopOnFirstFaulty = True
    analyzer.SetRunParallel(False)
    analyzer.Perform()
    return bool(analyzer.HasFaulty())
