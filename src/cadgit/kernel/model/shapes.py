"""Any object that a script can call its result, as one TopoDS shape and the manifest that goes with it.

Accepted are builders, build123d shapes, raw TopoDS shapes, whatever has a `wrapped` one, CadQuery's objects, and
lists and dicts of these. An object becomes a tree of `Node`; the tree becomes the shape, so that shape and manifest
agree by construction.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from OCP.BinTools import BinTools, BinTools_FormatVersion
from OCP.Bnd import Bnd_Box
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepBndLib import BRepBndLib
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Compound, TopoDS_Iterator, TopoDS_Shape

from ...records import ManifestNode
from .viewer_names import Harmless

#: The kinds of shape that a result is made of, from the one that counts most; each with the name for one of it.
DIMENSIONS = (
    (3, TopAbs_ShapeEnum.TopAbs_SOLID, "solid"),
    (2, TopAbs_ShapeEnum.TopAbs_FACE, "face"),
    (1, TopAbs_ShapeEnum.TopAbs_EDGE, "edge"),
    (0, TopAbs_ShapeEnum.TopAbs_VERTEX, "vertex"),
)
_CONTAINERS = (TopAbs_ShapeEnum.TopAbs_COMPOUND, TopAbs_ShapeEnum.TopAbs_COMPSOLID)
_LABEL_LENGTH = 256
_DEPTH = 32
_VERTICES = 200  # enough to tell a shape from its mirror image
_NEVER = (type, str, bytes, int, float, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, Harmless)


@dataclass(frozen=True, slots=True)
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


def node_of(obj: Any, depth: int = 0) -> Node | None:
    """The object as a node; None if it is no shape and holds none. An empty shape is a node of dimension -1.

    What lies more than 32 levels deep is not looked at: a list may contain itself.
    """
    if obj is None or isinstance(obj, _NEVER) or depth > _DEPTH:
        return None
    if isinstance(obj, TopoDS_Shape):
        return Node(shape=None if obj.IsNull() else obj)
    if isinstance(obj, Mapping):
        return _group(list(obj.items()), depth)
    if isinstance(obj, list | tuple | set | frozenset):
        return _sequence(list(obj), depth)
    return _of_builder(obj) or _of_wrapped(obj, depth) or _of_cadquery(obj)


def _sequence(items: list[Any], depth: int) -> Node | None:
    group = _group([("", item) for item in items], depth)
    if (
        group is None
        or not group.children
        or group.dimension == 3
        or any(child.label or child.color for child in group.children)
    ):
        return group
    # Faces and edges as a selector returns them: one sketch or surface, not an assembly of a hundred.
    return Node(shape=_compound(list(_leaf_shapes(group))))


def _group(items: list[tuple[Any, Any]], depth: int) -> Node | None:
    """Several objects as one node; what is no shape is dropped. Only an empty group, or one of shapes, is a node."""
    found = [(key, node) for key, item in items if (node := node_of(item, depth + 1)) is not None]
    if items and not found:
        return None
    nodes = [replace(node, label=node.label or _text(key)) for key, node in found if node.dimension >= 0]
    return nodes[0] if len(nodes) == 1 else Node(children=tuple(nodes))


def _of_builder(obj: Any) -> Node | None:
    from build123d.build_common import Builder

    if not isinstance(obj, Builder):
        return None
    made = next((_get(obj, name) for name in ("part", "sketch", "line") if hasattr(type(obj), name)), None)
    return node_of(made) or Node()


def _of_wrapped(obj: Any, depth: int) -> Node | None:
    wrapped = _get(obj, "wrapped")
    if wrapped is None and not _is_build123d_shape(obj):
        return None
    if wrapped is not None and not isinstance(wrapped, TopoDS_Shape):
        return None
    look = Node(_text(_get(obj, "label")), _color(_get(obj, "color")), _material(_get(obj, "material")))
    shape = None if wrapped is None or wrapped.IsNull() else wrapped
    children = _children(obj, shape, depth) if _is_build123d_shape(obj) else ()
    if not children:
        return replace(look, shape=shape)
    return replace(look, children=children, location=shape.Location() if shape is not None else None)


def _children(obj: Any, shape: Any, depth: int) -> tuple[Node, ...]:
    """The nodes of an assembly's children, which are placed relative to their parent, in build123d as in OCCT.

    The parent's own compound keeps a child's place of the time when it was attached, so the children count. But not
    where the compound went through something that left the children behind (`asm.mirror(…)` does in build123d 0.13):
    then its own sub-shapes are the geometry, and the children only have the labels.
    """
    items = [item for item in _get(obj, "children") or () if _get(item, "wrapped") is not None]
    nodes = [node for item in items if (node := node_of(item, depth + 1)) is not None]
    subs = list(_direct(shape)) if shape is not None else []
    if not nodes or len(subs) != len(nodes):
        return ()
    if all(_same_body(sub, item.wrapped) for sub, item in zip(subs, items, strict=True)):
        return tuple(nodes)
    return tuple(replace(node, shape=sub, children=(), location=None) for node, sub in zip(nodes, subs, strict=True))


def _same_body(first: Any, second: Any) -> bool:
    """Whether two shapes are the same but for their place. A copy has bodies of its own, but its boxes and the points
    of its vertices, in order, are equal; those of a mirror image are not.
    """
    if first.IsPartner(second):
        return True
    numbers = [_fingerprint(shape.Located(TopLoc_Location())) for shape in (first, second)]
    return len(numbers[0]) == len(numbers[1]) and all(
        abs(a - b) <= 1e-6 + 1e-9 * abs(a) for a, b in zip(*numbers, strict=True)
    )


def _fingerprint(shape: Any) -> list[float]:
    box = Bnd_Box()
    BRepBndLib.Add_s(shape, box)
    vertices = itertools.islice(_explore(shape, TopAbs_ShapeEnum.TopAbs_VERTEX), _VERTICES)
    points = (BRep_Tool.Pnt_s(TopoDS.Vertex(vertex)) for vertex in vertices)
    return [*_corners(box), *(number for point in points for number in (point.X(), point.Y(), point.Z()))]


def _corners(box: Any) -> list[float]:
    """Both corners of a box, one after the other; nothing for a void box."""
    if box.IsVoid():
        return []
    low, high = box.CornerMin(), box.CornerMax()
    return [low.X(), low.Y(), low.Z(), high.X(), high.Y(), high.Z()]


def _of_cadquery(obj: Any) -> Node | None:
    """CadQuery's assemblies and workplanes, told by their methods, so that CadQuery need not be there."""
    if callable(compound := _get(obj, "toCompound")):
        node = node_of(_called(compound))
        return None if node is None else replace(node, label=node.label or _text(_get(obj, "name")))
    if callable(values := _get(obj, "vals")):
        return node_of(list(_called(values) or ()))
    if callable(value := _get(obj, "val")):
        return node_of(_called(value))
    return None


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
    subs = list(_direct(shape))
    kept_subs = [_kept_shape(sub, dimension) for sub in subs]
    if all(new is old for new, old in zip(kept_subs, subs, strict=True)):
        return shape if subs else None
    left = [sub for sub in kept_subs if sub is not None]
    if not left:
        return None
    compound = _compound(left)
    compound.Location(shape.Location())
    return compound


def loose(node: Node, dimension: int) -> str:
    """What of the node `kept` leaves out, in words (``"2 faces, 1 edge"``); empty if nothing."""
    counts = {name: 0 for _, _, name in DIMENSIONS}
    for shape in _leaf_shapes(node):
        for part in _parts(shape):
            own = Node(shape=part).dimension
            if 0 <= own != dimension:
                kind, name = next((k, n) for d, k, n in DIMENSIONS if d == own)
                counts[name] += sum(1 for _ in _explore(part, kind))
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
    return [] if kind is None else [piece for shape in _leaf_shapes(node) for piece in _explore(shape, kind)]


def contains(outer: list[Any], inner: list[Any]) -> bool:
    """Whether all pieces of `inner` are among those of `outer`."""
    buckets: dict[int, list[Any]] = {}
    for piece in outer:
        buckets.setdefault(hash(piece), []).append(piece)
    return all(any(piece.IsSame(other) for other in buckets.get(hash(piece), ())) for piece in inner)


def size(node: Node) -> tuple[float, float, float] | None:
    """Edge lengths of the bounding box in mm; None if there is none. For telling shapes apart in a message."""
    box = Bnd_Box()
    for shape in _leaf_shapes(node):
        BRepBndLib.AddOptimal_s(shape, box, False, False)
    corners = _corners(box)
    return (corners[3] - corners[0], corners[4] - corners[1], corners[5] - corners[2]) if corners else None


# --- hand-over --------------------------------------------------------------------------------------------


def manifest(node: Node) -> ManifestNode:
    """The node's tree of labels, colours and materials."""
    return ManifestNode(node.label, node.color, node.material, tuple(manifest(child) for child in node.children))


def shape_of(node: Node) -> Any:
    """The node's TopoDS shape; a compound whose i-th direct sub-shape is the i-th child's, if it has children."""
    if not node.children:
        return node.shape if node.shape is not None else _compound([])
    compound = _compound([shape_of(child) for child in node.children])
    if node.location is not None:
        compound.Location(node.location)
    return compound


def brep(node: Node) -> bytes:
    """The shape in OCCT's binary format, without triangulation: a mesh is no part of the geometry."""
    stream = io.BytesIO()
    version = BinTools_FormatVersion.BinTools_FormatVersion_CURRENT
    BinTools.Write_s(shape_of(node), stream, False, False, version)
    return stream.getvalue()


# --- small ------------------------------------------------------------------------------------------------


def _compound(shapes: list[Any]) -> Any:
    compound, builder = TopoDS_Compound(), BRep_Builder()
    builder.MakeCompound(compound)
    for shape in shapes:
        builder.Add(compound, shape)
    return compound


def _direct(shape: Any) -> Iterator[Any]:
    """Direct sub-shapes, placed relative to the shape itself, in order."""
    walk = TopoDS_Iterator(shape, False, False)
    while walk.More():
        yield walk.Value()
        walk.Next()


def _leaf_shapes(node: Node, location: Any = None) -> Iterator[Any]:
    """The shapes of all leaves in place."""
    if node.location is not None:
        location = node.location if location is None else location * node.location
    if not node.children and node.shape is not None:
        yield node.shape if location is None else node.shape.Moved(location)
    for child in node.children:
        yield from _leaf_shapes(child, location)


def _parts(shape: Any) -> Iterator[Any]:
    """What a shape consists of when its compounds are opened."""
    if shape.ShapeType() in _CONTAINERS:
        for sub in _direct(shape):
            yield from _parts(sub)
    else:
        yield shape


def _explore(shape: Any, kind: Any) -> Iterator[Any]:
    walk = TopExp_Explorer(shape, kind)
    while walk.More():
        yield walk.Current()
        walk.Next()


def _has(shape: Any, kind: Any) -> bool:
    return shape is not None and TopExp_Explorer(shape, kind).More()


def _is_build123d_shape(obj: Any) -> bool:
    from build123d.topology import Shape

    return isinstance(obj, Shape)


def _get(obj: Any, name: str) -> Any:
    # An empty build123d shape raises AssertionError when asked for `wrapped`; a property may raise anything.
    with contextlib.suppress(Exception):
        return getattr(obj, name, None)
    return None


def _called(method: Any) -> Any:
    with contextlib.suppress(Exception):
        return method()
    return None


def _text(value: Any) -> str:
    with contextlib.suppress(Exception):
        return "" if value is None else str(value)[:_LABEL_LENGTH]
    return ""


def _material(value: Any) -> str:
    return _text(_get(value, "name") or value)


def color_of(value: Any, alpha: float | None = None) -> tuple[float, float, float, float] | None:
    """A colour as build123d understands it (a `Color`, a name, ``"#rrggbb"``, numbers from 0 to 1); None if it is none.

    `alpha` takes the place of the colour's own.
    """
    color = _color(value)
    return color if color is None or alpha is None else (*color[:3], alpha)


def _color(value: Any) -> tuple[float, float, float, float] | None:
    from build123d.geometry import Color

    if value is None or isinstance(value, Harmless):
        return None
    with contextlib.suppress(Exception):
        numbers = isinstance(value, Iterable) and not isinstance(value, str | Color)
        color = Color(*value) if numbers else Color(value)
        red, green, blue, alpha = (float(number) for number in tuple(color))
        return (red, green, blue, alpha)
    return None
