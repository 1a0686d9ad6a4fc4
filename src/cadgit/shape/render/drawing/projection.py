"""A result's edges as one sees them from a side, by OCCT's hidden line removal.

build123d's `project_to_viewport` asks the same algorithm, but does not tell edges where two faces meet smoothly:
on a drawing those are thin lines where they are seen, and none where they are hidden (ISO 128-2).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.BRepLib import BRepLib
from OCP.GeomAbs import GeomAbs_CurveType
from OCP.gp import gp_Ax1, gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.HLRAlgo import HLRAlgo_Projector
from OCP.HLRBRep import HLRBRep_Algo, HLRBRep_HLRToShape, HLRBRep_PolyAlgo, HLRBRep_PolyHLRToShape
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

from ....records import Vector
from ....viewpoints import Viewpoint
from ...measure import bounding_box, diagonal
from ...mesh import Points, triangulate
from .marks import Arc, Line, Mark, Point, Style

#: Points on a curve that is neither straight nor round: so many where it is as long as the longest, at least, at most.
_DENSITY, _LEAST, _MOST = 800, 16, 2000
_ROUNDING = 6  # decimals of a mm on paper that lines are compared by
#: A curve is seen as a straight line when it leaves it by no more than this part of its length.
_STRAIGHT = 1e-6
_SECTIONS = 40  # of the golden section: its 40th power is below the rounding of any drawing
_GOLDEN = (math.sqrt(5) - 1) / 2
#: Where lines follow a mesh, it is so near to the surface, as a part of the result's diagonal: a tenth of a millimetre
#: on the largest paper.
_MESH = 2e-4


@dataclass(frozen=True, slots=True)
class Projected:
    """The edges of a view in mm, flat, with the middle of the result as their origin."""

    edges: tuple[Line | Arc, ...]

    def arcs(self) -> Iterator[Arc]:
        """Circles, and parts of them, that are seen in their true shape."""
        for edge in self.edges:
            if isinstance(edge, Arc) and edge.style == "visible":
                yield edge

    def marks(self, at: Point, scale: float) -> list[Mark]:
        """What is drawn where the middle of the result is `at` on paper. What is seen covers what is hidden."""
        marks: list[Line | Arc] = []
        known: set[Any] = set()
        for edge in self.edges:
            mark = _placed(edge, at, scale)
            key = _key(mark)
            if key not in known:
                known.add(key)
                marks.append(mark)
        # Hidden lines first: where both lie on one another, the full line is on top.
        return [*sorted(marks, key=lambda mark: mark.style == "visible")]


def project(shape: Any, view: Viewpoint, centre: Vector) -> Projected:
    """The edges of a result, seen from a side; `centre` is its middle."""
    algorithm = HLRBRep_Algo()
    algorithm.Add(shape)
    algorithm.Projector(_projector(view, centre))
    algorithm.Update()
    algorithm.Hide()
    return _projected(HLRBRep_HLRToShape(algorithm))


def project_mesh(shape: Any, view: Viewpoint, centre: Vector) -> Projected:
    """The same from a mesh, in little time whatever the shape: all edges are straight pieces."""
    box = bounding_box(shape)
    assert box is not None  # it was measured before
    triangulate(shape, _MESH * diagonal(box))
    algorithm = HLRBRep_PolyAlgo()
    # Moved to the origin: this algorithm takes only the directions of its projector.
    away = gp_Trsf()
    away.SetTranslation(gp_Vec(*(-coordinate for coordinate in centre)))
    algorithm.Load(shape.Moved(TopLoc_Location(away)))
    algorithm.Projector(_projector(view, (0.0, 0.0, 0.0)))
    algorithm.Update()
    found = HLRBRep_PolyHLRToShape()
    found.Update(algorithm)
    return _projected(found)


def _projector(view: Viewpoint, centre: Vector) -> Any:
    frame = gp_Ax2()
    frame.SetAxis(gp_Ax1(gp_Pnt(*centre), gp_Dir(*view.back)))
    frame.SetYDirection(gp_Dir(*view.up))
    return HLRAlgo_Projector(frame)


def _projected(found: Any) -> Projected:
    groups: tuple[tuple[Any, Style], ...] = (
        (found.VCompound(), "visible"),
        (found.OutLineVCompound(), "visible"),
        (found.Rg1LineVCompound(), "thin"),
        (found.HCompound(), "hidden"),
        (found.OutLineHCompound(), "hidden"),
    )
    edges = [(BRepAdaptor_Curve(edge), style) for compound, style in groups for edge in _edges(compound)]
    size = max((_length(curve) for curve, _ in edges), default=0.0)
    return Projected(tuple(_flat(curve, style, size) for curve, style in edges))


def _length(curve: Any) -> float:
    """About how long a curve is, in mm."""
    parameters = np.linspace(curve.FirstParameter(), curve.LastParameter(), 5).tolist()
    points = [curve.Value(parameter) for parameter in parameters]
    return float(sum(a.Distance(b) for a, b in pairwise(points)))


def _edges(compound: Any) -> Iterator[Any]:
    if compound.IsNull():
        return
    explorer = TopExp_Explorer(compound, TopAbs_ShapeEnum.TopAbs_EDGE)
    while explorer.More():
        edge = TopoDS.Edge(explorer.Current())
        BRepLib.BuildCurves3d_s(edge, 1e-6)  # without a curve in space, asking for its points crashes
        yield edge
        explorer.Next()


def _flat(curve: Any, style: Style, size: float) -> Line | Arc:
    """A curve of a view whose longest has that length."""
    first, last = curve.FirstParameter(), curve.LastParameter()

    def at(parameter: float) -> Point:
        point = curve.Value(parameter)
        return (point.X(), point.Y())

    kind = curve.GetType()
    if kind == GeomAbs_CurveType.GeomAbs_Line:
        return Line((at(first), at(last)), style)
    if kind == GeomAbs_CurveType.GeomAbs_Circle:
        circle = curve.Circle()
        centre = (circle.Location().X(), circle.Location().Y())
        if abs(last - first) >= math.tau - 1e-9:
            return Arc(centre, circle.Radius(), 0.0, 360.0, style)
        begin, middle, end = (_angle(centre, at(parameter)) for parameter in (first, (first + last) / 2, last))
        if (middle - begin) % 360 > (end - begin) % 360:
            begin, end = end, begin
        return Arc(centre, circle.Radius(), begin, begin + (end - begin) % 360, style)
    points = np.array([at(parameter) for parameter in np.linspace(first, last, _LEAST + 1).tolist()])
    straight = _straight(points, at, first, last, style)
    if straight is not None:
        return straight
    length = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    count = min(max(_LEAST, math.ceil(_DENSITY * length / max(size, 1e-9))), _MOST)
    return Line(tuple(at(parameter) for parameter in np.linspace(first, last, count + 1).tolist()), style)


def _straight(points: Points, at: Callable[[float], Point], first: float, last: float, style: Style) -> Line | None:
    """The line that a flat curve is when it is seen from its edge; None for any other."""
    away = points - points[0]
    far = away[int(np.argmax(np.einsum("ij,ij->i", away, away)))]
    size = float(np.hypot(*far))
    if size <= 0:
        return None
    way = far / size
    if np.abs(away @ np.array([-way[1], way[0]])).max() > _STRAIGHT * size:
        return None
    along = away @ way
    step = (last - first) / (len(points) - 1)

    def end(sign: float) -> Point:
        index = int(np.argmax(sign * along))
        middle = first + step * index
        if index in (0, len(points) - 1):
            return at(middle)
        return _farthest(at, max(first, middle - step), min(last, middle + step), (sign * way[0], sign * way[1]))

    return Line((end(-1.0), end(1.0)), style)


def _farthest(at: Callable[[float], Point], low: float, high: float, way: Point) -> Point:
    """The point between two parameters that lies farthest in a direction, by golden sections."""

    def height(parameter: float) -> float:
        x, y = at(parameter)
        return x * way[0] + y * way[1]

    begin, end = low, high
    for _ in range(_SECTIONS):
        a, b = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        low, high = (low, b) if height(a) > height(b) else (a, high)
    return at(max((begin, (low + high) / 2, end), key=height))


def _placed(edge: Line | Arc, at: Point, scale: float) -> Line | Arc:
    def on_paper(point: Point) -> Point:
        return (at[0] + point[0] * scale, at[1] + point[1] * scale)

    if isinstance(edge, Arc):
        return Arc(on_paper(edge.centre), edge.radius * scale, edge.start, edge.end, edge.style)
    return Line(tuple(map(on_paper, edge.points)), edge.style)


def _angle(centre: Point, point: Point) -> float:
    return math.degrees(math.atan2(point[1] - centre[1], point[0] - centre[0])) % 360


def _key(mark: Line | Arc) -> Any:
    """Equal for marks that cover each other: a straight line may be drawn from either end."""
    if isinstance(mark, Arc):
        numbers = (*mark.centre, mark.radius, mark.start, mark.end)
        return tuple(round(number, _ROUNDING) for number in numbers)
    points = [tuple(round(number, _ROUNDING) for number in point) for point in mark.points]
    return min(tuple(points), tuple(reversed(points)))
