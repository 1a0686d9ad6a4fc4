"""From millimetres to pixels and back, orthographic or in perspective."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ...viewpoints import Viewpoint
from ..mesh import Points
from .facets import Floats

#: The eye's distance in perspective, in radii of the sphere around the result: about as a person holds a part.
_EYE = 4.0

#: The smaller side in pixels from which on lines and letters grow with the picture.
_LARGE = 1000

#: What stays free at the sides, above and below, as a part of the picture's height: the legend stands there.
_SIDE, _ABOVE, _BELOW = 0.06, 0.10, 0.14


@dataclass(frozen=True, slots=True)
class Camera:
    """How one view sees the result. Coordinates are those of `Facets`; pixels count from the top left corner.

    Attributes:
        frame: rows right, up, and back (towards the viewer).
        size: width and height in pixels.
        scale: pixels for a millimetre, in the plane through the middle of the result.
        middle: the pixel coordinates of the middle of the result.
        reach: radius in mm of a sphere around all that is seen.
        eye: distance of the eye in mm; infinite for an orthographic view.
    """

    frame: Points
    size: tuple[int, int]
    scale: float
    middle: tuple[float, float]
    reach: float
    eye: float = math.inf

    @property
    def unit(self) -> float:
        """Pixels for one of those in which lines and letters are told: more on a large picture, that is seen whole."""
        return max(1.0, min(self.size) / _LARGE)

    @classmethod
    def fit(cls, points: Floats, view: Viewpoint, size: tuple[int, int], *, perspective: bool) -> Camera:
        """A camera that shows all `points` as large as they fit."""
        frame = np.array([view.right, view.up, view.back])
        reach = max(float(np.linalg.norm(points, axis=1).max()), 1e-9)
        camera = cls(frame, size, 1.0, (0.0, 0.0), reach, _EYE * reach if perspective else math.inf)
        x, y, _ = camera.project(points)
        low, high = np.array([x.min(), y.min()]), np.array([x.max(), y.max()])
        width, height = size
        side = min(_SIDE * height, 0.2 * width)
        free = np.array([width - 2 * side, height * (1 - _ABOVE - _BELOW)])
        scale = float((free / np.maximum(high - low, 1e-6 * reach)).min())
        centre = np.array([width / 2, height * (1 + _ABOVE - _BELOW) / 2])
        left, top = (centre - scale * (low + high) / 2).tolist()
        return replace(camera, scale=scale, middle=(left, top))

    def project(self, points: Floats) -> tuple[Points, Points, Points]:
        """Pixel coordinates of points, and how much farther than the middle they come towards the viewer, in mm."""
        right, up, back = self.frame @ points.astype(np.float64).T
        scale = self.scale / (1 - back / self.eye)
        return self.middle[0] + right * scale, self.middle[1] - up * scale, back

    def rays(self, x: Points, y: Points) -> tuple[Floats, Floats]:
        """Where the rays through pixel coordinates begin, in front of everything, and their directions."""
        frame = self.frame.astype(np.float32)
        right = ((x - self.middle[0]) / self.scale).astype(np.float32)[:, None]
        up = ((self.middle[1] - y) / self.scale).astype(np.float32)[:, None]
        target = right * frame[0]
        target += up * frame[1]
        if math.isinf(self.eye):
            target += np.float32(2 * self.reach) * frame[2]
            return target, np.repeat(-frame[2:], len(target), axis=0)
        eye = np.float32(self.eye) * frame[2]
        directions = target - eye
        directions /= np.sqrt(np.einsum("ij,ij->i", directions, directions))[:, None]
        return np.repeat(eye[None], len(target), axis=0), directions

    def towards(self, points: Floats) -> tuple[Floats, Floats]:
        """Unit vectors from points to the viewer, and how far that is (behind everything, orthographic), in mm."""
        if math.isinf(self.eye):
            back = np.broadcast_to(self.frame[2].astype(np.float32), points.shape)
            return back, np.full(len(points), 4 * self.reach, dtype=np.float32)
        way = (self.eye * self.frame[2]).astype(np.float32) - points
        length = np.linalg.norm(way, axis=1)
        return way / length[:, None], length
