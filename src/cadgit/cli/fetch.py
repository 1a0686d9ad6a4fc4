"""`cadgit fetch`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .exchange import exchange
from .face import Face
from .verb import verb

if TYPE_CHECKING:
    from ..workflow.sharing import Choice


@verb("fetch")
@exchange(dry_run="Do not even remember what the remote has.")
def command(face: Face, choice: Choice) -> int:
    """Look what a remote has, and say what `cadgit pull` would bring.

    Nothing of yours changes; what the remote has is kept apart, below
    refs/cadgit-remotes/. Without REMOTE it is the one that git would take.

    Exit code 1: something on the remote is not sound; it was named.
    """
    from ..workflow import fetch
    from .views.sharing import fetch as view

    with face.workspace() as workspace:
        outcome = fetch.fetch(workspace, choice)
    return face.answer(outcome, view(outcome), 1 if outcome.waiting.left else 0)
