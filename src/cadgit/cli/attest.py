"""`cadgit attest`."""

from __future__ import annotations

from pathlib import Path

import click

from .face import Face
from .refs import Ref
from .verb import verb


@verb("attest")
@click.argument("version", metavar="[VERSION]", required=False, type=Ref(files=False))
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it to a file instead of printing it.",
)
def command(face: Face, version: str | None, output: Path | None) -> int:
    """The provenance of a version as in-toto and SLSA tools read it: a Statement v1 with a Provenance v1 predicate.

    Its subjects are the STEP and the BREP file. The statement is not signed; sign it with the tool that will be asked
    about it.

    \b
    cadgit attest bracket@v2
    cadgit attest bracket@v2 -o bracket.intoto.json
    """
    from ..workflow import attest
    from .views.provenance import attest as view

    with face.workspace() as workspace:
        outcome = attest.attest(workspace, version, output)
    return face.answer(outcome, view(outcome))
