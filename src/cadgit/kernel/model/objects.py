"""Any object that a script can call its result, as a tree of shapes (`node.Node`).

Accepted are builders, build123d shapes, raw TopoDS shapes, whatever has a `wrapped` one, CadQuery's objects, and
lists and dicts of these.
"""

from __future__ import annotations

import contextlib
import itertools
import types
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from OCP.Bnd import Bnd_Box
from OCP.BRep import BRep_Tool
from OCP.BRepBndLib import BRepBndLib
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Shape

from .node import Node, compound, corners, direct, explore, leaf_shapes
from .viewer_names import Harmless

_LABEL_LENGTH = 256
_DEPTH = 32
_VERTICES = 200  # enough to tell a shape from its mirror image
_NEVER = (type, str, bytes, int, float, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, Harmless)


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
    return Node(shape=compound(list(leaf_shapes(group))))


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
    subs = list(direct(shape)) if shape is not None else []
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
    vertices = itertools.islice(explore(shape, TopAbs_ShapeEnum.TopAbs_VERTEX), _VERTICES)
    points = (BRep_Tool.Pnt_s(TopoDS.Vertex(vertex)) for vertex in vertices)
    return [*corners(box), *(number for point in points for number in (point.X(), point.Y(), point.Z()))]


def _of_cadquery(obj: Any) -> Node | None:
    """CadQuery's assemblies and workplanes, told by their methods, so that CadQuery need not be there."""
    if callable(to_compound := _get(obj, "toCompound")):
        node = node_of(_called(to_compound))
        return None if node is None else replace(node, label=node.label or _text(_get(obj, "name")))
    if callable(values := _get(obj, "vals")):
        return node_of(list(_called(values) or ()))
    if callable(value := _get(obj, "val")):
        return node_of(_called(value))
    return None


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
