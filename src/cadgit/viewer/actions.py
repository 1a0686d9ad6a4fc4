"""What a page may ask for: each takes the request's JSON object, strictly read."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.responses import JSONResponse, Response

from ..errors import UsageError
from ..watch.events import Promoted
from ..workflow import settings
from ..workflow.export import FORMATS, export
from ..workflow.page import candidate_named
from ..workflow.promote import promote
from ..workflow.restore import restore
from .board import Board

Body = dict[str, Any]


def _show(board: Board, body: Body) -> Response:
    """Show a candidate of the time line in all tabs; an empty one: what is saved."""
    commit = _text(body, "candidate")
    if commit:
        with board.workspace() as ws:
            board.pin(candidate_named(ws, commit))
    else:
        board.pin(None)
    return JSONResponse({})


def _focus(board: Board, body: Body) -> Response:
    """Show another of the parts that are watched."""
    part = _text(body, "part")
    try:
        board.focus(part)
    except KeyError:
        raise UsageError(f"part {part!r} is not watched") from None
    return JSONResponse({})


def _rerun(board: Board, body: Body) -> Response:
    """Run the files as they are with other parameters."""
    values = _texts(body, "values")
    board.pin(None)
    turn = board.watcher.rerun(_text(body, "part"), [f"{name}={value}" for name, value in values.items()])
    return JSONResponse({"turn": turn})


def _write(board: Board, body: Body) -> Response:
    """Write values of parameters into the model's file."""
    with board.workspace() as ws:
        candidate = candidate_named(ws, _text(body, "candidate"))
        path = settings.write(ws, candidate, _texts(body, "values"))
    return JSONResponse({"path": path})


def _promote(board: Board, body: Body) -> Response:
    """Promote just the candidate that the page shows, whatever was saved since."""
    with board.workspace() as ws:
        candidate = candidate_named(ws, _text(body, "candidate"))
        outcome = promote(ws, candidate.id, message=_text(body, "message"))
    board.watcher.tell(Promoted(candidate.part, 0, outcome))
    return JSONResponse({"version": outcome.version.name, "tag": outcome.version.tag, "already": outcome.already})


def _restore(board: Board, body: Body) -> Response:
    """Write a candidate's files back to the working tree."""
    with board.workspace() as ws:
        candidate = candidate_named(ws, _text(body, "candidate"))
        outcome = restore(ws, candidate.id)
    board.pin(None)
    kept = f"{outcome.kept.part}@{outcome.kept.line}#{outcome.kept.number}" if outcome.kept else ""
    return JSONResponse({"written": list(outcome.written), "unchanged": list(outcome.unchanged), "kept": kept})


def _export(board: Board, body: Body) -> Response:
    """A candidate's geometry as a file to download."""
    format_ = _text(body, "format")
    if format_ not in FORMATS:
        raise UsageError(f"{format_!r} is no format", f"the formats are {', '.join(FORMATS)}")
    with board.workspace() as ws, tempfile.TemporaryDirectory(prefix="cadgit-page-") as folder:
        candidate = candidate_named(ws, _text(body, "candidate"))
        path = Path(folder) / f"export.{format_}"
        outcome = export(ws, candidate.id, path, unverified=body.get("unverified") is True)
        data = path.read_bytes()
    which = f"v{outcome.version.number}" if outcome.version is not None else f"{candidate.number}"
    name = quote(f"{candidate.part}-{which}.{format_}")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(data, media_type="application/octet-stream", headers=headers)


ACTIONS: dict[str, Callable[[Board, Body], Response]] = {
    "show": _show,
    "focus": _focus,
    "rerun": _rerun,
    "write": _write,
    "promote": _promote,
    "restore": _restore,
    "export": _export,
}


def _text(body: Body, key: str) -> str:
    value = body.get(key, "")
    if not isinstance(value, str):
        raise UsageError(f"{key} is no text")
    return value


def _texts(body: Body, key: str) -> dict[str, str]:
    value = body.get(key)
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise UsageError(f"{key} is no table of texts")
    return value
