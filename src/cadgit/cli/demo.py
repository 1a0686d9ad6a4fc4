"""`cadgit demo`."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import EXIT_ENVIRONMENT
from .face import Face
from .verb import verb


@verb("demo")
@click.option(
    "--keep",
    "directory",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Play in this new folder and leave it to look at.",
)
def command(face: Face, directory: Path | None) -> int:
    """Play the whole story in a temporary repository: a version, edits that break it, a rewrite.

    It does what you would type, and prints what you would see. Nothing outside the temporary repository is touched.

    Exit code 4: the story did not come to its good end here; `cadgit doctor` may know why.
    """
    from ..workflow import demo
    from .views.demo import end, step

    outcome = demo.demo(face, directory, lambda told: face.show(step(told)))
    return face.answer(outcome, end(outcome), 0 if outcome.complete else EXIT_ENVIRONMENT)
