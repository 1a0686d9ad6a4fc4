"""The models that a commit is about, with the bytes that git has of them, and how these came out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from ... import source
from ...errors import CadgitError
from ...frozen import frozen
from ...git.snapshot import Snapshot
from ...records import Closure
from ..outcomes import HookModel
from ..run import latest_record
from ..verdicts import came_out
from ..working import WorkingPart, meta_for, part_of
from ..workspace import Workspace


@frozen
class StoredModel:
    """A part as git has it, staged or committed."""

    part: WorkingPart
    closure: Closure


@frozen
class Changes:
    """What a commit changes: paths of all files, and of those that it adds."""

    paths: frozenset[str]
    added: frozenset[str]

    @classmethod
    def parsed(cls, listed: bytes) -> Self:
        """From what ``git diff --name-status -z`` prints, without renames."""
        fields = [os.fsdecode(field) for field in listed.split(b"\0")[:-1]]
        told = list(zip(fields[0::2], fields[1::2], strict=True))
        return cls(frozenset(path for _, path in told), frozenset(path for kind, path in told if kind != "M"))


def models_in(ws: Workspace, stored: Snapshot, changes: Changes) -> Iterator[StoredModel | HookModel]:
    """The known parts of which a file changes; one that cannot be read says so as a `HookModel`."""
    for name in ws.parts():
        try:
            part = part_of(ws, name)
            if part is None or stored.kind(part.entry) != "file":
                continue
            ran = _as_it_ran(ws, part)
            known = {part.entry}.union(*ran)
            if not _is_concerned(ws, part, ran, known, stored, changes):
                continue
            closure = _closure(ws, part, stored)
        except CadgitError as error:
            yield HookModel(name, "", "unreadable", error.message)
            continue
        gone = {path for path in known & changes.paths if stored.kind(path) != "file"}
        if gone or not changes.paths.isdisjoint(file.path for file in closure.files):
            yield StoredModel(part, closure)


def _is_concerned(
    ws: Workspace, part: WorkingPart, ran: list[dict[str, str]], known: set[str], stored: Snapshot, changes: Changes
) -> bool:
    """Whether the closure has to be read to know: that takes longer than all else."""
    if not known.isdisjoint(changes.paths):
        return True
    # What is new may be a module that comes before another, or a file that the model finds by a pattern.
    folders = {path.rpartition("/")[0] for path in known}
    settings = ws.config.part_for_entry(part.entry)
    if changes.added and settings is not None and settings.inputs:
        return True
    if any(path.endswith(".py") or path.rpartition("/")[0] in folders for path in changes.added):
        return True
    # A model that is stored as it ran needs the files that it needed then.
    return not any(all(stored.blob(path) == blob for path, blob in files.items()) for files in ran)


def _as_it_ran(ws: Workspace, part: WorkingPart) -> list[dict[str, str]]:
    """Path to blob of the files of the newest candidate of each line."""
    tips = (ws.candidates.tip(part.name, line) for line in ws.candidates.lines(part.name))
    return [ws.candidates.blobs(tip) for tip in tips if tip is not None]


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
