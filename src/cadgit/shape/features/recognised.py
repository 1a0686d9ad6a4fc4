"""Bosses, pockets and slots: what quiddity recognises, measured on the faces that it names.

Its own sizes are rounded, so they serve as a check: where a measure does not agree with what quiddity says to within
its rounding, the feature is left out and a note says so. Left out without a note is what it counts and we do not: a
cylinder that stands on nothing (a disc, a bent rod) or on faces of several heights (a hub with arms), a space between
two bosses, a round hole.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from ...records import Vector
from ...records.features import Boss, Features, Pattern, Recess
from ..brep import FACE, SOLID, shape_map
from ..holes import holes_of
from ..mesh import Points
from ..spans import vector
from .adapter import Seen, look_at
from .patterns import Member, patterns
from .surroundings import Side, Surroundings

#: How far a measure may be from what quiddity says, in mm, and as a part of it: its rounding.
AGREES = 0.011
_AGREES_PART = 1e-3

_ALONG = 1e-3  # cosine of directions that are at right angles; sine of those that are parallel
_SAME = 1e-3  # mm

Section = Literal["rectangular", "obround", "round", "other", "groove"]

_BOSSES: dict[str, Literal["round", "rectangular", "polygonal"]] = {
    "round boss": "round",
    "rectangular boss": "rectangular",
    "polygonal boss": "polygonal",
}


def recognise(shape: Any) -> Features:
    """The bosses, pockets and slots of a result, their patterns, and notes.

    Raises:
        NotSeen: quiddity gave no answer.
    """
    numbers = shape_map(shape, FACE)
    recognition = _Recognition(frozenset(face for hole in holes_of(shape) for face in hole.faces))
    for solid in shape_map(shape, SOLID):
        recognition.add(look_at(solid, numbers), Surroundings(solid, numbers))
    return recognition.result()


class _Recognition:
    """The features so far; names count through all solids."""

    def __init__(self, holes: frozenset[int]) -> None:
        self._holes = holes
        self._bosses: list[Boss] = []
        self._recesses: dict[str, list[Recess]] = {"pocket": [], "slot": []}
        self._notes: list[str] = []

    def add(self, seen: Sequence[Seen], surroundings: Surroundings) -> None:
        """Add what was seen in one solid."""
        measure = _Measure(surroundings)
        raised: set[int] = set()
        for one in (one for one in seen if one.kind in _BOSSES):
            boss = self._agreed(one, measure.boss(one, f"boss:{len(self._bosses) + 1}"))
            if boss is not None:
                self._bosses.append(boss)
                raised.update(boss.faces)
        hollow: set[int] = set()
        for one in seen:
            faces = set(one.faces)
            if one.kind == "hole" and not faces & self._holes:
                self._notes.append(
                    f"quiddity sees a hole of {one.said[0]:g} mm in face {min(faces)} that is none of those listed"
                )
            if one.kind not in ("recess", "slot", "channel", "groove") or faces <= self._holes or faces <= hollow:
                continue
            if one.kind == "channel" and measure.walls(one) <= raised:
                continue  # the space between two bosses
            kind = "pocket" if one.kind == "recess" and one.section != "obround" else "slot"
            recess = self._agreed(one, measure.recess(one, f"{kind}:{len(self._recesses[kind]) + 1}"))
            if recess is not None:
                self._recesses[kind].append(recess)
                hollow.update(recess.faces)

    def _agreed(self, one: Seen, measured: Any) -> Any:
        """The feature if it was measured, and quiddity's sizes are among its own."""
        if measured is None:
            return None
        own = (
            measured.size
            if isinstance(measured, Boss)
            else (measured.length, measured.width, measured.depth, measured.diameter)
        )
        for said in one.said:
            if not any(abs(said - size) <= max(AGREES, _AGREES_PART * size) for size in own):
                sizes = " x ".join(f"{size:.4g}" for size in own if size)
                self._notes.append(
                    f"a {one.kind} at face {min(one.faces)} is left out: it measures {sizes} mm, "
                    f"and quiddity says {said:g} mm"
                )
                return None
        return measured

    def result(self) -> Features:
        """All features, with their patterns."""
        pockets, slots = self._recesses["pocket"], self._recesses["slot"]
        found: list[Pattern] = []
        for kind, members in (
            ("boss", [Member(one.name, one.base, one.axis, _like_boss(one)) for one in self._bosses]),
            ("pocket", [Member(one.name, one.place, one.axis, _like_recess(one)) for one in pockets]),
            ("slot", [Member(one.name, one.place, one.axis, _like_recess(one)) for one in slots]),
        ):
            found.extend(patterns(members, kind, (), len(found) + 1))  # type: ignore[arg-type]
        return Features(
            patterns=tuple(found),
            bosses=tuple(self._bosses),
            pockets=tuple(pockets),
            slots=tuple(slots),
            notes=tuple(self._notes),
        )


def _like_boss(boss: Boss) -> tuple[object, ...]:
    return (boss.section, boss.sides, round(boss.height, 3), *(round(size, 3) for size in boss.size))


def _like_recess(recess: Recess) -> tuple[object, ...]:
    sizes = (recess.length, recess.width, recess.depth, recess.corner_radius, recess.diameter)
    return (recess.section, recess.through, recess.open, *(round(size, 3) for size in sizes))


class _Measure:
    """Sizes and places of features, from the faces of one solid."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings

    def boss(self, seen: Seen, name: str) -> Boss | None:
        """A boss, or None for material that does not stand on a face."""
        faces = self._own(seen.faces)
        seen = self._exact(seen, faces)
        feet = [foot for foot in self._feet(faces, seen.axis) if foot is not None]
        if not feet:
            return None
        low, high = self._extent(faces, seen.axis)
        if max(feet) - min(feet) > _SAME:
            return None  # a hub between others, with no one face that it stands on
        foot = feet[0]
        # quiddity tells a polygon's axis without its sense: the foot is below.
        axis = seen.axis
        if foot > (low + high) / 2:
            axis, low, high, foot = -axis, -high, -low, -foot
        section = _BOSSES[seen.kind]
        along: Vector | None = None
        if section == "round":
            radii = [self._surroundings.surface(face).radius for face in faces if self._is_cylinder(face)]
            size: tuple[float, ...] = (2 * max(radius or 0.0 for radius in radii),) if radii else ()
        elif section == "rectangular":
            spans = [self._span(faces, direction) for direction in seen.across]
            longer = int(spans[1] > spans[0])
            size, along = (spans[longer], spans[1 - longer]), vector(seen.across[longer])
        else:
            size = self._across_flats(faces, seen)
        if not size:
            return None
        middle = self._middle(faces, axis, seen.across, foot)
        numbers = tuple(sorted(map(self._surroundings.number_in_result, faces)))
        return Boss(name, section, size, high - foot, middle, vector(axis), numbers, along, seen.sides)

    def recess(self, seen: Seen, name: str) -> Recess | None:
        """A pocket, slot or groove."""
        faces = self._own(seen.faces)
        seen = self._exact(seen, faces)
        if seen.kind == "groove":
            return self._groove(seen, name, faces)
        if seen.kind == "slot":
            faces |= self._round_ends(faces)
        spans = [self._span(faces, direction) for direction in seen.across]
        # The length of a channel is along its run, whatever is longer.
        longer = 0 if seen.kind in ("channel", "slot") else int(spans[1] > spans[0])
        low, high = self._extent(faces, seen.axis)
        section, corner_radius = self._section(seen, faces)
        return Recess(
            name=name,
            section=section,
            length=spans[longer],
            width=spans[1 - longer],
            depth=high - low,
            through=not seen.floored,
            place=self._middle(faces, seen.axis, seen.across, high),
            axis=vector(seen.axis),
            faces=tuple(sorted(map(self._surroundings.number_in_result, faces))),
            along=vector(seen.across[longer]),
            corner_radius=corner_radius,
            open=seen.open,
        )

    def _groove(self, seen: Seen, name: str, faces: set[int]) -> Recess | None:
        """A groove around a shaft, as deep as its lower wall is high."""
        floor = next((face for face in sorted(faces) if self._is_cylinder(face)), None)
        surface = self._surroundings.surface(floor) if floor is not None else None
        if floor is None or surface is None or surface.radius is None or surface.origin is None:
            return None
        origin = np.array(surface.origin)
        walls = {side.other for side in self._surroundings.sides(floor) if side.meeting == "concave"}
        tops = [
            float(np.linalg.norm(np.cross(self._surroundings.points(wall) - origin, seen.axis), axis=1).max())
            for wall in walls
        ]
        if len(tops) < 2:
            return None
        low, high = self._extent({floor}, seen.axis)
        centre = origin + ((low + high) / 2 - float(origin @ seen.axis)) * seen.axis
        numbers = tuple(sorted(map(self._surroundings.number_in_result, faces | walls)))
        return Recess(
            name=name,
            section="groove",
            length=0.0,
            width=high - low,
            depth=min(tops) - surface.radius,
            through=False,
            place=vector(centre),
            axis=vector(seen.axis),
            faces=numbers,
            diameter=2 * surface.radius,
        )

    def walls(self, seen: Seen) -> set[int]:
        """The faces of a channel that are no floor, by their numbers in the result."""
        found = set()
        for face in self._own(seen.faces):
            normal = self._surroundings.surface(face).axis
            if normal is None or abs(float(np.array(normal) @ seen.axis)) < 1 - _ALONG:
                found.add(self._surroundings.number_in_result(face))
        return found

    def _exact(self, seen: Seen, faces: set[int]) -> Seen:
        """The same with the directions of its faces: quiddity's own are rounded."""
        surfaces = [self._surroundings.surface(face) for face in sorted(faces)]
        known = [np.array(surface.axis) for surface in surfaces if surface.axis is not None]

        def exact(direction: Points) -> Points:
            near = (own for own in known if float(np.linalg.norm(np.cross(own, direction))) < _ALONG)
            own = next(near, direction)
            return own if float(own @ direction) > 0 else -own

        axis, first = exact(seen.axis), exact(seen.across[0])
        first = first - (first @ axis) * axis
        first /= np.linalg.norm(first)
        second = np.cross(axis, first)
        return replace(seen, axis=axis, across=(first, second if float(second @ seen.across[1]) > 0 else -second))

    def _section(self, seen: Seen, faces: set[int]) -> tuple[Section, float]:
        """The section of a recess, and the radius of a rectangle's corners."""
        if seen.section in ("obround", "circular"):
            return ("obround" if seen.section == "obround" else "round"), 0.0
        flats: list[Points] = []
        radii = []
        for face in faces:
            surface = self._surroundings.surface(face)
            normal = None if surface.axis is None else np.array(surface.axis)
            if normal is not None and surface.type == "planar":
                flats.append(normal)
            elif normal is not None and surface.type == "cylindrical" and abs(float(normal @ seen.axis)) > 1 - _ALONG:
                radii.append(surface.radius or 0.0)
            else:
                return "other", 0.0
        aligned = all(max(abs(float(flat @ one)) for one in (seen.axis, *seen.across)) > 1 - _ALONG for flat in flats)
        if not aligned or len(radii) not in (0, 4) or (radii and max(radii) - min(radii) > _SAME):
            return "other", 0.0
        return "rectangular", radii[0] if radii else 0.0

    def _own(self, faces: Iterable[int]) -> set[int]:
        by_number = self._surroundings.by_number_in_result
        return {by_number[face] for face in faces if face in by_number}

    def _is_cylinder(self, face: int) -> bool:
        return self._surroundings.surface(face).type == "cylindrical"

    def _round_ends(self, faces: set[int]) -> set[int]:
        """The hollow half cylinders that a slot's walls go on in."""
        return {
            side.other
            for face in faces
            for side in self._surroundings.sides(face)
            if side.meeting == "smooth"
            and self._is_cylinder(side.other)
            and self._surroundings.surface(side.other).hollow
        }

    def _feet(self, faces: set[int], axis: Points) -> list[float | None]:
        """How far along an axis its upright faces stand on others: in a sharp corner, or in a rounded one."""
        feet: list[float | None] = []
        for face in faces:
            for side in self._surroundings.sides(face):
                if side.other not in faces and abs(float(side.into @ axis)) > 1 - _ALONG:
                    feet.append(self._foot(side, axis))
        return feet

    def _foot(self, side: Side, axis: Points) -> float | None:
        if side.meeting == "concave":
            return float(side.point @ axis)
        surface = self._surroundings.surface(side.other)
        if side.meeting == "smooth" and surface.hollow and surface.type in ("toroidal", "cylindrical"):
            # A rounding at the foot: it ends in the face that the boss stands on.
            low, high = self._extent({side.other}, axis)
            return low if float(side.into @ axis) > 0 else high
        return None

    def _extent(self, faces: Iterable[int], direction: Points) -> tuple[float, float]:
        heights = np.concatenate([self._surroundings.points(face) @ direction for face in faces])
        return float(heights.min()), float(heights.max())

    def _span(self, faces: Iterable[int], direction: Points) -> float:
        low, high = self._extent(faces, direction)
        return high - low

    def _middle(self, faces: set[int], axis: Points, across: tuple[Points, Points], height: float) -> Vector:
        """The middle of a section at a height along its axis."""
        first, second = (math.fsum(self._extent(faces, direction)) / 2 for direction in across)
        return vector(first * across[0] + second * across[1] + height * axis)

    def _across_flats(self, faces: set[int], seen: Seen) -> tuple[float, ...]:
        """The distance between two flats that face away from each other; of an odd polygon what quiddity says."""
        flats = [
            (np.array(surface.axis), float(np.array(surface.axis) @ np.array(surface.origin)))
            for face in faces
            if (surface := self._surroundings.surface(face)).type == "planar"
        ]
        spans = [
            offset + other
            for index, (normal, offset) in enumerate(flats)
            for turned, other in flats[index + 1 :]
            if abs(float(normal @ seen.axis)) < _ALONG and float(normal @ turned) < _ALONG - 1
        ]
        return (min(spans),) if spans else seen.said[:1]
