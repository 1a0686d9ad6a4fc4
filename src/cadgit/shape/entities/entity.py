"""An entity of a result: its name, its place, and what selectors and measures ask of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from ...records import Vector
from ..brep import FACE, SOLID, sub_shapes, uses
from ..holes import Hole
from ..measure import place_of, point_of
from .curves import Curve, curve_of
from .numbering import Entities
from .surfaces import Surface, surface_of

EntityKind = Literal["face", "edge", "vertex", "solid", "hole", "child", "result", "point", "axis", "plane"]


@dataclass(frozen=True)
class Entity:
    """Something that was named.

    Attributes:
        name: the one that means only this: ``face:12``, ``child:box/lid``.
        entities: the result that it belongs to.
        shape: its geometry; None for a hole, a point, an axis and a plane.
        hole: of a hole.
        label: of a solid or a child.
        origin, direction: of a point, an axis or a plane that was named by its place: a point of it, and along an axis
            or across a plane.
    """

    kind: EntityKind
    name: str
    entities: Entities
    shape: Any = None
    hole: Hole | None = None
    label: str = ""
    origin: Vector = (0.0, 0.0, 0.0)
    direction: Vector | None = None

    @cached_property
    def surface(self) -> Surface | None:
        """Of a face, what it lies on."""
        return surface_of(self.shape) if self.kind == "face" else None

    @cached_property
    def curve(self) -> Curve | None:
        """Of an edge, what it lies on."""
        return curve_of(self.shape) if self.kind == "edge" else None

    @cached_property
    def solids(self) -> tuple[Any, ...]:
        """Its solids, as often as they are there."""
        return tuple(uses(self.shape, SOLID)) if self.shape is not None else ()

    @cached_property
    def shapes(self) -> tuple[Any, ...]:
        """The geometry between which distances are measured: solids if it has any; the walls of a hole."""
        if self.hole is not None:
            return tuple(self.entities.faces.FindKey(number) for number in self.hole.faces)
        return self.solids or ((self.shape,) if self.shape is not None else ())

    @cached_property
    def size(self) -> float:
        """What orders by size compare: volume in mm³, area in mm², length or diameter in mm; 0 for all others."""
        if self.hole is not None:
            return self.hole.diameter
        masses = self.entities.masses
        if self.kind == "solid":
            return abs(masses.volume(self.shape).size)
        if self.kind == "face":
            return masses.area(self.shape).size
        return masses.length(self.shape).size if self.kind == "edge" else 0.0

    @cached_property
    def place(self) -> Vector | None:
        """Its centre: of volume, area or length, half way down a hole; None where it has no finite one."""
        if self.hole is not None:
            x, y, z = ((a + b) / 2 for a, b in zip(self.hole.start, self.hole.end, strict=True))
            return (x, y, z)
        if self.kind in ("point", "axis", "plane"):
            return self.origin
        if self.kind == "vertex":
            centre = point_of(self.shape)
        else:
            masses = self.entities.masses
            whole = sub_shapes(self.shape, SOLID)
            measure = masses.volume if whole else masses.area if sub_shapes(self.shape, FACE) else masses.length
            found = measure(self.shape)
            # What has no size has no centre of its own, and the centre of a bad face can be at 1e15 mm.
            has_size = found.size and math.isfinite(found.size)
            centre = found.centre if has_size else place_of(self.shape) or (math.nan, math.nan, math.nan)
        return centre if all(map(math.isfinite, centre)) else None

    @property
    def diameter(self) -> float | None:
        """Of a hole, a cylindrical or spherical face, a circular edge; in mm."""
        if self.hole is not None:
            return self.hole.diameter
        if self.surface is not None and self.surface.type in ("cylindrical", "spherical"):
            return None if self.surface.radius is None else 2 * self.surface.radius
        if self.curve is not None and self.curve.type == "circular":
            return None if self.curve.radius is None else 2 * self.curve.radius
        return None

    @property
    def type(self) -> str:
        """The word for what lies below it, as selectors have it; empty for what has none."""
        if self.hole is not None:
            return "through" if self.hole.through else "blind"
        lies_on = self.surface or self.curve
        return lies_on.type if lies_on else ""

    @property
    def along(self) -> Vector | None:
        """The direction of its line or axis, or of its plane's normal; of length 1."""
        if self.direction is not None:
            return self.direction
        if self.hole is not None:
            return self.hole.axis
        lies_on = self.surface or self.curve
        return lies_on.axis if lies_on else None


def parallel(a: Sequence[float], b: Sequence[float], sine: float) -> bool:
    """Whether two unit vectors lie along one line, to within the sine of the angle between them."""
    return float(np.linalg.norm(np.cross(a, b))) <= sine
