"""`cadgit history`."""

from __future__ import annotations

import click

from .face import Face
from .refs import Ref
from .verb import verb


@verb("history")
@click.argument("target", metavar="[FILE|PART]", required=False, type=Ref())
@click.option("--git", "git", is_flag=True, help="Also the commits and branches of your own that have their source.")
def command(face: Face, target: str | None, git: bool) -> int:
    """The versions of a part, or those that a STEP or mesh file is of.

    With --git, which commits of your own branches brought source that passed, as a version or as a candidate with a
    good verdict, and what stands at the tip of each branch: whoever reviews a branch need not know of cadgit's refs.

    \b
    cadgit history bracket --git
    cadgit history returned.step --git
    """
    from ..workflow import history
    from .views.provenance import history as view

    with face.workspace() as workspace:
        outcome = history.history(workspace, target, git=git)
    return face.answer(outcome, view(outcome, git))
