"""What cadgit knows, as frozen dataclasses that travel between layers and into notes unchanged.

Units everywhere: mm, mm², mm³, seconds, bytes. Points and vectors are ``(x, y, z)``. Times are ISO 8601 in UTC.
`cadgit.codec` turns any of these into TOML (notes) or JSON (`--json`, the kernel's socket) and back.
"""

from __future__ import annotations

from .diagnosis import BlendedEdge, BlendKind, Bounds, Diagnosed, GeometryFinding, LargestBlend, Repair, Severity
from .differences import ChangedVolume, Differences, Means
from .geometry import PROMOTABLE, Box, Geometry, Kind, ManifestNode, SolidMeasure, Vector
from .history import Candidate, CommittedModel, Version
from .measurements import (
    BodyMeasure,
    Clearance,
    EntityMeasure,
    NamedEntity,
    OrientedBox,
    PairMeasure,
    Quantity,
    SharedVolume,
    WallMeasure,
)
from .runs import Environment, Failure, Font, Frame, Output, Reason, RunRecord, WrittenFile
from .scores import Alignment, Betti, Deviation, Edit, Score, SurfaceFit
from .sharing import LeftBehind, Merged, Renumbered, SharedLine, SharedNotes, SideLine, Traffic
from .sheet_metal import Bend, NotSheetMetal, SheetMetal
from .source import CandidateMeta, Closure, Override, SourceFile
from .verdicts import CheckResult, Compared, Place, Status, Verdict
from .versions import Promotion, StepHeader

__all__ = [
    "PROMOTABLE",
    "Alignment",
    "Bend",
    "Betti",
    "BlendKind",
    "BlendedEdge",
    "BodyMeasure",
    "Bounds",
    "Box",
    "Candidate",
    "CandidateMeta",
    "ChangedVolume",
    "CheckResult",
    "Clearance",
    "Closure",
    "CommittedModel",
    "Compared",
    "Deviation",
    "Diagnosed",
    "Differences",
    "Edit",
    "EntityMeasure",
    "Environment",
    "Failure",
    "Font",
    "Frame",
    "Geometry",
    "GeometryFinding",
    "Kind",
    "LargestBlend",
    "LeftBehind",
    "ManifestNode",
    "Means",
    "Merged",
    "NamedEntity",
    "NotSheetMetal",
    "OrientedBox",
    "Output",
    "Override",
    "PairMeasure",
    "Place",
    "Promotion",
    "Quantity",
    "Reason",
    "Renumbered",
    "Repair",
    "RunRecord",
    "Score",
    "Severity",
    "SharedLine",
    "SharedNotes",
    "SharedVolume",
    "SheetMetal",
    "SideLine",
    "SolidMeasure",
    "SourceFile",
    "Status",
    "StepHeader",
    "SurfaceFit",
    "Traffic",
    "Vector",
    "Verdict",
    "Version",
    "WallMeasure",
    "WrittenFile",
]
