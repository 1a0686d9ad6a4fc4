"""Labelled children that a requirement of the spec is about, by the numbers of their solids."""

from __future__ import annotations

from ..shape.brep import SOLID, Node, sub_shapes
from .inspected import Inspected, NotEvaluated
from .words import listed

#: A labelled child, as the numbers of its solids.
Child = tuple[int, ...]


def children_between(inspected: Inspected, pair: tuple[str, str]) -> tuple[tuple[Child, Child], ...]:
    """Pairs of children: one with the first label, one with the second.

    A label that several children have means each of them; the same label twice means any two of them.

    Raises:
        NotEvaluated: a label is not there, or there are no two such children.
    """
    first, second = (_children(inspected, label) for label in pair)
    if pair[0] == pair[1]:
        pairs = [(one, other) for index, one in enumerate(first) for other in first[index + 1 :]]
    else:
        pairs = [(one, other) for one in first for other in second if not set(one) & set(other)]
    if not pairs:
        raise NotEvaluated(f"there are no two children to look between: '{pair[0]}' and '{pair[1]}'")
    return tuple(pairs)


def solids_between(inspected: Inspected, pair: tuple[str, str]) -> tuple[tuple[int, int], ...]:
    """Pairs of solids, by number, the smaller first: one of each child.

    Raises:
        NotEvaluated: as `children_between`.
    """
    pairs = children_between(inspected, pair)
    return tuple(sorted({(min(a, b), max(a, b)) for one, other in pairs for a in one for b in other}))


def _children(inspected: Inspected, label: str) -> list[Child]:
    nodes = _named(inspected.tree, label)
    if not nodes:
        known = sorted({f"'{name}'" for name in _labels(inspected.tree) if name})
        has = f"the result has {listed(known)}" if known else "the result has no labels"
        raise NotEvaluated(f"no child is labelled '{label}': {has}")
    return [tuple(inspected.solids.FindIndex(solid) for solid in sub_shapes(node.shape, SOLID)) for node in nodes]


def _named(node: Node, label: str) -> list[Node]:
    """The topmost nodes with a label."""
    if node.label == label:
        return [node]
    return [found for child in node.children for found in _named(child, label)]


def _labels(node: Node) -> list[str]:
    return [node.label, *(label for child in node.children for label in _labels(child))]
