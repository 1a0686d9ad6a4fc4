"""`cadgit restore`."""

from __future__ import annotations

import click

from .face import Face
from .refs import Ref
from .verb import verb


@verb("restore")
@click.argument("ref", metavar="REF", type=Ref(files=False))
def command(face: Face, ref: str) -> int:
    """Write a candidate's files back to the working tree.

    Bytes that are stored nowhere else are made a candidate before they are overwritten; `cadgit undo` takes the
    restore back. No other file, branch, index or stash is touched.

    \b
    cadgit restore bracket@v2
    """
    from ..workflow import restore
    from .views.changes import restore as view

    with face.workspace() as workspace:
        outcome = restore.restore(workspace, ref)
    return face.answer(outcome, view(outcome))
