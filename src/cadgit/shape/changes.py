"""What one shape has and another has not: volumes that were added or removed, and holes that changed.

An exact Boolean by OCCT is believed only if it agrees with itself: both subtractions must leave the same common volume.
Where it does not, or takes too long, meshes say the same as exactly as they are fine. Which one it was is said.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from ..records import Box, ChangedVolume, Differences
from .booleans import difference
from .brep import SOLID, sub_shapes, uses
from .compare import compare
from .differences import MESH_ERROR, Body, without_equal_solids
from .hole_changes import hole_changes
from .measure import area_of, bounding_box, diagonal, volume_of

Method = Literal["exact", "mesh"]

#: Deflection of the meshes, as a part of the larger diagonal.
FRACTION = 2e-4
#: Mean thickness in mm below which a piece of an exact Boolean is what rounding left.
EXACT_NOISE = 1e-5
#: By what part of the larger volume the two common volumes may differ.
AGREEMENT = 1e-6


class ChangesError(ValueError):
    """The shapes could not be subtracted from each other in this way."""


@dataclass(frozen=True, slots=True)
class _Left:
    """What a subtraction left: the volume of all, and the pieces that are more than noise."""

    volume: float
    pieces: tuple[ChangedVolume, ...]
    slivers: int


def changes(first: Any, second: Any, method: Method, *, holes: bool = True) -> Differences:
    """How the second shape differs from the first.

    Args:
        method: how volumes are subtracted.
        holes: look for holes that changed too.

    Raises:
        ChangesError: the Boolean failed or contradicts itself, or a mesh does not close.
    """
    compared = compare(first, second)
    solids = tuple(uses(shape, SOLID) for shape in (first, second))
    if compared.same:
        return Differences(True, "properties", iou=1.0 if any(solids) else None)
    if not any(solids):
        return Differences(False, "properties", notes=("without solids there is no volume", *compared.differences))
    deflection = FRACTION * max(_size(first), _size(second))
    bodies = tuple(Body(those, deflection) for those in solids)
    volumes = [math.fsum(volume_of(solid).size for solid in those) for those in solids]
    before, after = without_equal_solids(*bodies)
    thinnest = EXACT_NOISE if method == "exact" else MESH_ERROR * deflection
    subtract = _exactly if method == "exact" else _by_mesh
    removed, added = subtract(before, after, "removed", thinnest), subtract(after, before, "added", thinnest)
    common = volumes[0] - removed.volume
    if method == "exact" and abs(volumes[1] - added.volume - common) > AGREEMENT * max(volumes):
        raise ChangesError("the exact Boolean contradicts itself")
    joint = common + removed.volume + added.volume
    return Differences(
        same=False,
        by="exact Boolean" if method == "exact" else "mesh Boolean",
        added=added.volume,
        removed=removed.volume,
        pieces=tuple(sorted((*added.pieces, *removed.pieces), key=lambda piece: -piece.volume)),
        slivers=added.slivers + removed.slivers,
        thinnest=thinnest,
        iou=common / joint if joint > 0 else None,
        holes=hole_changes(*solids) if holes else (),
        notes=() if holes else ("holes were not compared",),
    )


def _exactly(body: Body, without: Body, side: Literal["added", "removed"], thinnest: float) -> _Left:
    if not body.solids:
        return _Left(0.0, (), 0)
    left = list(body.solids)
    if without.solids:
        shape = difference(body.solids, without.solids)
        if shape is None:
            raise ChangesError("the exact Boolean failed")
        left = sub_shapes(shape, SOLID)
    measured = [(volume_of(solid).size, area_of(solid).size, solid) for solid in left]
    pieces = []
    for volume, area, solid in measured:
        if volume > 0 and 2.0 * volume > thinnest * area:
            box = bounding_box(solid)
            if box is None:
                raise ChangesError("the exact Boolean left a piece without a finite size")
            pieces.append(ChangedVolume(side, volume, box))
    return _Left(math.fsum(volume for volume, _, _ in measured), tuple(pieces), len(measured) - len(pieces))


def _by_mesh(body: Body, without: Body, side: Literal["added", "removed"], thinnest: float) -> _Left:
    if not body.solids:
        return _Left(0.0, (), 0)
    if body.mesh is None or (without.solids and without.mesh is None):
        raise ChangesError("a mesh does not close")
    left = body.mesh - without.mesh if without.solids else body.mesh
    found = left.decompose()
    pieces = []
    for piece in found:
        volume, area = piece.volume(), piece.surface_area()
        if volume > 0 and 2.0 * volume > thinnest * area:
            a, b, c, x, y, z = piece.bounding_box()
            pieces.append(ChangedVolume(side, volume, Box((a, b, c), (x, y, z))))
    return _Left(left.volume(), tuple(pieces), len(found) - len(pieces))


def _size(shape: Any) -> float:
    box = bounding_box(shape)
    if box is None and not shape.IsNull():
        raise ChangesError("a shape has no finite size")
    return diagonal(box) if box else 0.0
