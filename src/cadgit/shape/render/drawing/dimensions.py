"""The dimensions of one view: overall sizes, places of holes, call-outs with leaders, centre lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ....records.features import HoleFeature
from .beside import SMALL, Side, Tick, dimension
from .callouts import Callout, Spot
from .layout import MARGIN, Placed, Room
from .marks import Arc, Arrow, Line, Mark, Point, Text, text_width
from .rows import SAME, spread

_LINE = SMALL * 1.6  # mm from one line of text to the next
_BETWEEN = 1.5  # mm between two call-outs
_AWAY = 8.0  # mm from a view to its call-outs
_BEYOND = 1.5  # mm that centre lines go beyond what they are the middle of
#: Call-outs beside one view; more than these are counted in a note.
_MOST = 8
_TAG = 1.8  # mm: letters of the tags beside holes, ISO 3098


@dataclass(frozen=True, slots=True)
class Dimensioned:
    """The marks of a view's dimensions, the room that they take, and what is left out.

    Attributes:
        listed: holes that have no room for their places, for the table.
        unnamed: call-outs that have no room.
    """

    marks: tuple[Mark, ...]
    room: Room
    listed: tuple[Callout, ...] = ()
    unnamed: int = 0


@dataclass(frozen=True, slots=True)
class Overall:
    """Which overall sizes a view tells: each is written once on a sheet."""

    across: bool
    up: bool


def of_view(placed: Placed, callouts: Sequence[Callout], holes: Sequence[HoleFeature], overall: Overall) -> Dimensioned:
    """The dimensions of a view where it stands."""
    (x, y), (width, height), view = placed.corner, placed.size, placed.view
    shown, unnamed = callouts[:_MOST], len(callouts[_MOST:])
    spots = [spot for callout in callouts for spot in callout.places]
    below = "top" if view.name == "top" else "bottom"
    row = Side((x, y if below == "bottom" else y + height), width, "top" if below == "top" else "bottom")
    column = Side((x, y), height, "left")
    depth = view.size[1] if below == "top" else 0.0
    along = [Tick(s.at[0], max(abs(depth - s.at[1]) - s.radius, 0.0)) for s in spots]
    up = [Tick(s.at[1], max(s.at[0] - s.radius, 0.0)) for s in spots]
    rows = [dimension(row, placed.scale, along, view.size[0] if overall.across else 0.0)]
    rows.append(dimension(column, placed.scale, up, view.size[1] if overall.up else 0.0))
    listed: tuple[Callout, ...] = ()
    if not all(found.placed for found in rows):
        # A hole has both of its coordinates in one place: here, or in the table.
        listed = tuple(callout for callout in callouts if callout.places)
        rows = [dimension(row, placed.scale, (), view.size[0] if overall.across else 0.0)]
        rows.append(dimension(column, placed.scale, (), view.size[1] if overall.up else 0.0))
    named, wide, deep = _callouts(placed, shown)
    marks = [*_centres(placed, callouts), *_axes(placed, holes), *rows[0].marks, *rows[1].marks, *named]
    room = Room(
        left=rows[1].depth + MARGIN,
        bottom=max(MARGIN, (rows[0].depth + MARGIN) if below == "bottom" else 0.0, deep - height + MARGIN),
        right=_AWAY + wide + MARGIN if named else MARGIN,
        top=rows[0].depth + MARGIN if below == "top" else MARGIN,
    )
    return Dimensioned(tuple(marks), room, listed, unnamed)


def _callouts(placed: Placed, callouts: Sequence[Callout]) -> tuple[list[Mark], float, float]:
    """Leaders and texts on the right, each as high as its spot where it can; their width, and how far down they go."""
    if not callouts:
        return [], 0.0, 0.0
    (left, bottom), (width, height) = placed.corner, placed.size
    chosen = [(callout, max(callout.spots, key=lambda s: (round(s.at[0], 3), s.at[1]))) for callout in callouts]
    chosen.sort(key=lambda item: _tip_height(item[1]))
    # From below: the first line of each stands so far above the one before.
    gaps = [(len(callout.text) - 1) * _LINE + _LINE + _BETWEEN for callout, _ in chosen]
    foot = (len(chosen[0][0].text) - 1) * _LINE
    high = height - SMALL
    low = min(foot, high - sum(gaps[1:]))
    levels = spread([_tip_height(spot) * placed.scale for _, spot in chosen], gaps, low, high)
    assert levels is not None
    marks: list[Mark] = []
    edge, wide = left + width, 0.0
    for (callout, spot), level in zip(chosen, levels, strict=True):
        y = bottom + level
        marks += _leader(placed, spot, (edge + _AWAY - 3, y + SMALL / 2))
        for line in callout.text:
            marks.append(Text((edge + _AWAY, y), line, SMALL))
            wide = max(wide, text_width(line, SMALL))
            y -= _LINE
    return marks, wide, height - levels[0] + foot


def _tip_height(spot: Spot) -> float:
    """How high in a view a leader ends, in mm of the result."""
    way = 0.0 if spot.middle is None else math.radians(spot.middle)
    return spot.at[1] + spot.radius * math.sin(way)


def _leader(placed: Placed, spot: Spot, at: Point) -> list[Mark]:
    """A line from a circle or an arc to its text."""
    x, y = placed.on_paper(spot.at)
    radius = spot.radius * placed.scale
    way = math.atan2(at[1] - y, at[0] - x) if spot.middle is None else math.radians(spot.middle)
    tip = (x + radius * math.cos(way), y + radius * math.sin(way))
    slope = math.degrees(math.atan2(at[1] - tip[1], at[0] - tip[0]))
    return [Line((tip, at, (at[0] + 2, at[1])), "thin"), Arrow(tip, slope)]


def _centres(placed: Placed, callouts: Sequence[Callout]) -> list[Mark]:
    """Crosses in the middles of circles, the largest of those that share one, and pitch circles."""
    largest: dict[Point, float] = {}
    marks: list[Mark] = []
    for callout in callouts:
        if callout.ring:
            at, radius = placed.on_paper(callout.ring.at), callout.ring.diameter / 2 * placed.scale
            marks.append(Arc(at, radius, 0.0, 360.0, "centre"))
            largest.setdefault(callout.ring.at, 0.0)
        for spot in callout.spots:
            if spot.middle is None:
                key = next((at for at in largest if math.dist(at, spot.at) <= SAME), spot.at)
                largest[key] = max(largest.get(key, 0.0), spot.radius)
    for at, radius in largest.items():
        (x, y), reach = placed.on_paper(at), radius * placed.scale + _BEYOND
        marks += [Line(((x - reach, y), (x + reach, y)), "thin"), Line(((x, y - reach), (x, y + reach)), "thin")]
    return marks


def _axes(placed: Placed, holes: Sequence[HoleFeature]) -> list[Mark]:
    """The centre lines of holes that are seen from the side, each place once."""
    view = placed.view
    known: dict[tuple[float, ...], tuple[Point, Point]] = {}
    for hole in holes:
        if view.is_across(hole.axis):
            wider = [*(bore.place for bore in hole.counterbores), *(sink.place for sink in hole.countersinks)]
            places = [hole.start, hole.end, *wider]
            points = sorted(placed.on_paper(view.flat(place)) for place in places)
            key = tuple(round(number, 2) for point in (points[0], points[-1]) for number in point)
            known.setdefault(key, (points[0], points[-1]))
    return [_longer(*ends) for ends in known.values()]


def _longer(a: Point, b: Point) -> Line:
    """A centre line from a to b, a little longer at both ends."""
    length = math.dist(a, b)
    x, y = ((b[axis] - a[axis]) / length * _BEYOND if length else 0.0 for axis in (0, 1))
    return Line(((a[0] - x, a[1] - y), (b[0] + x, b[1] + y)), "centre")


def tagged(placed: Placed, names: Sequence[tuple[str, Spot]], taken: Sequence[Text]) -> list[Mark]:
    """Tags beside the holes of the table, where they hide nothing that is written already."""
    texts = list(taken)
    found: list[Mark] = []
    for name, spot in names:
        (x, y), radius = placed.on_paper(spot.at), spot.radius * placed.scale
        away = radius + 0.5
        for right, up in ((away, away / 2), (away, -away / 2 - _TAG), (-away - 4, away / 2), (-1.0, away)):
            text = Text((x + right, y + up), name, _TAG)
            if not any(_overlap(text, other) for other in texts):
                texts.append(text)
                found.append(text)
                break
    return found


def _overlap(a: Text, b: Text) -> bool:
    (left, low, right, high), (other_left, other_low, other_right, other_high) = box_of(a), box_of(b)
    return left < other_right and other_left < right and low < other_high and other_low < high


def box_of(text: Text) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of a text that is level or upright, in mm."""
    back = {"start": 0.0, "middle": text.width / 2, "end": text.width}[text.anchor]
    x, y = text.at
    if text.degrees:
        return (x - text.size, y - back, x, y - back + text.width)
    return (x - back, y, x - back + text.width, y + text.size)
