"""The smallest box in any direction around a shape.

The smallest box around a body has a side on a side of its convex hull, or two on edges of it (O'Rourke 1985). Boxes of
the first kind are looked at: for each flat of the hull of a mesh, and along each of the part's own planes and axes, the
smallest rectangle around the outline that is seen from there; and the box along the principal axes. The best is turned
by small steps as long as that helps. Then the exact faces are measured in the directions that were found, so that the
box encloses the part to within `BOX_SLACK` and is exact where a part has a box's own planes; around rounded parts there
may be a smaller box in another direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Trsf
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS
from scipy.spatial import ConvexHull, QhullError

from ..brep import EDGE, FACE, VERTEX, shape_map, sub_shapes
from ..measure import area_of, bounding_box, diagonal, point_of
from ..mesh import Points, mesh_of, triangulate

#: Deflection of the mesh whose hull is looked at, as a part of the diagonal.
FRACTION = 1e-3

_DIRECTIONS = 60  # of the part's own, and as many of the flats of the hull, the largest first
_OUTLINE = 25  # points of each edge of a shape that has no faces
_STEPS = (0.05, 0.01, 2e-3, 4e-4, 8e-5)  # radians, by which the best box is turned
_TRIES = 20  # at each of them
_CLOSE = 0.01  # of the volume: a mesh cannot tell two boxes that differ by less
_MEASURED = 6  # of them are measured exactly
_BETTER = 1e-9  # of the volume: less is rounding
_ALIKE = 1e-6  # two directions are one when they differ by no more
_THIN = 1e-6  # of the diagonal: so thick a flat shape is for the comparison

_AXIS: dict[Any, Any] = {
    GeomAbs_SurfaceType.GeomAbs_Plane: BRepAdaptor_Surface.Plane,
    GeomAbs_SurfaceType.GeomAbs_Cylinder: BRepAdaptor_Surface.Cylinder,
    GeomAbs_SurfaceType.GeomAbs_Cone: BRepAdaptor_Surface.Cone,
    GeomAbs_SurfaceType.GeomAbs_Torus: BRepAdaptor_Surface.Torus,
}


@dataclass(frozen=True, slots=True)
class Oriented:
    """A box: edge lengths in mm, the longest first, their directions in rows, right-handed, and its centre."""

    size: Points
    axes: Points
    centre: Points


def oriented_box(shape: Any) -> Oriented | None:
    """The smallest box that was found, or None for a shape that has no finite extent."""
    straight = bounding_box(shape)
    if straight is None:
        return None
    length = diagonal(straight)
    if length == 0:
        return Oriented(np.zeros(3), np.eye(3), np.array(straight.minimum))
    points, flats = _hull(_points(shape, FRACTION * length))
    own = _own_directions(shape)
    # Of boxes that are equal the first is taken: that along the axes, then those along the part's own planes.
    frames = [np.eye(3)]
    main = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)[2]
    for normal in (*own, *flats, *main):
        frames += _rectangles(points, normal, own)
    frames.append(_right_handed(main))
    volumes = [_volume(points, frame, length) for frame in frames]
    frames.append(_turned(points, frames[int(np.argmin(volumes))], length))
    volumes.append(_volume(points, frames[-1], length))
    close = [frame for frame, size in zip(frames, volumes, strict=True) if size <= (1 + _CLOSE) * min(volumes)]
    best: Oriented | None = None
    for frame in (*_different(close)[:_MEASURED], frames[-1]):
        found = _measured(shape, frame)
        if found is not None and (best is None or _is_smaller(found, best, length)):
            best = found
    return best


def _is_smaller(one: Oriented, other: Oriented, length: float) -> bool:
    return _product(one.size, length) < (1 - _BETTER) * _product(other.size, length)


def _points(shape: Any, deflection: float) -> Points:
    """Points of a shape: the nodes of its mesh, its vertices, and points of the edges of one without faces."""
    points = [np.array([point_of(vertex) for vertex in sub_shapes(shape, VERTEX)]).reshape(-1, 3)]
    if shape_map(shape, FACE).Extent():
        triangulate(shape, deflection)
        points.append(mesh_of(shape, shape_map(shape, FACE)).points.reshape(-1, 3))
    else:
        points += [_along(TopoDS.Edge(edge)) for edge in sub_shapes(shape, EDGE)]
    return np.unique(np.concatenate(points), axis=0)


def _along(edge: Any) -> Points:
    curve = BRepAdaptor_Curve(edge)
    parameters = np.linspace(curve.FirstParameter(), curve.LastParameter(), _OUTLINE)
    return np.array([curve.Value(parameter).Coord() for parameter in parameters.tolist()])


def _hull(points: Points) -> tuple[Points, list[Points]]:
    """The corners of the convex hull, and the normals of its flats, the largest first; all points where it is flat."""
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):  # all in one plane, or fewer than four
        return points, []
    a, b, c = (points[hull.simplices[:, i]] for i in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    order = np.argsort(-areas, kind="stable")
    return points[hull.vertices], _different_directions(hull.equations[order, :3])


def _own_directions(shape: Any) -> list[Points]:
    """The normals of planar faces and the axes of round ones, those of the largest faces first."""
    found = []
    for face in sub_shapes(shape, FACE):
        surface = BRepAdaptor_Surface(TopoDS.Face(face))
        if surface.GetType() in _AXIS:
            along = _AXIS[surface.GetType()](surface).Axis().Direction().Coord()
            found.append((area_of(face).size, np.array(along)))
    found.sort(key=lambda item: -item[0])
    return _different_directions([along for _, along in found])


def _different_directions(directions: Sequence[Points] | Points) -> list[Points]:
    """The first of some directions, each once, whichever way it points."""
    kept: list[Points] = []
    for along in directions:
        if len(kept) == _DIRECTIONS:
            break
        if all(float(np.linalg.norm(np.cross(along, other))) > _ALIKE for other in kept):
            kept.append(along)
    return kept


def _rectangles(points: Points, normal: Points, own: Sequence[Points]) -> Iterator[Points]:
    """The boxes with a side across a direction: that of the smallest outline, and those along the part's own."""
    u = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    u /= np.linalg.norm(u)
    v = np.cross(normal, u)
    across = [along for along in own if abs(float(along @ normal)) <= _ALIKE]
    yield from (_right_handed(np.array([normal, along, np.cross(normal, along)])) for along in across)
    flat = points @ np.array([u, v]).T
    try:
        corners = flat[ConvexHull(flat).vertices]
    except (QhullError, ValueError):  # in one line
        corners = flat[[0, -1]]
    sides = np.roll(corners, -1, axis=0) - corners
    angles = np.unique(np.arctan2(sides[:, 1], sides[:, 0]) % (np.pi / 2))
    x = np.outer(np.cos(angles), corners[:, 0]) + np.outer(np.sin(angles), corners[:, 1])
    y = np.outer(np.cos(angles), corners[:, 1]) - np.outer(np.sin(angles), corners[:, 0])
    best = angles[int(np.argmin(np.ptp(x, axis=1) * np.ptp(y, axis=1)))]
    along = np.cos(best) * u + np.sin(best) * v
    yield np.array([normal, along, np.cross(normal, along)])


def _right_handed(frame: Points) -> Points:
    frame = frame.copy()
    # Exactly at right angles: what is measured along it is turned by it.
    frame[1] -= (frame[1] @ frame[0]) * frame[0]
    frame[1] /= np.linalg.norm(frame[1])
    frame[2] = np.cross(frame[0], frame[1])
    return frame


def _volume(points: Points, frame: Points, length: float) -> float:
    return _product(np.ptp(points @ frame.T, axis=0), length)


def _product(size: Points, length: float) -> float:
    """The volume of a box, of flat ones as if they had a thickness, so that their areas are compared."""
    return float(np.prod(size + _THIN * length))


def _turned(points: Points, frame: Points, length: float) -> Points:
    """A frame turned downhill, to where the box around the points is smallest nearby."""
    best = _volume(points, frame, length)
    for step in _STEPS:
        for _ in range(_TRIES):
            tries = [_rotation(axis, sign * step) @ frame for axis in range(3) for sign in (1, -1)]
            volumes = [_volume(points, one, length) for one in tries]
            least = int(np.argmin(volumes))
            if volumes[least] >= (1 - _BETTER) * best:
                break
            frame, best = tries[least], volumes[least]
    return frame


def _rotation(axis: int, angle: float) -> Points:
    i, j = [k for k in range(3) if k != axis]
    turn = np.eye(3)
    turn[i, i] = turn[j, j] = np.cos(angle)
    turn[i, j], turn[j, i] = -np.sin(angle), np.sin(angle)
    return turn


def _different(frames: Sequence[Points]) -> list[Points]:
    """Frames of which no two are the same axes in another order."""
    kept: list[Points] = []
    for frame in frames:
        if not any(np.all(np.abs(np.abs(frame @ other.T).max(axis=1) - 1) < _ALIKE**2) for other in kept):
            kept.append(frame)
    return kept


def _measured(shape: Any, frame: Points) -> Oriented | None:
    """The exact extents of a shape along a frame."""
    turn = gp_Trsf()
    turn.SetValues(*(value for row in frame.tolist() for value in (*row, 0.0)))
    box = bounding_box(shape.Moved(TopLoc_Location(turn)))
    if box is None:
        return None
    size, middle = np.array(box.size), (np.array(box.minimum) + np.array(box.maximum)) / 2
    order = np.argsort(-size, kind="stable")
    axes = frame[order]
    for axis in axes[:2]:
        if axis[int(np.argmax(np.abs(axis)))] < 0:
            axis *= -1
    axes[2] = np.cross(axes[0], axes[1])
    return Oriented(np.maximum(size[order], 0.0), axes + 0.0, frame.T @ middle)
