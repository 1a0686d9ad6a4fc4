"""`cadgit verify`."""

from __future__ import annotations

import click

from ..errors import EXIT_NO, UsageError
from .face import Face
from .refs import Ref
from .verb import verb


@verb("verify")
@click.argument("ref", metavar="[REF]", required=False, type=Ref())
@click.option("--deep", is_flag=True, help="Also look for surfaces that pass through themselves; slow.")
@click.option("--signatures", is_flag=True, help="Ask git who signed the tags of versions, instead.")
def command(face: Face, ref: str | None, deep: bool, signatures: bool) -> int:
    """Judge a candidate in a process that the model cannot touch: gate and spec, a line for each check.

    Each line says pass, fail, warn or not checked (out of time), with what was measured, the limit and the place.
    Without REF, the working tree's bytes; they are run first if they never ran.

    Exit code 1: a check failed, or was not checked. A warning is no failure. With --signatures: one of them is bad.

    \b
    cadgit verify
    cadgit verify bracket@v2 --deep
    cadgit verify --signatures
    """
    if signatures:
        return _signatures(face, ref, deep)
    from ..workflow import verify
    from .views.verdict import verify as view

    with face.workspace() as workspace:
        outcome = verify.verify(workspace, ref, deep=deep)
    no = outcome.verdict.outcome in ("fail", "not checked")
    return face.answer(outcome, view(outcome, face.streamed), EXIT_NO if no else 0)


def _signatures(face: Face, ref: str | None, deep: bool) -> int:
    from ..workflow import signatures
    from .views.provenance import signatures as view

    if deep:
        raise UsageError("--signatures judges no geometry, so there is no --deep with it", "leave one of them out")
    with face.workspace() as workspace:
        outcome = signatures.signatures(workspace, ref)
    return face.answer(outcome, view(outcome), 0 if outcome.good else EXIT_NO)
