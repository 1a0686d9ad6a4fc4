"""What is wrong with a result, and what would mend it."""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import BlendedEdge, BlendKind, Frame, ManifestNode

#: What a result is examined for, a question each: one that hangs or crashes costs no other's answer.
Aspect = Literal[
    "bodies", "sketch", "boundary", "validity", "details", "overlaps", "mesh", "crossings", "crossing pairs"
]


@frozen
class Diagnose:
    """What is wrong with a result in one respect? The answer is `records.Diagnosed`."""

    brep: bytes
    manifest: ManifestNode | None
    aspect: Aspect
    budget: float = 30.0


@frozen
class TryRepair:
    """What would OCCT's ShapeFix make of a copy of a result? The answer is `records.Repair`."""

    brep: bytes
    manifest: ManifestNode | None
    budget: float = 30.0


@frozen
class NameEdges:
    """Which edges of a result are these: `names` as an entity of cadgit is named, or `numbers` from 1?

    A face or a solid means all its edges.
    """

    brep: bytes
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    manifest: ManifestNode | None = None
    budget: float = 30.0


@frozen
class NamedEdges:
    """The edges and their numbers, and the diagonal of the result's bounding box in mm."""

    edges: tuple[BlendedEdge, ...]
    numbers: tuple[int, ...]
    diagonal: float


@frozen
class TryBlend:
    """Can a fillet or chamfer of this size in mm be made at these edges of a result?

    `second` is the other length of a chamfer and `face` the face that the first is measured on, 0 for none.
    """

    brep: bytes
    kind: BlendKind
    edges: tuple[int, ...]
    size: float
    second: float = 0.0
    face: int = 0
    budget: float = 10.0


@frozen
class TriedBlend:
    """Whether it can be made, and why not."""

    made: bool
    reason: str = ""


@frozen
class FindOrigins:
    """Which line last made each of these faces of a result?

    Attributes:
        faces: their numbers.
        traced: the geometry of the run that was traced, which may number its faces in another order.
        lines: for each of its faces, the position of a line in the trace, or -1.
    """

    brep: bytes
    faces: tuple[int, ...]
    traced: bytes
    lines: tuple[int, ...]
    budget: float = 30.0


@frozen
class Origins:
    """For each face that was asked about, the position of a line in the trace, or -1."""

    lines: tuple[int, ...]


@frozen
class FailedBlend:
    """The fillet or chamfer that ended a run, as the run says: the body before it, the edges and the size in mm.

    `strangers` are edges that do not belong to the body.
    """

    kind: BlendKind
    brep: bytes
    edges: tuple[int, ...]
    size: float
    second: float = 0.0
    face: int = 0
    strangers: int = 0
    line: Frame | None = None


@frozen
class Trace:
    """What a traced run says about itself. The model ran in its process, so nothing of it is taken on trust.

    Attributes:
        lines: the model's lines that made faces, in the order in which they last made one.
        faces: for each face of the result, the position in `lines`, or -1.
        blend: where a fillet or chamfer ended the run.
    """

    lines: tuple[Frame, ...] = ()
    faces: tuple[int, ...] = ()
    blend: FailedBlend | None = None
