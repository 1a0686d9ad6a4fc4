"""What is wrong with a geometry, and what to try."""

from __future__ import annotations

from typing import Literal

from ..frozen import frozen
from .geometry import Box, Geometry, Vector
from .runs import Frame

#: A fault keeps a result from being good; a warning is worth a look.
Severity = Literal["fault", "warning"]

BlendKind = Literal["fillet", "chamfer"]


@frozen
class GeometryFinding:
    """One thing that is wrong with a geometry, or may be.

    Attributes:
        kind: what it is, in words that stay the same: ``not closed``.
        entities: names of what is at fault (``face:12``, ``edge:7``, ``solid:2``).
        message: what is wrong, in plain words.
        point: where, in mm.
        size: how large, with its unit.
        proposal: what to try first, in build123d's terms.
        box: how far it reaches; None where that is not finite.
        faces: numbers of the faces at that place, from 1.
        line: the model's line that last made one of these faces; None where that is not known.
    """

    kind: str
    severity: Severity
    entities: tuple[str, ...]
    message: str
    point: Vector | None
    size: str
    proposal: str
    box: Box | None = None
    faces: tuple[int, ...] = ()
    line: Frame | None = None


@frozen
class Diagnosed:
    """What one question found.

    Attributes:
        findings: the first ones of each kind.
        more: what was left out, in words: ``12 more short edges``.
        not_checked: what could not be found out, and why.
    """

    findings: tuple[GeometryFinding, ...] = ()
    more: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()


@frozen
class Repair:
    """What OCCT's ShapeFix would make of a geometry. Nothing was changed.

    Attributes:
        changes: it would change something.
        wrong_before, wrong_after: names of the checks of the gate that fail, before and afterwards.
        before, after: the measures.
        tolerance_before, tolerance_after: the largest tolerance, in mm.
        displacement: how far a vertex lies from the other geometry at most, in mm; None where that was not measured.
    """

    changes: bool
    wrong_before: tuple[str, ...]
    wrong_after: tuple[str, ...]
    before: Geometry
    after: Geometry
    tolerance_before: float
    tolerance_after: float
    displacement: float | None = None

    @property
    def works(self) -> bool:
        """Whether all that is wrong would be gone."""
        return bool(self.wrong_before) and not self.wrong_after


@frozen
class Bounds:
    """What a search for the largest size ended with, in mm: a size that can be made, and a larger one that cannot.

    `made` is 0 where no size could be made, `failed` None where none failed.
    """

    made: float
    failed: float | None


@frozen
class BlendedEdge:
    """One edge by itself: its name, its middle, its length in mm, and the largest size that it takes alone."""

    edge: str
    point: Vector | None
    length: float
    alone: Bounds | None = None


@frozen
class LargestBlend:
    """The largest fillet or chamfer that these edges take together.

    Attributes:
        edges: the edges of the body that the model wanted to blend, or of the result that was asked about.
        asked: the size that failed or was asked for, in mm; None where none was.
        together: None where the search did not begin.
        line: the model's line that asked for it.
        not_checked: why the search ended early; empty if it did not.
    """

    kind: BlendKind
    edges: tuple[BlendedEdge, ...]
    asked: float | None
    together: Bounds | None
    line: Frame | None = None
    not_checked: str = ""

    @property
    def asked_fails(self) -> bool:
        """Whether the size that was asked for is known to fail."""
        fails = self.together.failed if self.together is not None else None
        return self.asked is not None and fails is not None and self.asked >= fails
