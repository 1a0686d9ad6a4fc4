"""`cadgit undo`."""

from __future__ import annotations

import click

from .face import Face
from .refs import Part
from .verb import verb


@verb("undo")
@click.argument("part", metavar="[PART]", required=False, type=Part())
def command(face: Face, part: str | None) -> int:
    """Take back the last thing that was done: withdraw a promotion, or reverse a restore.

    A withdrawn version keeps its tag, note and STEP file, and its number is never used again.
    """
    from ..workflow import undo
    from .views.changes import undo as view

    with face.workspace() as workspace:
        outcome = undo.undo(workspace, part)
    return face.answer(outcome, view(outcome))
