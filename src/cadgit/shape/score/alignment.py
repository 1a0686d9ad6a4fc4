"""The rigid motion that lays a candidate on a reference: no scaling, no mirroring.

It starts from where the candidate is, and from each of the 24 rotations that lay its principal axes on those of the
reference; the most promising are refined by ICP (points to planes: Chen and Medioni, 1992). Of equally good ones the
smallest rotation wins, so that a symmetric part that lies right stays where it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from ...records import Alignment
from ..mesh import Points
from .meshed import Meshed, Samples

#: Points that starts are compared by, and points that ICP works with.
_FEW, _MANY = 300, 1000
#: How many starts are refined, for how many steps at the most, and by how much each step has to improve.
_REFINED, _STEPS, _PROGRESS = 6, 30, 1e-3
#: Two motions are equally good when their mean distances differ by no more: a part of the worse, and of the diagonal.
_TIE, _TIE_LENGTH = 0.01, 1e-5


@dataclass(frozen=True, slots=True)
class Motion:
    """``rotation @ point + translation``."""

    rotation: Points
    translation: Points

    @property
    def angle(self) -> float:
        """Of the rotation, in degrees."""
        return math.degrees(math.acos(min(1.0, max(-1.0, (float(np.trace(self.rotation)) - 1.0) / 2.0))))

    def of(self, points: Points) -> Points:
        """Points after the motion."""
        moved: Points = points @ self.rotation.T + self.translation
        return moved

    def back(self, points: Points) -> Points:
        """Points before the motion."""
        moved: Points = (points - self.translation) @ self.rotation
        return moved

    def then(self, rotation: Points, translation: Points) -> Motion:
        """This motion and another after it."""
        return Motion(rotation @ self.rotation, rotation @ self.translation + translation)

    def as_record(self) -> Alignment:
        """For people and programs."""
        rows = [tuple(row) for row in self.rotation.tolist()]
        x, y, z = self.translation.tolist()
        return Alignment((rows[0], rows[1], rows[2]), (x, y, z), self.angle)


STAY = Motion(np.eye(3), np.zeros(3))


def align(candidate: Meshed, reference: Meshed, seed: int) -> Motion:
    """The motion of the candidate that brings the two surfaces closest to each other."""
    diagonal = float(np.linalg.norm(np.ptp(reference.points, axis=0)))
    fitting = _Fitting(candidate, reference, _FEW, seed)
    starts = [STAY, *_starts(candidate, reference)]
    ranked = sorted(starts[1:], key=fitting.error)
    fitting = _Fitting(candidate, reference, _MANY, seed)
    # Where it lies is also a candidate as it is: what ICP makes of it differs by rounding.
    found = [STAY, *(fitting.refined(motion) for motion in (STAY, *ranked[:_REFINED]))]
    errors = [fitting.error(motion) for motion in found]
    allowed = min(errors) * (1.0 + _TIE) + _TIE_LENGTH * diagonal
    equal = [motion for motion, error in zip(found, errors, strict=True) if error <= allowed]
    return min(equal, key=lambda motion: (round(motion.angle, 3), float(np.linalg.norm(motion.translation))))


def _starts(candidate: Meshed, reference: Meshed) -> Iterator[Motion]:
    """The 24 motions that lay centre on centre and principal axes on principal axes."""
    centre, axes = _principal(candidate)
    other_centre, other_axes = _principal(reference)
    for turn in octahedral():
        rotation = other_axes @ turn @ axes.T
        yield Motion(rotation, other_centre - rotation @ centre)


def octahedral() -> Iterator[Points]:
    """The 24 rotations that lay the coordinate axes on themselves."""
    for order in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            matrix = np.zeros((3, 3))
            matrix[range(3), order] = signs
            if np.linalg.det(matrix) > 0:
                yield matrix


def _principal(meshed: Meshed) -> tuple[Points, Points]:
    """The centre of mass, and the principal axes as columns of a rotation; integrals over signed tetrahedra."""
    origin = meshed.points.mean(axis=0)
    a, b, c = (meshed.points - origin)[meshed.triangles].transpose(1, 0, 2)
    weights = np.einsum("ij,ij->i", a, np.cross(b, c))
    total = float(weights.sum())
    if total <= 0:
        return origin, np.eye(3)
    corners = a + b + c
    centre = weights @ corners / (4.0 * total)
    second = sum((weights[:, None] * x).T @ x for x in (a, b, c, corners)) / (20.0 * total)
    _, axes = np.linalg.eigh(second - np.outer(centre, centre))
    if np.linalg.det(axes) < 0:
        axes[:, 0] = -axes[:, 0]
    return origin + centre, axes


@dataclass(frozen=True, slots=True)
class _Seen:
    """Points of both surfaces where a motion lays them, the closest point of the other to each, and the normal there.

    `error` is the root mean square of the distances in mm.
    """

    points: Points
    targets: Points
    normals: Points
    error: float


class _Fitting:
    """How two surfaces lie to each other, by the same samples each time."""

    def __init__(self, candidate: Meshed, reference: Meshed, count: int, seed: int) -> None:
        self._candidate, self._reference = candidate, reference
        self._forth: Samples = candidate.sample(count, seed)
        self._back: Samples = reference.sample(count, seed)

    def error(self, motion: Motion) -> float:
        """Root mean square of the distances from each surface to the other, in mm."""
        return self._see(motion).error

    def refined(self, motion: Motion) -> Motion:
        """The motion after ICP: steps as long as they make it clearly better."""
        seen = self._see(motion)
        for _ in range(_STEPS):
            better = motion.then(*_step(seen))
            after = self._see(better)
            if not after.error < seen.error * (1.0 - _PROGRESS):
                break
            motion, seen = better, after
        return motion

    def _see(self, motion: Motion) -> _Seen:
        forth = motion.of(self._forth.points)
        found = self._reference.surface.closest(forth)
        found_back = self._candidate.surface.closest(motion.back(self._back.points))
        squares = (float((found.distances**2).mean()) + float((found_back.distances**2).mean())) / 2.0
        # Planes of both surfaces: on the way back those of the candidate, as they lie now.
        turned = self._candidate.facet_normals[found_back.triangles] @ motion.rotation.T
        return _Seen(
            np.concatenate([forth, motion.of(found_back.points)]),
            np.concatenate([found.points, self._back.points]),
            np.concatenate([self._reference.facet_normals[found.triangles], turned]),
            math.sqrt(squares),
        )


def _step(seen: _Seen) -> tuple[Points, Points]:
    """The small motion that brings points closest to the planes that they are near to."""
    middle = seen.points.mean(axis=0)
    matrix = np.concatenate([np.cross(seen.points - middle, seen.normals), seen.normals], axis=1)
    away = np.einsum("ij,ij->i", seen.targets - seen.points, seen.normals)
    # Least squares of least norm: what no plane holds (a cylinder's turn about its axis) stays as it is.
    solution = np.linalg.lstsq(matrix, away, rcond=1e-6)[0]
    rotation = _rotation(solution[:3])
    return rotation, middle - rotation @ middle + solution[3:]


def _rotation(vector: Points) -> Points:
    """The rotation about a vector by its length in radians (Rodrigues)."""
    angle = float(np.linalg.norm(vector))
    if angle == 0:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    result: Points = np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * (cross @ cross)
    return result
