"""`cadgit export`."""

from __future__ import annotations

from pathlib import Path

import click

from .face import Face
from .refs import Ref
from .verb import verb


@verb("export")
@click.argument("ref", metavar="[REF]", required=False, type=Ref())
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to; the name's end says the format: .step .brep .stl .3mf .glb",
)
@click.option("--unverified", is_flag=True, help="Export even what has not passed gate and spec.")
def command(face: Face, ref: str | None, output: Path, unverified: bool) -> int:
    """Write the geometry to a file, in one step: a reader sees the old file or the new one, never half of it.

    Without REF, the geometry of the working tree's bytes. The STEP file of a version is the one that was promoted.

    Exit code 1: the geometry has not passed gate and spec (--unverified exports it nevertheless).

    \b
    cadgit export bracket@v2 -o bracket.step
    cadgit export -o draft.stl --unverified
    """
    from ..workflow import export
    from .views.changes import export as view

    face.shows_passes = False
    with face.workspace() as workspace:
        outcome = export.export(workspace, ref, output, unverified=unverified)
    return face.answer(outcome, view(outcome))
