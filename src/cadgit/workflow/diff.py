"""diff: what makes one candidate differ from another: its source, its measures, its features and its volume."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from ..errors import EnvironmentFailed, RefError
from ..kernel.jobs import Subtract
from ..records import Box, ChangedVolume, Differences
from .compared_features import ComparedFeatures, ComparingFeatures
from .comparison import DiffOutcome
from .operands import Subject, is_geometry_file, remember, remembered, subject_for, subject_of
from .source_changes import source_changes
from .targets import Selected, candidate_for, select
from .working import WorkingPart, named_part, working_part
from .workspace import Workspace

#: Seconds for an exact Boolean, after which meshes are asked: whoever waits wants an answer.
EXACT_BUDGET = 15.0
#: Seconds for a Boolean of meshes.
MESH_BUDGET = 120.0
#: How far a change may reach out of the box that it should lie in, in mm; a mesh is off by more.
SLACK = 1e-6

#: Makes a page of an outcome and of a picture as PNG (empty where there is none).
Page = Callable[[DiffOutcome, bytes], str]

#: What is tried, in this order.
_TRIES: tuple[tuple[Literal["exact", "mesh"], float], ...] = (("exact", EXACT_BUDGET), ("mesh", MESH_BUDGET))


def diff(
    ws: Workspace,
    first: str | None,
    second: str | None,
    *,
    within: Box | None = None,
    all_features: bool = False,
    png: Path | None = None,
    html: Path | None = None,
    page: Page | None = None,
) -> DiffOutcome:
    """Compare two candidates; REFs or STEP or BREP files.

    Args:
        ws: the workspace.
        first: what was before; None for the last version of the part.
        second: what is now; None for the part's files as they are now. Where only `first` is given, and it is a part or
            a model's file, that part's last version is compared with its files.
        within: a box that every change should lie in, in mm.
        all_features: look for bosses, pockets and slots too, which takes seconds.
        png: where to write a picture of the change.
        html: where to write a page about all of it, which `page` makes of the outcome and the picture.

    Raises:
        UsageError: `png` or `html` has the ending of something else.
        RefError: a REF names nothing, or the part has no version yet.
        SourceError: a file cannot be read, or is no geometry.
        EnvironmentFailed: the picture that `png` asks for cannot be drawn.
        StorageError: a file cannot be written.
    """
    from .export import check_ending  # most comparisons write no file

    started = time.monotonic()
    check_ending(png, ".png")
    check_ending(html, ".html", ".htm")
    before, after = _sides(ws, first, second)
    features = _features(ws, before, after, all_features)
    differences, why = _subtract(ws, before, after)
    outside: tuple[ChangedVolume, ...] = ()
    inside: bool | None = None
    if within is not None and differences is not None and differences.iou is not None:
        slack = differences.thinnest if differences.by == "mesh Boolean" else SLACK
        outside = tuple(piece for piece in differences.pieces if not _contains(within, piece.box, slack))
        inside = not outside
    source = tuple(source_changes(ws, before.operand, after.operand))
    # The same geometry in other bytes has the same features: nobody waits for them.
    is_same = differences is not None and differences.same
    found = ComparedFeatures() if features is None or is_same else features.result()
    outcome = DiffOutcome(
        before.operand,
        after.operand,
        source,
        differences,
        why,
        within,
        inside,
        outside,
        found.changes,
        found.unrecognised,
    )
    if png is not None or html is not None:
        outcome = _written(ws, outcome, before, after, png, html, page)
    return replace(outcome, seconds_total=time.monotonic() - started)


def _written(
    ws: Workspace,
    outcome: DiffOutcome,
    before: Subject,
    after: Subject,
    png: Path | None,
    html: Path | None,
    page: Page | None,
) -> DiffOutcome:
    from .change_picture import change_picture  # most comparisons are only read
    from .export import write_output

    try:
        picture = change_picture(ws, before, after, outcome.differences)
    except EnvironmentFailed as error:
        if png is not None:
            raise
        ws.progress.notice(f"the page has no picture: {error.message}")
        picture = b""
    if png is not None:
        write_output(ws, png, picture)
        outcome = replace(outcome, picture=str(png))
    if html is not None and page is not None:
        write_output(ws, html, page(outcome, picture).encode("utf-8", "replace"))
        outcome = replace(outcome, page=str(html))
    return outcome


def _sides(ws: Workspace, first: str | None, second: str | None) -> tuple[Subject, Subject]:
    if second is not None:
        return subject_for(ws, first), subject_for(ws, second)
    selected: Selected | WorkingPart
    if first is not None and is_geometry_file(ws, first):
        return subject_for(ws, first), subject_for(ws, None)
    selected = working_part(ws, None) if first is None else select(ws, first)
    if isinstance(selected, Selected):
        # By its part's file: the part changed last may be another, and a folder may have the part's name.
        part = named_part(ws, selected.candidate.part)
        entry = part.entry if part else selected.candidate.meta.entry
        return subject_of(ws, selected.candidate, selected.version), subject_for(ws, str(ws.root / entry))
    latest = ws.last_good(selected.name)
    if latest is None:
        raise RefError(
            f"{selected.name} has no version yet to compare with",
            f"name what to compare with, such as a candidate: `cadgit diff {selected.name}@main~1 {selected.name}`",
        )
    old, _ = candidate_for(ws, latest.name)
    return subject_of(ws, old, latest), subject_for(ws, str(ws.root / selected.entry))


def _features(ws: Workspace, before: Subject, after: Subject, all_features: bool) -> ComparingFeatures | None:
    if not before.brep or not after.brep or before.brep == after.brep:
        return None
    return ComparingFeatures(ws, before, after, everything=all_features)


def _subtract(ws: Workspace, before: Subject, after: Subject) -> tuple[Differences | None, str]:
    for side in (before, after):
        if not side.brep:
            return None, f"{side.operand.name} does not run: {side.operand.reason}"
    if before.brep == after.brep:
        has_volume = after.operand.geometry is not None and after.operand.geometry.volume > 0
        return Differences(True, "hash", iou=1.0 if has_volume else None), ""
    key = (before.brep_sha256, after.brep_sha256)
    known = remembered(ws, Differences, *key)
    if known is not None:
        return known, ""
    ws.progress.stage(f"comparing {before.operand.name} with {after.operand.name}")
    reasons: list[str] = []
    for method, budget in _TRIES:
        found = ws.kernel.subtract(Subtract(before.brep, after.brep, method, budget))
        if isinstance(found, Differences):
            remember(ws, found, *key)
            return found, ""
        reasons.append(f"by {'an exact' if method == 'exact' else 'a mesh'} Boolean: {found.message}")
    return None, "; ".join(reasons)


def _contains(box: Box, inner: Box, slack: float) -> bool:
    low = all(a <= b + slack for a, b in zip(box.minimum, inner.minimum, strict=True))
    return low and all(a >= b - slack for a, b in zip(box.maximum, inner.maximum, strict=True))
