"""`cadgit spec`."""

from __future__ import annotations

import click

from .face import Face
from .refs import Ref
from .verb import verb


@verb("spec")
@click.argument("ref", metavar="[PART|REF]", required=False, type=Ref())
@click.option("--check", is_flag=True, help="Print the proposal, write nothing.")
def command(face: Face, ref: str | None, check: bool) -> int:
    """Propose what a part has to be like, from what a candidate measures, and add it to cadgit.toml.

    Kind, size, volume and more become [parts.NAME.spec], which verify judges and promote requires. What that table
    has already is yours and stays, as do all comments. Loosen afterwards what may vary: `cadgit help spec`.

    \b
    cadgit spec bracket --check
    cadgit spec bracket
    """
    from ..workflow import spec
    from .views.verdict import spec as view

    with face.workspace() as workspace:
        outcome = spec.spec(workspace, ref, check=check)
    return face.answer(outcome, view(outcome))
