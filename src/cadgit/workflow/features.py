"""features: what a designer would call the pieces of a part's shape, by kind.

The kinds are asked for in groups, each in a process of its own: where one takes too long or crashes, the others are
told all the same, and what is missing is ``not checked``.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from ..errors import ModelFailed
from ..kernel.jobs import RECOGNISED, FindFeatures, FindFeaturesOfTwo, InspectionFailed
from ..records.features import FeatureKind, Features, NotRecognised, Pattern
from .operands import Subject, remember, remembered, subject_for
from .recognition import FeaturesOutcome
from .workspace import Workspace

#: All kinds, in the order in which they are told.
KINDS: tuple[FeatureKind, ...] = get_args(FeatureKind)

#: Kinds that are found together. What takes long, or asks OCCT or quiddity for more than reading faces, is apart.
_GROUPS: tuple[tuple[FeatureKind, ...], ...] = (
    ("hole", "pattern"),
    ("fillet", "chamfer", "plane"),
    ("bend", "wall"),
    ("symmetry",),
    RECOGNISED,
)


def features(ws: Workspace, ref: str | None = None, kinds: Sequence[FeatureKind] = ()) -> FeaturesOutcome:
    """The features of a candidate, a version or a file; nothing is recorded.

    Args:
        ws: the workspace.
        ref: a REF, or a STEP or BREP file; None for the part changed last, as its files are now.
        kinds: which features; all if empty.

    Raises:
        RefError, SourceError: REF names nothing that has a geometry.
        ModelFailed: the model does not run.
    """
    started = time.monotonic()
    subject = subject_for(ws, ref)
    if not subject.brep:
        raise ModelFailed(f"{subject.operand.name} does not run: {subject.operand.reason}")
    wanted = tuple(kind for kind in KINDS if not kinds or kind in kinds)
    found = features_of(ws, subject, wanted)
    return FeaturesOutcome(subject.operand, found, wanted, time.monotonic() - started)


def features_of(ws: Workspace, subject: Subject, kinds: Sequence[FeatureKind] = KINDS) -> Features:
    """The features of some kinds that a geometry has, those that were found before from the cache."""
    found = Features()
    for those in _GROUPS:
        asked = set(those) & set(kinds)
        # Bosses, pockets and slots have patterns too; a bend is no fillet, for which it has to be known.
        if asked or (those == RECOGNISED and "pattern" in kinds) or ("bend" in those and "fillet" in kinds):
            found = joined(found, group(ws, subject, those))
    return only(without_bends(found), kinds)


def group(ws: Workspace, subject: Subject, kinds: tuple[FeatureKind, ...]) -> Features:
    """Features of kinds that are found together, as the cache has them or one process finds them."""
    known = remembered(ws, Features, subject.brep_sha256, *kinds)
    if known is not None:
        return known
    ws.progress.stage(f"looking for features of {subject.operand.name}: {', '.join(kinds)}")
    job = FindFeatures(subject.brep, kinds)
    answer = ws.kernel.features(job)
    if isinstance(answer, InspectionFailed):
        return _none(kinds, answer, job.budget)
    remember(ws, answer, subject.brep_sha256, *kinds)
    return answer


def group_of_two(
    ws: Workspace, first: Subject, second: Subject, kinds: tuple[FeatureKind, ...]
) -> tuple[Features, Features]:
    """The same of two geometries: what the cache has of neither, one process finds for both."""
    if any(remembered(ws, Features, one.brep_sha256, *kinds) is not None for one in (first, second)):
        return group(ws, first, kinds), group(ws, second, kinds)
    job = FindFeaturesOfTwo(first.brep, second.brep, kinds)
    answer = ws.kernel.features_of_two(job)
    if isinstance(answer, InspectionFailed):
        none = _none(kinds, answer, job.budget)
        return none, none
    for one, found in ((first, answer.first), (second, answer.second)):
        remember(ws, found, one.brep_sha256, *kinds)
    return answer.first, answer.second


def _none(kinds: tuple[FeatureKind, ...], failure: InspectionFailed, budget: float) -> Features:
    late = f"recognition took longer than {budget:g} s"
    return Features(not_checked=(NotRecognised(kinds, late if failure.reason == "time" else failure.message),))


def joined(first: Features, second: Features) -> Features:
    """The features of two groups, whose patterns are counted through."""
    both = {
        field: (*getattr(first, field), *getattr(second, field)) for field in Features.__dataclass_fields__
    }  # fmt: skip
    patterns: tuple[Pattern, ...] = both["patterns"]
    both["patterns"] = tuple(replace(one, name=f"pattern:{number}") for number, one in enumerate(patterns, 1))
    return Features(**both)


def without_bends(found: Features) -> Features:
    """The same, without fillets that are the rounds of bends in sheet metal."""
    bends = {
        face for sheet in found.sheets for bend in sheet.sheet.bends for face in (*bend.inner, *bend.outer)
    }  # fmt: skip
    if not bends:
        return found
    kept = [replace(one, faces=tuple(face for face in one.faces if face not in bends)) for one in found.fillets]
    numbered = enumerate((one for one in kept if one.faces), 1)
    return replace(found, fillets=tuple(replace(one, name=f"fillet:{number}") for number, one in numbered))


def only(found: Features, kinds: Sequence[FeatureKind]) -> Features:
    """What was asked for, of all that was found beside it."""
    fields: dict[FeatureKind, str] = {
        "hole": "holes",
        "pattern": "patterns",
        "boss": "bosses",
        "pocket": "pockets",
        "slot": "slots",
        "fillet": "fillets",
        "chamfer": "chamfers",
        "plane": "planes",
        "bend": "sheets",
        "wall": "walls",
        "symmetry": "symmetry",
    }
    left_out = {field: () for kind, field in fields.items() if kind not in kinds}
    # A pattern of what was not looked for to the end may be missing too.
    affected = set(kinds) | (set(RECOGNISED) if "pattern" in kinds else set())
    missing = tuple(one for one in found.not_checked if affected & set(one.kinds))
    return replace(found, **left_out, not_checked=missing)
