"""Free edges joined into loops: the rims of what is open."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from OCP.BRepLib import BRepLib_FindSurface

from ...frozen import frozen
from ...records import Box, Vector
from ..brep import EDGE, VERTEX, compound, shape_map, uses
from ..measure import bounding_box, length_of, place_of
from ..summary import COPLANAR
from ..topology import Groups


@frozen
class Loop:
    """Free edges of one body that hang together.

    Attributes:
        body: the number of the body, as `topology.analyse` counts.
        edges: the numbers of the edges.
        closed: each end of an edge meets just one other: a rim around a hole in the surface.
        flat: all of it lies in one plane, so that a flat face would fill a closed one.
        length: of all edges, in mm.
    """

    body: int
    edges: tuple[int, ...]
    closed: bool
    flat: bool
    length: float
    box: Box | None
    point: Vector | None


def loops(shape: Any, free_edges: Iterable[tuple[int, int]]) -> tuple[Loop, ...]:
    """The loops of free edges, the longest first.

    Args:
        shape: what bodies and edges are numbered in.
        free_edges: numbers of body and edge, as in `topology.Topology`.
    """
    edges, vertices = shape_map(shape, EDGE), shape_map(shape, VERTEX)
    groups = Groups()
    by_group: dict[object, list[tuple[int, int]]] = defaultdict(list)
    pairs = list(free_edges)
    ends: dict[tuple[int, int], list[int]] = {}
    for body, edge in pairs:
        # Both ends, also where they are one vertex, as of a circle.
        ends[body, edge] = [vertices.FindIndex(vertex) for vertex in uses(edges.FindKey(edge), VERTEX)]
        groups.join([("edge", body, edge), *(("vertex", body, vertex) for vertex in ends[body, edge])])
    for body, edge in pairs:
        by_group[groups.find(("edge", body, edge))].append((body, edge))
    found = [_loop(members, edges, ends) for members in by_group.values()]
    return tuple(sorted(found, key=lambda loop: (-loop.length, loop.edges)))


def _loop(members: list[tuple[int, int]], edges: Any, ends: dict[tuple[int, int], list[int]]) -> Loop:
    degrees = Counter(vertex for member in members for vertex in ends[member])
    # Each edge as often as it is free, but in the compound once.
    numbers = tuple(dict.fromkeys(edge for _, edge in members))
    together = compound([edges.FindKey(number) for number in numbers])
    return Loop(
        body=members[0][0],
        edges=numbers,
        closed=bool(degrees) and all(degree == 2 for degree in degrees.values()),
        flat=bool(BRepLib_FindSurface(together, COPLANAR, True).Found()),
        length=length_of(together).size,
        box=bounding_box(together),
        point=place_of(together),
    )
