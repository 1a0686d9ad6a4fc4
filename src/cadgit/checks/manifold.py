"""Are the solids closed, and manifold? The rule is that of `shape.topology`."""

from __future__ import annotations

from ..records import CheckResult, Place
from .inspected import Inspected
from .registry import NoArguments, register
from .words import KEPT, count, listed, where


@register("closed", NoArguments, needs_size=False)
def closed(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """Each solid is closed: no edge is used only once."""
    free = inspected.topology.free_edges
    limit = "0 free edges"
    if not free:
        return CheckResult("closed", "pass", "no free edges", "0 free edges", limit)
    names = listed([inspected.solid_name(n) for n in dict.fromkeys(solid for solid, _ in free)])
    places = inspected.places("edge", [edge for _, edge in free[:KEPT]], "free: used by one face")
    measured = count(len(free), "free edge")
    return CheckResult("closed", "fail", f"not closed: {names}, {measured} ({where(places)})", measured, limit, places)


@register("manifold", NoArguments, needs_size=False)
def manifold(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """Each edge has two faces, on opposite sides; the faces at a vertex form one fan; neighbours share a face."""
    topology = inspected.topology
    found: list[tuple[str, Place]] = []
    for solid, edge, amount in topology.crowded_edges:
        text = f"used {amount} times by {inspected.solid_name(solid)}"
        found.append((text, inspected.place("edge", edge, text)))
    for solid, edge in topology.reversed_edges:
        text = f"both faces of {inspected.solid_name(solid)} run along it in one direction"
        found.append((text, inspected.place("edge", edge, text)))
    for solid, vertex, fans in topology.split_vertices:
        text = f"{fans} separate fans of faces of {inspected.solid_name(solid)} meet"
        found.append((text, inspected.place("vertex", vertex, text)))
    for face, bodies in topology.crowded_faces:
        text = f"used by {_names(inspected, bodies)} on the same side"
        found.append((text, inspected.place("face", face, text)))
    for edge, bodies in topology.hanging_edges:
        text = f"{_names(inspected, bodies)} hang together by this edge alone"
        found.append((text, inspected.place("edge", edge, text)))
    at_edges = {
        inspected.vertices.FindIndex(vertex)
        for edge, _ in topology.hanging_edges
        for vertex in _vertices(inspected, edge)
    }
    for vertex, bodies in topology.hanging_vertices:
        if vertex not in at_edges:
            text = f"{_names(inspected, bodies)} hang together by this vertex alone"
            found.append((text, inspected.place("vertex", vertex, text)))
    if not found:
        return CheckResult("manifold", "pass", "manifold", "0 non-manifold places", "0")
    places = tuple(place for _, place in found[:KEPT])
    measured = count(len(found), "non-manifold place")
    message = f"not manifold: {where(places)}; {found[0][0]}"
    return CheckResult("manifold", "fail", message, measured, "0", places)


def _names(inspected: Inspected, bodies: tuple[int, ...]) -> str:
    return listed([inspected.solid_name(body) for body in bodies])


def _vertices(inspected: Inspected, edge: int) -> list[object]:
    from ..shape.brep import VERTEX, sub_shapes

    return sub_shapes(inspected.edges.FindKey(edge), VERTEX)
