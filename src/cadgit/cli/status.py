"""`cadgit status`."""

from __future__ import annotations

from .face import Face
from .verb import verb


@verb("status")
def command(face: Face) -> int:
    """Where each part stands: the working tree's bytes, its candidates, its latest version.

    The state of a part is missing (no entry file), unreadable, new (never run), failed, done (ran, not judged),
    verified, rejected or promoted.
    """
    from ..workflow import status
    from .views.history import status as view

    with face.workspace() as workspace:
        outcome = status.status(workspace)
    return face.answer(outcome, view(outcome))
