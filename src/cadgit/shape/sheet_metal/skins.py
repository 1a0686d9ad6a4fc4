"""The two sides of a sheet: every region of one side has its opposite at the thickness on the other.

The opposite has the same outline, moved through the sheet: walls are at right angles to both sides. So a counterbore, a
countersink, a boss, a chamfer or a sharp fold make a solid no sheet metal.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ..brep import SHELL, sub_shapes
from ..measure import volume_of
from ..topology import Groups
from .regions import PARALLEL, SAME, Region, Regions, coaxial

T = TypeVar("T")

#: Areas that differ by less, as a part, are one.
AREA = 1e-5
#: Volumes that differ by less, as a part, are one where walls are curved: OCCT measures letters wrong by 6e-4.
VOLUME = 2e-3
#: Pairs of parallel faces that are tried, the thinnest first. Machined parts have hundreds.
TRIED = 12
#: Of the largest flat regions so many are asked for an opposite.
_ASKED = 30
#: Without a bend: thickness over the shorter side of the flat pattern, at most; more is a block.
PLATE = 0.25


class NotSheet(ValueError):
    """Why a solid is no sheet metal; `face` is a number in the solid (0 for none), ``{face}`` in the text its name.

    Of several reasons one that is `minor` counts least: everything that was extruded is a block.
    """

    def __init__(self, text: str, face: int = 0, *, minor: bool = False) -> None:
        super().__init__(text)
        self.text = text
        self.face = face
        self.minor = minor


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A solid as a sheet: its thickness in mm, the regions of one side, and the opposite of each."""

    regions: Regions
    thickness: float
    side: tuple[Region, ...]
    opposite: tuple[Region, ...]

    @property
    def plates(self) -> list[Region]:
        """The flat regions of the side."""
        return [region for region in self.side if region.surface.is_plane]

    @property
    def pairs(self) -> Iterator[tuple[Region, Region]]:
        """Each region of the side with its opposite."""
        return zip(self.side, self.opposite, strict=True)

    def turned_over(self) -> Sheet:
        """The same, seen from the other side."""
        return Sheet(self.regions, self.thickness, self.opposite, self.side)


def first_sheet(solid: Any, use: Callable[[Sheet], T]) -> T:
    """What `use` makes of a solid as a sheet: of the thinnest that it can be, and that `use` does not refuse.

    Raises:
        NotSheet: it is no sheet metal, and why; of several reasons the one that comes after most of it was a sheet.
    """
    if len(sub_shapes(solid, SHELL)) != 1:
        raise NotSheet("there is a void inside")
    regions = Regions(solid)
    reasons: list[tuple[float, NotSheet]] = []
    for thickness, seed in _candidates(regions):
        reached: list[Region] = []
        try:
            return use(_checked(Sheet(regions, thickness, *_sides(regions, seed, thickness, reached)), solid))
        except NotSheet as reason:
            reasons.append((0.0 if reason.minor else sum(region.area for region in reached), reason))
    if not reasons:
        raise NotSheet("no two parallel faces have the same outline, so there is no thickness")
    raise max(reasons, key=lambda found: found[0])[1]


def _candidates(regions: Regions) -> Iterable[tuple[float, Region]]:
    """Thicknesses to try with a flat region that has an opposite there, the thinnest first, of these the largest."""
    flat = [region for region in regions.all if region.surface.is_plane]
    found = []
    for region in flat[:_ASKED]:
        for other in flat:
            thickness = _depth(region, other)
            if thickness > SAME and _is_opposite(region, other, thickness):
                found.append((round(thickness, 3), -round(region.area, 6), thickness, region))
    found.sort(key=lambda one: one[:2])
    distinct = [next(group) for _, group in itertools.groupby(found, key=lambda one: one[0])]
    return [(thickness, region) for _, _, thickness, region in distinct[:TRIED]]


def _sides(
    regions: Regions, seed: Region, thickness: float, reached: list[Region]
) -> tuple[tuple[Region, ...], tuple[Region, ...]]:
    """Everything that goes on smoothly from `seed`, and its opposite; `reached` tells how far that went."""
    opposites: list[Region] = []
    known, waiting = {seed.faces[0]}, [seed]
    while waiting:
        region = waiting.pop(0)
        opposite = next((other for other in regions.all if _is_opposite(region, other, thickness)), None)
        if opposite is None:
            face = region.faces[0]
            raise NotSheet(
                f"face {{face}}, {regions.describe(face)}, has no opposite of the same outline at {thickness:.6g} mm",
                face,
            )
        reached.append(region)
        opposites.append(opposite)
        for number in regions.smooth_neighbours(region):
            if number not in regions.of_face:
                raise NotSheet(f"face {{face}} goes on from the sheet, but is {regions.describe(number)}", number)
            following = regions.of_face[number]
            if following.faces[0] not in known:
                known.add(following.faces[0])
                waiting.append(following)
    return tuple(reached), tuple(opposites)


def _checked(sheet: Sheet, solid: Any) -> Sheet:
    """The sheet, if there is nothing else to the solid than its two sides and walls at right angles between them."""
    side = {number for region in sheet.side for number in region.faces}
    opposite = {number for region in sheet.opposite for number in region.faces}
    if side & opposite:
        raise NotSheet("face {face} lies on both sides of the sheet", min(side & opposite))
    regions = sheet.regions
    _check_walls(regions, _walls(regions, side, opposite), _walls(regions, opposite, side), side | opposite)
    expected = sheet.thickness * sum(one.area + other.area for one, other in sheet.pairs) / 2
    volume = volume_of(solid).size
    exact = regions.faces.keys() == regions.surfaces.keys()
    if abs(volume - expected) > (2 * AREA if exact else VOLUME) * expected:
        raise NotSheet(
            f"its volume is {volume:.6g} mm³, and a sheet of {sheet.thickness:.6g} mm with these sides "
            f"has {expected:.6g} mm³"
        )
    return sheet


def _walls(regions: Regions, side: set[int], opposite: set[int]) -> set[int]:
    """The faces around one side of the sheet."""
    walls = set()
    for joint in regions.joints:
        first, second = joint.faces
        if (first in side) == (second in side):
            continue
        face, wall = (first, second) if first in side else (second, first)
        if wall in opposite:
            raise NotSheet("face {face} meets the other side of the sheet in a sharp edge", wall)
        surface = regions.surfaces.get(wall)
        if surface is not None:
            leaning = float(surface.normal(joint.point) @ regions.surfaces[face].normal(joint.point))
            if abs(leaning) > PARALLEL:
                raise NotSheet("face {face} is not at right angles to the sheet", wall)
        walls.add(wall)
    return walls


def _check_walls(regions: Regions, walls: set[int], others: set[int], skins: set[int]) -> None:
    """What stands on one side has to lead to the other: a wall, also one that is split on its way."""
    groups = Groups()
    for joint in regions.joints:
        if not skins & set(joint.faces):
            groups.join(joint.faces)
    reached, beyond = ({groups.find(wall) for wall in those} for those in (walls, others))
    one_sided = [wall for wall in sorted(walls | others) if groups.find(wall) in reached ^ beyond]
    if one_sided:
        raise NotSheet("face {face} stands on one side of the sheet and does not reach the other", one_sided[0])


def _depth(one: Region, other: Region) -> float:
    """How far below a flat region another one lies that faces the other way, in mm; 0 where it does not."""
    if float(one.surface.direction @ other.surface.direction) > -1 + PARALLEL**2 / 2:
        return 0.0
    return float((one.surface.origin - other.surface.origin) @ one.surface.direction)


def _is_opposite(one: Region, other: Region, thickness: float) -> bool:
    """Whether two regions are the same outline, moved through the thickness of the sheet."""
    first, second = one.surface, other.surface
    if first.is_plane:
        return (
            second.is_plane
            and abs(_depth(one, other) - thickness) <= SAME
            and _alike(one.area, other.area)
            and float(np.linalg.norm(one.centroid - thickness * first.direction - other.centroid)) <= 2 * SAME
        )
    if second.is_plane or first.hollow == second.hollow or not coaxial(first, second):
        return False
    outward = 1 if first.hollow else -1  # which way the sheet lies, seen from the axis
    return (
        abs(outward * (second.radius - first.radius) - thickness) <= SAME
        and _alike(one.area / first.radius, other.area / second.radius)
        and _same_place(one, other)
    )


def _alike(one: float, other: float) -> bool:
    return abs(one - other) <= AREA * max(one, other)


def _same_place(one: Region, other: Region) -> bool:
    """Whether the centroids of two coaxial regions lie in one direction from the axis, at one height."""
    first, second = one.surface, other.surface
    if abs(float((one.centroid - other.centroid) @ first.direction)) > SAME:
        return False
    # Of regions that cover the same angles, the centroids are as far from the axis as the radii.
    radial, expected = first.radial(other.centroid), first.radial(one.centroid) * (second.radius / first.radius)
    return float(np.linalg.norm(radial - expected)) <= 2 * SAME
