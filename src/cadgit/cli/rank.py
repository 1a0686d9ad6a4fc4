"""`cadgit rank`."""

from __future__ import annotations

import click

from .face import Face
from .refs import Geometry, Part
from .verb import verb


@verb("rank")
@click.argument("part", metavar="[PART]", required=False, type=Part())
@click.option("--reference", metavar="FILE|REF", type=Geometry(), help="What to be close to; without it, the spec.")
@click.option(
    "-n", "--limit", metavar="N", type=click.IntRange(min=1), default=20, show_default=True, help="Newest of each line."
)
def command(face: Face, part: str | None, reference: str | None, limit: int) -> int:
    """A part's candidates in two orders: by structure, and by how close they are.

    Structurally best is by the verdict alone: gate, spec, warnings. Closest is by the geometry alone, to the reference
    or else the spec: a candidate that is valid but further away never displaces one that is closer. The first of each
    order is kept as PART@best and PART@closest, with what is still wrong about it.

    \b
    cadgit rank bracket --reference target.step
    cadgit show bracket@closest
    """
    from ..workflow import rank
    from .views.rank import rank as view

    with face.workspace() as workspace:
        outcome = rank.rank(workspace, part, reference=reference, limit=limit)
    return face.answer(outcome, view(outcome))
