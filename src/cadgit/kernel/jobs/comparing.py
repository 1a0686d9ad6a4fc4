"""A result beside another, or beside a file."""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import Compared, Geometry


@frozen
class Compare:
    """Are these two results the same geometry (see *Identity* in the docs)?"""

    first: bytes
    second: bytes


@frozen
class CompareSteps:
    """Do two STEP files hold the same geometry, and what does each measure?"""

    first: bytes
    second: bytes
    budget: float = 240.0


@frozen
class ComparedSteps:
    """The measures of both files, read in the same way, and whether they are the same geometry."""

    first: Geometry
    second: Geometry
    compared: Compared


@frozen
class Import:
    """Read a STEP or BREP file that somebody names, to compare results with it; its bytes say which it is."""

    data: bytes
    budget: float = 120.0


@frozen
class Imported:
    """The file's geometry as a result has it, and its measures."""

    brep: bytes
    geometry: Geometry


@frozen
class ScoreAgainst:
    """How close is a result to a reference? The answer is a `records.Score`.

    Attributes:
        before: the unedited input, where the result is an edit of it.
        aligned: lay the result on the reference first.
        seed: of the samples.
    """

    brep: bytes
    reference: bytes
    before: bytes = b""
    aligned: bool = False
    seed: int = 0
    budget: float = 240.0


@frozen
class Subtract:
    """What has the second result that the first has not, and the other way round? The answer is `records.Differences`.

    Attributes:
        method: by an exact Boolean, or by one of meshes.
    """

    first: bytes
    second: bytes
    method: Literal["exact", "mesh"] = "exact"
    budget: float = 60.0


@frozen
class PaintChange:
    """Make the facets that a picture of a change shows: what stayed, what was added, what was removed."""

    first: bytes
    second: bytes
    method: Literal["exact", "mesh"] = "exact"
    budget: float = 60.0


@frozen
class Painted:
    """The facets, as `Pictured` takes them."""

    facets: bytes
