"""`cadgit log`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .face import Face
from .output.stream import emit
from .refs import Part
from .verb import verb

if TYPE_CHECKING:
    from ..workflow.outcomes import LogOutcome
    from ..workflow.workspace import Workspace


@verb("log")
@click.argument("part", metavar="[PART]", required=False, type=Part())
@click.option("--line", metavar="LINE", help="The series of candidates (default: main).")
@click.option("-n", "--limit", default=20, show_default=True, type=click.IntRange(min=1), help="How many candidates.")
@click.option("--pictures", is_flag=True, help="Show the versions, in terminals that can (kitty's or sixels).")
def command(face: Face, part: str | None, line: str | None, limit: int, pictures: bool) -> int:
    """A part's candidates, newest first: outcome, size, volume, and the change from one to the next.

    Versions follow below, with who promoted them and why.
    """
    from ..workflow import log
    from .views.history import log as view

    with face.workspace() as workspace:
        outcome = log.log(workspace, part, line=line, limit=limit)
        shown = _pictures(workspace, outcome) if pictures and not face.as_json else []
    code = face.answer(outcome, view(outcome))
    for text in shown:
        emit(text)
    return code


def _pictures(workspace: Workspace, outcome: LogOutcome) -> list[str]:
    """What shows the versions in this terminal, each below its name; nothing where the terminal cannot."""
    from ..workflow.render import thumbnail
    from .output import pictures
    from .views.history import VERSIONS

    how = pictures.protocol()
    versions = outcome.versions[:VERSIONS] if how else ()
    return [f"  {version.name}\n{pictures.encoded(thumbnail(workspace, version), how)}" for version in versions]
