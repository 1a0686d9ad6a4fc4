"""One view of a result before it is drawn: its direction, its size in mm, and the edges that are seen."""

from __future__ import annotations

from dataclasses import dataclass

from ....records import Box, Vector
from ....viewpoints import Viewpoint
from .marks import Point
from .projection import Projected

_ALONG = 1 - 1e-9  # a cosine: nearer than this, an axis is that of the view


@dataclass(frozen=True, slots=True)
class View:
    """What is seen from one side; coordinates are mm from the lower left corner of what is seen: the datum.

    Attributes:
        centre: the middle of the result.
        size: width and height.
        projected: the edges.
    """

    viewpoint: Viewpoint
    centre: Vector
    size: Point
    projected: Projected

    @property
    def name(self) -> str:
        """From where: ``front``."""
        return self.viewpoint.name

    def flat(self, place: Vector) -> Point:
        """Where a place of the result is seen."""
        offset = [a - b for a, b in zip(place, self.centre, strict=True)]
        right, up = (sum(a * b for a, b in zip(offset, way, strict=True)) for way in self._ways())
        return self.shifted((right, up))

    def shifted(self, point: Point) -> Point:
        """A point that was measured from the middle, measured from the lower left corner."""
        return (point[0] + self.size[0] / 2, point[1] + self.size[1] / 2)

    def is_along(self, axis: Vector) -> bool:
        """Whether one looks along an axis, from either end."""
        return abs(self._towards(axis)) >= _ALONG

    def is_towards(self, axis: Vector) -> bool:
        """Whether an axis leads away from the viewer, so that one looks into what is open at its start."""
        return self._towards(axis) < 0

    def is_across(self, axis: Vector) -> bool:
        """Whether an axis is seen in its true length."""
        return abs(self._towards(axis)) < 1e-6

    def _towards(self, axis: Vector) -> float:
        return sum(a * b for a, b in zip(axis, self.viewpoint.back, strict=True))

    def _ways(self) -> tuple[Vector, Vector]:
        return self.viewpoint.right, self.viewpoint.up


def size_of(box: Box, view: Viewpoint) -> Point:
    """Width and height of a box as it is seen from one of its sides, in mm."""

    def along(way: Vector) -> float:
        return sum(abs(a) * b for a, b in zip(way, box.size, strict=True))

    return (along(view.right), along(view.up))
