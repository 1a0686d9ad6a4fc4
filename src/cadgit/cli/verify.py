"""`cadgit verify`."""

from __future__ import annotations

import click

from ..errors import EXIT_NO
from .face import Face
from .refs import Ref
from .verb import verb


@verb("verify")
@click.argument("ref", metavar="[REF]", required=False, type=Ref())
@click.option("--deep", is_flag=True, help="Also look for surfaces that pass through themselves; slow.")
def command(face: Face, ref: str | None, deep: bool) -> int:
    """Judge a candidate in a process that the model cannot touch: the gate, a line for each check.

    Each line says pass, fail, warn or not checked (out of time), with what was measured, the limit and the place.
    Without REF, the working tree's bytes; they are run first if they never ran.

    Exit code 1: a check failed, or was not checked. A warning is no failure.

    \b
    cadgit verify
    cadgit verify bracket@v2 --deep
    """
    from ..workflow import verify
    from .views.verdict import verify as view

    with face.workspace() as workspace:
        outcome = verify.verify(workspace, ref, deep=deep)
    no = outcome.verdict.outcome in ("fail", "not checked")
    return face.answer(outcome, view(outcome, face.streamed), EXIT_NO if no else 0)
