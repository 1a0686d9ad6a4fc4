"""`cadgit measure`."""

from __future__ import annotations

import click

from ..errors import EXIT_DONE, EXIT_NO
from .face import Face
from .refs import Geometry
from .verb import verb


@verb("measure")
@click.argument("ref", metavar="[REF]", required=False, type=Geometry())
@click.option(
    "--of", "of", metavar="ENTITY", multiple=True, help="What it measures: face:12, 'largest hole', child:lid."
)
@click.option(
    "--between",
    metavar="A B",
    nargs=2,
    multiple=True,
    help="Distance, angle and relation of two entities; of solids also what they share.",
)
@click.option("--wall", is_flag=True, help="The smallest wall of all.")
@click.option("--wall-at", metavar="ENTITY", multiple=True, help="The wall at a point, or the smallest from a face.")
@click.option("--clearance", is_flag=True, help="How far all children are apart, pair by pair.")
@click.option("--material", metavar="NAME|DENSITY", default="", help="Of all solids: steel, or 7.85 (g/cm³).")
def command(
    face: Face,
    ref: str | None,
    of: tuple[str, ...],
    between: tuple[tuple[str, str], ...],
    wall: bool,
    wall_at: tuple[str, ...],
    clearance: bool,
    material: str,
) -> int:
    """Measure it: mass properties of all, or what single entities measure and how they lie to each other.

    Entities are named by the numbers that pictures and verdicts show (face:12, edge:7, vertex:3, solid:2, hole:3), by
    label (child:lid, child:box/lid), by a selector ('largest +Z face', 'hole ø8'), as a point '(10, 0, 2.5)', or as an
    axis or plane through the origin (Z, XY). Numbers hold for one result. REF may be a .step or .brep file too.

    Exit code 1: something that was asked for could not be measured.

    \b
    cadgit measure bracket@v2
    cadgit measure --of "largest hole" --between hole:1 hole:2
    cadgit measure --wall --wall-at "(0, 10, 2)" --clearance
    """
    from ..workflow.measure import Asked, measure
    from .views.measure import measure as view

    asked = Asked(of, between, wall, wall_at, clearance, material)
    with face.workspace() as workspace:
        outcome = measure(workspace, ref, asked)
    return face.answer(outcome, view(outcome), EXIT_NO if outcome.not_checked else EXIT_DONE)
