"""A shape's solids as one mesh with normals, from which points can be sampled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..bodies import body_of
from ..brep import FACE, SOLID, compound, shape_map, uses
from ..mesh import Mesh, Numbers, Points, Triangles, mesh_of, triangulate
from .closest import Surface


@dataclass(frozen=True, slots=True)
class Samples:
    """Points on a surface, with the normals there: interpolated between vertices, and those of the facets."""

    points: Points
    normals: Points
    facet_normals: Points


class Meshed:
    """The meshes of some solids: each by itself, as a body, and all together, as a surface.

    Args:
        meshes: one for each solid; at least one triangle in all.
        whole: all of them welded by topology, so that solids which share an edge share its vertices.
    """

    def __init__(self, meshes: Sequence[Mesh], whole: Mesh) -> None:
        self.meshes = tuple(meshes)
        self._whole = whole
        self.points: Points = whole.points
        self.triangles: Triangles = whole.triangles

    def moved(self, rotation: Points, translation: Points) -> Meshed:
        """The same meshes elsewhere: ``rotation @ point + translation`` for each point."""
        whole, *meshes = (
            replace(mesh, points=mesh.points @ rotation.T + translation) for mesh in (self._whole, *self.meshes)
        )
        return Meshed(meshes, whole)

    @cached_property
    def body(self) -> Any:
        """The union of the solids as a `manifold3d.Manifold`, or None where a mesh does not close."""
        bodies = [body_of(mesh) for mesh in self.meshes]
        return None if None in bodies else sum(bodies[1:], bodies[0])

    @cached_property
    def surface(self) -> Surface:
        """The surface, to be asked for closest points."""
        return Surface(self.points, self.triangles)

    def sample(self, count: int, seed: int) -> Samples:
        """Points spread over the surface by area."""
        rng = np.random.default_rng(seed)
        ends = np.cumsum(np.linalg.norm(self._crossed, axis=1))
        picked = np.searchsorted(ends, rng.random(count) * ends[-1], side="right")
        picked = np.minimum(picked, len(ends) - 1)
        # Uniform over a triangle: Turk, in Graphics Gems (1990).
        root, along = np.sqrt(rng.random(count)), rng.random(count)
        weights = np.stack([1.0 - root, root * (1.0 - along), root * along], axis=1)
        corners = self.points[self.triangles[picked]]
        return Samples(
            np.einsum("ij,ijk->ik", weights, corners), self.normals_at(picked, weights), self.facet_normals[picked]
        )

    def normals_at(self, triangles: Numbers, weights: Points) -> Points:
        """Unit normals at points of triangles, interpolated between those of the vertices."""
        corners = self._vertex_normals[self.triangles[triangles]]
        return _unit(np.einsum("ij,ijk->ik", weights, corners))

    @cached_property
    def facet_normals(self) -> Points:
        """Unit normals of the triangles (zero for one without area)."""
        return _unit(self._crossed)

    @cached_property
    def _crossed(self) -> Points:
        """Normals of the triangles, as long as twice their area."""
        a, b, c = self.points[self.triangles].transpose(1, 0, 2)
        crossed: Points = np.cross(b - a, c - a)
        return crossed

    @cached_property
    def _vertex_normals(self) -> Points:
        """Unit normals of the vertices: the mean over their triangles, weighted by area."""
        total = np.zeros_like(self.points)
        for corner in range(3):
            np.add.at(total, self.triangles[:, corner], self._crossed)
        return _unit(total)


def meshed(shape: Any, deflection: float) -> Meshed | None:
    """The meshes of a shape's solids, or None where there is none, or none that can be meshed.

    Args:
        deflection: largest distance between mesh and surface, in mm.
    """
    solids = uses(shape, SOLID)
    if not solids:
        return None
    # Of a finer mesh that is there already OCCT would keep what it can, and a score must not depend on what ran before.
    triangulate(shape, deflection, again=True)
    faces = shape_map(shape, FACE)
    meshes = [mesh_of(solid, faces) for solid in solids]
    whole = meshes[0] if len(meshes) == 1 else mesh_of(compound(solids), faces)
    return Meshed(meshes, whole) if len(whole.triangles) else None


def _unit(vectors: Points) -> Points:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    result: Points = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return result
