"""What a file of outlines holds: regions with their cut-outs, loose lines, and for flat patterns the bends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .curves import AnyCurve, Point, Segment
from .loops import Path


@dataclass(frozen=True, slots=True)
class Area:
    """A region: a closed path around it, counterclockwise, and the closed paths around what is missing in it."""

    outline: Path
    cutouts: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """A line to bend along.

    Attributes:
        line: in mm.
        up: towards the viewer.
        facts: what is to be known of the bend, as texts by name.
        note: the same for who reads the drawing.
        note_at, note_angle: where that stands, and its direction in degrees.
    """

    line: Segment
    up: bool
    facts: tuple[tuple[str, str], ...]
    note: str
    note_at: Point
    note_angle: float


@dataclass(frozen=True, slots=True)
class Figure:
    """Everything that is drawn, in mm."""

    areas: tuple[Area, ...] = ()
    lines: tuple[Path, ...] = ()
    folds: tuple[Fold, ...] = ()

    def curves(self) -> Iterator[AnyCurve]:
        """All curves that have a place in the plane."""
        for area in self.areas:
            for path in (area.outline, *area.cutouts):
                yield from path.curves
        for path in self.lines:
            yield from path.curves
        yield from (fold.line for fold in self.folds)
