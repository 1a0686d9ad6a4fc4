"""`cadgit render`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ..errors import UsageError
from .face import Face
from .refs import Ref, Views
from .verb import verb


@verb("render")
@click.argument("ref", metavar="[REF]", required=False, type=Ref())
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to (default: PART.png, or PART.svg with --drawing).",
)
@click.option("--views", metavar="VIEW,…", default="iso", show_default=True, type=Views(), help="From where.")
@click.option("--size", metavar="WxH", default="800x600", show_default=True, help="Pixels of each view.")
@click.option("--perspective", is_flag=True, help="As the eye sees it; otherwise equal lengths look equal.")
@click.option("--section", metavar="PLANE", help="Cut it open: x, y, z, x=12.5, XY, XZ or YZ.")
@click.option("--label", type=click.Choice(["faces", "holes"]), help="Write names on faces or holes.")
@click.option("--ghost", metavar="OTHER", type=Ref(), help="Draw another REF, or a .step or .brep file, over it.")
@click.option("--drawing", is_flag=True, help="A dimensioned drawing: .svg, .pdf or .dxf.")
@click.pass_context
def command(
    context: click.Context, /, face: Face, ref: str | None, output: Path | None, drawing: bool, **look: Any
) -> int:
    """Draw the geometry: a picture, several side by side, or a dimensioned drawing.

    Views are iso, iso-left, iso-back, iso-below, front, right, back, left, top and bottom, or AZIMUTH/ELEVATION in
    degrees. Equal geometry gives an equal file on one machine.

    \b
    cadgit render bracket@v2 --views iso,top,front,right -o sheet.png
    cadgit render --section y --ghost bracket@v1
    cadgit render bracket@v2 --drawing -o bracket.pdf
    """
    from ..workflow import render
    from .views.picture import render as view

    given = [name for name in look if context.get_parameter_source(name) is not ParameterSource.DEFAULT]
    if drawing and given:
        raise UsageError(
            f"--drawing shows three views as they are, so it takes no --{given[0]}", "leave one of them out"
        )
    with face.workspace() as workspace:
        if drawing:
            outcome = render.draw(workspace, ref, output)
        else:
            chosen = {name: value for name, value in look.items() if value is not None}
            outcome = render.render(workspace, ref, output, render.Look(**chosen))
    return face.answer(outcome, view(outcome))
