"""What OCCT's own validity check (BRepCheck) finds, and in which sub-shapes."""

from __future__ import annotations

import math
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
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.TopoDS import TopoDS, TopoDS_Edge

from ...frozen import frozen
from ...records import Vector
from ..brep import EDGE, FACE, SHELL, SOLID, VERTEX, WIRE, shape_map, sub_shapes
from ..measure import place_of, point_of

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

#: What is said where BRepCheck gives no reason of its own.
PLAIN = {
    "vertex": "it does not lie on its edges",
    "edge": "its curve, its ends and its faces do not agree",
    "face": "its outline and its surface do not agree",
}
#: Points nearer to each other are one, in mm: OCCT's own precision.
_APART = 1e-7

_BODY = "its pieces do not make a body"


@frozen
class Fault:
    """A sub-shape that is at fault itself: a face is not named for one of its edges.

    Attributes:
        entity, number: ``vertex``, ``edge``, ``face``, ``shell`` or ``solid``, as the shape numbers it.
        shape: the sub-shape.
        statuses: BRepCheck's names of what is wrong; empty where it gives no reason.
        point: where, in mm; None where nothing about it is finite.
    """

    entity: str
    number: int
    shape: Any
    statuses: tuple[str, ...]
    point: Vector | None

    @property
    def words(self) -> tuple[str, ...]:
        """What is wrong, in plain words."""
        found = tuple(dict.fromkeys(WORDS.get(status, status) for status in self.statuses))
        return found or (PLAIN.get(self.entity, _BODY),)


def validity_faults(shape: Any) -> tuple[Fault, ...] | None:
    """The smallest faulty sub-shapes, in the order vertices, edges, faces, shells, solids; None for a valid shape.

    A shape can be faulty in a way that BRepCheck ties to no sub-shape: then there are none.
    """
    # Not in parallel: threads hardly help here, and one before a fork would hang the forks.
    analyzer = BRepCheck_Analyzer(shape, True, False)
    return None if analyzer.IsValid() else tuple(_faults(shape, analyzer))


def _faults(shape: Any, analyzer: Any) -> Iterator[Fault]:
    maps = {entity: shape_map(shape, kind) for entity, kind in (("vertex", VERTEX), ("edge", EDGE), ("face", FACE))}
    bad: set[tuple[str, int]] = set()
    for entity, shapes in maps.items():
        for number, piece in enumerate(shapes, 1):
            if analyzer.IsValid(piece):
                continue
            bad.add((entity, number))
            statuses, point = _face_statuses(piece) if entity == "face" else ((), None)
            if statuses or not _has_bad_piece(maps, piece, entity, bad):
                yield Fault(entity, number, piece, statuses, point or place_of(piece))
    for entity, kind in (("shell", SHELL), ("solid", SOLID)):
        for number, piece in enumerate(sub_shapes(shape, kind), 1):
            if analyzer.IsValid(piece):
                continue
            statuses = _shell_statuses(piece) if entity == "shell" else ()
            pieces_are_good = all(analyzer.IsValid(face) for face in sub_shapes(piece, FACE))
            if statuses or (pieces_are_good and (entity == "shell" or _shells_are_good(analyzer, piece))):
                yield Fault(entity, number, piece, statuses, place_of(piece))


def _shells_are_good(analyzer: Any, solid: Any) -> bool:
    return all(analyzer.IsValid(shell) for shell in sub_shapes(solid, SHELL))


def _has_bad_piece(maps: dict[str, Any], shape: Any, entity: str, bad: set[tuple[str, int]]) -> bool:
    pieces = {"edge": (("vertex", VERTEX),), "face": (("edge", EDGE), ("vertex", VERTEX))}.get(entity, ())
    return any((name, maps[name].FindIndex(piece)) in bad for name, kind in pieces for piece in sub_shapes(shape, kind))


def _face_statuses(face: Any) -> tuple[tuple[str, ...], Vector | None]:
    """What is wrong with a face itself, and where its outline crosses itself, if it does."""
    typed = TopoDS.Face(face)
    of_face = BRepCheck_Face(typed)
    found = [_ask(of_face.IntersectWires), _ask(of_face.ClassifyWires), _ask(of_face.OrientationOfWires)]
    point = None
    for wire in shape_map(face, WIRE):
        of_wire = BRepCheck_Wire(TopoDS.Wire(wire))
        first, second = TopoDS_Edge(), TopoDS_Edge()
        crosses = _ask(partial(of_wire.SelfIntersect, typed, first, second))
        if crosses and point is None:
            point = _crossing(first, second)
        found += [crosses, _ask(of_wire.Closed), _ask(partial(of_wire.Orientation, typed))]
    return tuple(dict.fromkeys(status for status in found if status)), point


def _shell_statuses(shell: Any) -> tuple[str, ...]:
    of_shell = BRepCheck_Shell(TopoDS.Shell(shell))
    found = [_ask(of_shell.Closed), _ask(of_shell.Orientation)]
    return tuple(dict.fromkeys(status for status in found if status))


def _crossing(first: Any, second: Any) -> Vector | None:
    """Where two edges cross; None for an edge that crosses itself, and where OCCT cannot say."""
    if first.IsNull() or second.IsNull() or first.IsSame(second):
        return None
    nearest = BRepExtrema_DistShapeShape(first, second)
    if not nearest.IsDone():
        return None
    ends = [point_of(vertex) for vertex in sub_shapes(first, VERTEX)]
    for solution in range(1, nearest.NbSolution() + 1):
        x, y, z = nearest.PointOnShape1(solution).Coord()
        # Neighbours in an outline meet in a vertex too, which is no fault.
        if all(math.dist((x, y, z), end) > _APART for end in ends):
            return (x, y, z)
    return None


def _ask(question: Callable[[], Any]) -> str:
    """A status's name, empty for none; a question that OCCT throws at is one that it could not check."""
    try:
        status = question()
    except Exception:  # OCCT's exceptions have no common base below Exception
        return "CheckFail"
    return "" if status == OK else str(status).rpartition("BRepCheck_")[2]
