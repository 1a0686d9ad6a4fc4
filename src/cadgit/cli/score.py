"""`cadgit score`."""

from __future__ import annotations

import click

from ..errors import EXIT_DONE, EXIT_NO
from .face import Face
from .refs import Geometry
from .verb import verb


@verb("score")
@click.argument("ref", metavar="[REF]", required=False, type=Geometry())
@click.option(
    "--reference",
    metavar="FILE|REF",
    required=True,
    type=Geometry(),
    help="The target: a .step or .brep file, or a REF.",
)
@click.option(
    "--input",
    "before",
    metavar="FILE|REF",
    type=Geometry(),
    help="The unedited input, for an edit: doing nothing scores 0.",
)
@click.option("--align", is_flag=True, help="Lay the candidate on the target first: turned and moved, never mirrored.")
def command(face: Face, ref: str | None, reference: str, before: str | None, align: bool) -> int:
    """How close a candidate is to a known target: surface, volume and topology, each by itself.

    Surface and volume agree from 0 to 1, as the field's benchmarks measure it; their mean is the shape. No total is
    printed. The place of the largest deviation is. REF may be a .step or .brep file too, which is not judged.

    Exit code 1: the candidate does not pass the gate, or it could not be scored.

    \b
    cadgit score --reference target.step
    cadgit score bracket@v2 --reference target.step --align
    """
    from ..workflow import score
    from .views.score import score as view

    face.shows_passes = False
    with face.workspace() as workspace:
        outcome = score.score(workspace, ref, reference, before=before, aligned=align)
    good = outcome.score is not None and outcome.valid is not False
    return face.answer(outcome, view(outcome), EXIT_DONE if good else EXIT_NO)
