"""The models that a commit is about, with the bytes that git has of them, and how these came out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ... import source
from ...errors import CadgitError
from ...frozen import frozen
from ...git.snapshot import Snapshot
from ...records import Closure
from ..outcomes import HookModel
from ..run import latest_record
from ..verdicts import came_out
from ..working import WorkingPart, meta_for, named_part
from ..workspace import Workspace


@frozen
class StoredModel:
    """A part as git has it, staged or committed."""

    part: WorkingPart
    closure: Closure


def models_in(ws: Workspace, stored: Snapshot, changed: set[str]) -> Iterator[StoredModel | HookModel]:
    """The known parts with a file among those that changed; one that cannot be read says so as a `HookModel`."""
    for name in ws.parts():
        try:
            part = named_part(ws, name)
            known = _known_paths(ws, part) if part is not None else set()
            if part is None or stored.kind(part.entry) != "file" or not _may_need(ws, part, known, changed):
                continue
            closure = _closure(ws, part, stored)
        except CadgitError as error:
            yield HookModel(name, "", "unreadable", error.message)
            continue
        paths = {file.path for file in closure.files}
        gone = {path for path in known & changed if stored.kind(path) != "file"}
        if gone or not paths.isdisjoint(changed):
            yield StoredModel(part, closure)


def judged(ws: Workspace, stored: Snapshot, model: StoredModel) -> HookModel:
    """How these bytes came out: of several candidates with them, one that passed is meant."""
    part = model.part
    try:
        found = list(_told(ws, part, model.closure))
        if not found and stored.is_filtered(file.path for file in model.closure.files):
            # What ran is what git checks out: other line ends, or the file that an LFS pointer stands for.
            found = list(_told(ws, part, _closure(ws, part, stored.checked_out())))
    except CadgitError as error:
        return HookModel(part.name, part.entry, "unreadable", error.message)
    never = HookModel(part.name, part.entry, "not run")
    return next((one for one in found if one.passed), found[0] if found else never)


def _told(ws: Workspace, part: WorkingPart, closure: Closure) -> Iterator[HookModel]:
    """How these bytes came out on each line that has them: as they would run now, or as they ran here last."""
    metas = [meta_for(ws, part, closure)]
    ran = ws.marks.ran(part.name)
    last = ws.candidates.current(ran.candidate) if ran else None
    if last is not None:
        metas.insert(0, replace(last.meta, entry=closure.entry, roots=closure.roots, module=closure.module))
    for tree in dict.fromkeys(ws.candidates.tree_of(closure, meta) for meta in metas):
        version = next((version for version in ws.versions.history(part.name) if version.tree == tree), None)
        for line in ws.candidates.lines(part.name):
            candidate = ws.candidates.find(part.name, line, tree)
            if candidate is not None:
                outcome, reason = came_out(ws, candidate, latest_record(ws, candidate))
                yield HookModel(part.name, part.entry, outcome, reason, candidate, version)
        if version is not None:
            # Candidates do not travel with a clone by git alone. What was promoted had passed.
            yield HookModel(part.name, part.entry, "pass", "", ws.versions.as_candidate(version), version)


def _closure(ws: Workspace, part: WorkingPart, stored: Snapshot) -> Closure:
    settings = ws.config.part_for_entry(part.entry)
    inputs = settings.inputs if settings else ()
    return source.read_stored_closure(ws.root, stored, part.entry, inputs=inputs, search_path=ws.search_path)


def _known_paths(ws: Workspace, part: WorkingPart) -> set[str]:
    """The files of the newest candidates of a part."""
    tips = (ws.candidates.tip(part.name, line) for line in ws.candidates.lines(part.name))
    return {part.entry} | {path for tip in tips if tip is not None for path, _ in ws.candidates.files(tip)}


def _may_need(ws: Workspace, part: WorkingPart, known: set[str], changed: set[str]) -> bool:
    """Whether it is worth reading the closure: a module may have come between, a file beside others been added."""
    settings = ws.config.part_for_entry(part.entry)
    if settings is not None and settings.inputs:
        return True
    folders = {path.rpartition("/")[0] for path in known}
    return any(path.endswith(".py") or path.rpartition("/")[0] in folders for path in changed)
