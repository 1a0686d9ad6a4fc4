"""The colour that each ray brings back from the result."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .camera import Camera
from .embree import FAR, Hits, Target
from .facets import Body, Color, Facets, Flags, Floats, Integers
from .light import STEEL, cut_open, lit
from .section import Cut

#: Surfaces behind one another that still count through translucent bodies.
_LAYERS = 8

#: A triangle is flat when the normals at its corners differ by no more than this (of a unit vector).
_FLAT = 1e-4


@dataclass(frozen=True, slots=True)
class Traced:
    """What rays brought back: colour (0 to 1, times opacity), opacity, and what they met first.

    `ids` tells surfaces apart: the number of a face, that of a cap (negative, below −1), or −1 for nothing.
    `solid` is the distance in mm to the first surface that hides what is behind it.
    """

    color: Floats
    opacity: Floats
    ids: Integers
    solid: Floats


class Scene:
    """Facets that rays can be sent against, with what their bodies look like."""

    def __init__(self, facets: Facets, *, ghost: Color | None = None) -> None:
        self.facets = facets
        self.colors = np.array([_look(body, ghost) for body in facets.bodies], dtype=np.float32).reshape(-1, 4)
        self.solid = np.array([body.solid for body in facets.bodies], dtype=bool)
        corners = facets.corners
        #: Normals of the triangles themselves, of any length.
        self.planes = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]).astype(np.float32)
        #: Normals of the surface at the triangles' corners, and whether they differ.
        self.normals = facets.normals[facets.triangles]
        self.curved = (np.abs(self.normals - self.normals[:, :1]) > _FLAT).any(axis=(1, 2))
        self.target = Target(corners)
        self.clear = self.colors[:, 3] < 1
        #: What hides lines: all but the translucent bodies.
        self.opaque = not self.clear.any()
        self.hiding = Target(corners[~self.clear[facets.owners]]) if not self.opaque else self.target


class Sight:
    """A scene as a camera sees it, perhaps cut open."""

    def __init__(self, scene: Scene, camera: Camera, cut: Cut | None) -> None:
        self.camera = camera
        self.cut = cut
        self._scene = scene
        self._frame = camera.frame.astype(np.float32).T
        # A flat triangle looks the same all over: from outside, and from behind.
        colors, normals = scene.colors[scene.facets.owners, :3], scene.normals[:, 0] @ self._frame
        self._flat = np.concatenate([lit(normals, colors), lit(-normals, colors)])
        # All rays of an orthographic view see the same side of a triangle.
        self._turned = scene.planes @ -self._frame[:, 2] > 0 if math.isinf(camera.eye) else None

    def trace(self, origins: Floats, directions: Floats, reach: Floats | None = None) -> Traced:
        """Follow rays until nothing shines through any more, at most as far as `reach` in mm."""
        count = len(origins)
        begin, end = np.zeros(count, dtype=np.float32), np.full(count, FAR, dtype=np.float32)
        if self.cut is not None:
            begin, end = self.cut.span(origins, directions)
        if reach is not None:
            end = np.minimum(end, reach)
        color, light = np.zeros((count, 3), dtype=np.float32), np.ones(count, dtype=np.float32)
        ids, solid = np.full(count, -1, dtype=np.int32), np.full(count, FAR, dtype=np.float32)
        rays = np.flatnonzero(begin < end)
        step = np.float32(2e-6 * self.camera.reach)
        for layer in range(_LAYERS):
            if not len(rays):
                break
            # Copies of all rays are most of the work beside the tracing itself.
            every: Any = slice(None) if len(rays) == count else rays
            start, starts, way = begin[every], origins[every], directions[every]
            if layer or self.cut is not None:
                starts = starts + way * start[:, None]
            hits = self._scene.target.first(starts, way, end[every] - start)
            met = np.flatnonzero(hits.triangle >= 0)
            rays, start = rays[met], start[met]
            hits = Hits(hits.triangle[met], hits.distance[met], hits.u[met], hits.v[met])
            behind = self._behind(hits.triangle, way, met)
            shaded = self._shaded(hits, behind)
            distance, owner = start + hits.distance, self._scene.facets.owners[hits.triangle]
            if layer == 0:
                faces = self._scene.facets.faces[hits.triangle]
                if self.cut is not None:
                    cap = np.flatnonzero(behind & self._scene.solid[owner] & (start > 0))
                    lines = self.cut.hatching(starts[met[cap]], self.camera, owner[cap])
                    shaded[cap] = cut_open(self._scene.colors[owner[cap], :3], lines)
                    faces[cap] = -2 - owner[cap]
                    distance[cap] = start[cap]
                ids[rays] = faces
            if layer == 0 and self._scene.opaque:
                color[rays], light[rays], solid[rays] = shaded, 0, distance
                break
            share = light[rays] * self._scene.colors[owner, 3]
            color[rays] += shaded * share[:, None]
            light[rays] -= share
            through = self._scene.clear[owner]
            solid[rays[~through]] = distance[~through]
            rays = rays[through]
            begin[rays] = distance[through] + step
        return Traced(color, 1 - light, ids, solid)

    def _behind(self, triangle: Integers, directions: Floats, rays: NDArray[np.int64]) -> Flags:
        """Whether each triangle was met from behind, by the ray of that index."""
        if self._turned is not None:
            return self._turned[triangle]
        behind: Flags = np.einsum("ij,ij->i", self._scene.planes[triangle], directions[rays]) > 0
        return behind

    def _shaded(self, hits: Hits, behind: Flags) -> Floats:
        """The colour of the surface at each hit."""
        shaded = self._flat[hits.triangle + behind * len(self._scene.planes)]
        curved = np.flatnonzero(self._scene.curved[hits.triangle])
        triangle, u, v = hits.triangle[curved], hits.u[curved, None], hits.v[curved, None]
        a, b, c = self._scene.normals[triangle].transpose(1, 0, 2)
        normals = a * (1 - u - v) + b * u + c * v
        normals /= np.maximum(np.sqrt(np.einsum("ij,ij->i", normals, normals)), 1e-12)[:, None]
        normals[behind[curved]] *= -1
        shaded[curved] = lit(normals @ self._frame, self._scene.colors[self._scene.facets.owners[triangle], :3])
        return shaded

    def hidden(self, points: Floats) -> Flags:
        """Whether something stands between each point and the viewer."""
        directions, reach = self.camera.towards(points)
        if self.cut is None:
            return self._scene.hiding.blocked(points, directions, reach)
        # What is taken away hides nothing, but the cap that closes the cut does.
        height, slope = -self.cut.height(points), directions @ self.cut.normal
        crosses = (slope > 0) & (height > 1e-5 * self.camera.reach)
        with np.errstate(divide="ignore", invalid="ignore"):
            leaving = np.where(slope > 0, np.maximum(height, 0) / slope, reach).astype(np.float32)
        hidden = self._scene.hiding.blocked(points, directions, np.minimum(reach, leaving))
        rays = np.flatnonzero(crosses & ~hidden)
        way = directions[rays]
        hits = self._scene.target.first(points[rays] + way * leaving[rays, None], way, reach[rays])
        met = hits.triangle >= 0
        rays, triangle, way = rays[met], hits.triangle[met], way[met]
        inside = np.einsum("ij,ij->i", self._scene.planes[triangle], way) > 0
        hidden[rays] = inside & self._scene.solid[self._scene.facets.owners[triangle]]
        return hidden

    def away(self, points: Floats) -> Flags:
        """Whether each point lies in the half that a section takes away."""
        return np.zeros(len(points), dtype=bool) if self.cut is None else self.cut.height(points) > 0


def _look(body: Body, ghost: Color | None) -> Color:
    if ghost is not None:
        return ghost
    red, green, blue, opacity = (min(1.0, max(0.0, part)) for part in body.color or STEEL)
    return (red, green, blue, max(opacity, 0.1))  # what is there can be seen
