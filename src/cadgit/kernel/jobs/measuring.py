"""What a result measures."""

from __future__ import annotations

from ...frozen import frozen
from ...records import Geometry, ManifestNode


@frozen
class Summarise:
    """Measure a result."""

    brep: bytes
    manifest: ManifestNode | None = None


@frozen
class Summary:
    """The measures, and what the measuring wants to be said."""

    geometry: Geometry
    warnings: tuple[str, ...] = ()
