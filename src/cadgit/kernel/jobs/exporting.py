"""A result as a file of another format."""

from __future__ import annotations

from typing import Literal

from ...frozen import frozen
from ...records import ManifestNode, SheetMetal, StepHeader
from ...records.sheet_metal import K_FACTOR

ExportFormat = Literal["step", "brep", "stl", "3mf", "glb", "dxf", "svg"]


@frozen
class Export:
    """Write a result in a file format; `k_factor` is for the flat pattern of sheet metal."""

    brep: bytes
    manifest: ManifestNode | None
    header: StepHeader
    format: ExportFormat
    budget: float = 120.0
    k_factor: float = K_FACTOR


@frozen
class Exported:
    """The file's bytes; and what the sheet metal measures whose flat pattern it is."""

    data: bytes
    sheet: SheetMetal | None = None
