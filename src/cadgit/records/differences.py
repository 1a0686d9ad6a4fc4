"""How the geometry of two candidates differs."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from .geometry import Box

#: By what two geometries were told apart, or found to be the same.
Means = Literal["hash", "properties", "exact Boolean", "mesh Boolean"]


@frozen
class ChangedVolume:
    """A connected piece that was added or removed: its volume in mm³ and its box."""

    side: Literal["added", "removed"]
    volume: float
    box: Box


@frozen
class Differences:
    """What was added to and removed from one geometry to make another.

    Attributes:
        same: they are the same geometry (see *Identity* in the docs).
        by: how that was found out.
        added, removed: volumes in mm³, of all `pieces` and slivers.
        pieces: the largest first.
        slivers: how many pieces were left out as noise.
        thinnest: mean thickness in mm below which a piece counts as noise.
        iou: common volume over joint volume; None without solids.
        notes: what could not be found out.
    """

    same: bool
    by: Means
    added: float = 0.0
    removed: float = 0.0
    pieces: tuple[ChangedVolume, ...] = ()
    slivers: int = 0
    thinnest: float = 0.0
    iou: float | None = None
    notes: tuple[str, ...] = ()
