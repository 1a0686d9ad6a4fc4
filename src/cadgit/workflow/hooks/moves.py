"""post-merge and post-checkout: models that were what is promoted, and no longer are."""

from __future__ import annotations

from ...git.snapshot import Snapshot
from ...records import SourceFile, Version
from ..outcomes import HookModel, HookOutcome
from ..workspace import Workspace


def post_checkout(ws: Workspace, before: str, after: str, branch: bool) -> HookOutcome:
    """Say which models a checkout moved away from what is promoted.

    Args:
        before, after: the commits that HEAD was and is.
        branch: HEAD was moved; else only files were checked out.
    """
    if branch:
        return _moved(ws, "post-checkout", Snapshot.of_commit(ws.repository, before), _commit(ws, after))
    return _moved(ws, "post-checkout", _commit(ws, after), Snapshot.of_index(ws.repository))


def post_merge(ws: Workspace, squash: bool) -> HookOutcome:
    """Say which models a merge moved away from what is promoted.

    Args:
        squash: the merge is only staged, HEAD did not move.
    """
    head = _commit(ws, ws.repository.head.commit)
    if squash:
        return _moved(ws, "post-merge", head, Snapshot.of_index(ws.repository))
    return _moved(ws, "post-merge", _commit(ws, ws.repository.resolve("ORIG_HEAD") or ""), head)


def _commit(ws: Workspace, commit: str) -> Snapshot:
    return Snapshot.of_commit(ws.repository, commit)


def _moved(ws: Workspace, hook: str, before: Snapshot, after: Snapshot) -> HookOutcome:
    said = []
    for part in ws.versions.parts():
        version = ws.versions.latest(part)
        files = _files(ws, version) if version is not None else ()
        paths = [file.path for file in files]
        # By ids first: most of what a checkout moves is no model.
        if version is None or [before.blob(path) for path in paths] == [after.blob(path) for path in paths]:
            continue
        if _has(before, files) and not _has(after, files):
            entry = ws.versions.as_candidate(version).meta.entry
            outcome = "changed" if after.kind(entry) == "file" else "missing"
            said.append(HookModel(part, entry, outcome, version=version))
    return HookOutcome(hook, tuple(said))


def _files(ws: Workspace, version: Version) -> tuple[SourceFile, ...]:
    return ws.candidates.closure_of(ws.versions.as_candidate(version)).files


def _has(stored: Snapshot, files: tuple[SourceFile, ...]) -> bool:
    """Whether all files are there with just these bytes, as they are stored or as git checks them out."""
    if all(stored.read(file.path) == file for file in files):
        return True
    if not stored.is_filtered(file.path for file in files):
        return False
    checked_out = stored.checked_out()
    return all(checked_out.read(file.path) == file for file in files)
