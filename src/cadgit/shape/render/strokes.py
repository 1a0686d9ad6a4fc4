"""Lines on a picture, with soft borders: how much of each pixel a line covers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..mesh import Points
from .facets import Floats

#: Length in pixels of the pieces into which a line is cut; each is seen or hidden as a whole.
PIECE = 0.8


class Canvas:
    """How much of each pixel is covered by the strokes so far, 0 to 1."""

    def __init__(self, width: int, height: int) -> None:
        self._size = width, height
        self._covered = np.zeros(width * height, dtype=np.float32)
        self._touched: list[NDArray[np.int64]] = []

    def line(self, starts: Points, ends: Points, width: float) -> None:
        """Draw segments of any length, given by their ends in pixel coordinates, of shape (n, 2), with round ends."""
        self.stroke(*pieces(starts, ends, np.linalg.norm(ends - starts, axis=1))[:2], width)

    def stroke(self, starts: Points, ends: Points, width: float) -> None:
        """Draw segments that are not longer than `PIECE`."""
        if not len(starts):
            return
        reach = int(np.ceil(width / 2 + 0.5 + PIECE / 2))
        offsets = np.arange(-reach, reach + 1)
        middle = (starts + ends) / 2
        along = ends - starts
        square = np.maximum(np.einsum("ij,ij->i", along, along), 1e-12)
        columns, rows = np.floor(middle).astype(np.int64).T
        for dx in offsets.tolist():
            for dy in offsets.tolist():
                x, y = columns + dx, rows + dy
                way = np.stack([x + 0.5, y + 0.5], axis=1) - starts
                share = np.clip(np.einsum("ij,ij->i", way, along) / square, 0, 1)
                away = np.linalg.norm(way - along * share[:, None], axis=1)
                cover = np.clip(width / 2 + 0.5 - away, 0, 1)
                inside = (cover > 0) & (x >= 0) & (y >= 0) & (x < self._size[0]) & (y < self._size[1])
                where = (y * self._size[0] + x)[inside]
                np.maximum.at(self._covered, where, cover[inside].astype(np.float32))
                self._touched.append(where)

    def paint(self, image: Floats, color: tuple[float, float, float], opacity: float = 1.0) -> None:
        """Put the strokes on an image of shape (height, width, 3)."""
        if not self._touched:
            return
        flat = image.reshape(-1, 3)
        where = np.unique(np.concatenate(self._touched))
        share = (self._covered[where] * opacity)[:, None]
        flat[where] = flat[where] * (1 - share) + np.array(color, dtype=np.float32) * share


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
