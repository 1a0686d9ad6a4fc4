"""The colour that each ray brings back from the result."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .camera import Camera
from .embree import FAR, Target
from .facets import Body, Color, Facets, Flags, Floats, Integers
from .section import Cut

#: What a body without a colour of its own looks like: bare metal, with a little blue as drawings on a screen have it.
STEEL: Color = (0.70, 0.75, 0.80, 1.0)

#: Surfaces behind one another that still count through translucent bodies.
_LAYERS = 8

_AMBIENT, _SKY, _KEY, _FILL, _SHINE = 0.42, 0.16, 0.46, 0.26, 0.16
#: Lamps in the viewer's frame, right, up and back: they turn with the camera, so that every view is lit alike.
_KEY_AT = np.array([-0.38, 0.62, 0.69], dtype=np.float32)
_FILL_AT = np.array([0.72, -0.18, 0.67], dtype=np.float32)


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
        looks = [_look(body, ghost) for body in facets.bodies]
        self._colors = np.array(looks, dtype=np.float32).reshape(-1, 4)
        self._solid = np.array([body.solid for body in facets.bodies], dtype=bool)
        corners = facets.corners
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        self._planes = normals.astype(np.float32)
        self.target = Target(corners)
        clear = self._colors[:, 3] < 1
        #: What hides lines: all but the translucent bodies.
        self.hiding = Target(corners[~clear[facets.owners]]) if clear.any() else self.target

    def trace(
        self, camera: Camera, cut: Cut | None, origins: Floats, directions: Floats, reach: Floats | None = None
    ) -> Traced:
        """Follow rays until nothing shines through any more, at most as far as `reach` in mm."""
        count = len(origins)
        begin, end = np.zeros(count, dtype=np.float32), np.full(count, FAR, dtype=np.float32)
        if cut is not None:
            begin, end = cut.span(origins, directions)
        if reach is not None:
            end = np.minimum(end, reach)
        color, light = np.zeros((count, 3), dtype=np.float32), np.ones(count, dtype=np.float32)
        ids, solid = np.full(count, -1, dtype=np.int32), np.full(count, FAR, dtype=np.float32)
        rays = np.flatnonzero(begin < end)
        step = np.float32(2e-6 * camera.reach)
        for layer in range(_LAYERS):
            start = begin[rays]
            hits = self.target.first(
                origins[rays] + directions[rays] * start[:, None], directions[rays], end[rays] - start
            )
            met = hits.triangle >= 0
            rays, triangle = rays[met], hits.triangle[met]
            distance = start[met] + hits.distance[met]
            if not len(rays):
                break
            behind = np.einsum("ij,ij->i", self._planes[triangle], directions[rays]) > 0
            owner = self.facets.owners[triangle]
            surface = self._normals(triangle, hits.u[met], hits.v[met])
            surface[behind] *= -1
            faces = self.facets.faces[triangle]
            looks = self._colors[owner]
            shaded = _light(surface @ camera.frame.astype(np.float32).T, looks[:, :3])
            if layer == 0 and cut is not None:
                cap = behind & self._solid[owner] & (start[met] > 0)
                at = (origins[rays] + directions[rays] * start[met][:, None])[cap]
                shaded[cap] = _cap(looks[cap, :3], cut.hatching(at, camera, owner[cap]))
                faces = np.where(cap, -2 - owner, faces)
                distance = np.where(cap, start[met], distance)
            if layer == 0:
                ids[rays] = faces
            share = light[rays] * looks[:, 3]
            color[rays] += shaded * share[:, None]
            light[rays] -= share
            full = looks[:, 3] >= 1
            solid[rays[full]] = distance[full]
            begin[rays] = distance + step
            rays = rays[~full]
        return Traced(color, 1 - light, ids, solid)

    def _normals(self, triangle: Integers, u: Floats, v: Floats) -> Floats:
        a, b, c = self.facets.normals[self.facets.triangles[triangle]].transpose(1, 0, 2)
        normals = a + (b - a) * u[:, None] + (c - a) * v[:, None]
        normals /= np.maximum(np.sqrt(np.einsum("ij,ij->i", normals, normals)), 1e-12)[:, None]
        result: Floats = normals.astype(np.float32, copy=False)
        return result

    def hidden(self, camera: Camera, cut: Cut | None, points: Floats) -> Flags:
        """Whether something stands between each point and the viewer."""
        directions, reach = camera.towards(points)
        if cut is None:
            return self.hiding.blocked(points, directions, reach)
        # What is taken away hides nothing, but the cap that closes the cut does.
        height, slope = -cut.height(points), directions @ cut.normal
        crosses = (slope > 0) & (height > 1e-5 * camera.reach)
        with np.errstate(divide="ignore", invalid="ignore"):
            leaving = np.where(slope > 0, np.maximum(height, 0) / slope, reach).astype(np.float32)
        hidden = self.hiding.blocked(points, directions, np.minimum(reach, leaving))
        rays = np.flatnonzero(crosses & ~hidden)
        hits = self.target.first(points[rays] + directions[rays] * leaving[rays, None], directions[rays], reach[rays])
        rays, triangle = rays[hits.triangle >= 0], hits.triangle[hits.triangle >= 0]
        inside = np.einsum("ij,ij->i", self._planes[triangle], directions[rays]) > 0
        hidden[rays] = inside & self._solid[self.facets.owners[triangle]]
        return hidden


def _look(body: Body, ghost: Color | None) -> Color:
    if ghost is not None:
        return ghost
    red, green, blue, opacity = (min(1.0, max(0.0, part)) for part in body.color or STEEL)
    return (red, green, blue, max(opacity, 0.1))  # what is there can be seen


def _light(normals: Floats, colors: Floats) -> Floats:
    """Colours under the lamps; `normals` in the viewer's frame."""
    key = np.maximum(normals @ _KEY_AT, 0)
    diffuse = _AMBIENT + _SKY * (normals[:, 1] * 0.5 + 0.5) + _KEY * key + _FILL * np.maximum(normals @ _FILL_AT, 0)
    half = _KEY_AT + np.array([0, 0, 1], dtype=np.float32)
    shine = np.maximum(normals @ (half / np.linalg.norm(half)).astype(np.float32), 0) ** 32 * _SHINE
    lit: Floats = np.minimum(colors * diffuse[:, None] + shine[:, None], 1).astype(np.float32, copy=False)
    return lit


def _cap(colors: Floats, lines: Floats) -> Floats:
    """The face of a section: the body's colour, lighter, with dark hatching."""
    base = colors * 0.45 + 0.52
    hatched: Floats = base * (1 - 0.5 * lines[:, None]) + colors * 0.12 * lines[:, None]
    return hatched
