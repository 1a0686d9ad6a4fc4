"""Details that are too small to be meant: short edges, small faces, slivers."""

from __future__ import annotations

import math
from typing import Any, Literal

from OCP.BRep import BRep_Tool
from OCP.TopoDS import TopoDS

from ...frozen import frozen
from ..brep import EDGE, FACE, shape_map
from ..measure import Masses

#: A face that goes this many times its width around is narrow; a rounder one is small.
NARROW = 8.0


@frozen
class Detail:
    """A small edge or face.

    Attributes:
        number: of the edge or face.
        size: length of an edge, mean width of a face (twice its area over its circumference), in mm.
        around: length of an edge, circumference of a face, in mm.
    """

    kind: Literal["short edge", "small face", "narrow face"]
    number: int
    size: float
    around: float


def details(shape: Any, smallest: float) -> tuple[Detail, ...]:
    """Edges shorter and faces narrower than `smallest` (mm), the smallest first; degenerated edges do not count."""
    masses = Masses()
    found = []
    for number, edge in enumerate(shape_map(shape, EDGE), 1):
        if BRep_Tool.Degenerated_s(TopoDS.Edge(edge)):
            continue
        length = masses.length(edge).size
        if length < smallest:
            found.append(Detail("short edge", number, length, length))
    for number, face in enumerate(shape_map(shape, FACE), 1):
        around = masses.length(face).size
        area = masses.area(face).size
        # A sphere's only lines are a seam and two poles: one that is closed has no width.
        if not (math.isfinite(area) and math.isfinite(around) and around > 0):
            continue
        width = 2 * abs(area) / around
        if width < smallest:
            found.append(Detail("narrow face" if around > NARROW * width else "small face", number, width, around))
    return tuple(sorted(found, key=lambda detail: (detail.size, detail.kind, detail.number)))
