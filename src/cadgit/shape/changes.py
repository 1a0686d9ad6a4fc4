"""What one shape has and another has not: volumes that were added or removed.

An exact Boolean by OCCT is believed only if it agrees with itself: what two shapes share and what is left of each must
make up the whole of it. Where it does not, or takes too long, meshes say the same as exactly as they are fine. Which it
was is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ..records import Box, ChangedVolume, Differences
from . import booleans
from .brep import SOLID, sub_shapes, uses
from .compare import compare, same
from .differences import MESH_ERROR, Body, without_equal_solids
from .measure import area_of, bounding_box, diagonal, volume_of

Method = Literal["exact", "mesh"]
Side = Literal["added", "removed"]

#: Deflection of the meshes, as a part of the larger diagonal.
FRACTION = 2e-4
#: Mean thickness in mm below which a piece of an exact Boolean is what rounding left.
EXACT_NOISE = 1e-5
#: By what part of a volume it may differ from the sum of its parts.
AGREEMENT = 1e-6


class ChangesError(ValueError):
    """The shapes could not be subtracted from each other in this way."""


@dataclass(frozen=True, slots=True)
class _Left:
    """What one of two has alone: the volume of all in mm³, and the pieces that are more than noise."""

    volume: float = 0.0
    pieces: tuple[ChangedVolume, ...] = ()
    slivers: int = 0


@dataclass(frozen=True, slots=True)
class _Parted:
    """What two share, in mm³, and what each has alone."""

    common: float
    removed: _Left
    added: _Left


def changes(first: Any, second: Any, method: Method) -> Differences:
    """How the second shape differs from the first.

    Args:
        method: how volumes are subtracted.

    Raises:
        ChangesError: the Boolean failed or contradicts itself, a mesh does not close, or a shape is broken.
    """
    solids = tuple(uses(shape, SOLID) for shape in (first, second))
    if same(first, second):
        return Differences(True, "properties", iou=1.0 if any(solids) else None)
    if not any(solids):
        told = compare(first, second).differences
        return Differences(False, "properties", notes=("without solids there is no volume", *told))
    deflection = FRACTION * max(_size(first), _size(second))
    bodies = tuple(Body(those, deflection) for those in solids)
    if any(mass.size < 0 for body in bodies for mass in body.masses):
        raise ChangesError("a solid is inside out, so that it has no volume to subtract")
    before, after = without_equal_solids(*bodies)
    thinnest = EXACT_NOISE if method == "exact" else MESH_ERROR * deflection
    parted = (_exactly if method == "exact" else _by_mesh)(before, after, thinnest)
    removed, added = parted.removed, parted.added
    common = parted.common + bodies[0].volume - before.volume
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
    )


def _exactly(before: Body, after: Body, thinnest: float) -> _Parted:
    if not before.solids or not after.solids:
        removed, added = _exact_left(before.solids, "removed", thinnest), _exact_left(after.solids, "added", thinnest)
        return _Parted(0.0, removed, added)
    found = booleans.parted(before.solids, after.solids)
    if found is None:
        raise ChangesError("the exact Boolean failed")
    removed = _exact_left(sub_shapes(found.first, SOLID), "removed", thinnest)
    added = _exact_left(sub_shapes(found.second, SOLID), "added", thinnest)
    common = math.fsum(volume_of(solid).size for solid in sub_shapes(found.common, SOLID))
    wholes = ((before.volume, common + removed.volume), (after.volume, common + added.volume))
    if not all(abs(whole - parts) <= AGREEMENT * whole for whole, parts in wholes):
        raise ChangesError("the exact Boolean contradicts itself")
    return _Parted(common, removed, added)


def _exact_left(solids: Iterable[Any], side: Side, thinnest: float) -> _Left:
    measured = [(volume_of(solid).size, area_of(solid).size, solid) for solid in solids]
    pieces = []
    for volume, area, solid in measured:
        if volume > 0 and 2.0 * volume > thinnest * area:
            box = bounding_box(solid)
            if box is None:
                raise ChangesError("the exact Boolean left a piece without a finite size")
            pieces.append(ChangedVolume(side, volume, box))
    return _Left(math.fsum(volume for volume, _, _ in measured), tuple(pieces), len(measured) - len(pieces))


def _by_mesh(before: Body, after: Body, thinnest: float) -> _Parted:
    if any(body.solids and body.mesh is None for body in (before, after)):
        raise ChangesError("a mesh does not close")
    a, b = before.mesh, after.mesh
    return _Parted((a ^ b).volume(), _mesh_left(a - b, "removed", thinnest), _mesh_left(b - a, "added", thinnest))


def _mesh_left(left: Any, side: Side, thinnest: float) -> _Left:
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
