"""restore: write a candidate's closure back to the working tree, without losing what is there."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import replace
from pathlib import Path

from ..errors import CadgitError, RefError, SourceError, StorageError
from ..files import file_mode, write_atomically
from ..records import Candidate, CandidateMeta, Closure, SourceFile
from . import targets, working
from .marks import Restored
from .outcomes import RestoreOutcome
from .workspace import Workspace, now

#: The line that keeps what a restore overwrites and what is stored nowhere else.
KEPT_LINE = "overwritten"


def restore(ws: Workspace, ref: str) -> RestoreOutcome:
    """Write the files of a candidate or version to the working tree.

    Files whose bytes are nowhere in git are first kept as a candidate on the line ``overwritten``; files of the
    working tree that are no part of the closure are not touched.

    Raises:
        RefError: REF names no candidate.
        SourceError: a file cannot be written where it belongs.
    """
    selected = targets.select(ws, ref)
    if isinstance(selected, working.WorkingPart):
        raise RefError(
            f"{ref} is what the working tree has already",
            f"name what to restore: `{selected.name}@v1`, `{selected.name}@main~1`, or a commit; see `cadgit log`",
        )
    candidate = selected.candidate
    wanted = ws.candidates.closure_of(candidate)
    there = {file.path: _read(ws.root, file.path) for file in wanted.files}
    changed = tuple(file for file in wanted.files if there[file.path] != file)
    kept = _keep(ws, candidate, {path: file for path, file in there.items() if file is not None}, changed)
    before = tuple((file.path, _blob(ws, there[file.path])) for file in changed)
    after = tuple((file.path, ws.repository.write_blob(file.data)) for file in changed)
    # The way back is noted first: a restore that is killed half way can be undone too. One that changed nothing is
    # noted as well, so that the undo after it does not reach for the promotion before it.
    kept_id = kept.id if kept else ""
    if not ws.marks.set_restored(Restored(candidate.part, candidate.id, kept_id, time.time(), before, after)):
        raise StorageError(
            "nothing was restored: the way back cannot be noted in git's own folder",
            "make room or mend the permissions of its folder `cadgit`, then run it again",
        )
    for file in changed:
        write_file(ws.root, file)
    ws.marks.set_ran(candidate.part, candidate.id)
    if candidate.meta.parameters or candidate.meta.object:
        ws.progress.notice(f"the files alone do not make it; it was made with `{_command(candidate)}`")
    unchanged = tuple(file.path for file in wanted.files if there[file.path] == file)
    return RestoreOutcome(candidate, tuple(file.path for file in changed), unchanged, kept)


def _command(candidate: Candidate) -> str:
    import shlex

    words = ["cadgit", "run", candidate.part]
    for item in candidate.meta.parameters:
        words += ["-P", f"{item.name}={item.expression}"]
    if candidate.meta.object:
        words += ["--object", candidate.meta.object]
    return shlex.join(words)


def write_file(root: Path, file: SourceFile) -> None:
    """Write one file in place of what is there, whole or not at all; a link is followed only inside the tree.

    Raises:
        SourceError: something that is no file is in the way, or the place lies outside the working tree.
        StorageError: the disk is full or read-only.
    """
    path = root / file.path
    if path.is_dir():
        raise SourceError(f"{file.path} is a folder now, so the file cannot be restored", "move the folder away first")
    target = path.resolve()
    if not target.is_relative_to(root.resolve()):
        raise SourceError(f"{file.path} leads outside the working tree ({target})", "remove that link first")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, file.data, mode=_mode(target, file.executable))
    except OSError as error:
        raise StorageError(
            f"{file.path} could not be written: {error.strerror}",
            "make room or mend the permissions, then run it again",
        ) from None


def _mode(path: Path, executable: bool) -> int:
    mode = file_mode(path)
    return mode | (mode & 0o444) >> 2 if executable else mode & ~0o111


def _read(root: Path, path: str) -> SourceFile | None:
    full = root / path
    try:
        data = full.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except IsADirectoryError:
        raise SourceError(
            f"{path} is a folder now, so the file cannot be restored", "move the folder away first"
        ) from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}") from None
    return SourceFile(path, data, os.access(full, os.X_OK))


def _blob(ws: Workspace, file: SourceFile | None) -> str:
    return ws.repository.blob_id(file.data) if file is not None else ""


def _keep(
    ws: Workspace, candidate: Candidate, there: dict[str, SourceFile], changed: tuple[SourceFile, ...]
) -> Candidate | None:
    """Make a candidate of what will be overwritten, if any of it is stored nowhere else."""
    overwritten = [there[file.path] for file in changed if file.path in there]
    if all(ws.repository.is_reachable_blob(file.data) for file in overwritten):
        return None
    closure = _closure_now(ws, candidate, there)
    meta = CandidateMeta(candidate.part, closure.entry, roots=closure.roots, module=closure.module)
    kept, _ = ws.candidates.add(candidate.part, KEPT_LINE, closure, meta, now())
    return kept


def _closure_now(ws: Workspace, candidate: Candidate, there: dict[str, SourceFile]) -> Closure:
    entry = candidate.meta.entry
    files = dict(there)
    closure = Closure(entry, ())
    if entry in there:
        # The files are kept whether or not the model that they make can be understood.
        with contextlib.suppress(CadgitError):
            closure = working.read_closure(ws, working.WorkingPart(candidate.part, entry))
            files = {file.path: file for file in closure.files} | files
    return replace(closure, files=tuple(files[path] for path in sorted(files)))
