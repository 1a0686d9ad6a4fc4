"""Has the result as many faces, edges and vertices as the spec says?"""

from __future__ import annotations

from ...records import CheckResult, Place
from ...shape.brep import EDGE, FACE, VERTEX, shape_map
from ...spec import Topology
from ..inspected import Inspected
from ..registry import register
from ..words import KEPT, count
from .within import Measured, judge


@register("spec.topology", Topology, needs_size=False)
def topology(inspected: Inspected, wanted: Topology) -> CheckResult:
    """There are as many faces, edges and vertices as the spec says."""
    places = _by_solid(inspected)
    return judge(
        "",
        [
            Measured("faces", inspected.faces.Extent(), wanted.faces, places),
            Measured("edges", inspected.edges.Extent(), wanted.edges, places),
            Measured("vertices", inspected.vertices.Extent(), wanted.vertices, places),
        ],
    )


def _by_solid(inspected: Inspected) -> tuple[Place, ...]:
    """Each solid (of a sketch: each face) with its own counts: a number alone is nowhere."""
    entity, shapes = ("solid", inspected.solids) if inspected.solids.Extent() else ("face", inspected.faces)
    places = []
    for number, shape in list(enumerate(shapes, 1))[:KEPT]:
        faces, edges, vertices = (shape_map(shape, what).Extent() for what in (FACE, EDGE, VERTEX))
        note = f"{count(faces, 'face')}, {count(edges, 'edge')}, {count(vertices, 'vertex', 'vertices')}"
        places.append(inspected.place(entity, number, note))
    return tuple(places)
