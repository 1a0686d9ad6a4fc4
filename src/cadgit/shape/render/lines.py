"""The lines of a picture: edges, outlines of curved surfaces, the border of a section; drawn where they are seen."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .camera import Camera
from .facets import Facets, Floats
from .section import level
from .strokes import Canvas, pieces
from .tracing import Sight

#: How far a line is lifted towards the viewer before it is asked whether something hides it, in radii of the result.
_LIFT = 4e-4
#: Outlines cross triangles, which lie up to the deflection below the surface: they are lifted along the normal too.
_LIFT_OUTLINE = 2e-3

#: A curved surface ends for the eye where its normal is this near to a right angle to the view (a cosine).
_TURN = 2e-3


@dataclass(frozen=True, slots=True)
class Pen:
    """How lines of one kind are drawn: width in pixels, colour, opacity."""

    width: float
    color: tuple[float, float, float]
    opacity: float = 1.0


INK = (0.09, 0.10, 0.12)
EDGE = Pen(1.5, INK)
SMOOTH = Pen(1.0, INK, 0.28)
SECTION = Pen(2.2, INK)
GHOST = Pen(1.0, (0.80, 0.28, 0.08), 0.6)


def draw(image: Floats, facets: Facets, sight: Sight) -> None:
    """Draw the lines of what is seen onto an image."""
    camera = sight.camera
    edges = _edges(facets)
    smooth = np.repeat(facets.smooth, np.maximum(np.diff(facets.starts) - 1, 0))
    outlines, normals = _contours(facets, camera)
    lifted = outlines + np.float32(_LIFT_OUTLINE * camera.reach) * normals[:, None]
    _draw(image, sight, edges[smooth], SMOOTH, _LIFT)
    _draw(image, sight, lifted, EDGE, _LIFT_OUTLINE)
    _draw(image, sight, edges[~smooth], EDGE, _LIFT)
    if sight.cut is not None:
        _draw(image, sight, sight.cut.outline(facets), SECTION, _LIFT)


def draw_ghost(image: Floats, ghost: Facets, sight: Sight) -> None:
    """Draw the edges of another result where what is seen does not hide them, and where a section cuts it."""
    _draw(image, sight, _edges(ghost), GHOST, _LIFT)
    if sight.cut is not None:
        _draw(image, sight, sight.cut.outline(ghost), GHOST, _LIFT)


def _edges(facets: Facets) -> Floats:
    """The segments of all polylines, of shape (n, 2, 3)."""
    last = np.zeros(len(facets.path), dtype=bool)
    last[facets.starts[1:] - 1] = True
    first = np.flatnonzero(~last)
    return np.stack([facets.path[first], facets.path[first + 1]], axis=1)


def _contours(facets: Facets, camera: Camera) -> tuple[Floats, Floats]:
    """Where curved surfaces turn away from the viewer: segments of shape (n, 2, 3), and the normal of each."""
    normals = facets.normals[facets.triangles]
    corners = facets.corners
    if math.isinf(camera.eye):
        facing = normals @ camera.frame[2].astype(np.float32)
    else:
        way = (camera.eye * camera.frame[2]).astype(np.float32) - corners
        facing = np.einsum("ijk,ijk->ij", normals, way) / np.float32(camera.eye)
    # A little before they turn away: on a symmetrical part, that very place is often a border between triangles.
    facing = facing - np.float32(_TURN)
    turning = (facing.min(axis=1) < 0) & (facing.max(axis=1) >= 0)
    middle = normals[turning].sum(axis=1)
    middle /= np.maximum(np.linalg.norm(middle, axis=1, keepdims=True), 1e-9)
    return level(corners[turning], facing[turning]), middle


def _draw(image: Floats, sight: Sight, segments: Floats, pen: Pen, lift: float) -> None:
    camera, cut = sight.camera, sight.cut
    starts, ends = segments[:, 0], segments[:, 1]
    (x, y, _), (to_x, to_y, _) = camera.project(starts), camera.project(ends)
    starts, ends, middles = pieces(starts, ends, np.hypot(to_x - x, to_y - y))
    seen = ~sight.hidden(middles + camera.towards(middles)[0] * np.float32(lift * camera.reach))
    if cut is not None:
        seen &= cut.height(middles) <= 1e-5 * camera.reach
    canvas = Canvas(*camera.size)
    canvas.stroke(
        np.stack(camera.project(starts[seen])[:2], 1),
        np.stack(camera.project(ends[seen])[:2], 1),
        pen.width * camera.unit,
    )
    canvas.paint(image, pen.color, pen.opacity)
