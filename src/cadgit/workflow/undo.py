"""undo: withdraw the last promotion, or take back the last restore, whichever came later."""

from __future__ import annotations

import datetime

from ..errors import RefError, SourceError
from ..records import SourceFile, Version
from . import restore, working
from .marks import Restored
from .outcomes import UndoOutcome
from .workspace import Workspace, now


def undo(ws: Workspace, part: str | None = None) -> UndoOutcome:
    """Take back the newest operation that can be taken back.

    A withdrawn version stays in history with its number, its tag and its files; it only no longer stands.

    Args:
        ws: the workspace.
        part: only operations of this part; None for all.

    Raises:
        RefError: there is nothing to take back.
        SourceError: a restored file was edited since, so taking it back would lose the edit.
    """
    name = working.working_part(ws, part).name if part is not None and part not in ws.parts() else part
    parts = ws.parts() if name is None else (name,)
    standing = [version for p in parts if (version := ws.versions.latest(p)) is not None]
    newest = max(standing, key=lambda version: version.when, default=None)
    restored = ws.marks.restored() if ws.repository.root else None
    if restored is not None and restored.part in parts and (newest is None or restored.when >= _when(ws, newest)):
        return _take_back(ws, restored)
    if newest is None:
        raise RefError("there is nothing to undo", "no version stands, and nothing was restored here")
    withdrawn = ws.versions.withdraw(newest.part, newest.number, now(), str(ws.repository.identity))
    return UndoOutcome("promotion", version=withdrawn, standing=ws.versions.latest(newest.part))


def _when(ws: Workspace, version: Version) -> float:
    mark = ws.marks.promoted()
    if mark is not None and mark.version == version.id:
        return mark.when
    return datetime.datetime.fromisoformat(version.when).timestamp()


def _take_back(ws: Workspace, restored: Restored) -> UndoOutcome:
    after = dict(restored.after)
    for path, blob in restored.before:
        current = _current_blob(ws, path)
        if current not in (after[path], blob):
            raise SourceError(
                f"{path} was edited after it was restored, so taking the restore back would lose that edit",
                f"`cadgit run {path}` keeps the edit as a candidate; then `cadgit restore` what you want",
            )
    for path, blob in restored.before:
        if _current_blob(ws, path) == blob:
            continue
        if blob:
            restore.write_file(ws.root, SourceFile(path, ws.repository.read_blob(blob)))
        else:
            (ws.root / path).unlink(missing_ok=True)
    ws.marks.set_restored(None)
    standing = ws.last_good(restored.part)
    if standing is not None:
        ws.progress.notice(f"the next `cadgit undo` would withdraw {standing.name}")
    return UndoOutcome("restore", written=tuple(path for path, _ in restored.before), standing=standing)


def _current_blob(ws: Workspace, path: str) -> str:
    try:
        return ws.repository.blob_id((ws.root / path).read_bytes())
    except OSError:
        return ""
