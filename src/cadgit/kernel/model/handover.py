"""A result as it is handed over: one shape and the manifest that goes with it, which agree by construction."""

from __future__ import annotations

import io
from typing import Any

from OCP.BinTools import BinTools, BinTools_FormatVersion

from ...records import ManifestNode
from .node import Node, compound


def manifest(node: Node) -> ManifestNode:
    """The node's tree of labels, colours and materials."""
    return ManifestNode(node.label, node.color, node.material, tuple(manifest(child) for child in node.children))


def shape_of(node: Node) -> Any:
    """The node's TopoDS shape; a compound whose i-th direct sub-shape is the i-th child's, if it has children."""
    if not node.children:
        return node.shape if node.shape is not None else compound([])
    whole = compound([shape_of(child) for child in node.children])
    if node.location is not None:
        whole.Location(node.location)
    return whole


def brep(node: Node) -> bytes:
    """The shape in OCCT's binary format, without triangulation: a mesh is no part of the geometry."""
    stream = io.BytesIO()
    version = BinTools_FormatVersion.BinTools_FormatVersion_CURRENT
    BinTools.Write_s(shape_of(node), stream, False, False, version)
    return stream.getvalue()
