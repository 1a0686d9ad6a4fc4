"""How solids are put together: free edges, edges and vertices where a solid is not a manifold, and where solids meet.

The rule. In one solid each edge is used exactly twice, in opposite directions; degenerated edges and those that lie
*in* a face or a solid (INTERNAL, EXTERNAL) do not count; a seam is used twice by one face. The faces at a vertex form
one fan. Two solids that share an edge or a vertex are joined there through a face that both use: then the parts of
a split body are good neighbours, and two boxes that hang together by an edge are not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from OCP.BRep import BRep_Tool
from OCP.BRepTools import BRepTools_WireExplorer
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopExp import TopExp
from OCP.TopoDS import TopoDS

from .brep import EDGE, FACE, VERTEX, WIRE, shape_map, uses

FORWARD = TopAbs_Orientation.TopAbs_FORWARD
REVERSED = TopAbs_Orientation.TopAbs_REVERSED

#: One end of an edge: its number and 0 for the first vertex, 1 for the last; a circle has both in one vertex.
End = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Topology:
    """What is wrong with the way bodies are put together; all numbers count from 1, the body's number first.

    Attributes:
        free_edges: used once.
        crowded_edges: used more than twice, with the number of uses.
        reversed_edges: used twice in the same direction.
        split_vertices: faces meet in several fans, with their number.
        hanging_edges, hanging_vertices: number, and the bodies that meet there without a common face.
        crowded_faces: number, and the bodies (more than two, or two on the same side) that use the face.
    """

    free_edges: tuple[tuple[int, int], ...] = ()
    crowded_edges: tuple[tuple[int, int, int], ...] = ()
    reversed_edges: tuple[tuple[int, int], ...] = ()
    split_vertices: tuple[tuple[int, int, int], ...] = ()
    hanging_edges: tuple[tuple[int, tuple[int, ...]], ...] = ()
    hanging_vertices: tuple[tuple[int, tuple[int, ...]], ...] = ()
    crowded_faces: tuple[tuple[int, tuple[int, ...]], ...] = ()


class Groups:
    """Disjoint sets of hashable items (union-find)."""

    def __init__(self) -> None:
        self._parent: dict[Hashable, Hashable] = {}

    def find(self, item: Hashable) -> Hashable:
        """The item that stands for the set of `item`; a new item is a set of its own."""
        parent = self._parent.setdefault(item, item)
        if parent is item:
            return item
        while parent != self._parent[parent]:
            self._parent[parent] = parent = self._parent[self._parent[parent]]
        self._parent[item] = parent
        return parent

    def join(self, items: Iterable[Hashable]) -> None:
        """Unite the sets of all `items`."""
        roots = [self.find(item) for item in items]
        for root in roots[1:]:
            self._parent[self.find(root)] = self.find(roots[0])

    def count(self, items: Iterable[Hashable]) -> int:
        """Number of different sets among `items`."""
        return len({self.find(item) for item in items})


def analyse(shape: Any, bodies: Sequence[Any]) -> Topology:
    """Analyse the bodies (solids; or anything with faces) of a shape.

    Args:
        shape: what edges, vertices and faces are numbered in.
        bodies: sub-shapes of it.
    """
    analysis = _Analysis(shape)
    for number, body in enumerate(bodies, 1):
        analysis.add(number, body)
    return analysis.result()


class _Analysis:
    def __init__(self, shape: Any) -> None:
        self._faces = shape_map(shape, FACE)
        self._edges = shape_map(shape, EDGE)
        self._vertices = shape_map(shape, VERTEX)
        self._ends: dict[int, tuple[int, int] | None] = {}
        self._free: list[tuple[int, int]] = []
        self._crowded: list[tuple[int, int, int]] = []
        self._reversed: list[tuple[int, int]] = []
        self._split: list[tuple[int, int, int]] = []
        self._bodies_of_face: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        self._faces_of_edge: dict[int, set[int]] = defaultdict(set)
        self._faces_of_vertex: dict[int, set[int]] = defaultdict(set)

    def add(self, body_number: int, body: Any) -> None:
        edge_uses: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        ends_at: dict[int, set[End]] = defaultdict(set)
        fans = Groups()
        for face in uses(body, FACE):
            if face.Orientation() not in (FORWARD, REVERSED):
                continue
            face_number = self._faces.FindIndex(face)
            self._bodies_of_face[face_number].append((body_number, face.Orientation() == FORWARD))
            for wire in uses(face, WIRE):
                self._add_wire(face, wire, face_number, edge_uses, ends_at, fans)
        for edge, (forward, backward) in sorted(edge_uses.items()):
            if forward + backward == 1:
                self._free.append((body_number, edge))
            elif forward + backward > 2:
                self._crowded.append((body_number, edge, forward + backward))
            elif forward != backward:
                self._reversed.append((body_number, edge))
        for vertex, ends in sorted(ends_at.items()):
            if (count := fans.count(ends)) > 1:
                self._split.append((body_number, vertex, count))

    def _add_wire(
        self,
        face: Any,
        wire: Any,
        face_number: int,
        edge_uses: dict[int, list[int]],
        ends_at: dict[int, set[End]],
        fans: Groups,
    ) -> None:
        corners: dict[int, list[End]] = defaultdict(list)
        for edge in uses(wire, EDGE):
            orientation = edge.Orientation()
            if orientation not in (FORWARD, REVERSED):
                continue
            number = self._edges.FindIndex(edge)
            if number not in self._ends:
                self._ends[number] = self._ends_of(TopoDS.Edge(edge))
            ends_of_edge = self._ends[number]
            if ends_of_edge is None:
                continue
            edge_uses[number][orientation == REVERSED] += 1
            self._faces_of_edge[number].add(face_number)
            for end, vertex_number in enumerate(ends_of_edge):
                if vertex_number:
                    corners[vertex_number].append((number, end))
                    ends_at[vertex_number].add((number, end))
                    self._faces_of_vertex[vertex_number].add(face_number)
        if all(len(ends) <= 2 for ends in corners.values()):
            for ends in corners.values():
                fans.join(ends)
            return
        # The wire passes a vertex more than once (at a seam, or where an outline touches itself): then the order of
        # its edges decides which ends are neighbours.
        ordered = self._ordered_corners(face, wire)
        if ordered is None:
            ordered = list(corners.values())
        for ends in ordered:
            fans.join(ends)

    def _ends_of(self, edge: Any) -> tuple[int, int] | None:
        """Numbers of an edge's first and last vertex along its curve, 0 where it has none; None if degenerated."""
        if BRep_Tool.Degenerated_s(edge):
            return None
        first, last = TopExp.FirstVertex_s(edge, False), TopExp.LastVertex_s(edge, False)
        find = self._vertices.FindIndex
        return (0 if first.IsNull() else find(first), 0 if last.IsNull() else find(last))

    def _ordered_corners(self, face: Any, wire: Any) -> list[list[End]] | None:
        """Pairs of ends that follow each other in a wire, or None when OCCT finds no order of all its edges."""
        explorer = BRepTools_WireExplorer(TopoDS.Wire(wire), TopoDS.Face(face))
        path: list[tuple[End, End]] = []
        visited = 0
        while explorer.More():
            edge = explorer.Current()
            visited += 1
            if not BRep_Tool.Degenerated_s(edge):
                number = self._edges.FindIndex(edge)
                forward = edge.Orientation() == FORWARD
                path.append(((number, 0 if forward else 1), (number, 1 if forward else 0)))
            explorer.Next()
        if visited != sum(edge.Orientation() in (FORWARD, REVERSED) for edge in uses(wire, EDGE)):
            return None
        return [[path[i - 1][1], path[i][0]] for i in range(len(path))]

    def result(self) -> Topology:
        crowded = []
        for face, users in sorted(self._bodies_of_face.items()):
            if len(users) > 2 or (len(users) == 2 and users[0][1] == users[1][1]):
                crowded.append((face, tuple(sorted({body for body, _ in users}))))
        return Topology(
            free_edges=tuple(self._free),
            crowded_edges=tuple(self._crowded),
            reversed_edges=tuple(self._reversed),
            split_vertices=tuple(self._split),
            hanging_edges=self._hanging(self._faces_of_edge),
            hanging_vertices=self._hanging(self._faces_of_vertex),
            crowded_faces=tuple(crowded),
        )

    def _hanging(self, faces_of: dict[int, set[int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
        found = []
        for number, faces in sorted(faces_of.items()):
            bodies = {body for face in faces for body, _ in self._bodies_of_face[face]}
            if len(bodies) < 2:
                continue
            joined = Groups()
            for face in faces:
                joined.join(body for body, _ in self._bodies_of_face[face])
            if joined.count(bodies) > 1:
                found.append((number, tuple(sorted(bodies))))
        return tuple(found)
