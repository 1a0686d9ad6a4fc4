"""How close one geometry is to another: the axes of a score, each by itself."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from .geometry import Vector


@frozen
class SurfaceFit:
    """How much of each surface lies on the other, within tolerance and with the same normal; all from 0 to 1.

    `precision` is the part of the candidate's surface that does, `recall` that of the reference's.
    """

    precision: float
    recall: float
    f1: float


@frozen
class Betti:
    """Betti numbers: separate pieces, tunnels (a through hole is one), and enclosed cavities."""

    pieces: int
    tunnels: int
    cavities: int


@frozen
class Deviation:
    """The place that is farthest from the other surface, and how far in mm; `on` says which surface it lies on."""

    distance: float
    point: Vector
    on: Literal["candidate", "reference"]


@frozen
class Alignment:
    """The rigid motion that was applied to the candidate first: a rotation about the origin, then a translation.

    `rotation` has three rows; `angle` is in degrees, `translation` in mm.
    """

    rotation: tuple[Vector, Vector, Vector]
    translation: Vector
    angle: float


@frozen
class Edit:
    """What an edit gained: `before` is the shape score of the unedited input, `gain` 0 for doing nothing and 1 for all.

    `gain` is None where the input is the reference already, so that there is nothing to gain.
    """

    before: float
    gain: float | None


@frozen
class Score:
    """How close a candidate is to a reference.

    Attributes:
        surface: with the normals of vertices, interpolated, which depend on how the surfaces were meshed.
        facets: with the normals of the facets, which hardly do.
        volume_iou: common volume over joint volume; None where a mesh does not close (`notes` say which).
        shape: mean of `surface.f1` and `volume_iou`.
        topology: from 0 to 1; 1 where the Betti numbers agree.
        betti, reference_betti: of the candidate and of the reference.
        deviation: the largest that was found.
        deflection: largest distance of the meshes from the geometry, in mm.
        tolerance: distance within which surfaces agree, in mm.
        samples: points on each surface.
        alignment: None where the geometry was compared where it is.
        edit: None without an unedited input.
    """

    surface: SurfaceFit
    facets: SurfaceFit
    volume_iou: float | None
    shape: float | None
    topology: float
    betti: Betti
    reference_betti: Betti
    deviation: Deviation
    deflection: float
    tolerance: float
    samples: int
    alignment: Alignment | None = None
    edit: Edit | None = None
    notes: tuple[str, ...] = ()
