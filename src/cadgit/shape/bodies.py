"""Meshes as bodies for `manifold3d`, whose Booleans are exact on meshes and take milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import manifold3d
import numpy as np

from .mesh import Mesh


def body_of(mesh: Mesh) -> Any:
    """The mesh as a `manifold3d.Manifold`, or None where that library does not accept it as the boundary of a body."""
    if mesh.missing or not len(mesh.triangles):
        return None
    body = manifold3d.Manifold(
        manifold3d.Mesh64(np.ascontiguousarray(mesh.points), np.ascontiguousarray(mesh.triangles.astype(np.uint64)))
    )
    return body if body.status() == manifold3d.Error.NoError else None


def union_of(bodies: Sequence[Any]) -> Any:
    """All bodies as one, empty if there are none."""
    return manifold3d.Manifold.batch_boolean(list(bodies), manifold3d.OpType.Add)
