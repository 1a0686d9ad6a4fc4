"""diff: what makes one candidate differ from another, in its source, its measures and its geometry."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from ..errors import RefError
from ..kernel.jobs import Subtract
from ..records import Box, Candidate, ChangedVolume, Differences
from .comparison import DiffOutcome, Operand, SourceChange
from .export import write_output
from .operands import Subject, is_geometry_file, remember, remembered, subject_for, subject_of
from .targets import Selected, candidate_for, select
from .working import WorkingPart, working_part
from .workspace import Workspace

#: Seconds for an exact Boolean, after which meshes are asked: whoever waits wants an answer.
EXACT_BUDGET = 15.0
#: Seconds for a Boolean of meshes.
MESH_BUDGET = 120.0
#: How far a change may reach out of the box that it should lie in, in mm.
SLACK = 1e-6

#: What is tried, in this order: OCCT can fail at the exact Boolean, and at the search for holes.
_Try = tuple[Literal["exact", "mesh"], bool, float]
_TRIES: tuple[_Try, ...] = (
    ("exact", True, EXACT_BUDGET),
    ("mesh", True, MESH_BUDGET),
    ("mesh", False, MESH_BUDGET),
)


def diff(ws: Workspace, first: str | None, second: str | None, *, within: Box | None = None) -> DiffOutcome:
    """Compare two candidates; REFs or STEP or BREP files.

    Args:
        ws: the workspace.
        first: what was before; None for the last version of the part.
        second: what is now; None for the part's files as they are now. Where only `first` is given, and it is a part or
            a model's file, that part's last version is compared with its files.
        within: a box that every change should lie in, in mm.

    Raises:
        RefError: a REF names nothing, or the part has no version yet.
        SourceError: a file cannot be read, or is no geometry.
    """
    started = time.monotonic()
    before, after = _sides(ws, first, second)
    source = tuple(_source_changes(ws, before.operand, after.operand))
    differences, why = _subtract(ws, before, after)
    inside: bool | None = None
    outside: tuple[ChangedVolume, ...] = ()
    if within is not None and differences is not None and differences.iou is not None:
        outside = tuple(piece for piece in differences.pieces if not _contains(within, piece.box))
        inside = not outside
    return DiffOutcome(
        before.operand,
        after.operand,
        source,
        differences,
        why,
        within,
        inside,
        outside,
        seconds_total=time.monotonic() - started,
    )


def write_page(ws: Workspace, outcome: DiffOutcome, output: Path, page: str) -> DiffOutcome:
    """Write the page about a comparison; the outcome then names it.

    Raises:
        StorageError: it cannot be written.
    """
    write_output(ws, output, page.encode("utf-8", "replace"))
    return replace(outcome, page=str(output))


def _sides(ws: Workspace, first: str | None, second: str | None) -> tuple[Subject, Subject]:
    if second is not None:
        return subject_for(ws, first), subject_for(ws, second)
    selected: Selected | WorkingPart
    if first is not None and is_geometry_file(ws, first):
        return subject_for(ws, first), subject_for(ws, None)
    selected = working_part(ws, None) if first is None else select(ws, first)
    if isinstance(selected, Selected):
        # Named by its part: the part changed last may be another.
        part = selected.candidate.part
        return subject_of(ws, selected.candidate, selected.version), subject_of(ws, *candidate_for(ws, part))
    latest = ws.last_good(selected.name)
    if latest is None:
        raise RefError(
            f"{selected.name} has no version yet to compare with",
            f"name what to compare with, such as a candidate: `cadgit diff {selected.name}@main~1 {selected.name}`",
        )
    old, _ = candidate_for(ws, latest.name)
    new, _ = candidate_for(ws, str(ws.root / selected.entry))
    return subject_of(ws, old, latest), subject_of(ws, new)


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
    for method, holes, budget in _TRIES:
        found = ws.kernel.subtract(Subtract(before.brep, after.brep, method, holes, budget))
        if isinstance(found, Differences):
            remember(ws, found, *key)
            return found, ""
        reasons.append(f"by {'an exact' if method == 'exact' else 'a mesh'} Boolean: {found.message}")
    return None, "; ".join(dict.fromkeys(reasons))


def _contains(box: Box, inner: Box) -> bool:
    low = all(a <= b + SLACK for a, b in zip(box.minimum, inner.minimum, strict=True))
    return low and all(a >= b - SLACK for a, b in zip(box.maximum, inner.maximum, strict=True))


def _source_changes(ws: Workspace, first: Operand, second: Operand) -> Iterator[SourceChange]:
    """The files of two closures that differ, and overrides; nothing where one side is a file."""
    if first.candidate is None or second.candidate is None or first.candidate.tree == second.candidate.tree:
        return
    before, after = _files(ws, first.candidate), _files(ws, second.candidate)
    for path in sorted({*before, *after}):
        old, new = before.get(path), after.get(path)
        if old != new:
            change = "added" if old is None else "removed" if new is None else "changed"
            yield SourceChange(path, change, _unified(path, old, new))
    options = [_options(one) for one in (first.candidate, second.candidate)]
    for name in sorted({*options[0], *options[1]}):
        old_text, new_text = (those.get(name, "") for those in options)
        if old_text != new_text:
            change = "added" if not old_text else "removed" if not new_text else "changed"
            yield SourceChange(name, change, _lines(name, *([text] if text else [] for text in (old_text, new_text))))


def _files(ws: Workspace, candidate: Candidate) -> dict[str, bytes]:
    return {file.path: file.data for file in ws.candidates.closure_of(candidate).files}


def _options(candidate: Candidate) -> dict[str, str]:
    """What a candidate is run with beside its files, by the words of the command line."""
    options = {f"-P {item.name}": item.expression for item in candidate.meta.parameters}
    return options | ({"--object": candidate.meta.object} if candidate.meta.object else {})


def _unified(path: str, old: bytes | None, new: bytes | None) -> str:
    try:
        texts = [(data or b"").decode("utf-8") for data in (old, new)]
    except UnicodeDecodeError:
        return ""
    return "" if any("\0" in text for text in texts) else _lines(path, *map(_split, texts))


def _split(text: str) -> list[str]:
    # Only `\n` ends a line, as for git: a form feed or a lone `\r` is part of one.
    lines = text.split("\n")
    last = lines.pop()
    return [*lines, f"{last}\n\\ No newline at end of file"] if last else lines


def _lines(name: str, old: list[str], new: list[str]) -> str:
    import difflib  # not needed where the sources are the same

    return "\n".join(difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm=""))
