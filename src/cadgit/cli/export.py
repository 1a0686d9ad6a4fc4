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
    help="Where to; the name's end says the format: .step .brep .stl .3mf .glb .dxf .svg",
)
@click.option("--unverified", is_flag=True, help="Export even what has not passed gate and spec.")
@click.option(
    "--k-factor",
    type=float,
    metavar="K",
    help="For a flat pattern: where the neutral fibre lies in a bend, as a part of the thickness (0.44).",
)
def command(face: Face, ref: str | None, output: Path, unverified: bool, k_factor: float | None) -> int:
    """Write the geometry to a file, in one step: a reader sees the old file or the new one, never half of it.

    Without REF, the geometry of the working tree's bytes. The STEP file of a version is the one that was promoted.
    .dxf and .svg hold sketches; of sheet metal, .dxf holds the flat pattern.

    Exit code 1: the geometry has not passed gate and spec (--unverified exports it nevertheless).

    \b
    cadgit export bracket@v2 -o bracket.step
    cadgit export -o draft.stl --unverified
    cadgit export bracket -o bracket.dxf --k-factor 0.42
    """
    from ..workflow import export
    from .views.changes import export as view

    face.shows_passes = False
    with face.workspace() as workspace:
        outcome = export.export(workspace, ref, output, unverified=unverified, k_factor=k_factor)
    return face.answer(outcome, view(outcome))
