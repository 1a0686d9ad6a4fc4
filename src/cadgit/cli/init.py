"""`cadgit init`."""

from __future__ import annotations

from .face import Face
from .verb import verb


@verb("init")
def command(face: Face) -> int:
    """Write a commented cadgit.toml, and let plain `git log` show cadgit's notes. Optional: all works without.

    Running it again adds what is new and keeps your edits and comments.
    """
    from ..workflow import init
    from .views.changes import init as view

    with face.workspace() as workspace:
        outcome = init.init(workspace)
    return face.answer(outcome, view(outcome))
