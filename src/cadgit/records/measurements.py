"""What was measured of a result and its entities: the answers of `cadgit measure`."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from .geometry import Box, Vector

#: Three rows of a symmetric matrix, or three directions.
Rows = tuple[Vector, Vector, Vector]


@frozen
class NamedEntity:
    """An entity that was found: its own name (``face:12``, ``child:box/lid``), and where it is.

    Attributes:
        type: the word that selectors have for what lies below it (``planar``, ``through``), or empty.
        place: its centre in mm; None where it has none.
    """

    name: str
    kind: str
    type: str = ""
    label: str = ""
    place: Vector | None = None


@frozen
class Quantity:
    """One measured thing: a number, or a vector (a place in mm, or a direction of length 1, without unit).

    Attributes:
        definition: what it is, in words.
        points: the two ends of a distance.
    """

    name: str
    unit: str
    value: float | None
    vector: Vector | None
    definition: str
    points: tuple[Vector, ...] = ()


@frozen
class EntityMeasure:
    """What a face, an edge, a vertex or a hole measures."""

    entity: NamedEntity
    quantities: tuple[Quantity, ...]
    notes: tuple[str, ...] = ()


@frozen
class PairMeasure:
    """How two entities lie to each other.

    Attributes:
        relations: ``parallel``, ``perpendicular``, ``coplanar``, ``coaxial``, ``concentric``: within the tolerances.
        angular_tolerance: in degrees.
        linear_tolerance: in mm.
        filled: both have solids, so that they can overlap.
        shared: what they have in common, where they touch or overlap.
    """

    first: NamedEntity
    second: NamedEntity
    quantities: tuple[Quantity, ...]
    relations: tuple[str, ...]
    angular_tolerance: float
    linear_tolerance: float
    filled: bool = False
    notes: tuple[str, ...] = ()
    shared: SharedVolume | None = None

    @property
    def distance(self) -> float | None:
        """The shortest distance in mm, where it was measured."""
        return next((quantity.value for quantity in self.quantities if quantity.name == "distance"), None)


@frozen
class SharedVolume:
    """What two entities' solids have in common.

    Attributes:
        volume: in mm³; 0 where they only touch.
        error: largest error of the volume in mm³; 0 for an exact Boolean.
        box: around it; None for no volume.
        method: an exact Boolean, or one of meshes.
    """

    volume: float
    error: float
    box: Box | None
    method: Literal["exact", "mesh"]


@frozen
class BodyMeasure:
    """Mass properties of a solid, a child or the result.

    Attributes:
        spread: what the mass is spread over: the volume of solids, else the area of faces, else the length of edges.
        volume, area, length: in mm³, mm² and mm; volume is that of the solids, negative for one that is inside out.
        density: in g/cm³; None where no material is known, or solids of several densities are in it.
        material: where the density comes from; empty where there is none.
        mass: in g; None where the density of a solid is not known.
        centre: of mass, in mm; None where there is nothing to measure.
        inertia: about the centre of mass, along x, y and z, in `inertia_unit`: with a density in g·mm²; without, of
            unit density, so that it is in mm⁵ for volumes, mm⁴ for areas and mm³ for lengths.
        principal_moments: of inertia, ascending, in `inertia_unit`.
        principal_axes: one for each moment, right-handed.
        free_axes: numbers (0, 1, 2) of the axes that are not determined, because moments are equal.
        gyration: radii of gyration about the principal axes, in mm.
    """

    name: str
    label: str
    spread: Literal["volume", "area", "length", "nothing"]
    volume: float
    area: float
    length: float
    solids: int
    faces: int
    edges: int
    vertices: int
    density: float | None = None
    material: str = ""
    mass: float | None = None
    centre: Vector | None = None
    inertia: Rows | None = None
    inertia_unit: str = ""
    principal_moments: Vector | None = None
    principal_axes: Rows | None = None
    free_axes: tuple[int, ...] = ()
    gyration: Vector | None = None
    box: Box | None = None
    notes: tuple[str, ...] = ()


@frozen
class OrientedBox:
    """The smallest box in any direction that was found around an entity.

    Attributes:
        size: edge lengths in mm, the longest first.
        axes: their directions, right-handed.
        centre: in mm.
        slack: how far the entity may reach out of it, in mm.
        not_checked: why there is none; empty where there is.
    """

    name: str
    size: Vector | None = None
    axes: Rows | None = None
    centre: Vector | None = None
    slack: float = 0.0
    not_checked: str = ""


@frozen
class WallMeasure:
    """A wall: the way along a face's normal through the material to a face that opposes it.

    Attributes:
        thickness: in mm.
        error: in mm; 0 where it was measured on the exact faces.
        start, end: the two ends of the way.
        faces: on which they lie: ``face:3``.
        at: what was asked about, for the wall at a place: ``(0, 0, 5)`` or ``face:3``; empty for the smallest of all.
    """

    thickness: float
    error: float
    start: Vector
    end: Vector
    faces: tuple[str, str]
    at: str = ""
    notes: tuple[str, ...] = ()


@frozen
class Clearance:
    """How far two children, or two solids, are apart.

    Attributes:
        state: ``overlapping`` where what they share is deeper, on average, than 0.0002 of the diagonal, as in the gate.
        distance: in mm; 0 where they touch or overlap, None where it was not measured.
        points: where they are nearest.
        volume: in mm³, where they overlap: of their meshes, so that it is off by some thousandths on curved faces.
        depth: mean depth of what they share, in mm; of two coaxial cylinders their difference in radius.
        not_checked: why it was not measured.
    """

    first: str
    second: str
    state: Literal["apart", "touching", "overlapping", "not checked"]
    distance: float | None = None
    points: tuple[Vector, ...] = ()
    volume: float = 0.0
    depth: float = 0.0
    not_checked: str = ""
