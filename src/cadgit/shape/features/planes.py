"""Large planes of the outside, and which of them to measure from.

Faces in one plane that look the same way count as one. The proposed datums follow the usual order of drawings
(ISO 5459: primary, secondary, tertiary): A is the largest plane, B the largest one at right angles to it, C the largest
at right angles to both. Of planes of one size it is the one whose face has the lowest number: a proposal, no more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ...records.features import DatumPlane
from ..measure import Masses
from ..mesh import Points
from ..spans import vector
from .surroundings import Surroundings

#: Faces are in one plane when they are off by no more, in mm over their distance.
SAME = 1e-3

#: Part of the area of all faces that a plane has at least, to be listed.
LARGE = 0.02

_SQUARE = 1e-4  # cosine: planes are at right angles below it


@dataclass(slots=True)
class _Plane:
    normal: Points
    offset: float
    faces: list[int] = field(default_factory=list)
    area: float = 0.0
    moment: Any = 0.0  # area times centre, summed


def planes(all_surroundings: Sequence[Surroundings], masses: Masses) -> tuple[DatumPlane, ...]:
    """The large planes of some solids, the largest first."""
    found: list[_Plane] = []
    total = 0.0
    for surroundings in all_surroundings:
        for number in surroundings.faces:
            mass = masses.area(surroundings.face(number))
            total += mass.size
            surface = surroundings.surface(number)
            if surface.type != "planar" or surface.axis is None or not math.isfinite(mass.size):
                continue
            normal = np.array(surface.axis)
            offset = float(normal @ np.array(surface.origin))
            plane = next((plane for plane in found if _one_plane(plane, normal, offset)), None)
            if plane is None:
                plane = _Plane(normal, offset)
                found.append(plane)
            plane.faces.append(surroundings.number_in_result(number))
            plane.area += mass.size
            plane.moment = plane.moment + mass.size * np.array(mass.centre)
    large = [plane for plane in found if plane.area >= LARGE * total and plane.area > 0]
    # Areas that differ by rounding only are one size: then the face's number decides.
    large.sort(key=lambda plane: (-round(plane.area / total, 6), min(plane.faces)))
    letters = _letters(large)
    return tuple(
        DatumPlane(
            f"plane:{number}",
            letters.get(number - 1, ""),
            vector(plane.normal),
            plane.offset,
            plane.area,
            vector(plane.moment / plane.area),
            tuple(sorted(plane.faces)),
        )
        for number, plane in enumerate(large, 1)
    )


def _one_plane(plane: _Plane, normal: Points, offset: float) -> bool:
    return abs(plane.offset - offset) <= SAME and float(np.linalg.norm(plane.normal - normal)) <= _SQUARE


def _letters(ordered: Sequence[_Plane]) -> dict[int, Literal["A", "B", "C"]]:
    letters: dict[int, Literal["A", "B", "C"]] = {}
    chosen: list[_Plane] = []
    names: tuple[Literal["A", "B", "C"], ...] = ("A", "B", "C")
    for index, plane in enumerate(ordered):
        if len(chosen) < 3 and all(abs(float(plane.normal @ other.normal)) <= _SQUARE for other in chosen):
            letters[index] = names[len(chosen)]
            chosen.append(plane)
    return letters
