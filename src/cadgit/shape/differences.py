"""How much of one body lies outside or inside another, and how much two bodies differ: volumes in mm³, with places.

Meshes say so in milliseconds, but each is off by up to its deflection over its curved faces. That is enough where the
answer is far from the limit that the caller asks about; near it OCCT's exact Boolean decides, and is believed only as
far as the meshes bear it out: a Boolean of faces that coincide can go wrong without a word.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_Transform
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf
from OCP.TopoDS import TopoDS

from ..records import Vector
from .bodies import body_of, union_of
from .booleans import common, difference
from .brep import FACE, SOLID, compound, shape_map, sub_shapes
from .coincidence import ALIKE, volume_between
from .compare import same
from .measure import Mass, area_of, place_of, volume_of
from .mesh import mesh_of, triangulate

#: Largest error of a mesh, in deflections times the area of its curved faces. OCCT keeps to its deflection on average
#: and not in each place.
MESH_ERROR = 2.0

#: Pieces of less than this part of all that differs are noise beside it, and are no places.
_SMALL = 1e-3

Side = Literal["first", "second", "both"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A connected piece: its volume in mm³, a point in it, and which of the two bodies it belongs to."""

    volume: float
    point: Vector
    side: Side


@dataclass(frozen=True, slots=True)
class Amount:
    """A volume in mm³ and its pieces, the largest first.

    Attributes:
        error: largest error of the volume in mm³; 0 for an exact Boolean.
    """

    volume: float
    error: float = 0.0
    pieces: tuple[Piece, ...] = ()

    def within(self, limit: float) -> bool | None:
        """Whether the volume is at most the limit; None where the error does not let that be known."""
        if self.volume + self.error <= limit:
            return True
        return False if self.volume - self.error > limit else None


class Body:
    """Some solids, taken together.

    Args:
        solids: solids that do not overlap.
        deflection: of the mesh, in mm.
    """

    def __init__(self, solids: Sequence[Any], deflection: float) -> None:
        self.solids = tuple(solids)
        self.deflection = deflection

    @cached_property
    def masses(self) -> tuple[Mass, ...]:
        """Volume, centre and moments of each solid."""
        return tuple(map(volume_of, self.solids))

    @property
    def volume(self) -> float:
        """The sum of the solids' volumes in mm³."""
        return math.fsum(mass.size for mass in self.masses)

    @cached_property
    def mesh(self) -> Any:
        """A `manifold3d.Manifold`, or None where a solid's mesh does not close."""
        bodies = []
        for solid in self.solids:
            triangulate(solid, self.deflection)
            bodies.append(body_of(mesh_of(solid, shape_map(solid, FACE))))
        return None if None in bodies else union_of(bodies)

    @cached_property
    def error(self) -> float:
        """Largest volume in mm³ by which the mesh is off."""
        curved = [
            face
            for solid in self.solids
            for face in sub_shapes(solid, FACE)
            if BRepAdaptor_Surface(TopoDS.Face(face)).GetType() != GeomAbs_SurfaceType.GeomAbs_Plane
        ]
        return MESH_ERROR * self.deflection * math.fsum(area_of(face).size for face in curved)

    def mirrored(self, origin: Vector, normal: Vector) -> Body:
        """The mirror image in a plane."""
        mirror = gp_Trsf()
        mirror.SetMirror(gp_Ax2(gp_Pnt(*origin), gp_Dir(*normal)))
        return Body([BRepBuilderAPI_Transform(solid, mirror, True).Shape() for solid in self.solids], self.deflection)


def outside(body: Body, region: Body, limit: float) -> Amount | None:
    """How much of a body lies outside a region, as exactly as the limit (mm³) needs; None where nothing can tell."""
    return _amount([_Part("first", body, [region], inside=False)], limit)


def inside(body: Body, region: Body, limit: float) -> Amount | None:
    """How much of a body lies inside a region, as exactly as the limit (mm³) needs; None where nothing can tell."""
    return _amount([_Part("both", body, [region], inside=True)], limit)


def symmetric_difference(first: Body, second: Body, limit: float, beside: Body | None = None) -> Amount | None:
    """How much belongs to one of two bodies only, as exactly as the limit (mm³) needs; None where nothing can tell.

    Args:
        beside: a region in which differences do not count.
    """
    first, second = without_equal_solids(first, second)
    close = _without_coinciding_solids(first, second, limit)
    first, second, error = close if close else (first, second, 0.0)
    regions = [beside] if beside else []
    parts = [_Part("first", first, [second, *regions]), _Part("second", second, [first, *regions])]
    found = _amount([part for part in parts if part.body.solids], limit - error)
    return found and replace(found, error=found.error + error)


def without_equal_solids(first: Body, second: Body) -> tuple[Body, Body]:
    """Two bodies without the solids that are the same in both, by `compare`: no Boolean is as sure of that."""
    left = _partners(second)
    kept = []
    for solid, mass in _partners(first):
        near = (item for item in left if _near(mass, item[1]))
        twin = next((item for item in near if same(solid, item[0])), None)
        if twin is None:
            kept.append(solid)
        else:
            left.remove(twin)
    if len(kept) == len(first.solids):
        return first, second
    return Body(kept, first.deflection), Body([solid for solid, _ in left], second.deflection)


def _without_coinciding_solids(first: Body, second: Body, limit: float) -> tuple[Body, Body, float] | None:
    """Two bodies without the solids whose faces coincide but for rounding, and the volume (mm³) that this may hide.

    Solids for which that is more than half of the limit stay: then it is for the Boolean to say. None if all stay.
    """
    left = _partners(second)
    kept = []
    error = 0.0
    for solid, mass in _partners(first):
        twin = next((item for item in left if _near(mass, item[1])), None)
        if twin is not None:
            triangulate(solid, first.deflection)
        between = volume_between(solid, twin[0]) if twin else None
        if twin is None or between is None or error + between > limit / 2:
            kept.append(solid)
        else:
            error += between
            left.remove(twin)
    if len(kept) == len(first.solids):
        return None
    return Body(kept, first.deflection), Body([solid for solid, _ in left], second.deflection), error


def _partners(body: Body) -> list[tuple[Any, Mass]]:
    return list(zip(body.solids, body.masses, strict=True))


def _near(a: Mass, b: Mass) -> bool:
    """Whether two solids can be the same but for rounding."""
    reach = ALIKE * abs(a.size) ** (1 / 3)
    return math.isclose(a.size, b.size, rel_tol=ALIKE) and math.dist(a.centre, b.centre) <= reach


@dataclass(frozen=True, slots=True)
class _Part:
    """What of a body lies outside (or inside) all regions."""

    side: Side
    body: Body
    regions: list[Body]
    inside: bool = False

    def by_mesh(self) -> Any:
        regions = [region for region in self.regions if region.solids]
        if any(piece.mesh is None for piece in (self.body, *regions)):
            return None
        body = self.body.mesh
        for region in regions:
            body = body ^ region.mesh if self.inside else body - region.mesh
        return body

    def exact(self) -> Any:
        tools = [solid for region in self.regions for solid in region.solids]
        if not tools:
            return compound(list(self.body.solids))
        return (common if self.inside else difference)(self.body.solids, tools)


def _amount(parts: list[_Part], limit: float) -> Amount | None:
    meshes = [part.by_mesh() for part in parts]
    by_mesh: Amount | None = None
    if all(mesh is not None for mesh in meshes):
        # Each body's mesh is off once, whatever it is cut with.
        bodies = {id(body): body for part in parts for body in (part.body, *part.regions)}
        by_mesh = Amount(
            math.fsum(mesh.volume() for mesh in meshes),
            math.fsum(body.error for body in bodies.values()),
            _pieces(parts, meshes, lambda mesh: [(piece.volume(), _middle(piece)) for piece in mesh.decompose()]),
        )
        if by_mesh.within(limit) is not None:
            return by_mesh
    shapes = [part.exact() for part in parts]
    if any(shape is None for shape in shapes):
        return by_mesh
    exact = Amount(
        math.fsum(volume_of(solid).size for shape in shapes for solid in sub_shapes(shape, SOLID)),
        0.0,
        _pieces(parts, shapes, lambda shape: [_measured(solid) for solid in sub_shapes(shape, SOLID)]),
    )
    if by_mesh is None:
        return exact
    # Without curved faces the mesh has no error but that of rounding.
    rounding = 1e-9 * max(part.body.mesh.volume() for part in parts) if parts else 0.0
    agree = abs(exact.volume - by_mesh.volume) <= by_mesh.error + rounding
    return exact if agree else by_mesh


def _pieces(
    parts: list[_Part], results: list[Any], split: Callable[[Any], list[tuple[float, Vector | None]]]
) -> tuple[Piece, ...]:
    found = [
        Piece(volume, point, part.side)
        for part, result in zip(parts, results, strict=True)
        for volume, point in split(result)
        if point is not None
    ]
    found.sort(key=lambda piece: -piece.volume)
    return tuple(piece for piece in found if piece.volume > _SMALL * found[0].volume)


def _middle(body: Any) -> Vector:
    x, y, z, u, v, w = body.bounding_box()
    return ((x + u) / 2, (y + v) / 2, (z + w) / 2)


def _measured(solid: Any) -> tuple[float, Vector | None]:
    return volume_of(solid).size, place_of(solid)
