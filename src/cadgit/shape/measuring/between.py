"""How two entities lie to each other: distances, angles and relations, each with its definition."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeVertex
from OCP.gp import gp_Dir, gp_Lin, gp_Pln, gp_Pnt

from ...records.measurements import PairMeasure, Quantity
from ..distances import shortest_between
from ..entities.entity import Entity
from ..measure import rough_box
from ..mesh import Points
from ..spans import vector
from .lines import (
    ANGULAR,
    LINEAR,
    Line,
    angle,
    centre_of,
    foot_on_line,
    foot_on_plane,
    line_of,
    nearest_points,
    plane_of,
    smaller,
)
from .quantities import finite, named, place, scalar


def measure_between(first: Entity, second: Entity) -> PairMeasure:
    """All that can be said of two entities; what does not apply to them is left out."""
    found: list[Quantity] = []
    notes: list[str] = []
    if first.shapes or second.shapes:
        found += _shortest(first, second, notes)
    pair = _Pair(first, second)
    kept, broken = finite([*found, *pair.quantities()])
    return PairMeasure(
        named(first),
        named(second),
        kept,
        tuple(pair.relations),
        ANGULAR,
        LINEAR,
        bool(first.solids and second.solids),
        (*notes, *broken),
    )


def _shortest(first: Entity, second: Entity, notes: list[str]) -> list[Quantity]:
    distance = shortest_between(_extended(first, second), _extended(second, first))
    if distance is None:
        notes.append("not checked: the shortest distance (OCCT found none)")
        return []
    filled = "; solids are filled" if first.solids or second.solids else ""
    holes = "; of a hole it is the wall that counts" if first.hole is not None or second.hole is not None else ""
    x, y, z = (b - a for a, b in zip(distance.first, distance.second, strict=True))
    return [
        scalar(
            "distance",
            distance.value,
            "mm",
            f"shortest, between their nearest points{filled}{holes}",
            distance.first,
            distance.second,
        ),
        place("offset", (x, y, z), "from the first of these points to the second, along x, y and z"),
    ]


def _extended(entity: Entity, other: Entity) -> tuple[Any, ...]:
    """What a distance is measured to: a point as a vertex, an axis or a plane as far as the other entity may need."""
    if entity.shapes:
        return entity.shapes
    at = gp_Pnt(*entity.origin)
    if entity.kind == "point" or entity.direction is None:
        return (BRepBuilderAPI_MakeVertex(at).Vertex(),)
    corners = [1.0, *other.origin]
    for shape in other.shapes:
        box = rough_box(shape)
        corners += [*box.minimum, *box.maximum] if box else []
    reach = 4 * max(map(abs, corners))
    if entity.kind == "axis":
        return (BRepBuilderAPI_MakeEdge(gp_Lin(at, gp_Dir(*entity.direction)), -reach, reach).Edge(),)
    plane = gp_Pln(at, gp_Dir(*entity.direction))
    return (BRepBuilderAPI_MakeFace(plane, -reach, reach, -reach, reach).Face(),)


class _Pair:
    """Planes, lines and centres of two entities. The relations are known when the quantities have been asked for."""

    def __init__(self, first: Entity, second: Entity) -> None:
        self._planes = plane_of(first), plane_of(second)
        self._lines = line_of(first), line_of(second)
        self._centres = centre_of(first), centre_of(second)
        self._are_faces = first.kind == second.kind == "face"
        self.relations: list[str] = []

    def quantities(self) -> list[Quantity]:
        found: list[Quantity] = []
        (plane, other_plane), (line, other_line), (centre, other_centre) = self._planes, self._lines, self._centres
        if plane and other_plane:
            found += self._two_planes(plane, other_plane)
        if line and other_line:
            found += self._two_lines(line, other_line)
        if plane and other_line:
            found += self._line_and_plane(other_line, plane)
        if line and other_plane:
            found += self._line_and_plane(line, other_plane)
        if centre is not None and other_centre is not None:
            found += self._two_centres(centre, other_centre)
        for point, axis, flat in ((centre, other_line, other_plane), (other_centre, line, plane)):
            if point is not None and axis is not None:
                found.append(_to("axis from centre", point, foot_on_line(point, axis), "from the centre to the axis"))
            if point is not None and flat is not None:
                text = "from the centre, perpendicular to the plane, which has no end"
                found.append(_to("plane from centre", point, foot_on_plane(point, flat), text))
        return found

    def _two_planes(self, first: Line, second: Line) -> list[Quantity]:
        between = angle(first.along, second.along)
        found = [scalar("angle", smaller(between), "°", "between the planes, the smaller one")]
        if self._are_faces:
            found.append(scalar("normal angle", between, "°", "between the outward normals"))
        if self._direction(smaller(between)) == "parallel":
            distance = _to(
                "plane distance",
                first.origin,
                foot_on_plane(first.origin, second),
                "of the parallel planes, perpendicular, from the middle of the first; planes have no end",
            )
            found.insert(0, distance)
            self._same("coplanar", distance)
        return found

    def _two_lines(self, first: Line, second: Line) -> list[Quantity]:
        between = smaller(angle(first.along, second.along))
        is_parallel = self._direction(between) == "parallel"
        start, end = nearest_points(first, second)
        text = (
            "of the parallel axes, perpendicular"
            if is_parallel
            else "of the axes where they are nearest to each other; axes have no end"
        )
        distance = _to("axis distance", np.array(start), np.array(end), text)
        if is_parallel:
            self._same("coaxial", distance)
        return [distance, scalar("angle", between, "°", "between the axes, the smaller one")]

    def _line_and_plane(self, line: Line, plane: Line) -> list[Quantity]:
        between = 90.0 - smaller(angle(line.along, plane.along))
        found = [scalar("angle", between, "°", "between the axis and the plane")]
        if self._direction(between) == "parallel":
            text = "from the axis, perpendicular to the plane; neither has an end"
            found.insert(0, _to("plane from axis", line.origin, foot_on_plane(line.origin, plane), text))
        return found

    def _two_centres(self, first: Points, second: Points) -> list[Quantity]:
        distance = _to("centre distance", first, second, "from centre to centre")
        self._same("concentric", distance)
        return [distance]

    def _direction(self, degrees: float) -> str:
        """Parallel, perpendicular or neither, within the tolerance."""
        word = "parallel" if degrees <= ANGULAR else "perpendicular" if degrees >= 90.0 - ANGULAR else ""
        if word and word not in self.relations:
            self.relations.append(word)
        return word

    def _same(self, word: str, distance: Quantity) -> None:
        if distance.value is not None and distance.value <= LINEAR:
            self.relations.append(word)


def _to(name: str, start: Points, end: Points, definition: str) -> Quantity:
    first, second = vector(start), vector(end)
    return scalar(name, math.dist(first, second), "mm", definition, first, second)
