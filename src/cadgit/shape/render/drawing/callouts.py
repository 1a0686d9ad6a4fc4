"""What a view says beside itself: ``4× Ø5.5 THRU``, ``R3``, with the places that each of these means.

Holes are called out in the view along their axis. Other circles and arcs that are seen in their true shape follow with
the diameters and radii of the edges themselves.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ....records.features import Features, HoleFeature, Pattern
from .marks import Point
from .rows import SAME, number
from .view import View


@dataclass(frozen=True, slots=True)
class Spot:
    """A circle that a view shows, or an arc: its centre and radius in mm of the result, measured as in `View`.

    `middle` is the direction in degrees in which an arc lies from its centre; None for a whole circle.
    """

    at: Point
    radius: float
    middle: float | None = None


@dataclass(frozen=True, slots=True)
class Ring:
    """A pitch circle: its centre and diameter, and the angle from one hole on it to the next in degrees; rounded."""

    at: Point
    diameter: float
    pitch: float

    @classmethod
    def of(cls, pattern: Pattern, view: View) -> Ring:
        """The circle of a pattern as a view shows it."""
        x, y = view.flat(pattern.centre)
        return cls((round(x, 4), round(y, 4)), round(pattern.diameter, 4), round(abs(pattern.pitches[0]), 4))

    def text(self, spots: Sequence[Spot]) -> str:
        """Where its holes are: ``ON Ø60, EVERY 60° FROM 30°``, counterclockwise from the right."""
        angles = sorted(math.degrees(math.atan2(s.at[1] - self.at[1], s.at[0] - self.at[0])) % 360 for s in spots)
        gaps = [(after - before) % 360 for before, after in zip([angles[-1], *angles], angles, strict=False)]
        # The one that follows the widest gap; where all are equal, the first from the right.
        first = next(angle for angle, gap in zip(angles, gaps, strict=True) if gap >= max(gaps) - 1e-2)
        start = 0.0 if first > 360 - 1e-3 else first
        return f"ON Ø{number(self.diameter)}, EVERY {number(self.pitch)}° FROM {number(start)}°"


@dataclass(frozen=True, slots=True)
class Callout:
    """Lines of text, the spots that they are true of, and the pitch circle where these lie on one."""

    lines: tuple[str, ...]
    spots: tuple[Spot, ...]
    ring: Ring | None = None

    @property
    def text(self) -> tuple[str, ...]:
        """The lines, with how many spots there are."""
        many = f"{len(self.spots)}× " if len(self.spots) > 1 else ""
        ring = (self.ring.text(self.spots),) if self.ring else ()
        return (many + self.lines[0], *self.lines[1:], *ring)

    @property
    def is_radius(self) -> bool:
        """Whether it is about arcs."""
        return self.spots[0].middle is not None

    @property
    def places(self) -> tuple[Spot, ...]:
        """What has to be placed by two coordinates: the spots, or the middle of their circle; not the arcs."""
        if self.is_radius:
            return ()
        return (Spot(self.ring.at, 0.0),) if self.ring else self.spots


def find(view: View, features: Features) -> list[Callout]:
    """The call-outs of a view: holes, other circles, arcs; in each group the most numerous first."""
    circular: dict[str, Pattern] = {}
    for pattern in features.patterns:
        if pattern.arrangement == "circular":
            circular |= dict.fromkeys(pattern.members, pattern)
    drilled: dict[tuple[tuple[str, ...], Ring | None], list[Spot]] = defaultdict(list)
    taken: list[Spot] = []
    for hole in features.holes:
        if view.is_along(hole.axis):
            at = view.flat(hole.start)
            ring = Ring.of(circular[hole.name], view) if hole.name in circular else None
            spot, spots = Spot(at, hole.diameter / 2), drilled[_lines(hole, view), ring]
            if not _has(spots, spot):
                spots.append(spot)
            wider = [bore.diameter for bore in hole.counterbores] + [sink.diameter for sink in hole.countersinks]
            taken += [Spot(at, diameter / 2) for diameter in (hole.diameter, *wider)]
    rest: dict[str, list[Spot]] = defaultdict(list)
    for arc in view.projected.arcs():
        spot = Spot(view.shifted(arc.centre), arc.radius, None if arc.is_circle else (arc.start + arc.end) / 2)
        if not _has(taken, Spot(spot.at, spot.radius)):
            spots = rest[f"Ø{number(2 * arc.radius)}" if arc.is_circle else f"R{number(arc.radius)}"]
            if not _has(spots, spot):
                spots.append(spot)
    first = [Callout(lines, tuple(spots), ring) for (lines, ring), spots in drilled.items()]
    others = [Callout((line,), tuple(spots)) for line, spots in rest.items()]
    first.sort(key=lambda callout: (-len(callout.spots), callout.lines))
    others.sort(key=lambda callout: (callout.is_radius, -len(callout.spots), callout.lines))
    return [*first, *others]


def _lines(hole: HoleFeature, view: View) -> tuple[str, ...]:
    """What one hole is like, from its bore outwards."""
    bore = f"Ø{number(hole.diameter)} " + ("THRU" if hole.through else f"× {number(hole.depth)} DEEP")
    if not hole.through and not view.is_towards(hole.axis):
        bore += " FAR SIDE"
    lines = [bore]
    for counterbore in hole.counterbores:
        side = _side(counterbore.place, hole, view)
        lines.append(f"CBORE Ø{number(counterbore.diameter)} × {number(counterbore.depth)} DEEP{side}")
    for sink in hole.countersinks:
        lines.append(f"CSK Ø{number(sink.diameter)} × {number(sink.angle)}°{_side(sink.place, hole, view)}")
    return tuple(lines)


def _side(place: tuple[float, float, float], hole: HoleFeature, view: View) -> str:
    """Says so where a mouth of a through hole is at the side that is not seen."""
    middle = [(a + b) / 2 for a, b in zip(hole.start, hole.end, strict=True)]
    towards = sum((p - m) * b for p, m, b in zip(place, middle, view.viewpoint.back, strict=True))
    return " FAR SIDE" if hole.through and towards < 0 else ""


def _has(spots: Sequence[Spot], spot: Spot) -> bool:
    """Whether a spot is among others; one arc seen in several depths is one."""
    return any(
        math.dist(spot.at, other.at) <= SAME
        and abs(spot.radius - other.radius) <= SAME
        and ((spot.middle is None) == (other.middle is None))
        and (spot.middle is None or abs((spot.middle - other.middle + 180) % 360 - 180) < 1)  # type: ignore[operator]
        for other in spots
    )
