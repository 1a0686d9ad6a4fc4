"""`cadgit promote`."""

from __future__ import annotations

import click

from .face import Face
from .refs import Ref
from .verb import verb


@verb("promote")
@click.argument("ref", metavar="[REF]", required=False, type=Ref())
@click.option("-m", "--message", default="", metavar="MESSAGE", help="What this version is, for its tag and note.")
@click.option(
    "--accept-unchecked",
    "accepted",
    metavar="NAME",
    multiple=True,
    help="Promote though this check ran out of time; that is recorded.",
)
def command(face: Face, ref: str | None, message: str, accepted: tuple[str, ...]) -> int:
    """Make a candidate the next version: a tag, a provenance note and a STEP file, all or nothing.

    Runs what is missing first: the run, the verdict, and a second run in a cold interpreter that must make the same
    geometry. Promoting a candidate twice changes nothing and says so.

    Exit code 1: refused, and why; nothing was changed.

    \b
    cadgit promote -m "holes for M5"
    git log --notes='cadgit/*' cadgit/bracket/v1
    """
    from ..workflow import promote
    from .views.verdict import promote as view

    face.shows_passes = False
    with face.workspace() as workspace:
        outcome = promote.promote(workspace, ref, message=message, accept_unchecked=accepted)
    return face.answer(outcome, view(outcome))
