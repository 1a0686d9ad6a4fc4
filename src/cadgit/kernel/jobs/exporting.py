"""A result as a file of another format."""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import ManifestNode, StepHeader

ExportFormat = Literal["step", "brep", "stl", "3mf", "glb"]


@frozen
class Export:
    """Write a result in a file format."""

    brep: bytes
    manifest: ManifestNode | None
    header: StepHeader
    format: ExportFormat
    budget: float = 120.0


@frozen
class Exported:
    """The file's bytes."""

    data: bytes
