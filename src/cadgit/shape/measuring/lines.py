"""The plane, the line and the centre that an entity has, and how two of them lie to each other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...records import Vector
from ..entities.entity import Entity
from ..mesh import Points
from ..spans import vector

#: Two directions are parallel, or at right angles, within this, in degrees. It is 1.7 µm over 100 mm.
ANGULAR = 1e-3

#: Two planes, axes or centres are one within this, in mm.
LINEAR = 1e-3


@dataclass(frozen=True, slots=True)
class Line:
    """A line without ends, or a plane (then `along` is its normal): a point of it in mm, a direction of length 1."""

    origin: Points
    along: Points


def plane_of(entity: Entity) -> Line | None:
    """The plane of a planar face or of a plane through the origin."""
    flat = entity.kind == "plane" or (entity.surface is not None and entity.surface.type == "planar")
    return _line(entity) if flat else None


def line_of(entity: Entity) -> Line | None:
    """The line of a straight edge, or the axis of a hole, of a round face, of a circle or an ellipse, or as named."""
    round_ = entity.surface is not None and entity.surface.type in ("cylindrical", "conical", "toroidal")
    curved = entity.curve is not None and entity.curve.axis is not None
    return _line(entity) if entity.kind == "axis" or entity.hole is not None or round_ or curved else None


def centre_of(entity: Entity) -> Points | None:
    """The centre of a sphere, a torus, a circle or an ellipse; a vertex or a point itself."""
    if entity.kind in ("point", "vertex"):
        return np.array(entity.place) if entity.place is not None else None
    lies_on = entity.surface or entity.curve
    if lies_on is None or lies_on.type not in ("spherical", "toroidal", "circular", "elliptical"):
        return None
    return np.array(lies_on.origin) if lies_on.origin is not None else None


def _line(entity: Entity) -> Line | None:
    along = entity.along
    if entity.hole is not None:
        origin: Vector | None = entity.hole.start
    elif entity.type in ("planar", "straight"):
        origin = entity.place  # the middle of the face or the edge: distances are measured where they can be seen
    else:
        lies_on = entity.surface or entity.curve
        origin = lies_on.origin if lies_on else entity.origin
    if along is None or origin is None or not all(map(math.isfinite, (*along, *origin))):
        return None
    return Line(np.array(origin), np.array(along))


def angle(a: Points, b: Points) -> float:
    """Between two directions, from 0 to 180°."""
    return math.degrees(math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b)))


def smaller(degrees: float) -> float:
    """The smaller of the two angles at which two lines, or two planes, meet: from 0 to 90°."""
    return min(degrees, 180.0 - degrees)


def foot_on_plane(point: Points, plane: Line) -> Points:
    """The point of a plane that is nearest to a point."""
    foot: Points = point - float((point - plane.origin) @ plane.along) * plane.along
    return foot


def foot_on_line(point: Points, line: Line) -> Points:
    """The point of a line that is nearest to a point."""
    foot: Points = line.origin + float((point - line.origin) @ line.along) * line.along
    return foot


def nearest_points(first: Line, second: Line) -> tuple[Vector, Vector]:
    """The points where two lines are nearest to each other; of parallel ones, those beside the first one's origin."""
    across = np.cross(first.along, second.along)
    square = float(across @ across)
    if square <= math.radians(ANGULAR) ** 2:
        return vector(first.origin), vector(foot_on_line(first.origin, second))
    between = second.origin - first.origin
    s = float(np.cross(between, second.along) @ across) / square
    t = float(np.cross(between, first.along) @ across) / square
    return vector(first.origin + s * first.along), vector(second.origin + t * second.along)
