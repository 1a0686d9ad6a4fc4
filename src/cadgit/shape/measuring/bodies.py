"""Mass properties of solids, children and the result."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ...records.measurements import BodyMeasure, Rows
from ..brep import EDGE, FACE, SOLID, VERTEX, Node, shape_map, sub_shapes, uses
from ..entities.entity import Entity
from ..entities.finding import all_of, child, whole
from ..entities.numbering import Entities
from ..measure import NOTHING, bounding_box
from ..mesh import Points
from ..spans import vector
from .inertia import Inertia, of_area, of_length, of_volume, principal, together

_MM3_PER_CM3 = 1000.0

#: Of what a mass is spread over: the unit of inertia of unit density, and the power of lengths in its size.
_UNITS = {"volume": "mm⁵", "area": "mm⁴", "length": "mm³"}
_POWERS = {"volume": 3, "area": 2, "length": 1, "nothing": 0}


@dataclass(frozen=True, slots=True)
class Density:
    """A density in g/cm³, and where it comes from."""

    value: float
    material: str


def bodies_of(entities: Entities) -> list[Entity]:
    """What is measured when nothing is named: the result, its children, and its solids where there are several."""
    solids = all_of(entities, "solid") if entities.count("solid") > 1 else []
    children = [child(entities, one) for one in entities.children if one.node is not entities.tree]
    return [whole(entities), *children, *solids]


def materials_of(entities: Entities) -> tuple[str, ...]:
    """The material of each solid, as the model names it: of its own leaf, else of the nearest parent that has one."""
    materials = [""] * entities.solids.Extent()
    _collect(entities.tree, "", entities.solids, materials)
    return tuple(materials)


def _collect(node: Node, inherited: str, solids: Any, materials: list[str]) -> None:
    material = node.material or inherited
    for one in node.children:
        _collect(one, material, solids, materials)
    if not node.children and material:
        for solid in sub_shapes(node.shape, SOLID):
            materials[solids.FindIndex(solid) - 1] = material


class Weigher:
    """Measures bodies; each solid once.

    Args:
        densities: of each solid, by its number; None where it is not known.
    """

    def __init__(self, entities: Entities, densities: Sequence[Density | None]) -> None:
        self._entities = entities
        self._densities = densities
        self._known: dict[int, Inertia] = {}

    def measure(self, body: Entity) -> BodyMeasure:
        """The mass properties of a solid, a child or the result.

        They are those of its solids, as often as each is there; of its faces where it has none; else of its edges.
        """
        shape = body.shape
        numbers = [self._entities.solids.FindIndex(solid) for solid in body.solids]
        spread = _spread(shape)
        notes: list[str] = []
        densities = [self._densities[number - 1] for number in numbers]
        known = [density for density in densities if density is not None]
        pieces, volume = self._pieces(shape, spread, numbers)
        size = math.fsum(piece.size for piece in pieces)
        weighed = spread == "volume" and len(known) == len(numbers)
        if weighed:
            pieces = [
                piece.of_density(density.value / _MM3_PER_CM3) for piece, density in zip(pieces, known, strict=True)
            ]
        elif known:
            notes.append("the density of some of its solids is not known: no mass, and moments of unit density")
        if spread == "volume" and any(self._known[number].size < 0 for number in numbers):
            notes.append("a solid is inside out: its volume counts as negative")
        total = together(pieces)
        values = {density.value for density in known}
        names = {density.material for density in known}
        measure = BodyMeasure(
            name=body.name,
            label=body.label,
            spread=spread,
            volume=volume,
            area=math.fsum(of_area(solid).size for solid in body.solids) if body.solids else of_area(shape).size,
            length=of_length(shape).size if spread == "length" else 0.0,
            solids=len(numbers),
            faces=shape_map(shape, FACE).Extent(),
            edges=shape_map(shape, EDGE).Extent(),
            vertices=shape_map(shape, VERTEX).Extent(),
            density=values.pop() if weighed and len(values) == 1 else None,
            material=", ".join(sorted(names)) if weighed else "",
            mass=total.size if weighed else None,
            box=bounding_box(shape),
            notes=tuple(notes),
        )
        return _with_moments(measure, total, size, "g·mm²" if weighed else _UNITS.get(spread, ""))

    def _pieces(self, shape: Any, spread: str, numbers: Sequence[int]) -> tuple[list[Inertia], float]:
        if spread == "volume":
            for number in numbers:
                if number not in self._known:
                    self._known[number] = of_volume(self._entities.solids.FindKey(number))
            pieces = [self._known[number] for number in numbers]
            return pieces, math.fsum(piece.size for piece in pieces)
        if spread == "nothing":
            return [], 0.0
        return [of_area(shape) if spread == "area" else of_length(shape)], 0.0


def _spread(shape: Any) -> Literal["volume", "area", "length", "nothing"]:
    if uses(shape, SOLID):
        return "volume"
    if uses(shape, FACE):
        return "area"
    return "length" if uses(shape, EDGE) else "nothing"


def _with_moments(measure: BodyMeasure, total: Inertia, size: float, unit: str) -> BodyMeasure:
    """The measure with centre and moments, where there is anything that has them."""
    values = (size, measure.area, *total.centre, *total.matrix.ravel())
    if not all(map(math.isfinite, values)) or (measure.box is None and measure.spread != "nothing"):
        note = "it has no finite size: a coordinate is infinite or not a number"
        return replace(measure, volume=0.0, area=0.0, length=0.0, mass=None, notes=(*measure.notes, note))
    extent = max(measure.box.size) if measure.box else 0.0
    # A sheet that was closed upon itself has faces and no volume.
    if abs(size) <= NOTHING * extent ** _POWERS[measure.spread]:
        note = f"its {measure.spread} is 0, so that it has no centre and no moments"
        return replace(measure, notes=(*measure.notes, note if measure.spread != "nothing" else "it is empty"))
    found = principal(total.matrix)
    return replace(
        measure,
        centre=vector(total.centre),
        inertia=_rows(total.matrix),
        inertia_unit=unit,
        principal_moments=vector(found.moments),
        principal_axes=_rows(found.axes),
        free_axes=found.free,
        gyration=vector(np.sqrt(np.maximum(found.moments / total.size, 0.0))),
    )


def _rows(matrix: Points) -> Rows:
    x, y, z = map(vector, matrix)
    return (x, y, z)
