"""The one numbering of a result's entities: what pictures, verdicts and answers mean by ``face 12`` and ``hole 3``.

Solids, faces, edges and vertices count from 1 in the order of OCCT's `TopExp::MapShapes` (see `shape.brep`), holes
from 1 by solid, diameter and place (`shape.holes`).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...entity_names import Kind
from ...records import ManifestNode
from ..brep import EDGE, FACE, SOLID, VERTEX, Node, shape_map, solid_labels, walk
from ..holes import Hole, holes_of
from ..measure import Masses
from .children import Child, children_of


class Entities:
    """A result, and the numbers of what is in it. Everything is found at first use.

    Args:
        shape: what the BREP holds.
        manifest: the labels of its tree, where there are any.

    Attributes:
        masses: of its sub-shapes, each measured once.
    """

    def __init__(self, shape: Any, manifest: ManifestNode | None = None) -> None:
        self.shape = shape
        self.masses = Masses()
        self.manifest = manifest

    @cached_property
    def tree(self) -> Node:
        """The labelled tree."""
        return walk(self.shape, self.manifest)[0]

    @cached_property
    def children(self) -> tuple[Child, ...]:
        """Its children, with their paths."""
        return children_of(self.tree)

    @cached_property
    def solids(self) -> Any:
        """Map of solids."""
        return shape_map(self.shape, SOLID)

    @cached_property
    def faces(self) -> Any:
        """Map of faces."""
        return shape_map(self.shape, FACE)

    @cached_property
    def edges(self) -> Any:
        """Map of edges."""
        return shape_map(self.shape, EDGE)

    @cached_property
    def vertices(self) -> Any:
        """Map of vertices."""
        return shape_map(self.shape, VERTEX)

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        """The round holes of all solids, in the order of their numbers."""
        return holes_of(self.shape)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Labels of the solids, in order; empty for one that has none."""
        return solid_labels(self.tree, self.solids)

    def map_of(self, kind: Kind) -> Any:
        """The map of all entities of a kind but holes."""
        return {"solid": self.solids, "face": self.faces, "edge": self.edges, "vertex": self.vertices}[kind]

    def count(self, kind: Kind) -> int:
        """How many entities of a kind there are."""
        return len(self.holes) if kind == "hole" else int(self.map_of(kind).Extent())
