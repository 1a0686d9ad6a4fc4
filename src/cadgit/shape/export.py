"""A result in the formats that other programs read: .step, .stl, .3mf and .glb, flat ones as .dxf and .svg.

(.brep is `brep.text_brep`.) Every format is written so that equal input gives equal bytes, without a clock or random
identifiers, and says where it came from (`stamps`).
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from ..records import SheetMetal, StepHeader
from . import gltf, stamps, threemf
from .brep import SOLID, Node, shape_map
from .mesh import Mesh
from .mesh_tree import NothingToMesh, meshes
from .step import StepError, write_step


class ExportError(ValueError):
    """The format cannot hold this shape."""


class WrongKind(ExportError):
    """The format is for other kinds of result: .dxf and .svg for what is flat, meshes for what has faces."""


def export(tree: Node, format: Literal["step", "stl", "3mf", "glb"], header: StepHeader) -> bytes:
    """The file's bytes.

    Raises:
        WrongKind: a mesh is wanted, and nothing in the result has a face of a finite size.
        ExportError: OCCT cannot write it.
    """
    if format == "step":
        try:
            return write_step(tree, header)
        except StepError as error:
            raise ExportError(str(error)) from error
    try:
        meshed = meshes(tree, header.part)
    except NothingToMesh as error:
        raise WrongKind(str(error)) from error
    if format == "stl":
        return stl([body.placed for body in meshed.bodies()], stamps.stl_head(header))
    stamp = stamps.lines(header)
    return threemf.write(meshed, stamp) if format == "3mf" else gltf.write(meshed, stamp)


def export_flat(
    tree: Node, format: Literal["dxf", "svg"], header: StepHeader, k_factor: float
) -> tuple[bytes, SheetMetal | None]:
    """A sketch, lines in a plane, or the flat pattern of sheet metal (.dxf only); and what the sheet metal measures.

    Raises:
        WrongKind: the result is neither, and why; or its flat pattern lies on itself.
    """
    from .outlines import dxf, svg  # ezdxf, for those who ask
    from .outlines.sketch import NotFlat, figure_of

    solids = shape_map(tree.shape, SOLID)
    if solids.Extent():
        if format == "svg":
            raise WrongKind("a .svg file holds a sketch, and this is a solid")
        from .sheet_metal.drawing import NoPattern, figure_of_sheet

        try:
            figure, sheet = figure_of_sheet(tree.shape, solids, k_factor)
        except NoPattern as error:
            raise WrongKind(str(error)) from error
        return dxf.write(figure, stamps.lines(header, k_factor=f"{k_factor:g}")), sheet
    try:
        figure = figure_of(tree.shape)
    except NotFlat as error:
        raise WrongKind(f"a .{format} file holds what is flat: {error}") from error
    return (dxf if format == "dxf" else svg).write(figure, stamps.lines(header)), None


def stl(meshes: list[Mesh], head: bytes) -> bytes:
    """A binary STL file of all meshes, with the 80 bytes that it begins with."""
    corners = np.concatenate([mesh.points[mesh.triangles] for mesh in meshes])
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    rows = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    rows["normal"] = normals
    rows["corners"] = corners
    return head + len(rows).to_bytes(4, "little") + rows.tobytes()
