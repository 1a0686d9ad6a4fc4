"""How the files and options of two candidates differ."""

from __future__ import annotations

from collections.abc import Iterator

from ..git.text_diff import hunks
from ..records import Candidate
from .comparison import Operand, SourceChange
from .workspace import Workspace


def source_changes(ws: Workspace, first: Operand, second: Operand) -> Iterator[SourceChange]:
    """The files of two closures that differ, and overrides; nothing where one side is a geometry file."""
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
            lines = (f"{text}\n".encode() if text else None for text in (old_text, new_text))
            yield SourceChange(name, change, _unified(name, *lines))


def _files(ws: Workspace, candidate: Candidate) -> dict[str, bytes]:
    return {file.path: file.data for file in ws.candidates.closure_of(candidate).files}


def _options(candidate: Candidate) -> dict[str, str]:
    """What a candidate is run with beside its files, by the words of the command line."""
    options = {f"-P {item.name}": item.expression for item in candidate.meta.parameters}
    return options | ({"--object": candidate.meta.object} if candidate.meta.object else {})


def _unified(name: str, old: bytes | None, new: bytes | None) -> str:
    """A unified diff; empty where one side is no text, or both have no lines."""
    sides = [data or b"" for data in (old, new)]
    try:
        if any("\0" in data.decode("utf-8") for data in sides):
            return ""
    except UnicodeDecodeError:
        return ""
    changed = hunks(*sides)
    return f"--- a/{name}\n+++ b/{name}\n{changed}" if changed else ""
