"""What a part's spec can ask for: one frozen dataclass each, with lengths in mm, mm², mm³, g and g/cm³.

The name of a field of `Spec` is the key in `cadgit.toml`; the check that judges it is ``spec.<field>`` with hyphens for
underscores, in `cadgit.checks.spec.<field>`.
"""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from ..records import Box, Kind, Vector
from .ranges import Range

Plane = Literal["XY", "XZ", "YZ"]
Pair = tuple[str, str]

#: Largest volume in mm³ that two shapes may differ by, or share, and still be called the same, or apart, where the
#: spec does not say: what rounding leaves of coincident faces.
DEFAULT_DIFFERENCE = 0.01


@frozen
class OfKind:
    """``kind``: the result is a solid, an assembly or a sketch."""

    kind: Kind


@frozen
class Solids:
    """``solids``: how many."""

    count: Range


@frozen
class Size:
    """``size``: edge lengths of the bounding box; None where an axis is free."""

    x: Range | None = None
    y: Range | None = None
    z: Range | None = None


@frozen
class Position:
    """``position``: the lowest corner of the bounding box; None where an axis is free."""

    x: Range | None = None
    y: Range | None = None
    z: Range | None = None


@frozen
class Volume:
    """``volume`` of all solids."""

    range: Range


@frozen
class Area:
    """``area`` of all faces of the solids (of a sketch: of its faces)."""

    range: Range


@frozen
class Mass:
    """``mass`` of all solids, all of one density (``density`` or ``material``); `material` names where it came from."""

    range: Range
    density: float
    material: str = ""


@frozen
class CentreOfMass:
    """``centre_of_mass``, as if all solids had one density; None where an axis is free."""

    x: Range | None = None
    y: Range | None = None
    z: Range | None = None


@frozen
class Topology:
    """``topology``: how many faces, edges and vertices; None where that is free."""

    faces: Range | None = None
    edges: Range | None = None
    vertices: Range | None = None


@frozen
class PitchCircle:
    """A circle that the axes of holes go through; `centre` None for wherever it is."""

    diameter: Range
    centre: Vector | None = None


@frozen
class Holes:
    """``holes``: round holes of one diameter.

    Attributes:
        diameter: of the hole (of a counterbore or countersink: of the narrow part).
        count: how many there are with this diameter, depth and axis; None for at least one.
        through: True for through holes, False for blind ones, None for either.
        depth: of the cylinder, in mm; None where it is free.
        axis: direction of the axes as a unit vector, either sense; None for any.
        positions: a point on the axis of each hole, in any order; distances are measured across the axis.
        position_tolerance: largest such distance in mm.
        pitch_circle: the holes' axes lie on this circle.
    """

    diameter: Range
    count: Range | None = None
    through: bool | None = None
    depth: Range | None = None
    axis: Vector | None = None
    positions: tuple[Vector, ...] = ()
    position_tolerance: float = 0.01
    pitch_circle: PitchCircle | None = None


@frozen
class Symmetry:
    """``symmetry``: the result equals its mirror image in a plane through `offset` mm along the plane's normal.

    `max_difference`: volume in mm³ that result and image may differ by.
    """

    plane: Plane
    offset: float = 0.0
    max_difference: float = DEFAULT_DIFFERENCE


@frozen
class Wall:
    """``wall``: no wall is thinner, in mm."""

    minimum: float


@frozen
class Gap:
    """``gap``: no gap between opposite faces is narrower, in mm."""

    minimum: float


@frozen
class Clearance:
    """``clearance``: two labelled children are at least that far apart, in mm."""

    between: Pair
    at_least: float


@frozen
class Contact:
    """``contact``: two labelled children touch: their distance is at most `tolerance` mm."""

    between: Pair
    tolerance: float = 0.01


@frozen
class Interference:
    """``interference``: two labelled children may overlap by so many mm (a screw in a tapped hole, a press fit).

    It relaxes the gate's `overlap` for this pair, whose depth is that check's: twice the common volume over its area.
    """

    between: Pair
    max_depth: float


@frozen
class Cylinder:
    """A solid cylinder: centre of its base, direction of its axis (a unit vector), diameter and height in mm."""

    base: Vector
    axis: Vector
    diameter: float
    height: float


@frozen
class Region:
    """A part of space: exactly one of a box, a cylinder, and the solids of an attached STEP file (its name)."""

    box: Box | None = None
    cylinder: Cylinder | None = None
    step: str = ""


@frozen
class KeepIn:
    """``keep_in``: all of the result lies inside the region, but for `max_volume` mm³."""

    region: Region
    max_volume: float = DEFAULT_DIFFERENCE


@frozen
class KeepOut:
    """``keep_out``: nothing of the result lies inside the region, but for `max_volume` mm³."""

    region: Region
    max_volume: float = DEFAULT_DIFFERENCE


@frozen
class Reference:
    """``reference``: the symmetric difference to an attached STEP file (its name) is at most `max_difference` mm³."""

    step: str
    max_difference: float


@frozen
class Unchanged:
    """``unchanged``: outside a box, the symmetric difference to a version of this part is at most so many mm³.

    `version` is its number. The version's BREP is attached under the name `attachment`.
    """

    version: int
    outside: Box
    max_difference: float = DEFAULT_DIFFERENCE

    @property
    def attachment(self) -> str:
        """The name under which the version's BREP travels."""
        return f"v{self.version}.brep"


Requirement = (
    OfKind
    | Solids
    | Size
    | Position
    | Volume
    | Area
    | Mass
    | CentreOfMass
    | Topology
    | Holes
    | Symmetry
    | Wall
    | Gap
    | Clearance
    | Contact
    | Interference
    | KeepIn
    | KeepOut
    | Reference
    | Unchanged
)
