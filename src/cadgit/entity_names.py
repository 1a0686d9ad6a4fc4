"""How an entity of a result is named on a command line: read strictly, before any geometry is looked at.

    face:12  edge:7  vertex:3  solid:2  hole:3   by number, as pictures and verdicts have it (``face 12`` is the same)
    child:lid  child:box/lid                     by label; with the labels above it where one is not enough
    result                                       all of it
    (10, 0, 2.5)                                 a point, in mm
    X  Y  Z    XY  XZ  YZ                        an axis or a plane through the origin
    largest +Z face                              a selector

A selector is a kind (``face``, ``edge``, ``vertex``, ``solid`` or ``hole``), at most one order, and filters, in words
separated by spaces, and perhaps ``of solid:2`` or ``of child:lid`` in the end. Without an order it means the only
entity that fits. What each word means is said where it is defined below.
"""

from __future__ import annotations

import math
import re
from typing import Literal, cast

from .errors import UsageError
from .frozen import frozen
from .records import Vector

Kind = Literal["face", "edge", "vertex", "solid", "hole"]

KINDS: tuple[Kind, ...] = ("face", "edge", "vertex", "solid", "hole")
PLURAL: dict[str, str] = {"vertex": "vertices"}

#: Orders by size: 1 where the most comes first, -1 where the least does. What each compares is said in `SIZES`.
SIZE_ORDERS: dict[str, int] = {
    "largest": 1,
    "smallest": -1,
    "longest": 1,
    "shortest": -1,
    "deepest": 1,
    "shallowest": -1,
}
#: For each kind, the quantity that an order by size compares.
SIZES: dict[tuple[str, str], str] = {
    **{(order, "face"): "area" for order in ("largest", "smallest")},
    **{(order, "solid"): "volume" for order in ("largest", "smallest")},
    **{(order, "hole"): "diameter" for order in ("largest", "smallest")},
    **{(order, "hole"): "depth" for order in ("deepest", "shallowest")},
    **{(order, "edge"): "length" for order in ("longest", "shortest")},
}
#: Orders by place: whose centre lies farthest in that direction. The front is −y, as on pictures.
PLACE_ORDERS: dict[str, Vector] = {
    "top": (0.0, 0.0, 1.0),
    "highest": (0.0, 0.0, 1.0),
    "bottom": (0.0, 0.0, -1.0),
    "lowest": (0.0, 0.0, -1.0),
    "right": (1.0, 0.0, 0.0),
    "left": (-1.0, 0.0, 0.0),
    "back": (0.0, 1.0, 0.0),
    "front": (0.0, -1.0, 0.0),
}
#: For each kind, the words for what lies below it: a face's surface, an edge's curve, a hole's ends.
TYPES: dict[str, tuple[str, ...]] = {
    "face": ("planar", "cylindrical", "conical", "spherical", "toroidal", "freeform"),
    "edge": ("straight", "circular", "elliptical", "freeform"),
    "hole": ("through", "blind"),
}
#: Kinds that have a diameter: of a hole, of a cylindrical, spherical or circular face or edge.
WITH_DIAMETER = ("face", "edge", "hole")

AXES: dict[str, Vector] = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
#: Planes through the origin, by their normals.
PLANES: dict[str, Vector] = {"XY": AXES["Z"], "XZ": AXES["Y"], "YZ": AXES["X"]}

HINT = "names are face:12, edge:7, vertex:3, solid:2, hole:3, child:lid, 'largest +Z face', (10, 0, 2.5), Z or XY"

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_POINT = re.compile(rf"\(?\s*({_NUMBER})\s*,\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)?")
# Verdicts write `solid 2 'lid'`: what is printed can be pasted.
_NUMBERED = re.compile(rf"({'|'.join(KINDS)})(?::\s*|\s+)(\d{{1,9}})(?:\s+'.*')?")
_DIAMETER = re.compile(r"[øØ⌀d](\d+\.?\d*|\.\d+)")
_DIRECTION = re.compile(r"([+-]?)([xyzXYZ])")


@frozen
class Numbered:
    """``face:12``: numbers count from 1."""

    kind: Kind
    number: int


@frozen
class Labelled:
    """``child:box/lid``: the last labels of a child's path."""

    path: str


@frozen
class Whole:
    """``result``."""


@frozen
class At:
    """A point in mm."""

    point: Vector


@frozen
class Datum:
    """An axis or a plane through the origin: a key of `AXES` or `PLANES`."""

    name: str


@frozen
class Selected:
    """A selector.

    Attributes:
        order: a key of `SIZE_ORDERS` or `PLACE_ORDERS`, or empty for the only one that fits.
        sign, axis: ``+``, ``-`` or empty, and ``X``, ``Y``, ``Z`` or empty. With a sign it is the outward normal of
            planar faces; without, the normal, the axis or the line lies along that axis, either way.
        type: one of `TYPES`, or empty.
        diameter: in mm, or None.
        within: the solid or the child that it belongs to.
    """

    kind: Kind
    order: str = ""
    sign: str = ""
    axis: str = ""
    type: str = ""
    diameter: float | None = None
    within: Numbered | Labelled | None = None


EntityName = Numbered | Labelled | Whole | At | Datum | Selected


def parse(text: str) -> EntityName:
    """What a name means.

    Raises:
        UsageError: it is none; the message says which word is not understood.
    """
    words = " ".join(text.split())
    if not words:
        raise UsageError("an entity's name is empty", HINT)
    if words == "result":
        return Whole()
    if words.startswith("child:"):
        return _labelled(words)
    if words.upper() in AXES or words.upper() in PLANES:
        return Datum(words.upper())
    match = _POINT.fullmatch(words)
    if match is not None:
        x, y, z = map(float, match.groups())
        if not all(map(math.isfinite, (x, y, z))):
            raise UsageError(f"{text!r} is no point: a coordinate is too large", HINT)
        return At((x, y, z))
    numbered = _numbered(words)
    return numbered if numbered is not None else _selected(words)


def is_body(name: EntityName) -> bool:
    """Whether it is something that has mass properties: a solid, a child or the result."""
    return isinstance(name, Labelled | Whole) or (isinstance(name, Numbered | Selected) and name.kind == "solid")


def is_place(name: EntityName) -> bool:
    """Whether it is a point, or an axis or a plane through the origin: nothing of the result."""
    return isinstance(name, At | Datum)


def _labelled(words: str) -> Labelled:
    path = words.removeprefix("child:").strip().strip("/")
    if not path:
        raise UsageError("child: needs a label", "child:lid, or child:box/lid with the labels above it")
    return Labelled(path)


def _numbered(words: str) -> Numbered | None:
    match = _NUMBERED.fullmatch(words)
    return Numbered(cast(Kind, match[1]), int(match[2])) if match else None


def _selected(words: str) -> Selected:
    text, _, whose = words.partition(" of ")
    parts = text.split()
    kinds = [word for word in parts if word in KINDS]
    if len(kinds) != 1:
        raise UsageError(f"{words!r} names no entity", HINT)
    parts.remove(kinds[0])
    selected = _Reader(kinds[0], words).read(parts)
    if not whose:
        return selected
    within = _labelled(whose) if whose.startswith("child:") else _numbered(whose)
    if not isinstance(within, Labelled) and (within is None or within.kind != "solid"):
        raise UsageError(f"'of {whose}' in {words!r} is neither a solid nor a child", "of solid:2, of child:lid")
    return Selected(
        selected.kind, selected.order, selected.sign, selected.axis, selected.type, selected.diameter, within
    )


class _Reader:
    """The words before a selector's kind."""

    def __init__(self, kind: Kind, text: str) -> None:
        self._kind: Kind = kind
        self._text = text

    def read(self, words: list[str]) -> Selected:
        order = sign = axis = type_ = ""
        diameter: float | None = None
        for word in _joined(words):
            match = _DIRECTION.fullmatch(word)
            if (word in SIZE_ORDERS or word in PLACE_ORDERS) and not order:
                order = self._order(word)
            elif match is not None and not axis:
                sign, axis = match[1], match[2].upper()
            elif word in TYPES.get(self._kind, ()) and not type_:
                type_ = word
            elif _DIAMETER.fullmatch(word) and diameter is None and self._kind in WITH_DIAMETER:
                diameter = float(word[1:])
            else:
                raise UsageError(f"{word!r} in {self._text!r} says nothing of {_a(self._kind)}", self._hint())
        if sign and (self._kind != "face" or type_ not in ("", "planar")):
            raise UsageError(
                f"{sign}{axis} in {self._text!r} is the normal of a planar face",
                f"without a sign it is an axis, either way: {axis}",
            )
        if axis and self._kind in ("vertex", "solid"):
            raise UsageError(f"{_a(self._kind)} has no direction: {self._text!r}", self._hint())
        return Selected(self._kind, order, sign, axis, type_, diameter)

    def _order(self, word: str) -> str:
        if word in PLACE_ORDERS or (word, self._kind) in SIZES:
            return word
        raise UsageError(f"no {self._kind} is the {word}: {self._text!r}", self._hint())

    def _hint(self) -> str:
        sizes = [order for order, kind in SIZES if kind == self._kind]
        parts = [", ".join((*sizes, *PLACE_ORDERS))]
        if self._kind in TYPES:
            parts += [", ".join(TYPES[self._kind]), "Z" if self._kind != "face" else "Z, +Z, -X", "ø8"]
        return f"{_a(self._kind)} is selected by {'; '.join(parts)}"


def _a(kind: str) -> str:
    return f"{'an' if kind == 'edge' else 'a'} {kind}"


def _joined(words: list[str]) -> list[str]:
    """The words, a diameter's sign together with its number."""
    text = " ".join(words)
    return re.sub(r"(^| )([øØ⌀]) (?=[\d.])", r"\1\2", text).split()
