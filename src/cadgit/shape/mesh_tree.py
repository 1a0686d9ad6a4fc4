"""The meshes of a result's leaves, in the tree of its labels; a shape that is used several times is meshed once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopLoc import TopLoc_Location

from .brep import FACE, SOLID, Node, shape_map, sub_shapes
from .measure import bounding_box, diagonal
from .mesh import Mesh, mesh_of, triangulate

#: Deflection of exported meshes, as a part of the diagonal: 0.02 mm for a part of 100 mm.
DEFLECTION = 2e-4

Color = tuple[float, float, float, float]


class NothingToMesh(ValueError):
    """The result has no face, no finite size, or OCCT cannot mesh it."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """The mesh of one leaf, with its label and colour (sRGB from 0 to 1, and how opaque it is).

    Attributes:
        mesh: in the leaf's own coordinates; one `Mesh` for all uses of a shape.
        place: a row of numbers for each of x, y and z: the leaf's place in the result.
        solid: it encloses a volume.
    """

    mesh: Mesh
    label: str = ""
    color: Color | None = None
    place: NDArray[np.float64] | None = None
    solid: bool = True

    @property
    def placed(self) -> Mesh:
        """The mesh in the result's coordinates."""
        if self.place is None:
            return self.mesh
        turn, shift = self.place[:, :3], self.place[:, 3]
        triangles = self.mesh.triangles[:, ::-1] if np.linalg.det(turn) < 0 else self.mesh.triangles
        return Mesh(self.mesh.points @ turn.T + shift, triangles, self.mesh.faces, self.mesh.missing)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Bodies and groups under one label."""

    label: str
    members: tuple[Body | Group, ...]

    def bodies(self) -> Iterator[Body]:
        """All bodies in it, in order."""
        for member in self.members:
            if isinstance(member, Group):
                yield from member.bodies()
            else:
                yield member


def meshes(tree: Node, name: str) -> Group:
    """The meshes of a result's leaves, grouped as they are; leaves without a name are called after the part.

    Raises:
        NothingToMesh: there is nothing to mesh.
    """
    box = bounding_box(tree.shape)
    if box is None or not shape_map(tree.shape, FACE).Extent():
        raise NothingToMesh("the result has no face with a finite size, so it has no mesh")
    triangulate(tree.shape, DEFLECTION * diagonal(box))
    found = _Meshes(name).member(tree)
    if found is None:
        raise NothingToMesh("OCCT could not make a mesh of the result")
    return found if isinstance(found, Group) else Group("", (found,))


class _Meshes:
    def __init__(self, name: str) -> None:
        self._name = name
        self._shapes = ShapeMap()
        self._known: dict[tuple[int, bool], Mesh] = {}

    def member(self, node: Node, color: Color | None = None) -> Body | Group | None:
        """A node's meshes; None if there are none. What has no colour has that of its parent."""
        color = node.color or color
        if node.children:
            members = (self.member(child, color) for child in node.children)
            found = tuple(member for member in members if member is not None)
            return Group(node.label, found) if found else None
        location = node.shape.Location()
        bare = node.shape.Located(TopLoc_Location())
        key = (self._shapes.Add(bare), bare.Orientation() == TopAbs_Orientation.TopAbs_REVERSED)
        if key not in self._known:
            self._known[key] = mesh_of(bare, shape_map(bare, FACE))
        mesh = self._known[key]
        if not len(mesh.triangles):
            return None
        place = None
        if not location.IsIdentity():
            transformation = location.Transformation()
            place = np.array([[transformation.Value(row, column) for column in range(1, 5)] for row in range(1, 4)])
        return Body(mesh, node.label or self._name, color, place, bool(sub_shapes(bare, SOLID)))
