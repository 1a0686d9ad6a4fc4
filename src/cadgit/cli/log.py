"""`cadgit log`."""

from __future__ import annotations

import click

from .face import Face
from .refs import Part
from .verb import verb


@verb("log")
@click.argument("part", metavar="[PART]", required=False, type=Part())
@click.option("--line", metavar="LINE", help="The series of candidates (default: main).")
@click.option("-n", "--limit", default=20, show_default=True, type=click.IntRange(min=1), help="How many candidates.")
def command(face: Face, part: str | None, line: str | None, limit: int) -> int:
    """A part's candidates, newest first: outcome, size, volume, and the change from one to the next.

    Versions follow below, with who promoted them and why.
    """
    from ..workflow import log
    from .views.history import log as view

    with face.workspace() as workspace:
        outcome = log.log(workspace, part, line=line, limit=limit)
    return face.answer(outcome, view(outcome))
