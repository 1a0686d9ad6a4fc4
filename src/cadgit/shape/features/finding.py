"""The features of a result, of the kinds that are asked for: each kind is found by a module of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...records.features import BentSheet, FeatureKind, Features, HoleFeature, Pattern, SymmetryPlane, WallThickness
from ...records.sheet_metal import SheetMetal
from ..brep import FACE, SOLID, shape_map
from ..measure import Masses, bounding_box, diagonal
from ..sheet_metal import recognise
from .blends import fillets
from .chamfers import chamfers
from .drilled import drilled
from .patterns import Member, patterns
from .planes import planes
from .surroundings import Surroundings
from .symmetry import symmetry
from .walls import wall


def find(shape: Any, kinds: Sequence[FeatureKind]) -> Features:
    """The features of a result of some kinds; of the kinds that `adapter` asks quiddity for, none."""
    return _Finding(shape, frozenset(kinds)).result()


class _Finding:
    def __init__(self, shape: Any, kinds: frozenset[FeatureKind]) -> None:
        self._shape = shape
        self._kinds = kinds
        self._numbers = shape_map(shape, FACE)
        self._solids = list(shape_map(shape, SOLID))
        self._surroundings = [Surroundings(solid, self._numbers) for solid in self._solids]
        self._masses = Masses()

    def result(self) -> Features:
        holes = self._holes() if self._kinds & {"hole", "pattern", "fillet", "chamfer"} else ()
        walls_of_holes = {face for hole in holes for face in hole.faces}
        walls_of_holes |= {face for hole in holes for bore in hole.counterbores for face in bore.faces}
        sunk = {face for hole in holes for sink in hole.countersinks for face in sink.faces}
        planes_of_symmetry, note = self._symmetry() if "symmetry" in self._kinds else ((), "")
        return Features(
            holes=holes if "hole" in self._kinds else (),
            patterns=_hole_patterns(holes) if "pattern" in self._kinds else (),
            fillets=fillets(self._surroundings, frozenset(walls_of_holes)) if "fillet" in self._kinds else (),
            chamfers=chamfers(self._surroundings, frozenset(sunk)) if "chamfer" in self._kinds else (),
            planes=planes(self._surroundings, self._masses) if "plane" in self._kinds else (),
            sheets=self._sheets() if "bend" in self._kinds else (),
            walls=self._walls() if "wall" in self._kinds else (),
            symmetry=planes_of_symmetry,
            notes=(note,) if note else (),
        )

    def _holes(self) -> tuple[HoleFeature, ...]:
        found: list[HoleFeature] = []
        first = 1
        for surroundings in self._surroundings:
            of_solid = drilled(surroundings, self._numbers, first)
            first += sum(1 + len(hole.counterbores) for hole in of_solid)
            found.extend(of_solid)
        return tuple(found)

    def _sheets(self) -> tuple[BentSheet, ...]:
        found: list[BentSheet] = []
        bends = 1
        for number, solid in enumerate(self._solids, 1):
            sheet = recognise(solid, self._numbers)
            if isinstance(sheet, SheetMetal) and sheet.bends:
                found.append(BentSheet(number, bends, sheet))
                bends += len(sheet.bends)
        return tuple(found)

    def _walls(self) -> tuple[WallThickness, ...]:
        size = self._diagonal()
        found: list[WallThickness] = []
        for number, solid in enumerate(self._solids, 1):
            thickness = wall(solid, number, self._numbers, size, f"wall:{len(found) + 1}") if size else None
            if thickness is not None:
                found.append(thickness)
        return tuple(found)

    def _symmetry(self) -> tuple[tuple[SymmetryPlane, ...], str]:
        size = self._diagonal()
        return symmetry(self._solids, size, self._masses) if size and self._solids else ((), "")

    def _diagonal(self) -> float:
        box = bounding_box(self._shape)
        return diagonal(box) if box is not None else 0.0


def _hole_patterns(holes: Sequence[HoleFeature]) -> tuple[Pattern, ...]:
    members = [Member(hole.name, hole.start, hole.axis, _like(hole)) for hole in holes]
    return patterns(members, "hole", [(member.place, member.axis) for member in members])


def _like(hole: HoleFeature) -> tuple[object, ...]:
    """What holes of one pattern have in common but for their axes, to 0.001 mm and 0.01°."""
    bores = tuple(sorted((round(bore.diameter, 3), round(bore.depth, 3)) for bore in hole.counterbores))
    sinks = tuple(sorted((round(sink.diameter, 3), round(sink.angle, 2)) for sink in hole.countersinks))
    return (hole.through, round(hole.diameter, 3), round(hole.depth, 3), bores, sinks)
