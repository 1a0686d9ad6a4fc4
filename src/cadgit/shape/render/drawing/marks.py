"""What a sheet consists of: lines, arcs and texts in mm, with the origin in the bottom left corner."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Style = Literal["visible", "hidden", "centre", "thin", "frame"]
Anchor = Literal["start", "middle", "end"]

#: Width of each kind of line in mm, as ISO 128 has them.
WIDTHS: dict[Style, float] = {"visible": 0.5, "hidden": 0.25, "centre": 0.18, "thin": 0.18, "frame": 0.5}
#: Dashes and gaps in mm of the lines that are broken.
DASHES: dict[Style, tuple[float, ...]] = {"hidden": (2.0, 1.0), "centre": (6.0, 1.0, 0.5, 1.0)}

#: Widths of Helvetica's letters in thousandths of its size: what is needed to place numbers; others are near this.
_LETTER, _CAPITAL, _NARROW = 556, 690, 278
_NARROWS = frozenset(" .,:;'|!ijltfI/")


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    style: Style


@dataclass(frozen=True, slots=True)
class Arc:
    """Part of a circle, counterclockwise from `start` to `end` in degrees; a whole one from 0 to 360."""

    centre: Point
    radius: float
    start: float
    end: float
    style: Style

    @property
    def is_circle(self) -> bool:
        """Whether it goes all the way around."""
        return self.end - self.start >= 360 - 1e-9

    def at(self, degrees: float) -> Point:
        """The point in a direction."""
        angle = math.radians(degrees)
        return (self.centre[0] + self.radius * math.cos(angle), self.centre[1] + self.radius * math.sin(angle))


@dataclass(frozen=True, slots=True)
class Arrow:
    """A filled arrow head: where it points, and from which direction it comes, in degrees."""

    tip: Point
    degrees: float

    def corners(self) -> tuple[Point, Point, Point]:
        """Tip and both ends, 2.5 mm long."""
        ends = (
            (self.tip[0] + 2.5 * math.cos(angle), self.tip[1] + 2.5 * math.sin(angle))
            for angle in (math.radians(self.degrees + side) for side in (-9.5, 9.5))
        )
        return (self.tip, *ends)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text: `at` on its base line, letters of `size` mm, turned by `degrees`."""

    at: Point
    text: str
    size: float
    anchor: Anchor = "start"
    degrees: float = 0.0

    @property
    def width(self) -> float:
        """How long the text is on paper, in mm, within some per cent."""
        return text_width(self.text, self.size)


Mark = Line | Arc | Arrow | Text


def text_width(text: str, size: float) -> float:
    """How long a text is whose capitals are `size` mm high, in mm, within some per cent."""
    widths = (_NARROW if c in _NARROWS else _CAPITAL if c.isupper() else _LETTER for c in text)
    return sum(widths) / 1000 * size * 4 / 3
