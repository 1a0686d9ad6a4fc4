"""Lines on a picture, with soft borders: how much of each pixel a line covers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..mesh import Points
from .facets import Floats

#: Length in pixels of the pieces into which a line is cut; each is seen or hidden as a whole.
PIECE = 0.8

#: Pieces that are drawn at once: their distances to the pixels around them stay in the processor's cache.
_BATCH = 4096

#: Pixels around the canvas that may be covered too, so that no piece near the border needs a look at where it ends.
_MARGIN = 16


class Canvas:
    """How much of each pixel is covered by the strokes so far, 0 to 1."""

    def __init__(self, width: int, height: int) -> None:
        self._size = width, height
        self._covered = np.zeros((height + 2 * _MARGIN, width + 2 * _MARGIN), dtype=np.float32)

    def line(self, starts: Points, ends: Points, width: float) -> None:
        """Draw segments of any length, given by their ends in pixel coordinates, of shape (n, 2), with round ends."""
        self.stroke(*pieces(starts, ends, np.linalg.norm(ends - starts, axis=1))[:2], width)

    def stroke(self, starts: Points, ends: Points, width: float) -> None:
        """Draw segments that are not longer than `PIECE`, at most 20 pixels wide."""
        around = int(np.ceil(width / 2 + 0.5 + PIECE / 2))
        middle = (starts + ends) / 2
        # What is outside may be anywhere, and is not a pixel.
        near = ((middle > -around) & (middle < np.array(self._size) + around)).all(axis=1)
        starts, ends, middle = starts[near], ends[near], middle[near]
        corner = np.floor(middle)
        begin, along = (starts - corner).astype(np.float32), (ends - starts).astype(np.float32)
        offsets = np.arange(-around, around + 1)
        dx, dy = (axis.ravel() for axis in np.meshgrid(offsets, offsets))
        row = self._covered.shape[1]
        pixels = ((corner[:, 1] + _MARGIN) * row + corner[:, 0] + _MARGIN).astype(np.int64)
        middles = (dx + np.float32(0.5)).astype(np.float32), (dy + np.float32(0.5)).astype(np.float32)
        for low in range(0, len(pixels), _BATCH):
            batch = slice(low, low + _BATCH)
            cover = _cover(begin[batch], along[batch], middles, np.float32(width / 2 + 0.5))
            some = np.flatnonzero(cover > 0)
            where = (pixels[batch, None] + (dy * row + dx)).ravel()[some]
            np.maximum.at(self._covered.reshape(-1), where, cover.ravel()[some])

    def paint(self, image: Floats, color: tuple[float, float, float], opacity: float = 1.0) -> None:
        """Put the strokes on an image of shape (height, width, 3)."""
        width, height = self._size
        flat = self._covered.reshape(-1)
        where = np.flatnonzero(flat > 0)
        rows, columns = np.divmod(where, self._covered.shape[1])
        rows, columns = rows - _MARGIN, columns - _MARGIN
        inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        rows, columns, where = rows[inside], columns[inside], where[inside]
        share = (flat[where] * np.float32(opacity))[:, None]
        image[rows, columns] = image[rows, columns] * (1 - share) + np.array(color, dtype=np.float32) * share


def _cover(begin: Floats, along: Floats, middles: tuple[Floats, Floats], reach: np.float32) -> Floats:
    """How much each segment covers of the pixels whose middles are given; a row for each segment.

    Args:
        begin, along: where the segments begin, and how they lead on, of shape (n, 2).
        reach: the distance at which nothing is covered any more; all is one pixel nearer.
    """
    way_x, way_y = middles[0] - begin[:, :1], middles[1] - begin[:, 1:]
    square = np.maximum(np.einsum("ij,ij->i", along, along), np.float32(1e-12))[:, None]
    share = np.clip((way_x * along[:, :1] + way_y * along[:, 1:]) / square, 0, 1)
    way_x -= along[:, :1] * share
    way_y -= along[:, 1:] * share
    cover: Floats = np.clip(reach - np.sqrt(way_x * way_x + way_y * way_y), 0, 1)
    return cover


def pieces(starts: Any, ends: Any, lengths: Points) -> tuple[Any, Any, Any]:
    """Cut segments into pieces of about `PIECE` pixels.

    Args:
        starts, ends: of the segments, in any coordinates, of shape (n, k).
        lengths: the segments' lengths in pixels.

    Returns:
        Starts, ends and middles of the pieces.
    """
    counts = np.maximum(np.ceil(lengths / PIECE), 1).astype(np.int64)
    segment = np.repeat(np.arange(len(starts)), counts)
    first = np.cumsum(counts) - counts
    number = np.arange(len(segment)) - first[segment]
    low, high = ((n / counts[segment]).astype(np.float32)[:, None] for n in (number, number + 1))
    a, way = starts[segment], (ends - starts)[segment]
    return a + way * low, a + way * high, a + way * (low + high) / 2
