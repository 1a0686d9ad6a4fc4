"""`cadgit diff`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import EXIT_DONE, EXIT_NO
from ..records import Box
from .boxes import Corners
from .face import Face
from .refs import Geometry
from .verb import verb

if TYPE_CHECKING:
    from ..workflow.comparison import DiffOutcome

_FILE = click.Path(dir_okay=False, path_type=Path)


@verb("diff")
@click.argument("first", metavar="[A]", required=False, type=Geometry())
@click.argument("second", metavar="[B]", required=False, type=Geometry())
@click.option(
    "--within", metavar="X,Y,Z:X,Y,Z", type=Corners(), help="Two corners that every change should lie between."
)
@click.option("--features", "all_features", is_flag=True, help="Compare bosses, pockets and slots too; takes seconds.")
@click.option("--png", metavar="FILE", type=_FILE, help="Draw it: added green, removed red, kept grey.")
@click.option("--html", metavar="FILE", type=_FILE, help="Write one page that needs nothing else.")
def command(
    face: Face,
    first: str | None,
    second: str | None,
    within: Box | None,
    all_features: bool,
    png: Path | None,
    html: Path | None,
) -> int:
    """What makes B differ from A: source, measures, features, and volumes that were added and removed.

    Without A and B, the part's last version and its files as they are now. A and B may be .step or .brep files. Volumes
    are subtracted by an exact Boolean; where that fails or takes too long by one of meshes, and it says which. Of
    features, holes and their patterns, fillets, chamfers and bends are compared.

    Exit code 1: a change reaches out of the box of --within, or geometries could not be compared.

    \b
    cadgit diff
    cadgit diff bracket@v1 bracket@v2 --html changes.html
    cadgit diff bracket --within -20,-15,0:20,15,10
    """
    from ..workflow import diff
    from .views.diff import diff as view

    def page(outcome: DiffOutcome, picture: bytes) -> str:
        from .views.diff_page import page  # most comparisons are only read

        return page(outcome, picture)

    with face.workspace() as workspace:
        outcome = diff.diff(
            workspace, first, second, within=within, all_features=all_features, png=png, html=html, page=page
        )
    inside = outcome.within is None or outcome.inside is True
    return face.answer(outcome, view(outcome), EXIT_DONE if inside and outcome.differences is not None else EXIT_NO)
