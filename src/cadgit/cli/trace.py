"""`cadgit trace`."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import EXIT_NO, RepositoryError
from .face import Face
from .verb import verb


@verb("trace")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def command(face: Face, file: Path) -> int:
    """From a file that came back to the version, source and person it came from; and what was changed since.

    Knows every STEP file that was promoted and every file that was exported by its content, whatever it is called
    now; others by what cadgit wrote into them, and then compares the geometry of STEP files.

    Exit code 1: the file is not what cadgit wrote: it was changed, or is not known here.

    \b
    cadgit trace ~/Downloads/bracket-final-2.step
    cadgit trace part.stl
    """
    from ..workflow import trace
    from .views.provenance import trace as view

    try:
        workspace = face.workspace()
    except RepositoryError as error:
        face.notice(f"{error.message}, so only the file itself is looked at")
        outcome = trace.trace(None, file)
    else:
        with workspace:
            outcome = trace.trace(workspace, file)
    return face.answer(outcome, view(outcome), 0 if outcome.state == "identical" else EXIT_NO)
