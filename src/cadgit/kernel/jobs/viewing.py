"""What the page shows in three dimensions."""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import ManifestNode


@frozen
class Tessellate:
    """Make triangles and edges of a result, as three-cad-viewer reads them.

    Attributes:
        name: of the root of the tree.
        deflection: largest distance between mesh and surface, as a part of the diagonal.
    """

    brep: bytes
    manifest: ManifestNode | None
    name: str
    deflection: float = 5e-4
    budget: float = 120.0


@frozen
class Haunt:
    """Make the ghost of an earlier result beside a later one: its edges, and the volumes that differ.

    Attributes:
        method: of the Boolean.
        edges_only: leave the volumes out, where no Boolean can tell them.
    """

    first: bytes
    second: bytes
    method: Literal["exact", "mesh"] = "exact"
    edges_only: bool = False
    budget: float = 60.0


@frozen
class Tessellated:
    """What is shown, as JSON in UTF-8 (see `shape.viewed`)."""

    model: bytes
