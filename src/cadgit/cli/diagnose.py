"""`cadgit diagnose`."""

from __future__ import annotations

import click

from ..errors import EXIT_DONE, EXIT_NO
from .face import Face
from .refs import Geometry
from .verb import verb


@verb("diagnose")
@click.argument("ref", metavar="[REF]", required=False, type=Geometry())
@click.option("--fillet", metavar="EDGES", help="Find the largest fillet of these edges: edge:3,edge:7 or face:2.")
@click.option("--radius", metavar="MM", type=float, help="With --fillet: the radius that they should take.")
def command(face: Face, ref: str | None, fillet: str | None, radius: float | None) -> int:
    """Why a candidate fails, and what to try; of one that passes, what is worth a look.

    Each faulty face, edge and vertex is named, with its place, its size, and the model's line that last made something
    there, where that can be known. Of a run that ended at a fillet or chamfer, the largest size that would succeed. REF
    may be a .step or .brep file too. Nothing is changed: what is told of OCCT's ShapeFix was tried on a copy.

    Exit code 1: something is wrong, or the size of --radius fails.

    \b
    cadgit diagnose
    cadgit diagnose bracket@v2 --fillet edge:3,edge:7 --radius 4
    cadgit diagnose imported.step
    """
    from ..workflow import diagnose
    from .views.diagnose import diagnose as view

    edges = tuple(name.strip() for name in (fillet or "").split(",") if name.strip())
    face.answers_only = True
    with face.workspace() as workspace:
        outcome = diagnose.diagnose(workspace, ref, fillet=edges, radius=radius)
    return face.answer(outcome, view(outcome), EXIT_DONE if outcome.good else EXIT_NO)
