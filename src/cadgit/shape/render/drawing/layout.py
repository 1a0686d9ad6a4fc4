"""Paper, scale, and where the views stand: the top view above the front view, the right view beside it."""

from __future__ import annotations

from dataclasses import dataclass

from ....records import Box, Vector
from ....viewpoints import Viewpoint, viewpoint
from .marks import Point

#: Paper in mm, ISO 216, landscape.
A4, A3 = (297.0, 210.0), (420.0, 297.0)
#: Between the edge of the paper and the border, mm.
BORDER = 10.0
#: Height of the title block along the bottom, mm.
BLOCK = 34.0
#: Around each view, for its dimensions, mm.
ROOM = 22.0

#: Scales that ISO 5455 knows, the largest first.
_SCALES = (
    50.0,
    20.0,
    10.0,
    5.0,
    2.0,
    1.0,
    0.5,
    0.2,
    0.1,
    0.05,
    0.02,
    0.01,
    0.005,
    0.002,
    0.001,
    0.0005,
    0.0002,
    0.0001,
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A view: from where, `centre` of the result in mm, where that is on paper, and width and height there."""

    viewpoint: Viewpoint
    centre: Vector
    at: Point
    size: Point


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet: width and height of the paper in mm, millimetres on paper for one of the result, the views."""

    paper: Point
    scale: float
    views: tuple[Placed, ...]

    @property
    def scale_text(self) -> str:
        """The scale as drawings say it: ``1:2``."""
        return f"{self.scale:g}:1" if self.scale >= 1 else f"1:{1 / self.scale:g}"


def plan(box: Box) -> Plan:
    """The smaller paper, unless the larger one allows a larger scale; the largest scale that fits."""
    x, y, z = box.size
    scales = {paper: _scale(paper, x + y, z + y) for paper in (A4, A3)}
    paper = A4 if scales[A4] >= min(scales[A3], 1.0) else A3
    scale = scales[paper]
    width, height = (x + y) * scale + 3 * ROOM, (z + y) * scale + 3 * ROOM
    left = (paper[0] - width) / 2 + ROOM
    bottom = BORDER + BLOCK + (paper[1] - 2 * BORDER - BLOCK - height) / 2 + ROOM
    centre = (
        (box.minimum[0] + box.maximum[0]) / 2,
        (box.minimum[1] + box.maximum[1]) / 2,
        (box.minimum[2] + box.maximum[2]) / 2,
    )

    def placed(name: str, right: float, up: float, width: float, height: float) -> Placed:
        at = (right + width * scale / 2, up + height * scale / 2)
        return Placed(viewpoint(name), centre, at, (width * scale, height * scale))

    beside, above = left + x * scale + ROOM, bottom + z * scale + ROOM
    views = (
        placed("front", left, bottom, x, z),
        placed("top", left, above, x, y),
        placed("right", beside, bottom, y, z),
    )
    return Plan(paper, scale, views)


def _scale(paper: Point, across: float, up: float) -> float:
    room = paper[0] - 2 * BORDER - 3 * ROOM, paper[1] - 2 * BORDER - BLOCK - 3 * ROOM
    fitting = (scale for scale in _SCALES if across * scale <= room[0] and up * scale <= room[1])
    return next(fitting, _SCALES[-1])
