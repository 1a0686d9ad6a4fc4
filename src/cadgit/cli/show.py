"""`cadgit show`."""

from __future__ import annotations

import click

from .face import Face
from .refs import Ref
from .verb import verb


@verb("show")
@click.argument("ref", metavar="[REF]", required=False, type=Ref())
def command(face: Face, ref: str | None) -> int:
    """Everything known about one candidate or version: files, runs, verdicts, provenance.

    \b
    cadgit show bracket@v2
    cadgit show bracket@main~3
    """
    from ..workflow import show
    from .views.history import show as view

    with face.workspace() as workspace:
        outcome = show.show(workspace, ref)
    return face.answer(outcome, view(outcome))
