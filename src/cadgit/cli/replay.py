"""`cadgit replay`."""

from __future__ import annotations

import click

from ..errors import EXIT_NO
from .face import Face
from .refs import Ref
from .verb import verb


@verb("replay")
@click.argument("version", metavar="[VERSION]", required=False, type=Ref(files=False))
@click.option("--all", "everything", is_flag=True, help="All versions of all parts that stand.")
@click.option(
    "--jobs", default=1, show_default=True, type=click.IntRange(1, 64), metavar="N", help="How many at a time."
)
def command(face: Face, version: str | None, everything: bool, jobs: int) -> int:
    """Make a version again from git alone, and judge it by the spec that it passed.

    Says whether that gives the identical STEP file, the same geometry in other bytes, the same within a tolerance
    under other versions of build123d, OCCT or Python (and what moved by how much), or something different.

    Exit code 1: a version came out different, does not run, or does not pass any more.

    \b
    cadgit replay bracket@v2
    cadgit replay --all --jobs 2
    """
    from ..workflow import replay
    from .views.provenance import replayed, replays

    with face.workspace() as workspace:
        outcome = replay.replay(
            workspace, version, everything=everything, jobs=jobs, tell=lambda one: face.show(replayed(one))
        )
    return face.answer(outcome, replays(outcome), 0 if outcome.hold else EXIT_NO)
