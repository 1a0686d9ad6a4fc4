"""One view of a result as an image."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...viewpoints import Section, Viewpoint
from ..mesh import Points
from . import lines
from .camera import Camera
from .facets import Facets, Flags, Floats, Integers
from .section import Cut
from .tracing import Scene, Sight

_TOP, _BOTTOM = (1.0, 1.0, 1.0), (0.90, 0.92, 0.945)  # the background, from top to bottom

#: A pixel is looked at more closely where it differs from a neighbour by this much of full brightness.
_CONTRAST = 0.035
#: Places in a pixel that are looked at then: eight that share no row and no column (rotated grid).
_SAMPLES = (np.array([(0, 3), (1, 6), (2, 1), (3, 4), (4, 7), (5, 2), (6, 5), (7, 0)]) + 0.5) / 8 - 0.5

#: The other result of `--ghost`: a colour that no metal has, and that green and red can be told from.
GHOST = (1.0, 0.45, 0.15, 0.30)


@dataclass(frozen=True, slots=True)
class Image:
    """A view that was drawn.

    Attributes:
        pixels: of shape (height, width, 3), 0 to 1.
        ids: of shape (height, width): the number of the face that each pixel shows; negative for a cap or nothing.
        sight: how it was seen.
    """

    pixels: Floats
    ids: Integers
    sight: Sight


class Studio:
    """A result, and perhaps the ghost of another, ready for pictures from all sides."""

    def __init__(self, facets: Facets, ghost: Facets | None = None) -> None:
        self._scene = Scene(facets)
        self._ghost = Scene(ghost.moved_to(facets.centre), ghost=GHOST) if ghost else None
        points = [facets.everything()] + ([self._ghost.facets.everything()] if self._ghost else [])
        self._points = np.concatenate(points)

    def view(
        self, view: Viewpoint, size: tuple[int, int], *, perspective: bool = False, section: Section | None = None
    ) -> Image:
        """Draw one view, of `size` pixels."""
        cut = Cut.facing(section, self._scene.facets, view) if section else None
        points = self._visible(cut)
        camera = Camera.fit(points, view, size, perspective=perspective)
        sight = Sight(self._scene, camera, cut)
        ghost = Sight(self._ghost, camera, cut) if self._ghost else None
        shares = (np.arange(size[1], dtype=np.float64) + 0.5) / size[1]
        image = np.broadcast_to(_background(shares)[:, None], (size[1], size[0], 3)).copy()
        ids = _surfaces(image, sight, ghost, points)
        if self._ghost is not None:
            lines.draw_ghost(image, self._ghost.facets, sight)
        lines.draw(image, self._scene.facets, sight)
        return Image(image, ids, sight)

    def _visible(self, cut: Cut | None) -> Floats:
        """Points around which the picture is fitted: those of the half that stays, unless nothing does."""
        if cut is None:
            return self._points
        outlines = [cut.outline(scene.facets).reshape(-1, 3) for scene in (self._scene, self._ghost) if scene]
        points = np.concatenate([self._points, *outlines])
        stays = points[cut.height(points) <= 1e-5]
        return stays if len(stays) else self._points


def _surfaces(image: Floats, sight: Sight, ghost: Sight | None, points: Floats) -> Integers:
    """Put the surfaces, which lie within `points`, on the background."""
    width, height = sight.camera.size
    x, y, _ = sight.camera.project(points)
    left, right = max(int(x.min()) - 2, 0), min(int(x.max()) + 3, width)
    top, bottom = max(int(y.min()) - 2, 0), min(int(y.max()) + 3, height)
    across, down = (np.arange(low, high + 2, dtype=np.float64) + 0.5 for low, high in ((left, right), (top, bottom)))
    color, ids = _pixels(sight, ghost, across, down)
    color, ids = color[: bottom - top, : right - left], ids[: bottom - top, : right - left]
    rows, columns = np.nonzero(_rough(color, ids))
    closer = [(left + columns + 0.5 + dx, top + rows + 0.5 + dy) for dx, dy in _SAMPLES.tolist()]
    samples, _ = _look(sight, ghost, *(np.concatenate(axis) for axis in zip(*closer, strict=True)))
    color[rows, columns] = samples.reshape(len(_SAMPLES), -1, 3).mean(axis=0)
    image[top:bottom, left:right] = color
    whole = np.full((height, width), -1, dtype=np.int32)
    whole[top:bottom, left:right] = ids
    return whole


def _pixels(sight: Sight, ghost: Sight | None, x: Points, y: Points) -> tuple[Floats, Integers]:
    """Colours and surfaces of a rectangle of pixels.

    Every other one of every other row is looked at; between two that are alike lies their mean, and only where they
    are not the rest is looked at too. The last row and column may be left out.
    """
    x, y = x[: len(x) - 1 + len(x) % 2], y[: len(y) - 1 + len(y) % 2]  # odd numbers: a pixel between any two
    shape = (len(y), len(x))
    coarse, seen = _look(sight, ghost, np.tile(x[::2], len(y[::2])), np.repeat(y[::2], len(x[::2])))
    coarse, seen = coarse.reshape(len(y[::2]), -1, 3), seen.reshape(len(y[::2]), -1)
    color, ids = np.empty((*shape, 3), dtype=np.float32), np.repeat(np.repeat(seen, 2, axis=0), 2, axis=1)
    ids = ids[: shape[0], : shape[1]]
    color[::2, ::2] = coarse
    color[1::2, ::2] = (coarse[:-1] + coarse[1:]) / 2
    color[:, 1::2] = (color[:, :-2:2] + color[:, 2::2]) / 2
    across, down = _alike(coarse, seen, 1), _alike(coarse, seen, 0)
    open_ = np.zeros(shape, dtype=bool)
    open_[1::2, ::2], open_[::2, 1::2] = ~down, ~across
    open_[1::2, 1::2] = ~(down[:, :-1] & down[:, 1:] & across[:-1] & across[1:])
    rows, columns = np.nonzero(open_)
    color[rows, columns], ids[rows, columns] = _look(sight, ghost, x[columns], y[rows])
    return color, ids


def _look(sight: Sight, ghost: Sight | None, x: Points, y: Points) -> tuple[Floats, Integers]:
    """Colour and first surface at pixel coordinates."""
    origins, directions = sight.camera.rays(x, y)
    traced = sight.trace(origins, directions)
    lit, through = traced.color, 1 - traced.opacity
    if ghost is not None:
        # What both results have in common is shown as it is: a ghost ends just before the surface.
        over = ghost.trace(origins, directions, traced.solid - np.float32(2e-4 * sight.camera.reach))
        lit = over.color + lit * (1 - over.opacity)[:, None]
        through = through * (1 - over.opacity)
    open_ = np.flatnonzero(through)
    lit[open_] += through[open_, None] * _background(y[open_] / sight.camera.size[1])
    return lit, traced.ids


def _background(share: Points) -> Floats:
    """The background's colour at a part of the height, from the top."""
    top, bottom = np.array(_TOP), np.array(_BOTTOM)
    colors: Floats = (top + share[:, None] * (bottom - top)).astype(np.float32)
    return colors


def _alike(color: Floats, ids: Integers, axis: int) -> Flags:
    """Which neighbours along an axis show the same in nearly the same brightness."""
    grey = color @ np.array([0.3, 0.6, 0.1], dtype=np.float32)
    alike: Flags = (np.diff(ids, axis=axis) == 0) & (np.abs(np.diff(grey, axis=axis)) <= _CONTRAST)
    return alike


def _rough(color: Floats, ids: Integers) -> Flags:
    """Pixels that differ from a neighbour in what they show or in brightness."""
    rough = np.zeros(ids.shape, dtype=bool)
    across, down = ~_alike(color, ids, 1), ~_alike(color, ids, 0)
    rough[:, 1:] |= across
    rough[:, :-1] |= across
    rough[1:] |= down
    rough[:-1] |= down
    return rough
