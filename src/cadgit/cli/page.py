"""`cadgit page`."""

from __future__ import annotations

from pathlib import Path

import click

from .face import Face
from .refs import Ref
from .verb import verb


@verb("page")
@click.argument("ref", metavar="[REF]", required=False, type=Ref())
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to: an .html file.",
)
def command(face: Face, ref: str | None, output: Path) -> int:
    """Write one file to mail to somebody: the model to turn around, verdict, measures, time line and source.

    The file needs nothing else: it opens in a browser, without a network. `cadgit watch --serve` shows the same, live.

    \b
    cadgit page bracket@v2 -o bracket.html
    """
    from ..viewer.standalone import write_page
    from .views.page import page as view

    face.shows_passes = False
    with face.workspace() as workspace:
        outcome = write_page(workspace, ref, output)
    return face.answer(outcome, view(outcome))
