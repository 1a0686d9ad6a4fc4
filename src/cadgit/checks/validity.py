"""What OCCT's own validity check (BRepCheck) says, and of which sub-shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from OCP.BRepCheck import (
    BRepCheck_Analyzer,
    BRepCheck_Face,
    BRepCheck_Shell,
    BRepCheck_Status,
    BRepCheck_Wire,
)
from OCP.TopoDS import TopoDS, TopoDS_Edge

from ..records import CheckResult, Place
from ..shape.brep import EDGE, FACE, SHELL, SOLID, VERTEX, WIRE, shape_map, sub_shapes
from ..shape.measure import place_of
from .inspected import Inspected
from .registry import NoArguments, register
from .words import KEPT, count, listed, where

OK = BRepCheck_Status.BRepCheck_NoError

#: BRepCheck's findings in plain words.
WORDS = {
    "SelfIntersectingWire": "its outline crosses itself",
    "IntersectingWires": "two of its outlines cross",
    "InvalidImbricationOfWires": "its outlines are not nested",
    "UnorientableShape": "its outline has no consistent direction",
    "BadOrientationOfSubshape": "its pieces do not run in one direction",
    "BadOrientation": "its pieces do not run in one direction",
    "NotClosed": "it is not closed",
    "NotConnected": "its pieces do not connect",
    "RedundantEdge": "an edge is used too often",
    "RedundantFace": "a face is used twice",
    "RedundantWire": "an outline is used twice",
    "EmptyWire": "an outline is empty",
    "EmptyShell": "it has no face",
    "NoCurveOnSurface": "an edge does not lie on it",
    "NoSurface": "it has no surface",
    "SubshapeNotInShape": "a piece is missing from it",
    "CheckFail": "it could not be checked",
}


@register("valid", NoArguments)
def valid(inspected: Inspected, arguments: NoArguments) -> CheckResult:
    """OCCT's BRepCheck finds every vertex, edge, wire, face, shell and solid valid."""
    # Not in parallel: threads hardly help here, and one before a fork would hang the forks.
    analyzer = BRepCheck_Analyzer(inspected.shape, True, False)
    if analyzer.IsValid():
        return CheckResult("valid", "pass", "valid", "0 faults", "0 faults")
    faults = list(_faults(inspected, analyzer))
    kinds = ", ".join(
        count(amount, kind, plural)
        for kind, plural in (("solid", ""), ("shell", ""), ("face", ""), ("edge", ""), ("vertex", "vertices"))
        if (amount := sum(place.entity.split(" ")[0] == kind for place in faults))
    )
    places = tuple(faults[:KEPT])
    reason = f": {places[0].note}" if places and places[0].note else ""
    message = f"not valid: {where(faults)}{reason}" if faults else "not valid, in a way that OCCT ties to no sub-shape"
    return CheckResult("valid", "fail", message, kinds or "faults", "0 faults", places)


def _faults(inspected: Inspected, analyzer: Any) -> Iterator[Place]:
    """The smallest faulty sub-shapes: a face is named when it is at fault itself, not for one of its edges."""
    bad: set[tuple[str, int]] = set()
    for entity, shapes in (("vertex", inspected.vertices), ("edge", inspected.edges), ("face", inspected.faces)):
        for number, shape in enumerate(shapes, 1):
            if analyzer.IsValid(shape):
                continue
            bad.add((entity, number))
            words = _face_words(shape) if entity == "face" else []
            if words or not _has_bad_piece(inspected, shape, entity, bad):
                yield inspected.place(entity, number, listed(words) or _plain(entity))
    for entity, kind in (("shell", SHELL), ("solid", SOLID)):
        for number, shape in enumerate(sub_shapes(inspected.shape, kind), 1):
            if analyzer.IsValid(shape):
                continue
            words = _shell_words(shape) if entity == "shell" else []
            pieces_are_good = all(analyzer.IsValid(face) for face in sub_shapes(shape, FACE))
            if words or (pieces_are_good and (entity == "shell" or _shells_are_good(analyzer, shape))):
                yield Place(f"{entity} {number}", place_of(shape), listed(words) or _plain(entity))


def _plain(entity: str) -> str:
    return {
        "vertex": "it does not lie on its edges",
        "edge": "its curve, its ends and its faces do not agree",
        "face": "its outline and its surface do not agree",
    }.get(entity, "its pieces do not make a body")


def _shells_are_good(analyzer: Any, solid: Any) -> bool:
    return all(analyzer.IsValid(shell) for shell in sub_shapes(solid, SHELL))


def _has_bad_piece(inspected: Inspected, shape: Any, entity: str, bad: set[tuple[str, int]]) -> bool:
    pieces = {"edge": (("vertex", VERTEX),), "face": (("edge", EDGE), ("vertex", VERTEX))}.get(entity, ())
    maps = {"vertex": inspected.vertices, "edge": inspected.edges}
    return any((name, maps[name].FindIndex(piece)) in bad for name, kind in pieces for piece in sub_shapes(shape, kind))


def _face_words(face: Any) -> list[str]:
    typed = TopoDS.Face(face)
    of_face = BRepCheck_Face(typed)
    found = [_ask(of_face.IntersectWires), _ask(of_face.ClassifyWires)]
    found.append(_ask(of_face.OrientationOfWires))
    for wire in shape_map(face, WIRE):
        of_wire = BRepCheck_Wire(TopoDS.Wire(wire))
        found.append(_ask(partial(of_wire.SelfIntersect, typed, TopoDS_Edge(), TopoDS_Edge())))
        found.append(_ask(of_wire.Closed))
        found.append(_ask(partial(of_wire.Orientation, typed)))
    return list(dict.fromkeys(word for word in found if word))


def _shell_words(shell: Any) -> list[str]:
    of_shell = BRepCheck_Shell(TopoDS.Shell(shell))
    found = [_ask(of_shell.Closed), _ask(of_shell.Orientation)]
    return list(dict.fromkeys(word for word in found if word))


def _ask(question: Callable[[], Any]) -> str:
    """A status in plain words, empty for none; a question that OCCT throws at is one that it could not check."""
    try:
        status = question()
    except Exception:  # OCCT's exceptions have no common base below Exception
        return WORDS["CheckFail"]
    if status == OK:
        return ""
    name = str(status).rpartition("BRepCheck_")[2]
    return WORDS.get(name, name)
