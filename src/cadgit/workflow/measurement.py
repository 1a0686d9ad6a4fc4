"""What `measure` returns; `--json` prints it through `codec.to_plain`."""

from __future__ import annotations

from ..frozen import frozen
from ..records import BodyMeasure, Clearance, EntityMeasure, OrientedBox, PairMeasure, WallMeasure
from .comparison import Operand


@frozen
class NotMeasured:
    """Something that was asked for and has no answer, and why."""

    question: str
    reason: str


@frozen
class MeasureOutcome:
    """`cadgit measure`: what was asked for; the rest is empty. Names of entities hold for `brep_sha256` alone.

    `boxes` are those of `bodies` and `entities`, by name. Of `walls`, the one whose `at` is empty is the smallest.
    """

    subject: Operand
    brep_sha256: str
    bodies: tuple[BodyMeasure, ...] = ()
    boxes: tuple[OrientedBox, ...] = ()
    entities: tuple[EntityMeasure, ...] = ()
    between: tuple[PairMeasure, ...] = ()
    walls: tuple[WallMeasure, ...] = ()
    clearances: tuple[Clearance, ...] = ()
    not_checked: tuple[NotMeasured, ...] = ()
    seconds_total: float = 0.0
