"""page: one candidate in a file by itself, to mail to somebody: what the live page shows, with all that it takes."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from pathlib import Path
from typing import Any

from .. import __version__
from ..codec import to_plain
from ..errors import EnvironmentFailed, ModelFailed
from ..records import Candidate
from ..workflow import shown_models
from ..workflow.export import check_ending, write_output
from ..workflow.page import CandidatePage, PageOutcome, page_of
from ..workflow.run import ensure_run
from ..workflow.targets import candidate_for
from ..workflow.verify import judge
from ..workflow.workspace import Workspace
from . import html
from .assets import Library, library
from .board import finite

#: How many candidates of the time line get a picture.
PICTURES = 12


def write_page(ws: Workspace, ref: str | None, output: Path) -> PageOutcome:
    """Write the page of a candidate; one that never ran is run first, and one that was not judged is judged.

    Args:
        ws: the workspace.
        ref: what the page is about; None for the part changed last, as its files are now.
        output: the file to write, relative to the current directory.

    Raises:
        RefError: REF names nothing.
        UsageError: the file's name does not end in ``.html``.
        EnvironmentFailed: three-cad-viewer is not installed, or git or the kernel failed.
        StorageError: the file cannot be written.
    """
    check_ending(output, ".html", ".htm")
    viewer = library()
    candidate, version = candidate_for(ws, ref)
    if ensure_run(ws, candidate).failure is None:
        judge(ws, candidate)
    page = page_of(ws, candidate)
    model, why = _model(ws, page)
    ghost = _ghost(ws, page) if model else None
    data = {
        "state": finite({"cadgit": __version__, "parts": [], "live": None, "pinned": False, "page": to_plain(page)}),
        "model": model,
        "why": why,
        "ghost": ghost,
        "pictures": _pictures(ws, page),
    }
    text = _text(data, viewer, page)
    write_output(ws, output, text)
    digest = hashlib.sha256(text).hexdigest()
    return PageOutcome(candidate, str(output), digest, len(text), bool(model), bool(ghost), version)


def _text(data: Any, viewer: Library, page: CandidatePage) -> bytes:
    return html.whole(data, viewer, page.name).encode("utf-8", "replace")


def _model(ws: Workspace, page: CandidatePage) -> tuple[Any, str]:
    """The model that is shown, or None and why."""
    if page.good is None:
        return None, "nothing of it ran yet, so there is no model"
    try:
        return json.loads(shown_models.model(ws, page.good, page.good_model)), ""
    except (EnvironmentFailed, ModelFailed) as error:
        ws.progress.notice(f"the page has no model: {error.message}")
        return None, error.message


def _ghost(ws: Workspace, page: CandidatePage) -> Any:
    if page.before is None or page.good is None:
        return None
    try:
        return json.loads(shown_models.ghost(ws, page.before, page.good, page.good_model))
    except (EnvironmentFailed, ModelFailed) as error:
        ws.progress.notice(f"the page has no ghost of {page.before.name}: {error.message}")
        return None


def _pictures(ws: Workspace, page: CandidatePage) -> dict[str, str]:
    """Pictures of the newest candidates that have geometry, as data URLs, by candidate."""
    found: dict[str, str] = {}
    shown: list[Candidate] = [entry.candidate for entry in page.entries if entry.geometry is not None]
    for candidate in shown[:PICTURES]:
        try:
            picture = shown_models.picture(ws, candidate)
        except (EnvironmentFailed, ModelFailed) as error:
            ws.progress.notice(f"the page has no small pictures: {error.message}")
            break
        found[candidate.id] = f"data:image/png;base64,{b64encode(picture).decode()}"
    return found
