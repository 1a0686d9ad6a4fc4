"""The flat pattern: outline and cut-outs, the lines to bend along, and what the sheet measures."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import manifold3d
import numpy as np

from ...records import Bend, SheetMetal, Vector
from ..brep import EDGE, uses
from ..outlines.curves import Placement, Point, Segment
from ..outlines.extent import extent
from ..outlines.loops import Path, joined
from ..topology import Groups
from .regions import PARALLEL, SAME, Region, Vector3
from .skins import PLATE, NotSheet, Sheet
from .unfolding import Unfolding

#: How far polygons may be from the curves that they stand for, in mm, where areas are compared.
_SAG = 0.01
#: A pattern that lies on itself by less, as a part of its area, touches itself.
_TOUCHES = 1e-6
#: A bend of so many degrees whose sides are closer than two thicknesses is a hem, whose length no K-factor gives.
_HEM = 175.0
#: Beside the middle of a bend by so many mm: a bend may be split right there.
_BESIDE = 1e-5


@dataclass(frozen=True, slots=True)
class BendLine:
    """Where to bend: the middle of a bend's strip, in as many pieces as material has."""

    bend: Bend
    pieces: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class FlatPattern:
    """A sheet before it is bent, its lower left corner at the origin, in mm.

    Attributes:
        sheet: what it measures.
        outline: one closed path, counterclockwise.
        cutouts: closed paths, clockwise.
        bends: the lines to bend along.
    """

    sheet: SheetMetal
    outline: tuple[Path, ...]
    cutouts: tuple[Path, ...]
    bends: tuple[BendLine, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Strip:
    """A bend's part of the plane.

    Attributes:
        along: the image of the bend's axis, of length 1; its sense does not depend on how the part was made.
        low, high: how far the strip reaches to the left of that.
        border: the borders of its faces.
    """

    along: Point
    low: float
    high: float
    border: tuple[Path, ...]

    def continues(self, other: _Strip) -> bool:
        """Whether both are pieces of one strip."""
        return (
            math.dist(self.along, other.along) <= PARALLEL
            and abs(self.low - other.low) <= SAME
            and abs(self.high - other.high) <= SAME
        )

    def middle(self) -> tuple[Segment, ...]:
        """The middle line, where there is material."""
        at = (self.low + self.high) / 2
        crossings: list[float] = []
        for path in self.border:
            points = [_turned(point, self.along) for point in path.points(_SAG)]
            for (x, y), (following_x, following_y) in pairwise([*points, points[0]]):
                if (y < at + _BESIDE) != (following_y < at + _BESIDE):
                    crossings.append(x + (following_x - x) * (at + _BESIDE - y) / (following_y - y))
        crossings.sort()
        pieces: list[tuple[float, float]] = []
        for low, high in zip(crossings[::2], crossings[1::2], strict=False):
            if pieces and low - pieces[-1][1] <= SAME:
                low = pieces.pop()[0]
            pieces.append((low, high))
        x, y = self.along
        back = (x, -y)
        return tuple(Segment(_turned((low, at), back), _turned((high, at), back)) for low, high in pieces)


def unfolded(sheet: Sheet, numbers: Sequence[int], k_factor: float) -> FlatPattern:
    """The flat pattern of a sheet, seen from the side that most of it is bent towards.

    Args:
        numbers: what each face of the solid is called, in the order of the solid's own numbers.

    Raises:
        NotSheet: it closes on itself, has a hem, or is rather a block than a plate.
    """
    pattern = _Pattern(sheet, numbers, k_factor)
    if pattern.is_seen_from_behind:
        pattern = _Pattern(sheet.turned_over(), numbers, k_factor)
    return pattern.made()


class _Pattern:
    def __init__(self, sheet: Sheet, numbers: Sequence[int], k_factor: float) -> None:
        self._sheet = sheet
        self._numbers = numbers
        self._k_factor = k_factor
        self._unfolding = Unfolding(sheet, k_factor)
        self._borders = {number: self._unfolding.border(number) for region in sheet.side for number in region.faces}
        self._bends = sorted(self._found(), key=lambda found: _order(found[0]))

    @property
    def is_seen_from_behind(self) -> bool:
        """Whether more is bent away from the viewer than towards; a plate without bends shows its upper side."""
        lengths = sum(bend.length * (1 if bend.direction == "up" else -1) for bend, _ in self._bends)
        if abs(lengths) > SAME:
            return lengths < 0
        largest = max(self._sheet.plates, key=lambda region: round(region.area, 6))
        return _sense(largest.surface.direction) < 0

    def made(self) -> FlatPattern:
        """The pattern: the longest bend level, or as the part lies where there is none."""
        x, y = self._bends[0][1].along if self._bends else (1.0, 0.0)
        level = Placement(-math.atan2(y, x))
        paths = [path.placed(level) for path in self._outlines()]
        (left, bottom), (right, top) = extent(curve for path in paths for curve in path.curves)
        flat = (right - left, top - bottom)
        if not self._bends and self._sheet.thickness > PLATE * min(flat):
            text = f"{self._sheet.thickness:.6g} mm thick and without a bend, it is a block and no sheet"
            raise NotSheet(text, minor=True)
        place = Placement(level.angle, (-left, -bottom))
        paths = [path.placed(Placement(0.0, (-left, -bottom))) for path in paths]
        return FlatPattern(
            SheetMetal(
                thickness=_clean(self._sheet.thickness),
                k_factor=self._k_factor,
                plates=len(self._sheet.plates),
                bends=tuple(bend for bend, _ in self._bends),
                flat=(_clean(flat[0]), _clean(flat[1])),
                flat_area=_clean(self._area),
                overlap=self._overlap(),
            ),
            tuple(path for path in paths if path.area > 0),
            tuple(path for path in paths if path.area <= 0),
            tuple(
                BendLine(bend, tuple(piece.placed(place) for piece in strip.middle())) for bend, strip in self._bends
            ),
        )

    # --- bends ---------------------------------------------------------------------------------------------

    def _found(self) -> Iterator[tuple[Bend, _Strip]]:
        """Each bend with its strip; pieces of one bend, which something was cut out of, are one."""
        pairs = [(one, other, self._strip(one)) for one, other in self._sheet.pairs if not one.surface.is_plane]
        groups = Groups()
        for (index, first), (position, second) in combinations(enumerate(pairs), 2):
            if first[0].surface.continues(second[0].surface) and first[2].continues(second[2]):
                groups.join((index, position))
        members: dict[Any, list[int]] = defaultdict(list)
        for index in range(len(pairs)):
            members[groups.find(index)].append(index)
        for indices in members.values():
            pieces = [pairs[index] for index in indices]
            strip = replace(pieces[0][2], border=tuple(path for _, _, one in pieces for path in one.border))
            yield self._bend([one for one, _, _ in pieces], [other for _, other, _ in pieces], strip), strip

    def _strip(self, region: Region) -> _Strip:
        borders = tuple(path for number in region.faces for path in joined(self._borders[number]))
        along = self._unfolding.axis_image(region.faces[0], _sense(region.surface.direction))
        heights = [_turned(point, along)[1] for path in borders for point in path.points(_SAG)]
        return _Strip(along, min(heights), max(heights), borders)

    def _bend(self, side: list[Region], opposite: list[Region], strip: _Strip) -> Bend:
        surface, face = side[0].surface, side[0].faces[0]
        inner, outer = (side, opposite) if surface.hollow else (opposite, side)
        radius, allowance = inner[0].surface.radius, strip.high - strip.low
        angle = math.degrees(allowance / (radius + self._k_factor * self._sheet.thickness))
        if angle >= 360:
            raise NotSheet("face {face} goes all the way around its axis: it has no flat pattern", face)
        if angle > _HEM and radius < self._sheet.thickness:
            raise NotSheet(
                f"face {{face}} is a hem, folded by {angle:.4g}°: no K-factor tells how long it is flat", face
            )
        axis = _sense(surface.direction) * surface.direction
        area = sum(region.area for region in side)
        height = sum(region.area * float((region.centroid - surface.origin) @ axis) for region in side) / area
        return Bend(
            radius=_clean(radius),
            angle=_clean(angle),
            length=_clean(sum(math.dist(piece.start, piece.end) for piece in strip.middle())),
            allowance=_clean(allowance),
            axis=_vector(axis),
            centre=_vector(surface.origin + height * axis),
            direction="up" if surface.hollow else "down",
            inner=self._called(inner),
            outer=self._called(outer),
        )

    def _called(self, regions: list[Region]) -> tuple[int, ...]:
        return tuple(sorted(self._numbers[number - 1] for region in regions for number in region.faces))

    # --- outline -------------------------------------------------------------------------------------------

    def _outlines(self) -> list[Path]:
        """The closed paths around everything: edges that no other face of the side goes on from."""
        regions, side = self._sheet.regions, self._borders
        inner = {
            joint.number
            for joint in regions.joints
            if joint.smooth and joint.faces[0] in side and joint.faces[1] in side
        }
        curves = []
        for number in side:
            for edge in uses(regions.faces[number], EDGE):
                if regions.number_of(edge) not in inner:
                    curves.append(self._unfolding.curve(edge, number))
        paths = joined(curves)
        length = sum(math.dist(*pair) for path in paths for pair in pairwise(path.points(_SAG)))
        enclosed = sum(path.area for path in paths)
        if not all(path.closed for path in paths) or abs(enclosed - self._area) > _SAG * length:
            raise NotSheet("the outline of its flat pattern does not close")
        return paths

    @cached_property
    def _area(self) -> float:
        """The area of the flat pattern: a bend's grows or shrinks with the radius that it is laid flat by."""
        neutral = self._k_factor * self._sheet.thickness
        area = 0.0
        for one, other in self._sheet.pairs:
            radius = min(one.surface.radius, other.surface.radius)
            area += one.area if one.surface.is_plane else one.area / one.surface.radius * (radius + neutral)
        return area

    def _overlap(self) -> float:
        """By how much the faces lie on each other in the plane, in mm²."""
        sections = []
        for border in self._borders.values():
            contours = [np.array(path.points(_SAG)) for path in joined(border)]
            sections.append(manifold3d.CrossSection(contours, manifold3d.FillRule.EvenOdd))
        single = sum(section.area() for section in sections)
        overlap: float = single - manifold3d.CrossSection.batch_boolean(sections, manifold3d.OpType.Add).area()
        return overlap if overlap > _TOUCHES * single else 0.0


def _order(bend: Bend) -> tuple[float, ...]:
    """The longest first; equal ones by place."""
    return (-round(bend.length, 4), *(round(value, 4) for value in bend.centre))


def _sense(direction: Vector3) -> int:
    """1 where the direction's largest coordinate (the last of several) is positive, else -1."""
    sizes = np.abs(direction)
    largest = int(np.flatnonzero(sizes >= sizes.max() - 1e-6)[-1])
    return 1 if direction[largest] > 0 else -1


def _turned(point: Point, along: Point) -> Point:
    """A point in coordinates along a direction, and to the left of it."""
    (x, y), (dx, dy) = point, along
    return (x * dx + y * dy, y * dx - x * dy)


def _vector(values: Vector3) -> Vector:
    x, y, z = map(_clean, values.tolist())
    return (x, y, z)


def _clean(value: float) -> float:
    """Without the noise of floating point: a millionth of a µm."""
    return round(value, 9) + 0.0
