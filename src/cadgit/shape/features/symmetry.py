"""Planes in which a result is its own mirror image.

Such a plane goes through the centre of mass. Its normal is a principal axis of inertia, or, where two moments are equal
and axes are not told apart, the direction between the centres of two faces of one size that are each other's image.
Each plane that is proposed so is proved: the result and its mirror image differ by no more than `NOISE`.

A body of revolution has a plane in every direction through its axis; that is told in a note.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.TopoDS import TopoDS

from ...records.features import SymmetryPlane
from ..brep import FACE, compound, sub_shapes
from ..differences import Body, symmetric_difference
from ..entities.surfaces import surface_of
from ..measure import Masses
from ..mesh import Points
from ..spans import vector

#: Deflection of the meshes that are compared, as a part of the diagonal: that of the spec's check.
FRACTION = 2e-4

#: Part of the volume that may be without a counterpart: what rounding leaves of faces that coincide.
NOISE = 1e-6

#: So many planes are tried, at most.
MOST = 24

_ALIKE = 1e-6  # of the area, and of the body's size: faces that may be each other's image
_SAME_DIRECTION = 1e-5


def symmetry(solids: Sequence[Any], diagonal: float, masses: Masses) -> tuple[tuple[SymmetryPlane, ...], str]:
    """The planes of symmetry of some solids, and a note: of a body of revolution, or why none was looked for.

    Args:
        diagonal: of the result's bounding box, in mm.
    """
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(compound(list(solids)), properties)
    volume = properties.Mass()
    if not math.isfinite(volume) or volume <= 0:
        return (), "planes of symmetry were not looked for: it is inside out, or encloses nothing"
    centre = np.array(properties.CentreOfMass().Coord())
    faces = _Faces(solids, masses, centre)
    body = Body(solids, FRACTION * diagonal)
    found: list[SymmetryPlane] = []
    for normal in itertools.islice(_candidates(properties, faces), MOST):
        if not faces.are_mirrored(normal, diagonal):
            continue
        mirrored = body.mirrored(vector(centre), vector(normal))
        amount = symmetric_difference(body, mirrored, NOISE * volume)
        if amount is not None and amount.within(NOISE * volume):
            found.append(SymmetryPlane(f"symmetry:{len(found) + 1}", vector(centre), vector(normal), amount.volume))
    axis = faces.revolution()
    return tuple(found), "" if axis is None else f"it is a body of revolution: every plane through its axis {axis} too"


class _Faces:
    """Area and centre of each face."""

    def __init__(self, solids: Sequence[Any], masses: Masses, centre: Points) -> None:
        self.faces = [face for solid in solids for face in sub_shapes(solid, FACE)]
        measured = [masses.area(face) for face in self.faces]
        self.areas = np.array([mass.size for mass in measured])
        self.offsets = np.array([mass.centre for mass in measured]) - centre
        self._centre = centre

    def are_mirrored(self, normal: Points, diagonal: float) -> bool:
        """Whether each face has one of its size where its image would be."""
        from scipy.spatial import cKDTree

        images = self.offsets - 2 * np.outer(self.offsets @ normal, normal)
        near = cKDTree(self.offsets).query_ball_point(images, max(_ALIKE * diagonal, 1e-6))
        return all(
            any(math.isclose(self.areas[i], self.areas[j], rel_tol=1e-5, abs_tol=1e-9) for j in found)
            for i, found in enumerate(near)
        )

    def pairs(self) -> Iterator[Points]:
        """Directions between centres of faces of one size, of the rarest sizes first."""
        order = np.argsort(self.areas, kind="stable")
        groups: list[list[int]] = []
        for index in order.tolist():
            if groups and math.isclose(self.areas[index], self.areas[groups[-1][0]], rel_tol=1e-6):
                groups[-1].append(index)
            else:
                groups.append([index])
        for group in sorted((group for group in groups if len(group) > 1), key=len):
            for i, j in itertools.combinations(sorted(group)[:8], 2):
                between = self.offsets[i] - self.offsets[j]
                length = float(np.linalg.norm(between))
                if length > 1e-6:
                    yield between / length

    def revolution(self) -> str | None:
        """The axis that all faces turn around, in words, or None."""
        axis: Points | None = None
        for face, offset in zip(self.faces, self.offsets, strict=True):
            surface = surface_of(TopoDS.Face(face))
            if surface.type in ("freeform", "spherical") or surface.axis is None or surface.origin is None:
                return None
            own = np.array(surface.axis)
            axis = own if axis is None else axis
            if np.linalg.norm(np.cross(own, axis)) > _SAME_DIRECTION:
                return None
            # The centre of a face that goes all around lies on the axis, a plane's too.
            if np.linalg.norm(np.cross(offset, axis)) > 1e-4:
                return None
            if surface.type != "planar":
                away = np.array(surface.origin) - self._centre
                if np.linalg.norm(np.cross(away, axis)) > 1e-4:
                    return None
        if axis is None:
            return None
        x, y, z = (round(float(component), 4) + 0.0 for component in axis)
        return f"({x:g}, {y:g}, {z:g})"


def _candidates(properties: Any, faces: _Faces) -> Iterator[Points]:
    """Normals of planes to try, each once."""
    seen: list[Points] = []
    for normal in itertools.chain(_principal(properties), faces.pairs()):
        if all(np.linalg.norm(np.cross(normal, other)) > _SAME_DIRECTION for other in seen):
            seen.append(normal)
            yield normal


def _principal(properties: Any) -> Iterator[Points]:
    """The principal axes; where moments are equal they are any of many, and do no harm."""
    principal = properties.PrincipalProperties()
    for axis in (
        principal.FirstAxisOfInertia(),
        principal.SecondAxisOfInertia(),
        principal.ThirdAxisOfInertia(),
    ):
        yield np.array(axis.Coord())
