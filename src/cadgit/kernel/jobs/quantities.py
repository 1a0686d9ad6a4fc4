"""What entities of a result measure. Entities are named as `entity_names` reads them.

A name that means nothing, or not one thing, is answered by an `InspectionFailed` with the reason ``name``.
"""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import BodyMeasure, Clearance, ManifestNode, OrientedBox


@frozen
class Material:
    """A density in g/cm³, and where it comes from."""

    density: float
    name: str


@frozen
class MeasureBodies:
    """The mass properties of the result, its children and solids, or of those that are named.

    Attributes:
        material: of all solids; None for what the model says of each.
    """

    brep: bytes
    manifest: ManifestNode | None
    names: tuple[str, ...] = ()
    material: Material | None = None
    budget: float = 120.0


@frozen
class BodiesMeasured:
    """The bodies, in order; the result first where none was named."""

    bodies: tuple[BodyMeasure, ...]


@frozen
class FitBoxes:
    """The smallest box in any direction around each of some entities, until `seconds` are over; one at least."""

    brep: bytes
    manifest: ManifestNode | None
    names: tuple[str, ...]
    seconds: float = 30.0
    budget: float = 60.0


@frozen
class BoxesFitted:
    """The boxes of the first of the entities, in order."""

    boxes: tuple[OrientedBox, ...]


@frozen
class MeasureEntity:
    """What a face, an edge, a vertex or a hole measures. The answer is a `records.EntityMeasure`."""

    brep: bytes
    manifest: ManifestNode | None
    name: str
    budget: float = 60.0


@frozen
class MeasureBetween:
    """How two entities lie to each other. The answer is a `records.PairMeasure`."""

    brep: bytes
    manifest: ManifestNode | None
    first: str
    second: str
    budget: float = 60.0


@frozen
class MeasureShared:
    """The volume that two entities' solids have in common. The answer is a `records.SharedVolume`."""

    brep: bytes
    manifest: ManifestNode | None
    first: str
    second: str
    method: Literal["exact", "mesh"] = "mesh"
    budget: float = 60.0


@frozen
class MeasureWall:
    """The smallest wall, or with `at` the one at a point, or the smallest that begins at a face.

    The answer is a `records.WallMeasure`.
    """

    brep: bytes
    manifest: ManifestNode | None
    at: str = ""
    budget: float = 120.0


@frozen
class ListPairs:
    """Between which entities are clearances measured?"""

    brep: bytes
    manifest: ManifestNode | None


@frozen
class Pairs:
    """The names of both sides of each pair."""

    pairs: tuple[tuple[str, str], ...]


@frozen
class MeasureClearances:
    """The clearance of each of some pairs, until `seconds` are over; of one at least."""

    brep: bytes
    manifest: ManifestNode | None
    pairs: tuple[tuple[str, str], ...]
    seconds: float = 30.0
    budget: float = 60.0


@frozen
class ClearancesMeasured:
    """The clearances of the first of the pairs, in order."""

    clearances: tuple[Clearance, ...]
