"""What is asked of the kernel, and what it answers: frozen dataclasses, the only things on its socket."""

from __future__ import annotations

from ...records import (
    Compared,
    Diagnosed,
    Differences,
    EntityMeasure,
    PairMeasure,
    Repair,
    Score,
    SharedVolume,
    WallMeasure,
)
from ...records.features import Features
from .comparing import (
    Compare,
    ComparedSteps,
    CompareSteps,
    Import,
    Imported,
    PaintChange,
    Painted,
    ScoreAgainst,
    Subtract,
)
from .diagnosing import (
    Aspect,
    Diagnose,
    FailedBlend,
    FindOrigins,
    NamedEdges,
    NameEdges,
    Origins,
    Trace,
    TriedBlend,
    TryBlend,
    TryRepair,
)
from .exporting import Export, Exported, ExportFormat
from .judging import Attached, Judge, Judged, Survey, Surveyed
from .measuring import Summarise, Summary
from .picturing import Draw, DrawingFormat, Pictured, Render, Rendered
from .quantities import (
    BodiesMeasured,
    BoxesFitted,
    ClearancesMeasured,
    FitBoxes,
    ListPairs,
    Material,
    MeasureBetween,
    MeasureBodies,
    MeasureClearances,
    MeasureEntity,
    MeasureShared,
    MeasureWall,
    Pairs,
)
from .recognising import RECOGNISED, FeaturesOfTwo, FindFeatures, FindFeaturesOfTwo
from .running import Execute, Executed, Limits
from .status import InspectionFailed, KernelStatus
from .viewing import Haunt, Tessellate, Tessellated

#: What may be asked of the inspector beside a verdict, and what it answers when it can.
Question = (
    Summarise | Survey | Compare | CompareSteps | Import | ScoreAgainst | Subtract | PaintChange | FindFeatures
    | Export | Render | Draw | Tessellate | Haunt | Diagnose | TryRepair | NameEdges | TryBlend | FindOrigins
    | MeasureBodies | FitBoxes | MeasureEntity | MeasureBetween | MeasureShared | MeasureWall
    | ListPairs | MeasureClearances | FindFeaturesOfTwo
)  # fmt: skip
Answer = (
    Summary | Surveyed | Compared | ComparedSteps | Imported | Score | Differences | Painted | Features
    | Exported | Rendered | Tessellated | Diagnosed | Repair | NamedEdges | TriedBlend | Origins
    | BodiesMeasured | BoxesFitted | EntityMeasure | PairMeasure | SharedVolume | WallMeasure
    | Pairs | ClearancesMeasured | FeaturesOfTwo
)  # fmt: skip

__all__ = [
    "RECOGNISED",
    "Answer",
    "Aspect",
    "Attached",
    "BodiesMeasured",
    "BoxesFitted",
    "ClearancesMeasured",
    "Compare",
    "CompareSteps",
    "ComparedSteps",
    "Diagnose",
    "Draw",
    "DrawingFormat",
    "Execute",
    "Executed",
    "Export",
    "ExportFormat",
    "Exported",
    "FailedBlend",
    "FeaturesOfTwo",
    "FindFeatures",
    "FindFeaturesOfTwo",
    "FindOrigins",
    "FitBoxes",
    "Haunt",
    "Import",
    "Imported",
    "InspectionFailed",
    "Judge",
    "Judged",
    "KernelStatus",
    "Limits",
    "ListPairs",
    "Material",
    "MeasureBetween",
    "MeasureBodies",
    "MeasureClearances",
    "MeasureEntity",
    "MeasureShared",
    "MeasureWall",
    "NameEdges",
    "NamedEdges",
    "Origins",
    "PaintChange",
    "Painted",
    "Pairs",
    "Pictured",
    "Question",
    "Render",
    "Rendered",
    "ScoreAgainst",
    "Subtract",
    "Summarise",
    "Summary",
    "Survey",
    "Surveyed",
    "Tessellate",
    "Tessellated",
    "Trace",
    "TriedBlend",
    "TryBlend",
    "TryRepair",
]
