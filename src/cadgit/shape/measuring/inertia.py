"""Mass, centre and matrix of inertia of shapes, alone and together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.BRepGProp import BRepGProp
from OCP.gp import gp_Pnt
from OCP.GProp import GProp_GProps

from ..measure import place_of
from ..mesh import Points

#: Two principal moments are equal when they differ by no more than this part of the largest: then any axis between
#: theirs is a principal axis too. (OCCT's integrals of turned copies differ in the 12th to the 10th digit.)
EQUAL = 1e-8


@dataclass(frozen=True, slots=True)
class Inertia:
    """Of unit density: a size in mm³, mm² or mm, its centre in mm, and the matrix of inertia about the centre."""

    size: float
    centre: Points
    matrix: Points

    def of_density(self, density: float) -> Inertia:
        """The same with a density: size is mass then."""
        return Inertia(self.size * density, self.centre, self.matrix * density)


def of_volume(shape: Any) -> Inertia:
    """Of the volume that a shape's faces enclose; negative where they point inward."""
    return _of(shape, lambda properties: BRepGProp.VolumeProperties_s(shape, properties))


def of_area(shape: Any) -> Inertia:
    """Of the area of a shape's faces."""
    return _of(shape, lambda properties: BRepGProp.SurfaceProperties_s(shape, properties))


def of_length(shape: Any) -> Inertia:
    """Of the length of a shape's edges, each counted once."""
    return _of(shape, lambda properties: BRepGProp.LinearProperties_s(shape, properties, True))


def _of(shape: Any, integrate: Callable[[Any], object]) -> Inertia:
    # About a point of the shape: far from the origin a matrix about the origin has no digits left for the shape.
    near = place_of(shape) or (0.0, 0.0, 0.0)
    properties = GProp_GProps(gp_Pnt(*near))
    integrate(properties)
    size = properties.Mass()
    if size == 0 or not np.isfinite(size):
        return Inertia(size, np.array(near), np.zeros((3, 3)))
    matrix = properties.MatrixOfInertia()
    rows = np.array([[matrix.Value(row, column) for column in (1, 2, 3)] for row in (1, 2, 3)])
    return Inertia(size, np.array(properties.CentreOfMass().Coord()), rows)


def together(pieces: Sequence[Inertia]) -> Inertia:
    """Several as one body (Steiner's theorem)."""
    size = float(sum(piece.size for piece in pieces))
    if size == 0 or not np.isfinite(size):
        return Inertia(size, np.zeros(3), np.zeros((3, 3)))
    centre = sum((piece.size * piece.centre for piece in pieces), np.zeros(3)) / size
    matrix = np.zeros((3, 3))
    for piece in pieces:
        away = piece.centre - centre
        matrix += piece.matrix + piece.size * (away @ away * np.eye(3) - np.outer(away, away))
    return Inertia(size, centre, matrix)


@dataclass(frozen=True, slots=True)
class Principal:
    """Principal moments, ascending, their axes in rows, right-handed, and which of the axes are not determined."""

    moments: Points
    axes: Points
    free: tuple[int, ...]


def principal(matrix: Points) -> Principal:
    """The principal moments and axes of a matrix of inertia.

    An axis has no sense of its own: the largest coordinate of the first two is positive.
    """
    moments, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    axes = vectors.T.copy()
    close = np.diff(moments) <= EQUAL * float(np.abs(moments).max())
    free = [i for i in range(3) if (i > 0 and close[i - 1]) or (i < 2 and close[i])]
    if len(free) == 3:
        axes = np.eye(3)
    elif free:
        # Any two will do; those beside x, y or z are the ones that say something.
        (fixed,) = {0, 1, 2} - set(free)
        beside = np.eye(3)[int(np.argmin(np.abs(axes[fixed]) > np.abs(axes[fixed]).min() + 1e-9))]
        axes[free[0]] = beside - (beside @ axes[fixed]) * axes[fixed]
        axes[free[0]] /= np.linalg.norm(axes[free[0]])
        axes[free[1]] = np.cross(axes[fixed], axes[free[0]])
    for axis in axes[:2]:
        if axis[_largest(axis)] < 0:
            axis *= -1
    axes[2] = np.cross(axes[0], axes[1])
    return Principal(moments, axes + 0.0, tuple(free))


def _largest(axis: Points) -> int:
    """The first of the coordinates that are largest but for rounding."""
    sizes = np.abs(axis)
    return int(np.flatnonzero(sizes >= sizes.max() - 1e-9)[0])
