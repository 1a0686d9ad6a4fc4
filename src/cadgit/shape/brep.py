"""BREP bytes to shapes and back, and the walk of a shape beside its manifest.

Sub-shapes are numbered from 1 in the order of OCCT's `TopExp::MapShapes`, the numbering that every place in a
verdict uses. Two sub-shapes are one when they share geometry and location, whatever their orientation.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from OCP.BinTools import BinTools, BinTools_FormatVersion
from OCP.BRep import BRep_Builder
from OCP.BRepTools import BRepTools
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp, TopExp_Explorer
from OCP.TopoDS import TopoDS_Compound, TopoDS_Iterator, TopoDS_Shape
from OCP.TopTools import TopTools_FormatVersion

from ..records import ManifestNode

SOLID = TopAbs_ShapeEnum.TopAbs_SOLID
SHELL = TopAbs_ShapeEnum.TopAbs_SHELL
FACE = TopAbs_ShapeEnum.TopAbs_FACE
WIRE = TopAbs_ShapeEnum.TopAbs_WIRE
EDGE = TopAbs_ShapeEnum.TopAbs_EDGE
VERTEX = TopAbs_ShapeEnum.TopAbs_VERTEX


class BrepError(ValueError):
    """Bytes that are not a BREP of this OCCT."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a result's tree with its shape, located in the result. A node without children is a leaf."""

    shape: Any
    label: str = ""
    color: tuple[float, float, float, float] | None = None
    material: str = ""
    children: tuple[Node, ...] = ()

    def leaves(self) -> tuple[Node, ...]:
        """The nodes without children, in order; the node itself if it has none."""
        if not self.children:
            return (self,)
        return tuple(leaf for child in self.children for leaf in child.leaves())


def read_brep(data: bytes) -> Any:
    """The shape (a `TopoDS_Shape`, perhaps null) that `write_brep` wrote.

    Raises:
        BrepError: the bytes are no BREP of this OCCT.
    """
    shape = TopoDS_Shape()
    try:
        BinTools.Read_s(shape, BytesIO(data))
    except Exception as error:
        # OCCT's exceptions have no common Python base below Exception.
        raise BrepError(f"the geometry cannot be read: {str(error).strip() or type(error).__name__}") from error
    return shape


def write_brep(shape: Any) -> bytes:
    """The bytes of a shape, in BinTools' format, without triangulations (they depend on what was drawn before)."""
    stream = BytesIO()
    BinTools.Write_s(shape, stream, False, False, BinTools_FormatVersion.BinTools_FormatVersion_CURRENT)
    return stream.getvalue()


def text_brep(shape: Any) -> bytes:
    """A shape in BRepTools' text format, which `build123d.import_brep` and other programs read; no triangulations."""
    stream = BytesIO()
    # build123d writes this version too, and every OCCT reads it.
    BRepTools.Write_s(shape, stream, False, False, TopTools_FormatVersion.TopTools_FormatVersion_VERSION_1)
    return stream.getvalue()


def shape_map(shape: Any, kind: TopAbs_ShapeEnum) -> Any:
    """Sub-shapes of one kind as an indexed map: ``FindKey(number)``, ``FindIndex(shape)``, numbers from 1."""
    found = ShapeMap()
    if not shape.IsNull():
        TopExp.MapShapes_s(shape, kind, found)
    return found


def sub_shapes(shape: Any, kind: TopAbs_ShapeEnum) -> list[Any]:
    """Sub-shapes of one kind, each once, in the order of their numbers."""
    return list(shape_map(shape, kind))


def uses(shape: Any, kind: TopAbs_ShapeEnum, avoid: TopAbs_ShapeEnum = TopAbs_ShapeEnum.TopAbs_SHAPE) -> list[Any]:
    """Sub-shapes of one kind as often as they are used, with the orientation of that use; none inside of `avoid`."""
    if shape.IsNull():
        return []
    explorer = TopExp_Explorer(shape, kind, avoid)
    found = []
    while explorer.More():
        found.append(explorer.Current())
        explorer.Next()
    return found


def direct(shape: Any) -> list[Any]:
    """Direct sub-shapes, located."""
    if shape.IsNull():
        return []
    iterator = TopoDS_Iterator(shape)
    found = []
    while iterator.More():
        found.append(iterator.Value())
        iterator.Next()
    return found


def compound(shapes: list[Any]) -> Any:
    """A compound of shapes."""
    builder = BRep_Builder()
    made = TopoDS_Compound()
    builder.MakeCompound(made)
    for shape in shapes:
        builder.Add(made, shape)
    return made


def walk(shape: Any, manifest: ManifestNode | None) -> tuple[Node, tuple[str, ...]]:
    """The result's tree, and warnings about a manifest that does not fit the shape.

    The manifest was written by the process that ran the model, so nothing is taken on trust: where it has another
    number of children than the shape, that part of the shape becomes one plain leaf.
    """
    warnings: list[str] = []
    return _walk(shape, manifest or ManifestNode(), warnings), tuple(warnings)


def _walk(shape: Any, manifest: ManifestNode, warnings: list[str]) -> Node:
    children: tuple[Node, ...] = ()
    if manifest.children:
        is_compound = not shape.IsNull() and shape.ShapeType() == TopAbs_ShapeEnum.TopAbs_COMPOUND
        parts = direct(shape) if is_compound else []
        if len(parts) == len(manifest.children):
            pairs = zip(parts, manifest.children, strict=True)
            children = tuple(_walk(part, child, warnings) for part, child in pairs)
        else:
            name = f"'{manifest.label}'" if manifest.label else "the result"
            warnings.append(
                f"{name} should have {len(manifest.children)} children but its geometry has {len(parts)}: "
                "labels and colours below it are left out"
            )
    return Node(shape, manifest.label, manifest.color, manifest.material, children)


def solid_labels(tree: Node, solids: Any) -> tuple[str, ...]:
    """The label of each solid of a `shape_map`, in order: that of its leaf, else of the nearest labelled parent."""
    labels = [""] * solids.Extent()
    _label_solids(tree, "", solids, labels)
    return tuple(labels)


def _label_solids(node: Node, inherited: str, solids: Any, labels: list[str]) -> None:
    label = node.label or inherited
    for child in node.children:
        _label_solids(child, label, solids, labels)
    if not node.children:
        for solid in sub_shapes(node.shape, SOLID):
            number = solids.FindIndex(solid)
            if number and not labels[number - 1]:
                labels[number - 1] = label
