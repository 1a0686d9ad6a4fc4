"""The ghost of an earlier result over a later one: its edges, what was added in green, what was removed in red."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from .change_facets import ADDED, REMOVED, change_facets
from .changes import FRACTION, Method
from .measure import bounding_box
from .render.facets import Facets, NothingToSee, facets_of
from .viewed import Table, instance, leaf, root

#: The tree's root: the page knows the ghost's parts by it.
ROOT = "last version"
#: Of the edges: they are seen on light and on dark.
_LINE = (0.55, 0.45, 0.85, 1.0)


def ghost(first: Any, second: Any, method: Method | None) -> Table:
    """The ghost of `first` over `second`, as `viewed` describes a model; without volumes where `method` is None.

    Raises:
        NothingToSee: the earlier result is empty, or has no finite size.
        ChangesError: the Boolean failed, or a mesh does not close.
    """
    box = bounding_box(first)
    if box is None:
        raise NothingToSee("the earlier result has no finite size, so there is nothing to see")
    instances = [_edges(facets_of(first, None, 5 * FRACTION))]
    parts = [leaf("edges", f"/{ROOT}/edges", "edges", 0, _LINE)]
    facets = change_facets(first, second, method) if method else None
    for name, color in (("added", ADDED), ("removed", REMOVED)):
        owners = [i for i, body in enumerate(facets.bodies) if body.color == color] if facets else []
        triangles = facets.triangles[np.isin(facets.owners, owners)] if facets else np.zeros((0, 3))
        if facets and len(triangles):
            instances.append(_volume(facets, triangles))
            parts.append(leaf(name, f"/{ROOT}/{name}", "solid", len(instances) - 1, (*color[:3], 0.6)))
    return {"shapes": root(ROOT, parts, box), "instances": instances, "faces": {}, "edges": {}, "solids": {}}


def _edges(facets: Facets) -> Table:
    path = facets.path + facets.centre
    starts = facets.starts
    whole = [path[a:b] for a, b in pairwise(starts) if b - a > 1]
    segments = [np.stack([line[:-1], line[1:]], axis=1).reshape(-1) for line in whole]
    return instance(
        edges=np.concatenate(segments) if segments else np.zeros(0),
        segments_per_edge=[len(line) - 1 for line in whole],
        edge_types=[0] * len(whole),
    )


def _volume(facets: Facets, triangles: Any) -> Table:
    used, numbers = np.unique(triangles, return_inverse=True)
    return instance(
        vertices=facets.points[used] + facets.centre,
        normals=facets.normals[used],
        triangles=numbers.astype(np.int32),
        triangles_per_face=[len(triangles)],
        face_types=[0],
    )
