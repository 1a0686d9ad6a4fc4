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
from .tracing import Scene

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
        camera: how it was seen.
        cut: the section, if there is one.
    """

    pixels: Floats
    ids: Integers
    camera: Camera
    cut: Cut | None = None


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
        camera = Camera.fit(self._visible(cut), view, size, perspective=perspective)
        image = _background(size)
        ids = self._surfaces(image, camera, cut)
        if self._ghost is not None:
            lines.draw_ghost(image, self._ghost.facets, self._scene, camera, cut)
        lines.draw(image, self._scene, camera, cut)
        return Image(image, ids, camera, cut)

    def hides(self, image: Image, points: Floats) -> Flags:
        """Which points, in the coordinates of the facets, are hidden in a view or taken away by its section."""
        away = False if image.cut is None else image.cut.height(points) > 0
        return self._scene.hidden(image.camera, image.cut, points) | away

    def _visible(self, cut: Cut | None) -> Floats:
        """Points around which the picture is fitted: those of the half that stays, unless nothing does."""
        if cut is None:
            return self._points
        points = np.concatenate([self._points, cut.outline(self._scene.facets).reshape(-1, 3)])
        stays = points[cut.height(points) <= 1e-5]
        return stays if len(stays) else self._points

    def _surfaces(self, image: Floats, camera: Camera, cut: Cut | None) -> Integers:
        """Put the surfaces on the background."""
        width, height = camera.size
        x, y, _ = camera.project(self._points)
        left, right = max(int(x.min()) - 2, 0), min(int(x.max()) + 3, width)
        top, bottom = max(int(y.min()) - 2, 0), min(int(y.max()) + 3, height)
        rows, columns = np.mgrid[top:bottom, left:right]
        part = image[top:bottom, left:right]
        color, opacity, seen = self._look(camera, cut, columns.ravel() + 0.5, rows.ravel() + 0.5)
        background = part.copy()
        part[:] = (color + (1 - opacity)[:, None] * background.reshape(-1, 3)).reshape(part.shape)
        ids = seen.reshape(part.shape[:2])
        rough = _rough(part, ids)
        where = np.flatnonzero(rough)
        fine = np.zeros((len(where), 3), dtype=np.float32)
        for dx, dy in _SAMPLES.tolist():
            color, opacity, _ = self._look(
                camera, cut, columns.ravel()[where] + 0.5 + dx, rows.ravel()[where] + 0.5 + dy
            )
            fine += color + (1 - opacity)[:, None] * background.reshape(-1, 3)[where]
        part[rough] = fine / len(_SAMPLES)
        whole = np.full((height, width), -1, dtype=np.int32)
        whole[top:bottom, left:right] = ids
        return whole

    def _look(self, camera: Camera, cut: Cut | None, x: Points, y: Points) -> tuple[Floats, Floats, Integers]:
        """Colour (times opacity), opacity and first surface at pixel coordinates."""
        origins, directions = camera.rays(x, y)
        traced = self._scene.trace(camera, cut, origins, directions)
        if self._ghost is None:
            return traced.color, traced.opacity, traced.ids
        # What both results have in common is shown as it is: a ghost ends just before the surface.
        reach = traced.solid - np.float32(2e-4 * camera.reach)
        ghost = self._ghost.trace(camera, cut, origins, directions, reach)
        through = 1 - ghost.opacity
        color: Floats = ghost.color + traced.color * through[:, None]
        return color, 1 - (1 - traced.opacity) * through, traced.ids


def _background(size: tuple[int, int]) -> Floats:
    share = np.linspace(0, 1, size[1], dtype=np.float32)[:, None, None]
    top, bottom = np.array(_TOP, dtype=np.float32), np.array(_BOTTOM, dtype=np.float32)
    return np.broadcast_to(top * (1 - share) + bottom * share, (size[1], size[0], 3)).copy()


def _rough(part: Floats, ids: Integers) -> Flags:
    """Pixels that differ from a neighbour in what they show or in brightness."""
    grey = part @ np.array([0.3, 0.6, 0.1], dtype=np.float32)
    rough = np.zeros(ids.shape, dtype=bool)
    for here, there in (
        ((slice(None), slice(1, None)), (slice(None), slice(None, -1))),
        ((slice(1, None), slice(None)), (slice(None, -1), slice(None))),
    ):
        differ = (ids[here] != ids[there]) | (np.abs(grey[here] - grey[there]) > _CONTRAST)
        rough[here] |= differ
        rough[there] |= differ
    return rough
