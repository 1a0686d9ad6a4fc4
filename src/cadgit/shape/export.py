"""A result in the formats that other programs read: .step, .stl, .3mf and .glb (.brep is `brep.text_brep`).

Every format is written so that equal input gives equal bytes: no clock, no random identifiers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..records import StepHeader
from . import gltf, threemf
from .brep import FACE, Node, shape_map
from .measure import bounding_box, diagonal
from .mesh import Mesh, mesh_of, triangulate
from .step import StepError, write_step

#: Deflection of exported meshes, as a part of the diagonal: 0.02 mm for a part of 100 mm.
DEFLECTION = 2e-4


class ExportError(ValueError):
    """The format cannot hold this shape."""


@dataclass(frozen=True, slots=True)
class Body:
    """The mesh of one leaf, with its label and colour."""

    mesh: Mesh
    label: str = ""
    color: tuple[float, float, float, float] | None = None


def export(tree: Node, format: Literal["step", "stl", "3mf", "glb"], header: StepHeader) -> bytes:
    """The file's bytes.

    Raises:
        ExportError: nothing in the result has a face, or its size is not finite, or OCCT cannot write it.
    """
    if format == "step":
        try:
            return write_step(tree, header)
        except StepError as error:
            raise ExportError(str(error)) from error
    bodies = meshes(tree, header.part)
    if format == "stl":
        return stl([body.mesh for body in bodies])
    if format == "3mf":
        return threemf.write(bodies)
    return gltf.write(bodies)


def meshes(tree: Node, name: str) -> list[Body]:
    """The meshes of a result's leaves, in order; leaves without a name are called after the part.

    Raises:
        ExportError: there is nothing to mesh.
    """
    box = bounding_box(tree.shape)
    faces = shape_map(tree.shape, FACE)
    if box is None or not faces.Extent():
        raise ExportError("the result has no face with a finite size, so it has no mesh")
    triangulate(tree.shape, DEFLECTION * diagonal(box))
    found = []
    for leaf in tree.leaves():
        mesh = mesh_of(leaf.shape, faces)
        if len(mesh.triangles):
            found.append(Body(mesh, leaf.label or name, leaf.color))
    if not found:
        raise ExportError("OCCT could not make a mesh of the result")
    return found


def stl(meshes: list[Mesh]) -> bytes:
    """A binary STL file of all meshes."""
    corners = np.concatenate([mesh.points[mesh.triangles] for mesh in meshes])
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    rows = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    rows["normal"] = normals
    rows["corners"] = corners
    head = b"cadgit, mm".ljust(80, b" ") + len(rows).to_bytes(4, "little")
    return head + rows.tobytes()
