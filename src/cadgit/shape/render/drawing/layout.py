"""Paper, scale, and where the views stand: the top view above the front view, the right view beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .marks import Point
from .view import View

#: Paper in mm, ISO 216, landscape: A4, A3 and A2.
PAPERS: tuple[Point, ...] = ((297.0, 210.0), (420.0, 297.0), (594.0, 420.0))
#: Between the edge of the paper and the border, mm.
BORDER = 10.0
#: Height of the title block along the bottom, mm.
BLOCK = 40.0
#: Between a view and its neighbour or the border, where it has no dimensions, mm.
MARGIN = 8.0

#: Scales that ISO 5455 knows, the largest first, and on both sides of those their tenfolds, as it allows.
_SCALES = tuple(step * 10.0**power for power in range(3, -8, -1) for step in (5.0, 2.0, 1.0))


@dataclass(frozen=True, slots=True)
class Room:
    """What the dimensions of a view take beside it, in mm."""

    left: float = MARGIN
    bottom: float = MARGIN
    right: float = MARGIN
    top: float = MARGIN

    def covering(self, other: Room) -> Room:
        """Room for both."""
        return Room(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )


@dataclass(frozen=True, slots=True)
class Placed:
    """A view on paper: where its lower left corner is, and its width and height there, in mm."""

    view: View
    corner: Point
    size: Point
    scale: float

    @property
    def middle(self) -> Point:
        """Where the middle of the result is on paper."""
        return (self.corner[0] + self.size[0] / 2, self.corner[1] + self.size[1] / 2)

    def on_paper(self, point: Point) -> Point:
        """A point of the view, which is in mm from its lower left corner."""
        return (self.corner[0] + point[0] * self.scale, self.corner[1] + point[1] * self.scale)


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet.

    Attributes:
        paper: width and height in mm.
        scale: millimetres on paper for one of the result.
        views: in their places.
        free: left, bottom, right and top of the corner above the right view, where a table may stand.
    """

    paper: Point
    scale: float
    views: tuple[Placed, ...]
    free: tuple[float, float, float, float]

    @property
    def scale_text(self) -> str:
        """The scale as drawings say it: ``1:2``."""
        return f"{self.scale:.10g}:1" if self.scale >= 1 else f"1:{1 / self.scale:.10g}"


def plan(views: Sequence[View], rooms: Mapping[str, Room], corner: float = 0.0) -> Plan:
    """The smallest paper on which a larger one would not allow a larger scale, up to 1:1; the largest scale that fits.

    Args:
        views: front, top and right, or a single one.
        rooms: by the name of the view.
        corner: width in mm that the corner above the right view has at least.
    """
    plans = [_on(paper, views, rooms, corner) for paper in PAPERS]
    enough = max(min(found.scale, 1.0) for found in plans[:2])
    # The largest paper is for what does not fit the smaller ones at all, or very small.
    chosen = next(found for found in plans[:2] if found.scale >= enough)
    return plans[2] if chosen.scale < 1 and chosen.scale <= plans[2].scale / 4 else chosen


def _on(paper: Point, views: Sequence[View], rooms: Mapping[str, Room], corner: float) -> Plan:
    main, *others = views
    top, right = (*others, None, None)[:2]
    above = _joined(main, top, rooms)
    left_edge = above.left
    between_across = above.right + (rooms[right.name].left if right else 0.0)
    between_up = above.top + (rooms[top.name].bottom if top else 0.0)
    lowest = max(rooms[view.name].bottom for view in (main, right) if view)
    highest = rooms[top.name].top if top else 0.0
    outside = rooms[right.name].right if right else 0.0
    up = main.size[1] + (top.size[1] if top else 0.0)
    fixed = left_edge + between_across, lowest + between_up + highest
    width, height = paper[0] - 2 * BORDER, paper[1] - 2 * BORDER - BLOCK

    def fits(scale: float) -> bool:
        second = max((right.size[0] * scale if right else 0.0) + outside, corner)
        return fixed[0] + main.size[0] * scale + second <= width and fixed[1] + up * scale <= height

    scale = next(filter(fits, _SCALES), _SCALES[-1])
    second = max((right.size[0] * scale if right else 0.0) + outside, corner)
    x = BORDER + left_edge + max(0.0, (width - fixed[0] - main.size[0] * scale - second) / 2)
    y = BORDER + BLOCK + lowest + max(0.0, (height - fixed[1] - up * scale) / 2)
    beside, over = x + main.size[0] * scale + between_across, y + main.size[1] * scale + between_up
    corners = [(main, (x, y))]
    if top:
        corners.append((top, (x, over)))
    if right:
        corners.append((right, (beside, y)))
    placed = tuple(Placed(view, at, (view.size[0] * scale, view.size[1] * scale), scale) for view, at in corners)
    over_right = y + right.size[1] * scale + rooms[right.name].top if right else y
    free = (beside, over_right, paper[0] - BORDER, paper[1] - BORDER)
    return Plan(paper, scale, placed, free)


def _joined(main: View, top: View | None, rooms: Mapping[str, Room]) -> Room:
    """The room of the views that stand above one another; only left and right are shared."""
    room = rooms[main.name]
    other = rooms[top.name] if top else room
    return Room(max(room.left, other.left), room.bottom, max(room.right, other.right), room.top)
