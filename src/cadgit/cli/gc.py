"""`cadgit gc`."""

from __future__ import annotations

import click

from ..errors import UsageError
from .face import Face
from .output.blocks import Line
from .verb import verb


@verb("gc")
@click.option(
    "--older-than",
    metavar="DAYS",
    type=float,
    help="Drop what was made longer ago than this; 30 if not given.",
)
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(face: Face, older_than: float | None, dry_run: bool, yes: bool) -> int:
    """Drop old candidates that were never promoted, and old files of the cache.

    It says what would go and asks. Versions, their notes and their files are not touched, the newest candidate of each
    line stays, and no number is used again.
    """
    from ..workflow import gc
    from .views.changes import gc as view

    days = gc.OLDER_THAN if older_than is None else older_than
    with face.workspace() as workspace:
        outcome = gc.plan(workspace, days)
        if dry_run or not (outcome.lines or outcome.cache_files):
            return face.answer(outcome, view(outcome))
        if not yes:
            if not face.can_ask:
                raise UsageError(
                    "gc drops for good, and there is nobody here to ask",
                    "`cadgit gc --dry-run` says what would go, `cadgit gc --yes` drops it",
                )
            face.show(view(outcome))
            if not face.ask("Drop them?"):
                face.show([Line("nothing was dropped")])
                return 0
        outcome = gc.gc(workspace, days)
    return face.answer(outcome, view(outcome))
