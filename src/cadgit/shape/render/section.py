"""A section: half of the space is taken away, and what the plane cuts through is closed by a cap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...viewpoints import Section, Viewpoint
from .camera import Camera
from .embree import FAR
from .facets import Facets, Floats, Integers

#: How the hatching of a cap is drawn: a line of so many pixels in every so many.
_HATCH_WIDTH, _HATCH_STEP = 1.3, 9.0


@dataclass(frozen=True, slots=True)
class Cut:
    """A plane in the coordinates of `Facets`: `normal` points to the half that is taken away."""

    normal: Floats
    offset: float

    @classmethod
    def facing(cls, section: Section, facets: Facets, view: Viewpoint) -> Cut:
        """The plane, with the half taken away that is nearer to the viewer (seen edge-on: the upper, by coordinate)."""
        sign = -1.0 if view.back[section.axis] < -1e-6 else 1.0
        at = 0.0 if section.at is None else section.at - float(facets.centre[section.axis])
        normal = np.zeros(3, dtype=np.float32)
        normal[section.axis] = sign
        return cls(normal, sign * at)

    def height(self, points: Floats) -> Floats:
        """How far points are in the half that is taken away, in mm."""
        heights: Floats = points @ self.normal - np.float32(self.offset)
        return heights

    def span(self, origins: Floats, directions: Floats) -> tuple[Floats, Floats]:
        """Where on each ray the half that stays begins and ends, in mm; they are equal where it is never met."""
        height, slope = self.height(origins), directions @ self.normal
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = np.where(slope != 0, -height / slope, np.float32(0)).astype(np.float32)
        begin = np.where(slope < 0, np.maximum(crossing, 0), np.float32(0))
        end = np.where(slope > 0, np.maximum(crossing, 0), FAR)
        beside = (slope == 0) & (height > 0)
        return begin, np.where(beside, np.float32(0), end).astype(np.float32)

    def outline(self, facets: Facets) -> Floats:
        """Where the plane cuts the surface: segments of shape (n, 2, 3)."""
        corners = facets.corners
        height = self.height(corners.reshape(-1, 3)).reshape(-1, 3)
        crossing = (height.min(axis=1) < 0) & (height.max(axis=1) >= 0)
        return level(corners[crossing], height[crossing])

    def hatching(self, points: Floats, camera: Camera, bodies: Integers) -> Floats:
        """How much of a hatching line each point of a cap has, 0 to 1; neighbours by number lean differently."""
        axis = int(np.argmax(np.abs(self.normal)))
        first, second = (points[:, other] for other in range(3) if other != axis)
        lean = np.where(bodies % 2 == 0, np.float32(1), np.float32(-1))
        along = (first + lean * second) * np.float32(camera.scale * 0.5**0.5)
        # Both are looked at from the middle of a line: one pixel of border between line and gap.
        away = np.abs((along / np.float32(_HATCH_STEP) + 0.5) % 1 - 0.5) * np.float32(_HATCH_STEP)
        lines: Floats = np.clip(np.float32(_HATCH_WIDTH / 2 + 0.5) - away, 0, 1)
        return lines


def level(corners: Floats, values: Floats) -> Floats:
    """Where a value that is given at the corners of triangles is 0: one segment for each, of shape (n, 2, 3)."""
    below = values < 0
    # The corner that is alone on its side comes first; both of its sides are crossed.
    alone = np.where(below.sum(axis=1) == 1, below.argmax(axis=1), (~below).argmax(axis=1))
    rows = np.arange(len(corners))
    ends = []
    for step in (1, 2):
        other = (alone + step) % 3
        a, b = values[rows, alone], values[rows, other]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.where(a != b, a / (a - b), np.float32(0))[:, None]
        ends.append(corners[rows, alone] + share * (corners[rows, other] - corners[rows, alone]))
    return np.stack(ends, axis=1).astype(np.float32) if len(corners) else np.zeros((0, 2, 3), dtype=np.float32)
