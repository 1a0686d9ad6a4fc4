"""One side of a sheet laid flat: where each of its faces goes in the plane.

The largest plate stays where it is. From there each face is laid beside the one that it goes over into. A bend becomes
a strip as wide as its neutral fibre is long: angle · (inner radius + K · thickness), the bend allowance. (See for
example Machinery's Handbook, "Bending Sheet Metal"; K = 0.5 keeps the volume, since then the fibre lies in the middle.)
"""

from __future__ import annotations

import math
from collections import deque
from typing import Any

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.gp import gp_Pnt, gp_Vec
from OCP.TopoDS import TopoDS

from ..brep import EDGE, uses
from ..outlines.curves import AnyCurve, Point
from ..outlines.reading import Frame, Unrolled, coordinates, in_plane, on_cylinder
from .regions import Joint, Surface, Vector3
from .skins import NotSheet, Sheet

#: How far from each other the images of a point in two faces may be, in mm; more is a loop that has to be cut open.
_CLOSED = 0.01

Chart = Frame | Unrolled


class Unfolding:
    """The faces of a sheet's side in the plane, in mm."""

    def __init__(self, sheet: Sheet, k_factor: float) -> None:
        """Lay them flat.

        Raises:
            NotSheet: the sheet closes on itself, or there is no flat region.
        """
        self.sheet = sheet
        self._regions = sheet.regions
        self._neutral = {
            number: min(one.surface.radius, other.surface.radius) + k_factor * sheet.thickness
            for one, other in sheet.pairs
            if not one.surface.is_plane
            for number in one.faces
        }
        root = max(sheet.plates, key=lambda region: round(region.area, 6))
        first = root.faces[0]
        self.charts: dict[int, Chart] = {first: _seen_from_above(root.surface)}
        waiting = deque([first])
        while waiting:
            number = waiting.popleft()
            for joint in self._regions.joints_of[number]:
                other = joint.faces[0] if joint.faces[1] == number else joint.faces[1]
                if not joint.smooth:
                    continue
                if other not in self.charts:
                    self.charts[other] = self._beside(joint, number, other)
                    waiting.append(other)
                elif not self._meet(joint, number, other):
                    raise NotSheet("the sheet closes on itself at face {face}: it has no flat pattern", other)

    def curve(self, edge: Any, number: int) -> AnyCurve:
        """An edge of a face in the plane, in the sense of its orientation."""
        chart = self.charts[number]
        if isinstance(chart, Frame):
            return in_plane(edge, chart)
        return on_cylinder(edge, self._regions.faces[number], chart)

    def border(self, number: int) -> list[AnyCurve]:
        """All edges of a face in the plane, the material on their left."""
        return [self.curve(edge, number) for edge in uses(self._regions.faces[number], EDGE)]

    def axis_image(self, number: int, sense: int) -> Point:
        """The direction of a bend's axis (or against it, for a `sense` of -1) in the plane, of length 1."""
        return self._image_of(sense * self._regions.surfaces[number].direction, number)

    # --- from a face to the next ---------------------------------------------------------------------------

    def _beside(self, joint: Joint, known: int, new: int) -> Chart:
        """Where the face `new` goes, that goes on smoothly from `known` at an edge."""
        surface = self._regions.surfaces[new]
        anchor = self._image(joint, known)
        direction = self._shared_direction(joint, known, new)
        along = self._image_of(direction, known)
        normal = surface.normal(joint.point)
        # Beside the direction, to the left for who sees the side: in space, and in the plane.
        left, to_left = np.cross(normal, direction), (-along[1], along[0])
        if surface.is_plane:
            x, y = along[0] * direction + to_left[0] * left, along[1] * direction + to_left[1] * left
            at = Frame(x, y).of(joint.point)
            return Frame(x, y, (anchor[0] - at[0], anchor[1] - at[1]))
        u, v = self._parameters(joint, new)
        _, along_u, along_v = _derivatives(surface, u, v)
        # The signs that the surface's own directions have: those in the plane follow.
        around = math.copysign(self._neutral[new], float(along_u @ left))
        upward = math.copysign(1.0, float(along_v @ direction))
        u_image = (to_left[0] * around, to_left[1] * around)
        v_image = (along[0] * upward, along[1] * upward)
        at = Unrolled((0.0, 0.0), u_image, v_image).of(u, v)
        return Unrolled((anchor[0] - at[0], anchor[1] - at[1]), u_image, v_image)

    def _shared_direction(self, joint: Joint, known: int, new: int) -> Vector3:
        """A direction in both faces: the axis of the one that is a bend, or any in their plane."""
        for number in (new, known):
            surface = self._regions.surfaces[number]
            if not surface.is_plane:
                return surface.direction
        chart = self.charts[known]
        assert isinstance(chart, Frame)
        return chart.x

    def _image_of(self, direction: Vector3, number: int) -> Point:
        """A direction of space that lies in a face, in the plane; of a bend, the axis' own."""
        chart = self.charts[number]
        if isinstance(chart, Frame):
            x, y = float(direction @ chart.x), float(direction @ chart.y)
        else:
            sense = math.copysign(1.0, float(direction @ self._regions.surfaces[number].direction))
            # The second parameter of a cylinder runs along its axis, by mm.
            x, y = sense * chart.along_v[0], sense * chart.along_v[1]
        length = math.hypot(x, y)
        return (x / length, y / length)

    def _image(self, joint: Joint, number: int) -> Point:
        """The middle of an edge in the plane, as a point of one of its faces."""
        chart = self.charts[number]
        if isinstance(chart, Frame):
            return chart.of(joint.point)
        return chart.of(*self._parameters(joint, number))

    def _parameters(self, joint: Joint, number: int) -> tuple[float, float]:
        """The parameters of an edge's middle on a face."""
        edge, face = joint.edge, self._regions.faces[number]
        first, last = BRep_Tool.Range_s(edge, face)
        curve = BRep_Tool.CurveOnSurface_s(edge, face, first, last)
        if curve is None:
            raise NotSheet("an edge of face {face} has no curve on it", number)
        u, v = curve.Value((first + last) / 2).Coord()
        return u, v

    def _meet(self, joint: Joint, one: int, other: int) -> bool:
        """Whether an edge has one image in the plane."""
        edge = TopoDS.Edge(joint.edge)
        first, second = self.curve(edge, one), self.curve(edge, other)
        return (
            math.dist(first.start, second.start) <= _CLOSED
            and math.dist(first.end, second.end) <= _CLOSED
            and math.dist(self._image(joint, one), self._image(joint, other)) <= _CLOSED
        )


def _seen_from_above(surface: Surface) -> Frame:
    """The plane of a plate, seen from outside: x as the part has it, else y."""
    normal = surface.direction
    x = np.eye(3)[0] if abs(normal[0]) < 0.9 else np.eye(3)[1]
    x = x - float(x @ normal) * normal
    x /= np.linalg.norm(x)
    return Frame(x, np.cross(normal, x))


def _derivatives(surface: Surface, u: float, v: float) -> tuple[Vector3, Vector3, Vector3]:
    point, along_u, along_v = gp_Pnt(), gp_Vec(), gp_Vec()
    BRepAdaptor_Surface(surface.face).D1(u, v, point, along_u, along_v)
    return coordinates(point), coordinates(along_u), coordinates(along_v)
