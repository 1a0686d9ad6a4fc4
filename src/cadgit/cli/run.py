"""`cadgit run`."""

from __future__ import annotations

import click

from ..errors import EXIT_MODEL
from .face import Face
from .refs import Assignment, Model
from .verb import verb


@verb("run")
@click.argument("target", metavar="[FILE|PART]", required=False, type=Model())
@click.option(
    "-P",
    "parameters",
    metavar="NAME=VALUE",
    multiple=True,
    type=Assignment(),
    help="Give a top-level name of the model another value.",
)
@click.option("--line", metavar="LINE", help="The series of candidates to add to (default: main).")
@click.option("--object", "object_", metavar="NAME", help="The top-level object that is the result.")
@click.option("--timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="Seconds the model may take.")
@click.option("--cold", is_flag=True, help="Run in a new interpreter, not in a fork of the warm kernel.")
@click.option("--force", is_flag=True, help="Run again though these bytes ran before, and compare the geometry.")
def command(
    face: Face,
    target: str | None,
    parameters: tuple[str, ...],
    line: str | None,
    object_: str | None,
    timeout: float | None,
    cold: bool,
    force: bool,
) -> int:
    """Commit the candidate, execute it in a clean process, show what it made.

    FILE is a model, PART a name that cadgit knows; with neither, the part changed last. The same bytes are not
    executed twice: their record is shown at once, unless --force.

    Exit code 3: the model failed. The candidate and the failure are recorded, and the last version stands.

    \b
    cadgit run bracket.py
    cadgit run bracket.py -P width=50 -P "hole=2.5*CM"
    """
    from ..workflow import run
    from .views.run import run as view

    with face.workspace() as workspace:
        outcome = run.run(
            workspace,
            target,
            parameters=parameters,
            line=line,
            object=object_,
            timeout=timeout,
            cold=cold,
            force=force,
        )
    return face.answer(outcome, view(outcome), EXIT_MODEL if outcome.record.outcome == "failed" else 0)
