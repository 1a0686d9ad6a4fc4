"""`cadgit kernel`."""

from __future__ import annotations

import click

from ..frozen import frozen
from .face import Face
from .verb import verb


@frozen
class Stopped:
    """`cadgit kernel stop`: whether there was a kernel to stop."""

    stopped: bool


@click.group("kernel")
def command() -> None:
    """The warm process that imports build123d once and forks a child for each job.

    It starts by itself with the first run, serves all your cadgit commands with the same interpreter, and leaves
    after half an hour without work.
    """


@verb("kernel status")
def status(face: Face) -> int:
    """Whether a kernel runs, its memory and what it has done."""
    from ..workflow import kernel
    from .views.system import kernel as view

    outcome = kernel.status(face.workspace_or_none())
    return face.answer(outcome, view(outcome))


@verb("kernel start")
def start(face: Face) -> int:
    """Start the kernel now, so that the first run need not wait."""
    from ..workflow import kernel
    from .views.system import kernel as view

    outcome = kernel.start(face.workspace_or_none(), face)
    return face.answer(outcome, view(outcome))


@verb("kernel stop")
def stop(face: Face) -> int:
    """Stop the kernel; jobs that it has end first."""
    from ..workflow import kernel
    from .views.system import stopped as view

    outcome = Stopped(kernel.stop(face.workspace_or_none()))
    return face.answer(outcome, view(outcome.stopped))


for _subcommand in (status, start, stop):
    command.add_command(_subcommand)
