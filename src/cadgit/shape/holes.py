"""Round holes: what one pass of a drill or a reamer of one diameter would leave.

A hole is a hollow cylinder that goes around its axis (at least `MIN_TURN`: a fillet, a pocket's corner and the end of
a slot are none; a keyway in a bore does no harm). Walls of one axis and one diameter are one hole when nothing closes
it between them, as in the two cheeks of a clevis or on both sides of a groove.

An end is open where the neighbouring faces lead away from the axis: the outside, a countersink, a wider bore, a cavity.
It is closed where they lead towards it: a floor, a drill's cone, a ball, and also the step to a narrower hole. So a
counterbore is a blind hole of its own diameter, beside the through hole below it, and a countersink, a cone, is none.
What is closed at both ends, a groove or a void, is no hole, and neither is a blind one with a core in the middle.

What it cannot see: threads that are modelled as helices, and holes that are not round.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Surface
from OCP.BRepClass3d import BRepClass3d_SolidClassifier
from OCP.BRepTools import BRepTools
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Dir, gp_Lin, gp_Pnt
from OCP.IntCurvesFace import IntCurvesFace_ShapeIntersector
from OCP.TopAbs import TopAbs_State
from OCP.TopoDS import TopoDS

from ..records import Vector
from .brep import EDGE, FACE, SOLID, shape_map, uses
from .cylinders import SAME, SECTORS, Frame, Wall, hollow_walls
from .hole_ends import Neighbours, closed_ends

#: Degrees around the axis that the wall of a hole covers at least, by all its faces together.
MIN_TURN = 270.0

_FLOOR = 0.1  # of the depth: a floor may rise so far in the middle
_SAMPLES = 12  # points of each edge that tell how far a wall reaches along the axis


@dataclass(frozen=True, slots=True)
class Hole:
    """One round hole, in mm.

    Attributes:
        diameter: of the cylinder.
        start, end: on the axis, where the cylinder begins and ends (at a slanted face: at its farthest point). A blind
            hole begins at its mouth; a through hole where its axis' largest coordinate is smaller.
        through: nothing closes it at either end.
        faces: numbers of its faces in the map that `find_holes` was given.
    """

    diameter: float
    start: Vector
    end: Vector
    through: bool
    faces: tuple[int, ...]

    @property
    def depth(self) -> float:
        """Length of the cylinder along the axis, in mm; a drill's cone does not count."""
        return math.dist(self.start, self.end)

    @property
    def axis(self) -> Vector:
        """Direction from start to end, of length 1."""
        x, y, z = ((b - a) / self.depth for a, b in zip(self.start, self.end, strict=True))
        return (x, y, z)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Walls that touch: their span along the axis, and what is at its low and high end."""

    low: float
    high: float
    low_closed: bool
    high_closed: bool
    faces: tuple[Any, ...]


def find_holes(solid: Any, numbers: Any) -> tuple[Hole, ...]:
    """The round holes of a solid, by diameter and then by place.

    Args:
        numbers: a `shape_map` of faces of the whole result, for their numbers.
    """
    neighbours = Neighbours(solid)
    material = _Material(solid)
    found = []
    for walls in hollow_walls(solid):
        frame = Frame(walls[0])
        pieces = sorted(_pieces(walls, frame, neighbours), key=lambda piece: piece.low)
        for piece in _passes(pieces, frame, material):
            if (piece.low_closed and piece.high_closed) or _has_core(piece, frame, material):
                continue
            start, end = (piece.high, piece.low) if piece.low_closed else (piece.low, piece.high)
            through = not (piece.low_closed or piece.high_closed)
            faces = tuple(sorted(numbers.FindIndex(face) for face in piece.faces))
            found.append(Hole(2 * frame.radius, frame.at(start), frame.at(end), through, faces))
    return tuple(sorted(found, key=lambda hole: (round(hole.diameter, 4), [round(x, 4) for x in hole.start])))


def holes_of(shape: Any) -> tuple[Hole, ...]:
    """The round holes of all solids of a result: the third of them is what pictures and answers call ``hole:3``."""
    numbers = shape_map(shape, FACE)
    return tuple(hole for solid in shape_map(shape, SOLID) for hole in find_holes(solid, numbers))


def _pieces(walls: list[Wall], frame: Frame, neighbours: Neighbours) -> list[_Piece]:
    """The walls of one cylinder in groups that touch along the axis, if they go around it."""
    spans = []
    for wall in walls:
        heights = [height for edge in uses(wall.face, EDGE) for height in _heights(TopoDS.Edge(edge), frame)]
        if heights:
            spans.append((min(heights), max(heights), wall.face))
    spans.sort(key=lambda span: span[:2])
    groups: list[list[tuple[float, float, Any]]] = []
    reach = -math.inf
    for span in spans:
        if span[0] > reach + SAME:
            groups.append([])
        groups[-1].append(span)
        reach = max(reach, span[1])
    return [_piece(group, frame, neighbours) for group in groups if _turn([face for *_, face in group], frame)]


def _heights(edge: Any, frame: Frame) -> list[float]:
    if BRep_Tool.Degenerated_s(edge):
        return []
    curve = BRepAdaptor_Curve(edge)
    parameters = np.linspace(curve.FirstParameter(), curve.LastParameter(), _SAMPLES + 1)
    points = np.array([curve.Value(parameter).Coord() for parameter in parameters.tolist()])
    heights: list[float] = ((points - frame.origin) @ frame.axis).tolist()
    return heights


def _turn(faces: list[Any], frame: Frame) -> bool:
    """Whether faces together go around the axis far enough."""
    covered: set[int] = set()
    for face in faces:
        surface = BRepAdaptor_Surface(face)
        u_low, u_high, v_low, v_high = BRepTools.UVBounds_s(face)
        # Only of a plain cylinder is it known which parameter goes around: its first, in radians.
        plain = surface.GetType() == GeomAbs_SurfaceType.GeomAbs_Cylinder
        if plain and math.degrees(u_high - u_low) >= MIN_TURN:
            return True
        for u in np.linspace(u_low, u_high, 2 * SECTORS + 2)[1:-1].tolist():
            for v in np.linspace(v_low, v_high, 3 if plain else 2 * SECTORS + 2)[1:-1].tolist():
                covered.add(frame.sector(np.array(surface.Value(u, v).Coord())))
    return len(covered) / SECTORS * 360 >= MIN_TURN


def _piece(group: list[tuple[float, float, Any]], frame: Frame, neighbours: Neighbours) -> _Piece:
    faces = tuple(face for *_, face in group)
    low_closed, high_closed = closed_ends(faces, frame, neighbours)
    return _Piece(min(span[0] for span in group), max(span[1] for span in group), low_closed, high_closed, faces)


def _passes(pieces: list[_Piece], frame: Frame, material: _Material) -> list[_Piece]:
    """Pieces of one cylinder that one pass of a drill would make, joined."""
    joined: list[_Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        is_open = last and not last.high_closed and not piece.low_closed
        if last and is_open and material.is_off(frame, last.high, piece.low):
            joined[-1] = _Piece(last.low, piece.high, last.low_closed, piece.high_closed, (*last.faces, *piece.faces))
        else:
            joined.append(piece)
    return joined


def _has_core(piece: _Piece, frame: Frame, material: _Material) -> bool:
    """Whether material stands in the middle, as in a ring groove; only a floor can carry it."""
    if not piece.low_closed and not piece.high_closed:
        return False
    margin = _FLOOR * (piece.high - piece.low)
    return not material.is_off(frame, piece.low + margin, piece.high - margin)


class _Material:
    """Where along an axis there is material of a solid."""

    def __init__(self, solid: Any) -> None:
        self._solid = solid

    @cached_property
    def _intersector(self) -> Any:
        intersector = IntCurvesFace_ShapeIntersector()
        intersector.Load(self._solid, 1e-6)
        return intersector

    @cached_property
    def _classifier(self) -> Any:
        return BRepClass3d_SolidClassifier(self._solid)

    def is_off(self, frame: Frame, low: float, high: float) -> bool:
        """Whether an axis is in the open between two heights."""
        self._classifier.Perform(gp_Pnt(*frame.at((low + high) / 2)), 1e-6)
        if self._classifier.State() != TopAbs_State.TopAbs_OUT:
            return False
        line = gp_Lin(gp_Pnt(*frame.at(low)), gp_Dir(*frame.axis.tolist()))
        self._intersector.Perform(line, 0.0, high - low)
        return bool(self._intersector.IsDone()) and self._intersector.NbPnt() == 0
