"""`cadgit init`."""

from __future__ import annotations

import click

from .face import Face
from .verb import verb


@verb("init")
@click.option(
    "--hooks/--no-hooks",
    default=None,
    help="Install git hooks that look after your models, or take them away (see `cadgit help hooks`).",
)
def command(face: Face, hooks: bool | None) -> int:
    """Write a commented cadgit.toml, and let plain `git log` show cadgit's notes. Optional: all works without.

    Running it again adds what is new and keeps your edits and comments. A hook that is there already is left alone.
    """
    from ..workflow import init
    from .views.changes import init as view

    with face.workspace() as workspace:
        outcome = init.init(workspace, hooks=hooks)
    return face.answer(outcome, view(outcome))
