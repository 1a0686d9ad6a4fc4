"""Which face of one shape is which of another, made by another run of the same source.

OCCT orders some sub-shapes by memory address, so that equal source may give another order; what a face looks like does
not depend on it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ...records import Vector
from ..brep import EDGE, FACE, shape_map
from ..measure import diagonal, enclosing_box, place_of, rough_box

#: Coordinates that differ by no more than this part of the diagonal are the same.
SAME = 1e-6

#: What tells faces apart: the number of edges, the middle of the vertices, and the corners of a rough box.
Look = tuple[int, tuple[Vector, ...]]


def lines_of(shape: Any, numbers: Sequence[int], other: Any, lines: Sequence[int]) -> tuple[int, ...]:
    """For faces of a shape, by number, what another shape's equal face has in `lines`, -1 where that is not known.

    Faces that look alike and have different lines are not told apart.
    """
    box = enclosing_box(shape)
    if box is None:
        return (-1,) * len(numbers)  # where coordinates are no numbers, looks tell nothing
    slack = SAME * diagonal(box)
    by_edges: dict[int, list[tuple[tuple[Vector, ...], int]]] = defaultdict(list)
    for face, line in zip(shape_map(other, FACE), lines, strict=False):
        edges, corners = _look(face)
        by_edges[edges].append((corners, line))
    faces = shape_map(shape, FACE)
    found = []
    for number in numbers:
        edges, corners = _look(faces.FindKey(number))
        alike = {line for looks, line in by_edges[edges] if _same(corners, looks, slack)}
        found.append(alike.pop() if len(alike) == 1 else -1)
    return tuple(found)


def _look(face: Any) -> Look:
    box, middle = rough_box(face), place_of(face)
    corners = (box.minimum, box.maximum) if box else ()
    return shape_map(face, EDGE).Extent(), (*corners, *([middle] if middle else []))


def _same(first: tuple[Vector, ...], second: tuple[Vector, ...], slack: float) -> bool:
    # A face that is no longer finite has nothing to be recognised by.
    if not first or len(first) != len(second):
        return False
    return all(math.dist(a, b) <= slack for a, b in zip(first, second, strict=True))
