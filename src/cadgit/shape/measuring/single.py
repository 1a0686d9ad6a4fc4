"""What one entity measures: a face, an edge, a vertex or a hole."""

from __future__ import annotations

from ...records.measurements import EntityMeasure, Quantity
from ..entities.entity import Entity
from ..holes import Hole
from . import edges, faces
from .quantities import direction, finite, named, place, scalar


def measure(entity: Entity) -> EntityMeasure:
    """The quantities of an entity that is no body. A quantity that is not finite is left out, and a note says so."""
    found: list[Quantity] = []
    notes: list[str] = []
    if entity.hole is not None:
        found, notes = _of_hole(entity.hole)
    elif entity.surface is not None:
        found, notes = faces.measure(entity, entity.surface)
    elif entity.curve is not None:
        found, notes = edges.measure(entity, entity.curve)
    elif entity.place is not None:
        found = [place("place", entity.place, "where it is")]
    else:
        notes = ["it has no finite place"]
    kept, broken = finite(found)
    return EntityMeasure(named(entity), kept, (*notes, *broken))


def _of_hole(hole: Hole) -> tuple[list[Quantity], list[str]]:
    begins = "on the axis, where the cylinder begins" if hole.through else "on the axis, at its mouth"
    found = [
        scalar("diameter", hole.diameter, "mm", "of the cylinder"),
        scalar("depth", hole.depth, "mm", "of the cylinder, along its axis; a drill's cone does not count"),
        place("start", hole.start, begins),
        place("end", hole.end, "on the axis, where the cylinder ends"),
        direction("axis", hole.axis, "from start to end"),
    ]
    return found, [f"its wall is {', '.join(f'face:{number}' for number in hole.faces)}"]
