"""Features: what a designer would call the pieces of a part's shape, found again in its geometry.

Lengths are in mm, angles in degrees, places and directions (of length 1) in the coordinates of the result. `faces` are
numbers of faces as everywhere (`face:12`); `source` is who recognised the feature.
"""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from .geometry import Vector
from .sheet_metal import SheetMetal

#: Who recognised a feature.
Source = Literal["cadgit", "quiddity"]

#: The kinds of features, as `cadgit features --kind` takes them, in the order in which they are told.
FeatureKind = Literal[
    "hole", "pattern", "boss", "pocket", "slot", "fillet", "chamfer", "plane", "bend", "wall", "symmetry"
]

#: How loosely a screw lies in its clearance hole (ISO 273 calls these series).
Fit = Literal["tap drill", "fine clearance", "medium clearance", "coarse clearance"]


@frozen
class ThreadGuess:
    """A screw that a hole of this diameter may be meant for; its diameter is all that speaks for it.

    Attributes:
        thread: ``M5``.
        fit: a hole to be tapped, or one that the screw goes through.
        diameter: of the hole in the table, in mm.
        standard: whose table it is: ``ISO 2306`` or ``ISO 273``.
    """

    thread: str
    fit: Fit
    diameter: float
    standard: str


@frozen
class Counterbore:
    """The wider mouth of a hole, which in the numbering of holes is a hole of its own.

    Attributes:
        name: ``hole:8``.
        depth: from its mouth to its floor.
        place: where its axis leaves it, at the mouth.
    """

    name: str
    diameter: float
    depth: float
    place: Vector
    faces: tuple[int, ...]


@frozen
class Countersink:
    """A conical mouth of a hole; a chamfered mouth is the same.

    Attributes:
        diameter: where it is widest.
        angle: of the whole cone.
        place: on the axis, where it is widest.
    """

    diameter: float
    angle: float
    place: Vector
    faces: tuple[int, ...]


@frozen
class HoleFeature:
    """A round hole with what belongs to it.

    Attributes:
        name: ``hole:3``, as `cadgit render --label holes` writes it beside the hole.
        diameter, depth: of its narrowest bore; a drill's cone does not count.
        start, end: on the axis, where that bore begins and ends; a blind one begins at its mouth.
        through: nothing closes it at either end.
        counterbores, countersinks: its wider mouths, at either end.
        threads: screws that it may be meant for.
    """

    name: str
    diameter: float
    depth: float
    start: Vector
    end: Vector
    axis: Vector
    through: bool
    faces: tuple[int, ...]
    counterbores: tuple[Counterbore, ...] = ()
    countersinks: tuple[Countersink, ...] = ()
    threads: tuple[ThreadGuess, ...] = ()
    source: Source = "cadgit"


@frozen
class Pattern:
    """Features that are equal but for their place, in a regular arrangement.

    Attributes:
        name: ``pattern:1``.
        arrangement: in a line, in rows and columns, or on a circle.
        of: the kind of its members.
        members: their names, in the order of the arrangement.
        counts: members along each of `directions`; one number on a circle.
        pitches: distances between neighbours along each direction in mm; on a circle their angle in degrees.
        directions: of the line; of rows and columns; of the circle's axis.
        centre: of the arrangement.
        diameter: of the pitch circle; 0 for the others.
        start: direction from the centre of the circle to its first member; None for the others.
    """

    name: str
    arrangement: Literal["linear", "grid", "circular"]
    of: FeatureKind
    members: tuple[str, ...]
    counts: tuple[int, ...]
    pitches: tuple[float, ...]
    directions: tuple[Vector, ...]
    centre: Vector
    diameter: float = 0.0
    start: Vector | None = None
    source: Source = "cadgit"


@frozen
class Boss:
    """Material that stands on a face.

    Attributes:
        section: of its outline; a polygon has at least five sides.
        size: diameter of a round one, length and width of a rectangle, across the flats of a polygon.
        sides: of a polygon.
        base: the middle of its foot.
        axis: away from the face that it stands on.
        along: the direction of a rectangle's length.
    """

    name: str
    section: Literal["round", "rectangular", "polygonal"]
    size: tuple[float, ...]
    height: float
    base: Vector
    axis: Vector
    faces: tuple[int, ...]
    along: Vector | None = None
    sides: int = 0
    source: Source = "quiddity"


@frozen
class Recess:
    """A pocket or a slot: a hollow of one section all along its depth, that is no round hole.

    Attributes:
        name: ``pocket:1`` for one that has walls all around, ``slot:1`` for what is long with parallel sides: round at
            both ends, open at its sides (a channel), or all around a shaft (a groove).
        section: as seen along its depth.
        length, width: of the opening; a groove has the diameter of its floor instead of a length.
        depth: from the opening to the floor, or all the way through.
        through: it has no floor.
        place: the middle of the opening.
        axis: out of the opening; along the shaft for a groove.
        along: the direction of its length.
        corner_radius: of its upright corners, where all have the same; 0 for sharp ones.
        open: it is open at the ends of its length.
    """

    name: str
    section: Literal["rectangular", "obround", "round", "other", "groove"]
    length: float
    width: float
    depth: float
    through: bool
    place: Vector
    axis: Vector
    faces: tuple[int, ...]
    along: Vector | None = None
    corner_radius: float = 0.0
    open: bool = False
    diameter: float = 0.0
    source: Source = "quiddity"


@frozen
class Fillet:
    """Rounded edges of one radius.

    Attributes:
        sense: ``convex`` for an outer edge, ``concave`` for one in a corner.
        faces: one for each edge, or for each piece of it.
        corners: the patches where rounded edges meet.
    """

    name: str
    radius: float
    sense: Literal["convex", "concave"]
    faces: tuple[int, ...]
    corners: tuple[int, ...] = ()
    source: Source = "cadgit"


@frozen
class Chamfer:
    """Bevelled edges of one size.

    Attributes:
        legs: how far it reaches into both faces, the longer first.
        angle: to the face that the longer leg lies in.
        faces: one for each edge, or for each piece of it.
    """

    name: str
    legs: tuple[float, float]
    angle: float
    sense: Literal["convex", "concave"]
    faces: tuple[int, ...]
    source: Source = "cadgit"


@frozen
class DatumPlane:
    """A large plane of the outside.

    Attributes:
        name: ``plane:1``, the largest first.
        letter: proposed as a datum: ``A``, ``B`` or ``C``; else empty.
        normal: out of the material.
        offset: of the plane from the origin along the normal.
        area: of its faces, in mm².
        place: a point in it, the centre of its area.
    """

    name: str
    letter: Literal["", "A", "B", "C"]
    normal: Vector
    offset: float
    area: float
    place: Vector
    faces: tuple[int, ...]
    source: Source = "cadgit"


@frozen
class BentSheet:
    """A solid that was folded from sheet metal; its bends are `bend:1` and on, counted through all solids."""

    solid: int
    first_bend: int
    sheet: SheetMetal
    source: Source = "cadgit"


@frozen
class WallThickness:
    """A solid of one wall thickness.

    Attributes:
        name: ``wall:1``.
        solid: its number.
        share: of the solid's area that has its opposite face at that distance; the rest are rims.
    """

    name: str
    solid: int
    thickness: float
    share: float
    faces: tuple[int, ...]
    source: Source = "cadgit"


@frozen
class SymmetryPlane:
    """A plane in which the result is its own mirror image.

    Attributes:
        difference: volume without a counterpart, in mm³: at most what is allowed for noise.
    """

    name: str
    place: Vector
    normal: Vector
    difference: float
    source: Source = "cadgit"


@frozen
class NotRecognised:
    """Kinds of features that were not looked for, or not to the end, and why."""

    kinds: tuple[FeatureKind, ...]
    reason: str


@frozen
class Features:
    """The features of a result, by kind. `notes` tell where two ways of finding them disagree."""

    holes: tuple[HoleFeature, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    bosses: tuple[Boss, ...] = ()
    pockets: tuple[Recess, ...] = ()
    slots: tuple[Recess, ...] = ()
    fillets: tuple[Fillet, ...] = ()
    chamfers: tuple[Chamfer, ...] = ()
    planes: tuple[DatumPlane, ...] = ()
    sheets: tuple[BentSheet, ...] = ()
    walls: tuple[WallThickness, ...] = ()
    symmetry: tuple[SymmetryPlane, ...] = ()
    not_checked: tuple[NotRecognised, ...] = ()
    notes: tuple[str, ...] = ()
