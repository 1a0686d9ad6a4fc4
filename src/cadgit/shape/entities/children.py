"""The labelled children of a result, each with a path of its own: ``box/lid``, ``box/screw#2``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..brep import Node


@dataclass(frozen=True, slots=True)
class Child:
    """One node of a result's tree.

    Attributes:
        path: the labels from the top to it. Of several with one label below one parent each has its number, and one
            without a label is its place among its parent's children: ``screw#2``, ``#3``.
        labels: the same without numbers.
        top: it lies directly below the result.
    """

    path: str
    labels: str
    node: Node
    top: bool


def children_of(tree: Node) -> tuple[Child, ...]:
    """All children, each before its own; of a result that is one labelled leaf, that leaf."""
    if not tree.children:
        return (Child(tree.label, tree.label, tree, True),) if tree.label else ()
    return tuple(_below(tree, "", "", top=True))


def _below(parent: Node, path: str, labels: str, *, top: bool) -> Iterator[Child]:
    amounts = Counter(child.label for child in parent.children)
    seen: Counter[str] = Counter()
    for place, node in enumerate(parent.children, 1):
        seen[node.label] += 1
        if not node.label:
            name = f"#{place}"
        else:
            name = node.label if amounts[node.label] == 1 else f"{node.label}#{seen[node.label]}"
        child = Child(f"{path}{name}", f"{labels}{node.label or name}", node, top)
        yield child
        yield from _below(node, f"{child.path}/", f"{child.labels}/", top=False)


def matching(children: Sequence[Child], path: str) -> list[Child]:
    """The children that a path may mean: the one whose own path it is, else all whose path or labels end in it."""
    exact = [child for child in children if child.path == path]
    end = f"/{path}"
    return exact or [child for child in children if child.path.endswith(end) or f"/{child.labels}".endswith(end)]
