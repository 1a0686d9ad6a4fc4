"""Entities of a result as findings speak of them: names, sizes, boxes, and the faces beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...records import GeometryFinding, Severity, Vector
from ...shape.brep import EDGE, FACE, SHELL, VERTEX, compound, shape_map
from ...shape.measure import area_of, enclosing_box, length_of, place_of, volume_of
from ..inspected import Inspected
from ..words import KEPT, number

#: An entity: ``face`` and its number.
Entity = tuple[str, int]

_KINDS = {"edge": EDGE, "vertex": VERTEX}


class Subject:
    """A result whose entities are named."""

    def __init__(self, inspected: Inspected) -> None:
        self._inspected = inspected
        self._beside: dict[str, dict[int, list[int]]] = {}

    def finding(
        self,
        kind: str,
        severity: Severity,
        entities: Sequence[Entity],
        message: str,
        proposal: str,
        *,
        point: Vector | None = None,
        size: str = "",
    ) -> GeometryFinding:
        """A finding about some entities, with the place and size of the first of them where none is given."""
        shapes = [self._shape(entity) for entity in entities]
        together = compound(shapes) if shapes else None
        faces = sorted({face for entity in entities for face in self.faces_at(entity)})
        return GeometryFinding(
            kind=kind,
            severity=severity,
            entities=tuple(name(entity) for entity in entities),
            message=message,
            point=point or (place_of(together) if together is not None else None),
            size=size or (size_of(entities[0][0], shapes[0]) if shapes else ""),
            proposal=proposal,
            box=enclosing_box(together) if together is not None else None,
            faces=tuple(faces[:KEPT]),
        )

    def faces_at(self, entity: Entity) -> tuple[int, ...]:
        """Numbers of the faces that an entity is, has, or lies between."""
        kind, value = entity
        if kind == "face":
            return (value,)
        if kind not in _KINDS:
            return tuple(self._inspected.faces.FindIndex(face) for face in shape_map(self._shape(entity), FACE))
        if kind not in self._beside:
            self._beside[kind] = self._find_beside(kind)
        return tuple(self._beside[kind].get(value, ()))

    def _find_beside(self, kind: str) -> dict[int, list[int]]:
        numbers = self._map(kind)
        found: dict[int, list[int]] = {}
        for number_, face in enumerate(self._inspected.faces, 1):
            for piece in shape_map(face, _KINDS[kind]):
                found.setdefault(numbers.FindIndex(piece), []).append(number_)
        return found

    def _map(self, kind: str) -> Any:
        inspected = self._inspected
        if kind == "shell":
            return shape_map(inspected.shape, SHELL)
        return {
            "solid": inspected.solids,
            "face": inspected.faces,
            "edge": inspected.edges,
            "vertex": inspected.vertices,
        }[kind]

    def _shape(self, entity: Entity) -> Any:
        return self._map(entity[0]).FindKey(entity[1])


def name(entity: Entity) -> str:
    """``face:12``."""
    return f"{entity[0]}:{entity[1]}"


def size_of(kind: str, shape: Any) -> str:
    """How large an entity is, with its unit."""
    if kind == "edge":
        return f"{number(length_of(shape).size)} mm"
    if kind in ("face", "shell"):
        # The halves of a crossing outline cancel, to a rounding error of either sign.
        return f"{number(max(0.0, round(area_of(shape).size, 9)))} mm²"
    return f"{number(volume_of(shape).size)} mm³" if kind == "solid" else ""
