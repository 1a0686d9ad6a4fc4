"""The volume that the solids of two entities have in common."""

from __future__ import annotations

import math
from typing import Literal

from ...records import Box
from ...records.measurements import SharedVolume
from ..booleans import common
from ..brep import SOLID, sub_shapes
from ..differences import Body
from ..entities.entity import Entity
from ..measure import bounding_box, diagonal, volume_of

#: Deflection of the meshes, as a part of the diagonal of the result: that of the gate's check of overlaps.
FRACTION = 2e-4


class SharingError(ValueError):
    """The common volume cannot be found out in this way; the message says why."""


def shared_volume(first: Entity, second: Entity, method: Literal["exact", "mesh"]) -> SharedVolume:
    """What two entities' solids have in common.

    Raises:
        SharingError: OCCT's Boolean failed, or a mesh does not close.
    """
    return _exact(first, second) if method == "exact" else _by_mesh(first, second)


def _exact(first: Entity, second: Entity) -> SharedVolume:
    shape = common(first.solids, second.solids)
    if shape is None:
        raise SharingError("OCCT's Boolean failed")
    solids = sub_shapes(shape, SOLID)
    volume = math.fsum(volume_of(solid).size for solid in solids)
    return SharedVolume(max(0.0, volume), 0.0, bounding_box(shape) if volume > 0 else None, "exact")


def _by_mesh(first: Entity, second: Entity) -> SharedVolume:
    box = bounding_box(first.entities.shape)
    deflection = FRACTION * diagonal(box) if box else 0.0
    one, other = Body(first.solids, deflection), Body(second.solids, deflection)
    if one.mesh is None or other.mesh is None:
        raise SharingError("a solid's mesh does not close")
    body = one.mesh ^ other.mesh
    volume = float(body.volume())
    if body.is_empty() or volume <= 0:
        return SharedVolume(0.0, one.error + other.error, None, "mesh")
    x, y, z, u, v, w = body.bounding_box()
    return SharedVolume(volume, one.error + other.error, Box((x, y, z), (u, v, w)), "mesh")
