"""Fillets: faces of one radius of curvature across, that go on smoothly in a face on either side.

So are the rounded ends of a sketch that was extruded, and a pocket's upright corners: the geometry does not tell how an
edge was rounded. What turns through half a circle is no rounded edge but a round end, of a lug or a slot.

A torus bends both ways, so that the radius across is that of its tube; of a surface that is none of OCCT's plain ones
it is the radius that stays the same all over the face. Where rounded edges meet there are patches: balls of the same
radius, and faces that go on smoothly all around. A radius that changes along the edge is not recognised.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepLProp import BRepLProp_SLProps
from OCP.BRepTools import BRepTools
from OCP.gp import gp_Dir

from ...records.features import Fillet
from ..mesh import Points
from .surroundings import SMOOTH, Surroundings, angle_between

Sense = Literal["convex", "concave"]

#: Turn in degrees from which a smooth face is a round end, and no rounded edge.
ROUND_END = 179.0

#: Fillets are of one radius when theirs differ by no more, in mm.
SAME = 1e-3

_CONSTANT = 2e-3  # of a radius: how much it may vary over a face that is none of OCCT's plain surfaces
_ALONG = math.sin(math.radians(5.0))  # an edge that crosses the round by no more runs along it
_GRID = (0.1, 0.3, 0.5, 0.7, 0.9)


def fillets(all_surroundings: Sequence[Surroundings], taken: frozenset[int], first: int = 1) -> tuple[Fillet, ...]:
    """The rounded edges of some solids, grouped by radius and sense, the smallest radius first.

    Args:
        taken: numbers in the result of faces that are something else: the walls of holes.
        first: the number of the first.
    """
    groups: dict[tuple[Sense, float], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for surroundings in all_surroundings:
        for number in surroundings.faces:
            face = surroundings.number_in_result(number)
            if face in taken:
                continue
            found = _rounded(surroundings, number)
            if found is None:
                continue
            radius, sense, corner = found
            key = next((key for key in groups if key[0] == sense and abs(key[1] - radius) <= SAME), (sense, radius))
            groups[key][corner].append(face)
    ordered = sorted(((key, faces) for key, faces in groups.items() if faces[0]), key=lambda item: item[0][::-1])
    return tuple(
        Fillet(f"fillet:{number}", radius, sense, tuple(sorted(edges)), tuple(sorted(corners)))
        for number, ((sense, radius), (edges, corners)) in enumerate(ordered, first)
    )


def _rounded(surroundings: Surroundings, number: int) -> tuple[float, Sense, bool] | None:
    """Radius and sense of a rounded edge, and whether it is a patch where such meet; None for any other face."""
    surface = surroundings.surface(number)
    if surface.type in ("planar", "conical"):
        return None
    sides = surroundings.sides(number)
    smooth = [side for side in sides if side.meeting == "smooth"]
    if len(smooth) < 2:
        return None
    face = surroundings.face(number)
    round_ = _Round(face)
    radius = {"cylindrical": surface.radius, "spherical": surface.radius, "toroidal": surface.minor_radius}.get(
        surface.type
    ) or round_.radius
    if radius is None:
        return None
    if surface.type == "spherical":
        # A ball end goes on in one face, a patch in all that meet there.
        if len(smooth) < len(sides) or len({side.other for side in smooth}) < 3 or surface.hollow is None:
            return None
        return radius, "concave" if surface.hollow else "convex", True
    # The edges along the round: those that it goes on across.
    across = [side for side in smooth if abs(float(side.along @ round_.across(side.uv, radius))) <= _ALONG]
    others = {side.other for side in across if not _goes_on(surroundings, number, side.other)}
    if len(others) < 2:
        return None
    turn, a, b = max(
        ((angle_between(a.normal, b.normal), a, b) for a, b in itertools.combinations(across, 2)),
        key=lambda item: item[0],
    )
    if not SMOOTH < turn < ROUND_END:
        return None
    # Around an outer edge the normals spread, in a corner they meet.
    return radius, "convex" if float((b.point - a.point) @ (b.normal - a.normal)) > 0 else "concave", False


def _goes_on(surroundings: Surroundings, number: int, other: int) -> bool:
    """Whether two faces lie on one cylinder or torus: an edge between them splits it, and is no edge of it."""
    mine, theirs = surroundings.surface(number), surroundings.surface(other)
    if mine.type != theirs.type or mine.type not in ("cylindrical", "toroidal"):
        return False
    if mine.radius is None or theirs.radius is None or abs(mine.radius - theirs.radius) > SAME:
        return False
    if mine.minor_radius is not None and abs(mine.minor_radius - (theirs.minor_radius or 0.0)) > SAME:
        return False
    assert mine.origin is not None and theirs.origin is not None and mine.axis is not None
    between = np.array(theirs.origin) - np.array(mine.origin)
    away = np.cross(between, mine.axis) if mine.type == "cylindrical" else between
    return bool(np.linalg.norm(away) <= SAME)


class _Round:
    """The curvature of a face."""

    def __init__(self, face: Any) -> None:
        self._surface = BRepAdaptor_Surface(face)
        u_low, u_high, v_low, v_high = BRepTools.UVBounds_s(face)
        self._places = [(u_low + (u_high - u_low) * u, v_low + (v_high - v_low) * v) for u in _GRID for v in _GRID]

    def _properties(self, u: float, v: float) -> Any:
        return BRepLProp_SLProps(self._surface, u, v, 2, 1e-7)

    @property
    def radius(self) -> float | None:
        """The radius of curvature that is the same all over the face, or None."""
        seen = [self._properties(u, v) for u, v in self._places]
        if not all(one.IsCurvatureDefined() for one in seen):
            return None
        for curvatures in ([one.MaxCurvature() for one in seen], [one.MinCurvature() for one in seen]):
            low, high = min(curvatures), max(curvatures)
            mean = float(sum(curvatures)) / len(curvatures)
            if abs(mean) > 1e-6 and high - low <= _CONSTANT * abs(mean):
                return 1 / abs(mean)
        return None

    def across(self, uv: tuple[float, float], radius: float) -> Points:
        """The direction in which the face has a radius at a place; of no use (1, 1, 1) where it has none."""
        seen = self._properties(*uv)
        if not seen.IsCurvatureDefined() or seen.IsUmbilic():
            return np.ones(3)
        largest, smallest = gp_Dir(), gp_Dir()
        seen.CurvatureDirections(largest, smallest)
        off = [abs(abs(curvature) - 1 / radius) for curvature in (seen.MaxCurvature(), seen.MinCurvature())]
        return np.array((largest if off[0] <= off[1] else smallest).Coord())
