"""What became of the features of a part from one candidate to another."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from .features import FeatureKind
from .geometry import Vector

Change = Literal["added", "removed", "moved", "resized", "changed"]


@frozen
class Dimension:
    """One size of a feature before and after: a length in mm, an angle in degrees, or a count; None where it has none.

    Attributes:
        what: ``diameter``, ``depth``, ``counterbore depth``, ``angle``, ``pitch``, ``count``, ….
    """

    what: str
    before: float | None = None
    after: float | None = None


@frozen
class FeatureChange:
    """One feature that is not as it was.

    Attributes:
        change: ``changed`` is one that was moved and resized.
        before, after: its name among the features of each side, ``hole:3``; empty where it is not there.
        form_before, form_after: what its sizes do not tell: ``through``, ``blind``, ``convex``, ``rectangular``, ….
        dimensions: all of its sizes, those that stayed too.
        place_before, place_after: where it is, in mm; None where it is not there, or has no one place (a fillet).
        members: of a pattern, what became of its members by that; these are told nowhere else.
    """

    kind: FeatureKind
    change: Change
    before: str = ""
    after: str = ""
    form_before: str = ""
    form_after: str = ""
    dimensions: tuple[Dimension, ...] = ()
    place_before: Vector | None = None
    place_after: Vector | None = None
    members: tuple[FeatureChange, ...] = ()
