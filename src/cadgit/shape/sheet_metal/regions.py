"""The flat and the cylindrical regions of a solid, and where its faces go over into one another smoothly.

A region is what one plane or one cylinder makes of the surface, also where that is split into several faces.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.TopoDS import TopoDS

from ..brep import EDGE, FACE, shape_map, uses
from ..cylinders import outward
from ..measure import area_of
from ..topology import Groups

Vector3 = NDArray[np.float64]

#: Lengths that differ by no more are one, in mm; a sheet that is 0.01 mm thicker elsewhere is not of one thickness.
SAME = 2e-3
#: Directions that differ by no more are one, in radians (0.06°).
PARALLEL = 1e-3
#: Where along an edge two faces are compared, the middle first: crossing pipes touch in one point.
_ALONG = (0.5, 0.2, 0.8)

_NAMES = {
    GeomAbs_SurfaceType.GeomAbs_Cone: "a cone",
    GeomAbs_SurfaceType.GeomAbs_Sphere: "a sphere",
    GeomAbs_SurfaceType.GeomAbs_Torus: "a torus",
}


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """One face: plane (`radius` 0) or cylinder.

    Attributes:
        face: the `TopoDS_Face`.
        origin, direction: a point of the plane and the normal that points out of the material; or the cylinder's axis.
        radius: of the cylinder, in mm.
        hollow: the cylinder's outside is towards its axis.
    """

    face: Any
    origin: Vector3
    direction: Vector3
    radius: float = 0.0
    hollow: bool = False

    @property
    def is_plane(self) -> bool:
        """Whether it is flat."""
        return not self.radius

    def normal(self, point: Vector3) -> Vector3:
        """The unit normal that points out of the material, at a point of the face."""
        if self.is_plane:
            return self.direction
        radial = self.radial(point)
        radial = radial / np.linalg.norm(radial)
        return -radial if self.hollow else radial

    def radial(self, point: Vector3) -> Vector3:
        """From the axis to a point, at right angles."""
        offset = point - self.origin
        return offset - float(offset @ self.direction) * self.direction

    def continues(self, other: Surface) -> bool:
        """Whether both are of one plane, or of one cylinder."""
        if self.radius == 0 or other.radius == 0:
            return self.radius == other.radius
        return abs(self.radius - other.radius) <= SAME and self.hollow == other.hollow and coaxial(self, other)


def coaxial(one: Surface, other: Surface) -> bool:
    """Whether two cylinders have one axis."""
    along = abs(float(one.direction @ other.direction))
    return along >= 1 - PARALLEL**2 / 2 and float(np.linalg.norm(one.radial(other.origin))) <= SAME


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Faces of one plane or cylinder that hang together.

    Attributes:
        faces: their numbers in the solid.
        surface: of the first of them.
        area: in mm².
        centroid: the centre of the area.
    """

    faces: tuple[int, ...]
    surface: Surface
    area: float
    centroid: Vector3


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """An edge that two faces share.

    Attributes:
        number: of the edge in the solid.
        edge: the `TopoDS_Edge`.
        faces: their numbers.
        point: its middle.
        smooth: the faces have one normal there.
    """

    number: int
    edge: Any
    faces: tuple[int, int]
    point: Vector3
    smooth: bool


class Regions:
    """What a solid's surface consists of. Numbers of faces count in the solid itself."""

    def __init__(self, solid: Any) -> None:
        self._numbers = shape_map(solid, FACE)
        self.faces = {number: TopoDS.Face(face) for number, face in enumerate(_oriented(solid, self._numbers), 1)}
        self.surfaces = {number: surface for number, face in self.faces.items() if (surface := _surface(face))}
        self._edges = shape_map(solid, EDGE)

    def number_of(self, edge: Any) -> int:
        """The number of an edge in the solid."""
        number: int = self._edges.FindIndex(edge)
        return number

    @cached_property
    def joints(self) -> list[Joint]:
        """The edges between two faces."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, face in self.faces.items():
            for edge in uses(face, EDGE):
                found[self._edges.FindIndex(edge)].append(number)
        return [
            self._joint(index, (faces[0], faces[1]))
            for index, faces in sorted(found.items())
            if len(faces) == 2 and faces[0] != faces[1]
        ]

    def _joint(self, number: int, faces: tuple[int, int]) -> Joint:
        edge = TopoDS.Edge(self._edges.FindKey(number))
        adaptor = BRepAdaptor_Curve(edge)
        first, last = adaptor.FirstParameter(), adaptor.LastParameter()
        points = [np.array(adaptor.Value(first + share * (last - first)).Coord()) for share in _ALONG]
        one, other = (self.surfaces.get(face) for face in faces)
        smooth = (
            one is not None
            and other is not None
            and all(float(one.normal(point) @ other.normal(point)) >= 1 - PARALLEL**2 / 2 for point in points)
        )
        return Joint(number, edge, faces, points[0], smooth)

    @cached_property
    def all(self) -> tuple[Region, ...]:
        """All regions, the largest first."""
        groups = Groups()
        for joint in self.joints:
            one, other = joint.faces
            if joint.smooth and self.surfaces[one].continues(self.surfaces[other]):
                groups.join((one, other))
        members: dict[Any, list[int]] = defaultdict(list)
        for number in self.surfaces:
            members[groups.find(number)].append(number)
        regions = [self._region(tuple(faces)) for faces in members.values()]
        return tuple(sorted(regions, key=lambda region: -round(region.area, 6)))

    def _region(self, faces: tuple[int, ...]) -> Region:
        measures = [area_of(self.faces[number]) for number in faces]
        area = sum(measure.size for measure in measures)
        centroid = sum((measure.size * np.array(measure.centre) for measure in measures), np.zeros(3)) / area
        return Region(faces, self.surfaces[faces[0]], area, centroid)

    @cached_property
    def of_face(self) -> dict[int, Region]:
        """The region of each face that is in one."""
        return {number: region for region in self.all for number in region.faces}

    def smooth_neighbours(self, region: Region) -> Iterator[int]:
        """The faces that go on from a region without an edge that one could feel."""
        for number in region.faces:
            for joint in self.joints_of[number]:
                if joint.smooth:
                    yield joint.faces[0] if joint.faces[1] == number else joint.faces[1]

    @cached_property
    def joints_of(self) -> dict[int, list[Joint]]:
        """The joints of each face."""
        found: dict[int, list[Joint]] = defaultdict(list)
        for joint in self.joints:
            for number in joint.faces:
                found[number].append(joint)
        return found

    def describe(self, number: int) -> str:
        """What kind of surface a face is, in words."""
        surface = self.surfaces.get(number)
        if surface is not None:
            return "a plane" if surface.is_plane else f"a cylinder of radius {surface.radius:.6g} mm"
        kind = BRepAdaptor_Surface(self.faces[number]).GetType()
        return _NAMES.get(kind, "no plane and no cylinder")


def _oriented(solid: Any, numbers: Any) -> Iterable[Any]:
    """The faces in the order of their numbers, each as the solid uses it."""
    used = {numbers.FindIndex(face): face for face in uses(solid, FACE)}
    return (used[number] for number in range(1, numbers.Extent() + 1))


def _surface(face: Any) -> Surface | None:
    adaptor = BRepAdaptor_Surface(face)
    kind = adaptor.GetType()
    if kind == GeomAbs_SurfaceType.GeomAbs_Plane:
        origin, _, _, normal = outward(face, adaptor, 0.0, 0.0)
        return Surface(face, origin, normal)
    if kind == GeomAbs_SurfaceType.GeomAbs_Cylinder:
        cylinder = adaptor.Cylinder()
        origin, direction = (np.array(one.Coord()) for one in (cylinder.Location(), cylinder.Axis().Direction()))
        point, _, _, normal = outward(face, adaptor, 0.0, 0.0)
        return Surface(face, origin, direction, cylinder.Radius(), float(normal @ (point - origin)) < 0)
    return None
