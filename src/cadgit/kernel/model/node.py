"""A tree of labelled shapes: what it holds, what is kept of it as a result, and whether two hold the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from OCP.Bnd import Bnd_Box
from OCP.BRep import BRep_Builder
from OCP.BRepBndLib import BRepBndLib
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS_Compound, TopoDS_Iterator

from ...frozen import frozen

#: The kinds of shape that a result is made of, from the one that counts most; each with the name for one of it.
DIMENSIONS = (
    (3, TopAbs_ShapeEnum.TopAbs_SOLID, "solid"),
    (2, TopAbs_ShapeEnum.TopAbs_FACE, "face"),
    (1, TopAbs_ShapeEnum.TopAbs_EDGE, "edge"),
    (0, TopAbs_ShapeEnum.TopAbs_VERTEX, "vertex"),
)
_CONTAINERS = (TopAbs_ShapeEnum.TopAbs_COMPOUND, TopAbs_ShapeEnum.TopAbs_COMPSOLID)


@frozen
class Node:
    """A shape with a label and a colour (red, green, blue, alpha from 0 to 1), or several of them.

    A leaf has a `shape`; a node with children has none, and its `location` applies to all of them.
    """

    label: str = ""
    color: tuple[float, float, float, float] | None = None
    material: str = ""
    shape: Any = None
    children: tuple[Node, ...] = ()
    location: Any = None

    @property
    def dimension(self) -> int:
        """3 with a solid somewhere in it, else 2 with a face, 1 with an edge, 0 with a vertex, -1 when empty."""
        if self.children:
            return max(child.dimension for child in self.children)
        return next((d for d, kind, _ in DIMENSIONS if _has(self.shape, kind)), -1)


# --- what is kept -----------------------------------------------------------------------------------------


def kept(node: Node, dimension: int) -> Node | None:
    """The node without what is not of this dimension: loose faces and lines beside solids. None if nothing is left."""
    if node.children:
        children = tuple(child for item in node.children if (child := kept(item, dimension)) is not None)
        return replace(node, children=children) if children else None
    shape = _kept_shape(node.shape, dimension)
    return None if shape is None else replace(node, shape=shape)


def _kept_shape(shape: Any, dimension: int) -> Any:
    if shape is None or shape.ShapeType() not in _CONTAINERS:
        return shape if shape is not None and Node(shape=shape).dimension == dimension else None
    subs = list(direct(shape))
    kept_subs = [_kept_shape(sub, dimension) for sub in subs]
    if all(new is old for new, old in zip(kept_subs, subs, strict=True)):
        return shape if subs else None
    left = [sub for sub in kept_subs if sub is not None]
    if not left:
        return None
    whole = compound(left)
    whole.Location(shape.Location())
    return whole


def loose(node: Node, dimension: int) -> str:
    """What of the node `kept` leaves out, in words (``"2 faces, 1 edge"``); empty if nothing."""
    counts = {name: 0 for _, _, name in DIMENSIONS}
    for shape in leaf_shapes(node):
        for part in _parts(shape):
            own = Node(shape=part).dimension
            if 0 <= own != dimension:
                kind, name = next((k, n) for d, k, n in DIMENSIONS if d == own)
                counts[name] += sum(1 for _ in explore(part, kind))
    return ", ".join(counted(count, name) for name, count in counts.items() if count)


def counted(count: int, name: str) -> str:
    """``"1 edge"``, ``"2 edges"``, ``"3 vertices"``."""
    return f"{count} {name if count == 1 else name.replace('vertex', 'vertice') + 's'}"


# --- identity ---------------------------------------------------------------------------------------------


def pieces(node: Node) -> list[Any]:
    """The solids of a node, or what it has of its dimension, in place: the same for a builder, its part and its solid.

    Two nodes are the same geometry exactly when their pieces are the same (`TopoDS_Shape.IsSame`).
    """
    kind = next((k for d, k, _ in DIMENSIONS if d == node.dimension), None)
    return [] if kind is None else [piece for shape in leaf_shapes(node) for piece in explore(shape, kind)]


def contains(outer: list[Any], inner: list[Any]) -> bool:
    """Whether all pieces of `inner` are among those of `outer`."""
    buckets: dict[int, list[Any]] = {}
    for piece in outer:
        buckets.setdefault(hash(piece), []).append(piece)
    return all(any(piece.IsSame(other) for other in buckets.get(hash(piece), ())) for piece in inner)


def size(node: Node) -> tuple[float, float, float] | None:
    """Edge lengths of the bounding box in mm; None if there is none. For telling shapes apart in a message."""
    box = Bnd_Box()
    for shape in leaf_shapes(node):
        BRepBndLib.AddOptimal_s(shape, box, False, False)
    found = corners(box)
    return (found[3] - found[0], found[4] - found[1], found[5] - found[2]) if found else None


# --- walking ----------------------------------------------------------------------------------------------


def compound(shapes: list[Any]) -> Any:
    """A compound of shapes."""
    whole, builder = TopoDS_Compound(), BRep_Builder()
    builder.MakeCompound(whole)
    for shape in shapes:
        builder.Add(whole, shape)
    return whole


def direct(shape: Any) -> Iterator[Any]:
    """Direct sub-shapes, placed relative to the shape itself, in order."""
    walk = TopoDS_Iterator(shape, False, False)
    while walk.More():
        yield walk.Value()
        walk.Next()


def leaf_shapes(node: Node, location: Any = None) -> Iterator[Any]:
    """The shapes of all leaves in place."""
    if node.location is not None:
        location = node.location if location is None else location * node.location
    if not node.children and node.shape is not None:
        yield node.shape if location is None else node.shape.Moved(location)
    for child in node.children:
        yield from leaf_shapes(child, location)


def _parts(shape: Any) -> Iterator[Any]:
    """What a shape consists of when its compounds are opened."""
    if shape.ShapeType() in _CONTAINERS:
        for sub in direct(shape):
            yield from _parts(sub)
    else:
        yield shape


def explore(shape: Any, kind: Any) -> Iterator[Any]:
    """Every sub-shape of a kind, in place, as often as it occurs."""
    walk = TopExp_Explorer(shape, kind)
    while walk.More():
        yield walk.Current()
        walk.Next()


def _has(shape: Any, kind: Any) -> bool:
    return shape is not None and TopExp_Explorer(shape, kind).More()


def corners(box: Any) -> list[float]:
    """Both corners of a box, one after the other; nothing for a void box."""
    if box.IsVoid():
        return []
    low, high = box.CornerMin(), box.CornerMax()
    return [low.X(), low.Y(), low.Z(), high.X(), high.Y(), high.Z()]
