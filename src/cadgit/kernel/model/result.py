"""Which object is the result, in the order of the design: the one that was named, `result`, what was shown, what was
exported, the only solid at top level, the only shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ...frozen import frozen
from ...records import Failure
from . import node as nodes
from . import objects
from .exports import Exports
from .node import Node
from .viewer import Shown, Viewer


@frozen
class Chosen:
    """The result, how it was found (``"show"``, ``"the only solid, p"``), what of it was left out, what to say."""

    node: Node
    by: str
    left_out: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class NoResult(Exception):
    """There is no result, or no way to choose one; `failure` says what there is and which line to add."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


@frozen
class _Item:
    """A shape, the name that the user knows it by, and its type in the script."""

    name: str
    node: Node
    type: str = ""


def choose(namespace: dict[str, Any], wanted: str, viewer: Viewer, exports: Exports) -> Chosen:
    """The result of a script that ran to its end.

    Args:
        namespace: the script's top-level names.
        wanted: the object that the user named, or empty.

    Raises:
        NoResult: nothing can be it, several can, or what was named is no shape.
    """
    if wanted:
        return _named(namespace, wanted)
    chosen = _result(namespace, viewer, exports)
    if chosen is not None:
        return chosen
    if items := _items(viewer.held):
        return _together(items, viewer.by)
    if items := _items(exports.files):
        return _together(items, exports.by)
    found = _distinct(_top_level(namespace))
    solids = [item for item in found if item.node.dimension == 3]
    if len(solids) == 1:
        return _together(solids, f"the only solid, {solids[0].name}")
    if not solids and (items := _items(exports.drawings)):
        return _together(items, "the drawing")
    if len(found) == 1:
        return _together(found, f"the only shape, {found[0].name}")
    raise NoResult(_ambiguous(solids or found) if found else _nothing(namespace))


def _named(namespace: dict[str, Any], wanted: str) -> Chosen:
    name, *attributes = wanted.split(".")
    if name not in namespace:
        there = [item.name for item in _top_level(namespace)]
        raise NoResult(
            Failure(
                "no result",
                f"there is no object {name!r} at the top level of the model",
                f"it has {', '.join(there)}" if there else "",
            )
        )
    value = namespace[name]
    for attribute in attributes:
        try:
            value = getattr(value, attribute)
        except Exception as error:
            raise NoResult(Failure("no result", f"{wanted} cannot be read: {error}")) from error
    node = Node() if value is None else objects.node_of(value)
    if node is None:
        raise NoResult(_wrong_type(wanted, value))
    return _together([_Item(wanted, node)], wanted)


def _result(namespace: dict[str, Any], viewer: Viewer, exports: Exports) -> Chosen | None:
    """By the name `result`; a value that is no shape yields to what the script showed or exported."""
    if "result" not in namespace:
        return None
    value = namespace["result"]
    node = Node() if value is None else objects.node_of(value)
    if node is not None and value is not None:
        return _together([_Item("result", node)], "result")
    if _items(viewer.held) or _items(exports.files):
        return None
    if node is None:
        raise NoResult(_wrong_type("result", value))
    return _together([_Item("result", node)], "result")


# --- what there is ----------------------------------------------------------------------------------------


def _items(shown: Iterable[Shown]) -> list[_Item]:
    """What was shown or exported, without what is no shape, each geometry once, labelled and coloured as shown."""
    items = []
    for one in shown:
        node = objects.node_of(one.object)
        if node is None or node.dimension < 0:
            continue
        color = objects.color_of(one.color, one.alpha) or node.color
        if color is not None and one.alpha is not None:
            color = (*color[:3], one.alpha)
        label = one.name or node.label or one.variable
        items.append(_Item(label, replace(node, label=label, color=color)))
    return _distinct(items)


def _top_level(namespace: dict[str, Any]) -> list[_Item]:
    """The shapes among the script's variables, empty ones left out."""
    items = []
    for name, value in list(namespace.items()):
        node = None if name.startswith("_") else objects.node_of(value)
        if node is not None and node.dimension > 0:
            items.append(_Item(name, node, type(value).__name__))
    return items


def _distinct(items: list[_Item]) -> list[_Item]:
    """Each geometry once: a builder and its part are one, and what is part of an assembly or list goes with it.

    Of equals the first stays. A moved copy is another geometry.
    """
    pieces = [nodes.pieces(item.node) for item in items]
    left = []
    for i, item in enumerate(items):
        covered = any(
            nodes.contains(pieces[j], pieces[i]) and (len(pieces[j]) > len(pieces[i]) or j < i)
            for j in range(len(items))
            if j != i and items[j].node.dimension == item.node.dimension
        )
        if not covered:
            left.append(item)
    return left


# --- one of it --------------------------------------------------------------------------------------------


def _together(items: list[_Item], by: str) -> Chosen:
    """The items as one result; what is of a lower dimension than the rest is left out and named."""
    dimension = max(item.node.dimension for item in items)
    kept: list[Node] = []
    left_out: list[str] = []
    for item in items:
        node = nodes.kept(item.node, dimension)
        if node is not None:
            kept.append(node)
        if words := nodes.loose(item.node, dimension):
            left_out.append(f"{item.name}: {words}" if item.name else words)
    if dimension < 1:
        if dimension == 0:
            raise NoResult(Failure("wrong type", f"{by} holds nothing but points", _ADVICE))
        return Chosen(Node(), by)
    root = kept[0] if len(kept) == 1 else Node(children=tuple(kept))
    return Chosen(root, by, tuple(left_out))


_ADVICE = "the result has to be a build123d object, a TopoDS shape, or a list or dict of these"


def _wrong_type(name: str, value: Any) -> Failure:
    return Failure("wrong type", f"{name} is a {type(value).__name__}, not a shape", _ADVICE)


def _nothing(namespace: dict[str, Any]) -> Failure:
    empty = [
        name for name, value in namespace.items() if not name.startswith("_") and objects.node_of(value) is not None
    ]
    there = f"; {', '.join(empty)} {'is' if len(empty) == 1 else 'are'} empty" if empty else ""
    return Failure(
        "no result",
        f"the model ran to its end and left no result: no shape at the top level, none shown, none exported{there}",
        "bind the finished part to the name result at the top level (`result = part`), or show it (`show(part)`)",
    )


def _ambiguous(items: list[_Item]) -> Failure:
    lines = "\n".join(f"  {item.name}: {_words(item)}" for item in items[:20])
    more = f"\n  … and {len(items) - 20} more" if len(items) > 20 else ""
    return Failure(
        "ambiguous result",
        f"the model has {len(items)} shapes that could be its result:\n{lines}{more}",
        f"add a line `result = …` with the name of the finished part from this list{_joined(items)}, or `show(…)` what"
        " belongs to it, or choose with `--object NAME`",
    )


#: What of a builder can be added to another shape.
_MADE = {"BuildPart": "part", "BuildSketch": "sketch", "BuildLine": "line"}
_NOT_ADDED = re.compile(r"list|tuple|dict|set|ShapeList|TopoDS_\w+")


def _joined(items: list[_Item]) -> str:
    """How the first two that can be added are made one."""
    names = [
        f"{item.name}.{_MADE[item.type]}" if item.type in _MADE else item.name
        for item in items
        if not _NOT_ADDED.fullmatch(item.type)
    ]
    return f", or join what is one part (`result = {names[0]} + {names[1]}`)" if len(names) > 1 else ""


def _words(item: _Item) -> str:
    """What a shape is and how large (mm), so that the user can tell one from the other: ``Box 10 × 10 × 1 mm``."""
    kind = next(word for d, _, word in nodes.DIMENSIONS if d == item.node.dimension)
    count = len(nodes.pieces(item.node))
    size = nodes.size(item.node)
    words = [item.type, f"of {nodes.counted(count, kind)}," if count > 1 else ""]
    if size is not None:
        words.append(" × ".join(f"{length:.4g}" for length in size) + " mm")
    return " ".join(word for word in words if word)
