"""What a picture shows of a change: what stayed in grey, what was added in green, what was removed in red."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..records import ManifestNode
from .booleans import parted
from .brep import SOLID, compound, uses
from .changes import FRACTION, ChangesError, Method
from .differences import Body as MeshedBody
from .measure import bounding_box, diagonal
from .render.facets import Body, Color, Facets, facets_of
from .score.closest import Surface

#: Red, green, blue and opacity. What stayed is translucent: many changes, such as a hole, lie inside of it.
KEPT: Color = (0.72, 0.72, 0.74, 0.45)
ADDED: Color = (0.13, 0.62, 0.25, 1.0)
REMOVED: Color = (0.83, 0.15, 0.18, 1.0)


def change_facets(first: Any, second: Any, method: Method) -> Facets:
    """The facets of what stayed, what was added and what was removed between two shapes with solids.

    Raises:
        ChangesError: there is no solid, the Boolean failed, or a mesh does not close.
        NothingToSee: the shapes have no finite size.
    """
    solids = [uses(shape, SOLID) for shape in (first, second)]
    if not all(solids):
        raise ChangesError("a change is drawn between solids only")
    return _without_coincident(_exact(*solids) if method == "exact" else _by_mesh(*solids))


def _without_coincident(facets: Facets) -> Facets:
    """Without what of the kept surface lies on a changed one: of two surfaces in one place either is seen by chance."""
    kept = np.array([body.color == KEPT for body in facets.bodies])[facets.owners]
    if kept.all() or not kept.any():
        return facets
    changed = Surface(facets.points.astype(np.float64), facets.triangles[~kept].astype(np.int64))
    middles = facets.corners[kept].mean(axis=1).astype(np.float64)
    near = changed.closest(middles).distances <= 2.0 * FRACTION * float(np.linalg.norm(np.ptp(facets.points, axis=0)))
    seen = ~kept
    seen[np.flatnonzero(kept)[~near]] = True
    return replace(facets, triangles=facets.triangles[seen], faces=facets.faces[seen], owners=facets.owners[seen])


def _exact(first: list[Any], second: list[Any]) -> Facets:
    found = parted(first, second)
    if found is None:
        raise ChangesError("the exact Boolean failed")
    shapes = ((found.common, KEPT), (found.second, ADDED), (found.first, REMOVED))
    shown = [(shape, color) for shape, color in shapes if uses(shape, SOLID)]
    manifest = ManifestNode(children=tuple(ManifestNode(color=color) for _, color in shown))
    return facets_of(compound([shape for shape, _ in shown]), manifest, FRACTION)


def _by_mesh(first: list[Any], second: list[Any]) -> Facets:
    box = bounding_box(compound([*first, *second]))
    if box is None:
        raise ChangesError("a shape has no finite size")
    before, after = (MeshedBody(solids, FRACTION * diagonal(box)).mesh for solids in (first, second))
    if before is None or after is None:
        raise ChangesError("a mesh does not close")
    bodies = ((before ^ after, KEPT), (after - before, ADDED), (before - after, REMOVED))
    shown = [(body.to_mesh64(), color) for body, color in bodies if not body.is_empty()]
    # Each triangle has corners of its own, with its own normal: what a Boolean left knows no surfaces.
    corners = [np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)] for mesh, _ in shown]
    points = np.concatenate([those.reshape(-1, 3) for those in corners])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    a, b, c = (points - middle).reshape(-1, 3, 3).transpose(1, 0, 2)
    crossed = np.cross(b - a, c - a)
    lengths = np.linalg.norm(crossed, axis=1, keepdims=True)
    normals = np.divide(crossed, lengths, out=np.zeros_like(crossed), where=lengths > 0)
    count = len(normals)
    empty = np.zeros(0, dtype=np.int32)
    return Facets(
        points=(points - middle).astype(np.float32),
        normals=np.repeat(normals, 3, axis=0).astype(np.float32),
        triangles=np.arange(3 * count, dtype=np.int32).reshape(-1, 3),
        faces=np.ones(count, dtype=np.int32),
        owners=np.concatenate([np.full(len(those), i, dtype=np.int32) for i, those in enumerate(corners)]),
        path=np.zeros((0, 3), dtype=np.float32),
        starts=np.zeros(1, dtype=np.int32),
        smooth=np.zeros(0, dtype=bool),
        path_owners=empty,
        bodies=tuple(Body("", color) for _, color in shown),
        centre=middle,
    )
