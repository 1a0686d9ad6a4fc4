"""What a result measures, and the tree of its labels."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen

Vector = tuple[float, float, float]
Kind = Literal["solid", "assembly", "sketch", "surface", "curve", "empty"]

#: Kinds that may be promoted; surfaces and curves run and are shown, no more.
PROMOTABLE: tuple[Kind, ...] = ("solid", "assembly", "sketch")


@frozen
class Box:
    """An axis-aligned bounding box in mm."""

    minimum: Vector
    maximum: Vector

    @property
    def size(self) -> Vector:
        """Edge lengths along x, y and z in mm."""
        a, b = self.minimum, self.maximum
        return (b[0] - a[0], b[1] - a[1], b[2] - a[2])


@frozen
class SolidMeasure:
    """One solid of a result: label (may be empty), volume in mm³, area in mm², centre of mass."""

    label: str
    volume: float
    area: float
    centre_of_mass: Vector


@frozen
class Geometry:
    """The summary of a result that `cadgit run` prints. Volume is 0 for sketches, area 0 for curves.

    `box` and `centre_of_mass` are None when there is nothing to measure (an empty result).
    """

    kind: Kind
    box: Box | None
    volume: float
    area: float
    centre_of_mass: Vector | None
    solids: int
    faces: int
    edges: int
    vertices: int
    labels: tuple[str, ...] = ()
    parts: tuple[SolidMeasure, ...] = ()


@frozen
class ManifestNode:
    """One node of the result's tree, as the model labelled it (untrusted).

    The BREP is one shape. Where a node has children, its shape is a compound whose i-th direct sub-shape is the
    i-th child's; a node without children is a leaf, whatever its shape. Locations are those of the sub-shapes.
    """

    label: str = ""
    color: tuple[float, float, float, float] | None = None
    material: str = ""
    children: tuple[ManifestNode, ...] = ()
