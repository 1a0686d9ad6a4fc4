"""What a face measures."""

from __future__ import annotations

import math

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepTools import BRepTools
from OCP.TopoDS import TopoDS

from ...records.measurements import Quantity
from ..entities.entity import Entity
from ..entities.surfaces import Surface
from .quantities import direction, place, scalar

#: For each kind of surface with a radius: its noun, and what its `origin` is called and is.
_NOUNS = {"cylindrical": "cylinder", "spherical": "sphere", "toroidal": "torus", "conical": "cone"}
_ORIGINS = {
    "cylindrical": ("on axis", "the point of the axis beside the middle of the face"),
    "conical": ("apex", "where the cone's sides would meet"),
    "spherical": ("sphere centre", "of the sphere"),
    "toroidal": ("torus centre", "of the torus"),
}
_SIDES = {True: "; the material lies outside", False: "; the material lies inside", None: ""}


def measure(entity: Entity, surface: Surface) -> tuple[list[Quantity], list[str]]:
    """The quantities of a face, and what has to be said about it."""
    masses = entity.entities.masses
    area = masses.area(entity.shape).size
    found = [
        scalar("area", area, "mm²", "of the face"),
        scalar("perimeter", masses.length(entity.shape).size, "mm", "length of its edges, each counted once"),
    ]
    if entity.place is not None:
        found.append(place("centre", entity.place, "of its area"))
    notes = [] if area > 0 else ["it is degenerate: it has no area"]
    if surface.recognised:
        notes.append(f"the file has it as another kind of surface, which is {surface.type} within 0.0001 mm")
    return [*found, *_defining(surface), *_extent(entity, surface)], notes


def _defining(surface: Surface) -> list[Quantity]:
    """The lengths, places and directions that define its surface."""
    if surface.type == "planar":
        return [direction("normal", surface.axis, "of its plane, out of the material")] if surface.axis else []
    found: list[Quantity] = []
    noun = _NOUNS.get(surface.type, "")
    if surface.radius is not None and surface.minor_radius is not None:
        found += [
            scalar("radius", surface.radius, "mm", "of the circle that the middle of the tube follows"),
            scalar("tube radius", surface.minor_radius, "mm", f"of the tube{_SIDES[surface.hollow]}"),
        ]
    elif surface.radius is not None:
        found += [
            scalar("radius", surface.radius, "mm", f"of the {noun}{_SIDES[surface.hollow]}"),
            scalar("diameter", 2 * surface.radius, "mm", f"of the {noun}"),
        ]
    if surface.axis is not None:
        found.append(direction("axis", surface.axis, f"of the {noun}; it has no sense of its own"))
    if surface.origin is not None:
        name, definition = _ORIGINS[surface.type]
        found.append(place(name, surface.origin, definition))
    return found


def _extent(entity: Entity, surface: Surface) -> list[Quantity]:
    """How far a cylinder or a cone reaches along and around its axis."""
    # Only of a surface that is stored as such are the parameters the height and the angle.
    if surface.recognised or surface.type not in ("cylindrical", "conical"):
        return []
    face = TopoDS.Face(entity.shape)
    u_low, u_high, v_low, v_high = BRepTools.UVBounds_s(face)
    turn = scalar("turn", min(math.degrees(u_high - u_low), 360.0), "°", "how far it goes around its axis")
    heights, radii = zip(*(_along_and_away(face, surface, u_low, v) for v in (v_low, v_high)), strict=True)
    height = scalar("height", abs(heights[1] - heights[0]), "mm", "along the axis, from end to end")
    if surface.type == "cylindrical" or surface.semi_angle is None:
        return [height, turn]
    return [
        scalar("semi-angle", surface.semi_angle, "°", "between the axis and the surface"),
        scalar("apex angle", 2 * surface.semi_angle, "°", "between opposite sides, as a countersink is named"),
        scalar("smallest diameter", 2 * min(radii), "mm", "of the cone at the narrow end of the face"),
        scalar("largest diameter", 2 * max(radii), "mm", "of the cone at the wide end of the face"),
        height,
        turn,
    ]


def _along_and_away(face: object, surface: Surface, u: float, v: float) -> tuple[float, float]:
    """Where a place of a face is along its axis, and how far from it, in mm."""
    offset = np.array(BRepAdaptor_Surface(face).Value(u, v).Coord()) - np.array(surface.origin)
    along = float(offset @ np.array(surface.axis))
    return along, math.sqrt(max(0.0, float(offset @ offset) - along * along))
